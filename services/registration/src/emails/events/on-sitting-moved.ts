import { on } from '@portal/kit/events/inbox';
import { SittingMoved } from '@portal/proto/registration/v1/events';
import { mailedSitting } from '../mailed-sitting.ts';
import { movedEmail } from '../moved-emails.ts';

/** Mails the new time and place with the successor of the calendar entry. R-512. */
export const onSittingMoved = on(SittingMoved, {
  prepare: ({ data }, { db }) => mailedSitting(db, data),
  apply: async (tx, { id, data: { message = null } }, mailed) => {
    const startsAt = mailed?.sitting.startsAt;
    if (!mailed || !startsAt) return;
    const sitting = { ...mailed.sitting, startsAt };
    tx.mail({ key: `sitting_moved:${id}`, to: mailed.to, ...movedEmail(sitting, message, tx.now) });
  },
});
