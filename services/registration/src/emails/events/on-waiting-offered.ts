import { on } from '@portal/kit/events/inbox';
import { WaitingOffered } from '@portal/proto/registration/v1/events';
import { mailedWaiting } from '../mailed-sitting.ts';
import { offerEmail } from '../waiting-emails.ts';

/** Mails that a place is held, and until when. R-531 */
export const onWaitingOffered = on(WaitingOffered, {
  prepare: ({ data }, { db }) => mailedWaiting(db, data),
  apply: async (tx, { id, data: { offerUntil } }, mailed) => {
    if (!mailed || !offerUntil) return;
    tx.mail({
      key: `waiting_offered:${id}`,
      to: mailed.to,
      ...offerEmail(mailed.sitting, offerUntil),
    });
  },
});
