import { on } from '@portal/kit/inbox';
import { SessionCancelled } from '@portal/proto/registration/v1/events';
import { sessionCancelledLetter } from './letters.ts';
import { mailedSitting } from './mailed-sitting.ts';

/** Mails that the session is given up, and takes it out of the calendar. */
export const onSessionCancelled = on(SessionCancelled, {
  prepare: ({ data }, { db }) => mailedSitting(db, data),
  apply: async (tx, { id }, mailed) => {
    if (mailed) tx.mail({ key: `session_cancelled:${id}`, to: mailed.to, ...sessionCancelledLetter(mailed.sitting, tx.now) });
  },
});
