import { sweepJob } from '@portal/kit/commands/sweep';
import { runService } from '@portal/kit/service';
import { cancelRegistrationProcess } from './booking/cancelling/cancel-registration.ts';
import { bookProctorProcess } from './booking/online/proctoring/book-proctor.ts';
import { expireOverdueExamsJob } from './booking/online/reports/expire-overdue-exams.ts';
import { onlineOfficeRpcs, onlineRpcs } from './booking/online/rpc.ts';
import { buyApprovedRetakeProcess } from './booking/purchases/buy-approved-retake.ts';
import { buyExamProcess } from './booking/purchases/buy-exam.ts';
import { expirePendingRegistrationsJob } from './booking/purchases/expire-pending-registrations.ts';
import { registerAndBookProcess } from './booking/purchases/register-and-book.ts';
import { registerExamProcess } from './booking/purchases/register-exam.ts';
import { remindOfSessionsJob } from './booking/reminders/remind-of-sessions.ts';
import { retakeRpcs } from './booking/retakes/rpc.ts';
import { sessionRpcs } from './booking/session-booking/rpc.ts';
import { systemCheckRpcs } from './booking/system-checks/rpc.ts';
import { releaseHoldsJob } from './capacity/seats/release-holds.ts';
import { seatGaugesJob } from './capacity/seats/seat-gauges.ts';
import { assignSpecialPlacesJob } from './capacity/seats/special-places/special-places.ts';
import { consumers } from './consumers.ts';
import { env } from './env.ts';
import { invariants } from './invariants.ts';
import { schoolRunRpcs } from './office/bulk-registration/rpc.ts';
import { countFiguresJob } from './office/figures/count-figures.ts';
import { figureRpcs } from './office/figures/rpc.ts';
import { finderRpcs } from './office/finder/rpc.ts';
import { waitingRpcs } from './office/office-queues/rpc.ts';
import { activityRpcs } from './platform/activity/rpc.ts';
import { catalogueUseRpcs } from './platform/catalogue-use/rpc.ts';
import { personalDataRpcs } from './platform/personal-data/rpc.ts';
import { studentUseRpcs } from './platform/student-use/rpc.ts';
import { webhookRpcs } from './platform/webhooks/rpc.ts';
import { webhookOwner } from './platform/webhooks/webhook-owner.ts';
import { findSubject } from './projections/find-subject.ts';
import { projectionRpcs } from './projections/rpc.ts';
import { followProjectionsJob } from './projections/subscribe-projections.ts';
import { accommodationRpcs } from './records/accommodations/rpc.ts';
import { reconcileSubmissionsJob } from './records/assignments/reconcile-submissions.ts';
import { assignmentRpcs } from './records/assignments/rpc.ts';
import { registrationRpcs } from './records/registrations/rpc.ts';
import { heldGradesJob } from './results/grades/result/pending-grades.ts';
import { gradeRpcs } from './results/grades/rpc.ts';
import { redemptionRpcs } from './results/redemptions/rpc.ts';
import { fillPackagesJob } from './results/report/fill-packages.ts';
import { reportRpcs } from './results/report/rpc.ts';
import { admissionSlipRpcs } from './sessions/admission-slips/rpc.ts';
import { calendarRpcs } from './sessions/calendar/rpc.ts';
import { callOffProcess } from './sessions/calling-off/call-off-session.ts';
import { calendarFeedRpcs } from './sessions/feeds/rpc.ts';
import { moveProcess } from './sessions/moving-sessions/move-session.ts';
import { mailSessionAlertsJob } from './sessions/session-alerts/mail-session-alerts.ts';
import { sessionDayRpcs } from './sessions/session-day/rpc.ts';
import { sessionRunRpcs } from './sessions/session-operations/rpc.ts';
import { keepLinesJob } from './sessions/waiting-list-commands/keep-lines.ts';
import { offerSeatsJob } from './sessions/waiting-list-commands/offer-seats.ts';
import { waitingListRpcs } from './sessions/waiting-list-commands/rpc.ts';

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
