import { onWebhookChanged } from '@portal/kit/events/identity-webhooks';
import type { Consumer } from '@portal/kit/events/inbox';
import { onlineMails } from './booking/online/events/mail-online-events.ts';
import { onExamDisqualified, onExamTaken } from './booking/online/events/on-exam-over.ts';
import { onReopened } from './booking/online/events/on-reopened.ts';
import { onProctorBookingGivenUp } from './booking/online/proctoring/release-booking.ts';
import { onSessionReminderDue } from './booking/reminders/on-session-reminder-due.ts';
import { onSettingsChanged } from './capacity/waiting-list/on-settings-changed.ts';
import { onCancelled } from './emails/events/on-cancelled.ts';
import { onChangedToOnline } from './emails/events/on-changed-to-online.ts';
import { onCreated } from './emails/events/on-created.ts';
import { onExamGraded } from './emails/events/on-exam-graded.ts';
import { onSessionBooked } from './emails/events/on-session-booked.ts';
import { onSessionCalledOff } from './emails/events/on-session-called-off.ts';
import { onSessionCancelled } from './emails/events/on-session-cancelled.ts';
import { onSessionMoved } from './emails/events/on-session-moved.ts';
import { onSittingMoved } from './emails/events/on-sitting-moved.ts';
import { onWaitingEnded } from './emails/events/on-waiting-ended.ts';
import { onWaitingOffered } from './emails/events/on-waiting-offered.ts';
import { webhookOwner } from './platform/webhooks/webhook-owner.ts';
import { onExamChanged } from './projections/events/on-exam-changed.ts';
import { onLocationsChanged } from './projections/events/on-locations-changed.ts';
import { onPricesChanged } from './projections/events/on-prices-changed.ts';
import { onSchoolChanged } from './projections/events/on-school-changed.ts';
import {
  onStudentAdded,
  onStudentChanged,
  onStudentRemoved,
} from './projections/events/on-student-changed.ts';
import { onResultReceived } from './results/grades/result/on-result-received.ts';
import { onAssignmentUploaded } from './results/grades/result/pending-grades.ts';
import { onSignInBarred, onStaffAccessChanged } from './sessions/feeds/end-feeds.ts';

/** The event consumers of registration. */
export const consumers: Consumer[] = [
  onStudentAdded,
  onStudentChanged,
  onStudentRemoved,
  onExamChanged,
  onLocationsChanged,
  onPricesChanged,
  onSchoolChanged,
  onCreated,
  onCancelled,
  onSessionBooked,
  onSessionCancelled,
  onSessionMoved,
  onSessionCalledOff,
  onSittingMoved,
  onChangedToOnline,
  onSessionReminderDue,
  onSettingsChanged,
  onWaitingOffered,
  onWaitingEnded,
  ...onlineMails,
  onExamTaken,
  onExamDisqualified,
  onProctorBookingGivenUp,
  onReopened,
  onAssignmentUploaded,
  onResultReceived,
  onExamGraded,
  onSignInBarred,
  onStaffAccessChanged,
  onWebhookChanged(webhookOwner),
];
