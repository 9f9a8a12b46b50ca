import { on } from '@portal/kit/events/inbox';
import { ChangedToOnline } from '@portal/proto/registration/v1/events';
import { mailedSitting } from '../mailed-sitting.ts';
import { changedToOnlineEmail } from '../session-emails.ts';

/** Mails that the exam is to be sat online, and takes the session out of the calendar. */
export const onChangedToOnline = on(ChangedToOnline, {
  prepare: ({ data }, { db }) => mailedSitting(db, data),
  apply: async (tx, { id }, mailed) => {
    if (mailed)
      tx.mail({
        key: `changed_to_online:${id}`,
        to: mailed.to,
        ...changedToOnlineEmail(mailed.sitting, tx.now),
      });
  },
});
