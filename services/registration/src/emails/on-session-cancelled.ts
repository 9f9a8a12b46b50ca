import { on } from '@portal/kit/events/inbox';
import { SessionCancelled } from '@portal/proto/registration/v1/events';
import { calledOffEmail } from './called-off-emails.ts';
import { mailedSitting } from './mailed-sitting.ts';
import { notMovedEmail } from './moved-emails.ts';
import { type Said, type Sitting, sessionCancelledEmail } from './session-emails.ts';

function emailOf(sitting: Sitting, left: SessionCancelled, now: Date): Said {
  const { movedTo, clash = 'time', message = null, calledOff } = left;
  if (movedTo) return notMovedEmail(sitting, { movedTo, clash, message }, now);
  if (!calledOff) return sessionCancelledEmail(sitting, now);
  const fees = { refundedCents: left.proctorFeeRefundedCents, isKept: left.proctorFeeKept };
  return calledOffEmail(sitting, fees, message, now);
}

/**
 * Mails that the session is given up, was called off or moved without the student, and takes it out of the calendar; of
 * exams that were left in one step in one letter.
 */
export const onSessionCancelled = on(SessionCancelled, {
  concerns: ({ withoutLetter }) => !withoutLetter,
  prepare: ({ data }, { db }) => mailedSitting(db, data),
  apply: async (tx, { id, data }, mailed) => {
    if (mailed)
      tx.mail({
        key: `session_cancelled:${id}`,
        to: mailed.to,
        ...emailOf(mailed.sitting, data, tx.now),
      });
  },
});
