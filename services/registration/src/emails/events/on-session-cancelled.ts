import { on } from '@portal/kit/events/inbox';
import { SessionCancelled } from '@portal/proto/registration/v1/events';
import { calledOffEmail } from '../called-off-emails.ts';
import { mailedSitting } from '../mailed-sitting.ts';
import { notMovedEmail } from '../moved-emails.ts';
import {
  type EmailWithAttachments,
  type Sitting,
  sessionCancelledEmail,
} from '../session-emails.ts';

function emailOf(sitting: Sitting, left: SessionCancelled, now: Date): EmailWithAttachments {
  const { movedTo, clash = 'time', message = null, calledOff } = left;
  if (movedTo) return notMovedEmail(sitting, { movedTo, clash, message }, now);
  if (!calledOff) return sessionCancelledEmail(sitting, now);
  const fees = { refundedCents: left.proctorFeeRefundedCents, isKept: left.proctorFeeKept };
  return calledOffEmail(sitting, fees, message, now);
}

/**
 * Mails that the student left the session, that it was called off, or that it was moved without the
 * student, and removes it from the calendar; exams that were left in one step share one email.
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
