import { sweepJob } from '@portal/kit/commands/sweep';
import { runService } from '@portal/kit/service';
import { accommodationRpcs } from './accommodations/rpc.ts';
import { activityRpcs } from './activity/rpc.ts';
import { admissionSlipRpcs } from './admission-slips/rpc.ts';
import { reconcileSubmissionsJob } from './assignments/reconcile-submissions.ts';
import { assignmentRpcs } from './assignments/rpc.ts';
import { sessionRpcs } from './booking/rpc.ts';
import { calendarRpcs } from './calendar/rpc.ts';
import { callOffProcess } from './calling-off/call-off-session.ts';
import { cancelRegistrationProcess } from './cancelling/cancel-registration.ts';
import { releaseHoldsJob } from './capacity/release-holds.ts';
import { seatGaugesJob } from './capacity/seat-gauges.ts';
import { assignSpecialPlacesJob } from './capacity/special-places.ts';
import { catalogueUseRpcs } from './catalogue-use/rpc.ts';
import { consumers } from './consumers.ts';
import { env } from './env.ts';
import { calendarFeedRpcs } from './feeds/rpc.ts';
import { countFiguresJob } from './figures/count-figures.ts';
import { figureRpcs } from './figures/rpc.ts';
import { finderRpcs } from './finder/rpc.ts';
import { heldGradesJob } from './grades/result/pending-grades.ts';
import { gradeRpcs } from './grades/rpc.ts';
import { invariants } from './invariants.ts';
import { keepLinesJob } from './lines/keep-lines.ts';
import { offerSeatsJob } from './lines/offer-seats.ts';
import { waitingListRpcs } from './lines/rpc.ts';
import { moveProcess } from './moving-sessions/move-session.ts';
import { bookProctorProcess } from './online/proctoring/book-proctor.ts';
import { expireOverdueExamsJob } from './online/reports/expire-overdue-exams.ts';
import { onlineOfficeRpcs, onlineRpcs } from './online/rpc.ts';
import { personalDataRpcs } from './personal-data/rpc.ts';
import { findSubject } from './projections/find-subject.ts';
import { projectionRpcs } from './projections/rpc.ts';
import { followProjectionsJob } from './projections/subscribe-projections.ts';
import { buyApprovedRetakeProcess } from './purchases/buy-approved-retake.ts';
import { buyExamProcess } from './purchases/buy-exam.ts';
import { expirePendingRegistrationsJob } from './purchases/expire-pending-registrations.ts';
import { registerAndBookProcess } from './purchases/register-and-book.ts';
import { registerExamProcess } from './purchases/register-exam.ts';
import { redemptionRpcs } from './redemptions/rpc.ts';
import { registrationRpcs } from './registrations/rpc.ts';
import { remindOfSessionsJob } from './reminders/remind-of-sessions.ts';
import { fillPackagesJob } from './report/fill-packages.ts';
import { reportRpcs } from './report/rpc.ts';
import { retakeRpcs } from './retakes/rpc.ts';
import { schoolRunRpcs } from './school-runs/rpc.ts';
import { mailSessionAlertsJob } from './session-alerts/mail-session-alerts.ts';
import { sessionDayRpcs } from './session-day/rpc.ts';
import { sessionRunRpcs } from './session-runs/rpc.ts';
import { studentUseRpcs } from './student-use/rpc.ts';
import { systemCheckRpcs } from './system-checks/rpc.ts';
import { waitingRpcs } from './waiting/rpc.ts';
import { webhookRpcs } from './webhooks/rpc.ts';
import { webhookOwner } from './webhooks/webhook-owner.ts';

await runService({
  name: 'registration',
  env,
  rpcs: [
    activityRpcs,
    personalDataRpcs,
    registrationRpcs,
    sessionRpcs,
    calendarRpcs,
    sessionDayRpcs,
    admissionSlipRpcs,
    sessionRunRpcs,
    calendarFeedRpcs,
    waitingListRpcs,
    onlineRpcs,
    assignmentRpcs,
    schoolRunRpcs,
    gradeRpcs,
    retakeRpcs,
    redemptionRpcs,
    onlineOfficeRpcs,
    systemCheckRpcs,
    reportRpcs,
    projectionRpcs,
    accommodationRpcs,
    catalogueUseRpcs,
    webhookRpcs,
    studentUseRpcs,
    figureRpcs,
    waitingRpcs,
    finderRpcs,
  ],
  findSubject,
  consumers,
  processes: [
    registerExamProcess,
    buyExamProcess,
    registerAndBookProcess,
    buyApprovedRetakeProcess,
    cancelRegistrationProcess,
    bookProctorProcess,
    callOffProcess,
    moveProcess,
  ],
  jobs: (db) => [
    countFiguresJob(db),
    fillPackagesJob(db),
    followProjectionsJob(db),
    expirePendingRegistrationsJob(db),
    releaseHoldsJob(db),
    offerSeatsJob(db),
    keepLinesJob(db),
    assignSpecialPlacesJob(db),
    expireOverdueExamsJob(db),
    reconcileSubmissionsJob(db),
    heldGradesJob(db),
    remindOfSessionsJob(db),
    mailSessionAlertsJob(db),
    seatGaugesJob(db),
    sweepJob(db, invariants),
  ],
  webhooks: webhookOwner,
});
