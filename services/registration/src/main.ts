import { runService } from '@portal/kit/service';
import { sweepJob } from '@portal/kit/sweep';
import { noteLeftHandInsJob } from './assignments/note-left-hand-ins.ts';
import { assignmentRpcs } from './assignments/rpc.ts';
import { followCopiesJob } from './copies/follow-copies.ts';
import { onExamChanged } from './copies/on-exam-changed.ts';
import { onLocationsChanged } from './copies/on-locations-changed.ts';
import { onSchoolChanged } from './copies/on-school-changed.ts';
import { onStudentAdded, onStudentChanged } from './copies/on-student-changed.ts';
import { env } from './env.ts';
import { heldGradesJob, onAssignmentUploaded } from './grades/held-grades.ts';
import { onResultReceived } from './grades/on-result-received.ts';
import { gradeRpcs } from './grades/rpc.ts';
import { invariants } from './invariants.ts';
import { bookProctorProcess } from './online/book-proctor.ts';
import { onProctorBookingGivenUp } from './online/give-up-booking.ts';
import { onlineMails } from './online/mail-online-events.ts';
import { onExamDisqualified, onExamTaken } from './online/on-exam-over.ts';
import { onReopened } from './online/on-reopened.ts';
import { onlineOfficeRpcs, onlineRpcs } from './online/rpc.ts';
import { takeTimeOverJob } from './online/take-time-over.ts';
import { buyApprovedRetakeProcess } from './purchases/buy-approved-retake.ts';
import { buyExamProcess } from './purchases/buy-exam.ts';
import { closeHalfMadeJob } from './purchases/close-half-made.ts';
import { registerExamProcess } from './purchases/register-exam.ts';
import { cancelRegistrationProcess } from './registrations/cancel-registration.ts';
import { onCancelled } from './registrations/on-cancelled.ts';
import { onCreated } from './registrations/on-created.ts';
import { onExamGraded } from './registrations/on-exam-graded.ts';
import { registrationRpcs } from './registrations/rpc.ts';
import { retakeRpcs } from './retakes/rpc.ts';
import { schoolRunRpcs } from './school-runs/rpc.ts';
import { onChangedToOnline } from './sessions/on-changed-to-online.ts';
import { onSessionBooked } from './sessions/on-session-booked.ts';
import { onSessionCancelled } from './sessions/on-session-cancelled.ts';
import { onSessionReminderDue } from './sessions/on-session-reminder-due.ts';
import { releaseHoldsJob } from './sessions/release-holds.ts';
import { remindOfSessionsJob } from './sessions/remind-of-sessions.ts';
import { sessionRpcs } from './sessions/rpc.ts';

await runService({
  name: 'registration',
  env,
  rpcs: [registrationRpcs, sessionRpcs, onlineRpcs, assignmentRpcs, schoolRunRpcs, gradeRpcs, retakeRpcs, onlineOfficeRpcs],
  consumers: [
    ...[onStudentAdded, onStudentChanged, onExamChanged, onLocationsChanged, onSchoolChanged],
    ...[onCreated, onCancelled, onSessionBooked, onSessionCancelled, onChangedToOnline, onSessionReminderDue],
    ...[...onlineMails, onExamTaken, onExamDisqualified, onProctorBookingGivenUp],
    ...[onReopened, onAssignmentUploaded, onResultReceived, onExamGraded],
  ],
  processes: [registerExamProcess, buyExamProcess, buyApprovedRetakeProcess, cancelRegistrationProcess, bookProctorProcess],
  jobs: (db) => [
    followCopiesJob(db),
    closeHalfMadeJob(db),
    releaseHoldsJob(db),
    takeTimeOverJob(db),
    noteLeftHandInsJob(db),
    heldGradesJob(db),
    remindOfSessionsJob(db),
    sweepJob(db, invariants),
  ],
});
