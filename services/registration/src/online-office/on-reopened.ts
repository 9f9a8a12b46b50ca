import { unavailable } from '@portal/kit/errors';
import { on } from '@portal/kit/inbox';
import { Reopened } from '@portal/proto/registration/v1/events';
import { reopenedLetter } from '../online/letters.ts';
import { mailedOnline } from '../online/mail-online-events.ts';
import { readOnline } from '../online/online-row.ts';
import { PartnerTrouble } from '../partners/ask-partner.ts';
import { reopenRun } from '../partners/exam-platform.ts';

/** Tells the exam platform and the student that an exam is open again, however long the platform takes to answer. */
export const onReopened = on(Reopened, {
  async prepare({ data }, { db }) {
    const row = await readOnline(db, data).catch(() => null);
    // begun once more already: then the start has told the platform, and telling it now would open what is perhaps finished
    if (row?.onlineExamTakenOverride) {
      await reopenRun(data.registrationId).catch((error: unknown) => {
        throw error instanceof PartnerTrouble ? unavailable() : error;
      });
    }
    return mailedOnline(data);
  },
  apply: async (tx, { id }, mailed) => {
    if (mailed) tx.mail({ key: `reopened:${id}`, to: mailed.to, ...reopenedLetter(mailed.about) });
  },
});
