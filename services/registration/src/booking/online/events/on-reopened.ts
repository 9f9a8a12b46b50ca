import { on } from '@portal/kit/events/inbox';
import { Reopened } from '@portal/proto/registration/v1/events';
import { reopenedEmail } from './emails.ts';
import { mailedOnline } from './mail-online-events.ts';
import { notifyReopened } from './notify-reopened.ts';

/**
 * Notifies the exam platform and the student that an exam is open again, and retries until the
 * platform answers.
 */
export const onReopened = on(Reopened, {
  async prepare({ data }, { db }) {
    await notifyReopened(db, data);
    return mailedOnline(data);
  },
  apply: async (tx, { id }, mailed) => {
    if (mailed) tx.mail({ key: `reopened:${id}`, to: mailed.to, ...reopenedEmail(mailed.about) });
  },
});
