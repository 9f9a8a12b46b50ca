import { on } from '@portal/kit/events/inbox';
import { SessionCancelled } from '@portal/proto/registration/v1/events';
import { mailedSitting } from './mailed-sitting.ts';
import { calledOffEmail, sessionCancelledEmail } from './session-emails.ts';

/** Mails that the session is given up, or was called off, and takes it out of the calendar. */
export const onSessionCancelled = on(SessionCancelled, {
  prepare: ({ data }, { db }) => mailedSitting(db, data),
  apply: async (tx, { id, data: { calledOff } }, mailed) => {
    if (!mailed) return;
    const email = calledOff ? calledOffEmail : sessionCancelledEmail;
    tx.mail({ key: `session_cancelled:${id}`, to: mailed.to, ...email(mailed.sitting, tx.now) });
  },
});
