import { on } from '@portal/kit/inbox';
import { Cancelled } from '@portal/proto/registration/v1/events';
import { cancelledEntry } from '../sessions/letters.ts';
import { mailedSitting } from '../sessions/mailed-sitting.ts';
import { examCancelledLetter } from './letters.ts';
import { addressee } from './mailed-to.ts';

/** Mails that the exam is cancelled; a session that went with it leaves the calendar. */
export const onCancelled = on(Cancelled, {
  async prepare({ data }, { db }) {
    const [to, mailed] = await Promise.all([
      addressee(data.studentId, data.examId),
      data.sessionId === undefined ? null : mailedSitting(db, { ...data, sessionId: data.sessionId }),
    ]);
    return { to, sitting: mailed?.sitting };
  },
  apply: async (tx, { data }, { to, sitting }) => {
    if (!to) return;
    const attachments = sitting ? cancelledEntry(sitting, tx.now) : [];
    tx.mail({
      key: `registration.cancelled:${data.registrationId}`,
      to: to.email,
      ...examCancelledLetter(to.firstName, to.exam),
      attachments,
    });
  },
});
