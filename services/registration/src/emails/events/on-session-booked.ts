import { on } from '@portal/kit/events/inbox';
import { SessionBooked } from '@portal/proto/registration/v1/events';
import { mailedSitting } from '../mailed-sitting.ts';
import { bookedEmail } from '../session-emails.ts';

/**
 * Mails place and time with a calendar entry for each exam; those that were booked in one step have
 * one email.
 */
export const onSessionBooked = on(SessionBooked, {
  concerns: ({ withoutLetter }) => !withoutLetter,
  prepare: ({ data }, { db }) => mailedSitting(db, data),
  apply: async (tx, { id, data }, mailed) => {
    if (mailed) {
      tx.mail({
        key: `session_booked:${id}`,
        to: mailed.to,
        ...bookedEmail(mailed.sitting, data.previousSessionId !== undefined, tx.now),
      });
    }
  },
});
