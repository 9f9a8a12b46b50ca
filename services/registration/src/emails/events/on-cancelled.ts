import type { Language } from '@portal/kit/email/language';
import { on } from '@portal/kit/events/inbox';
import { Cancelled } from '@portal/proto/registration/v1/events';
import { returnedOnCancelText } from '../../records/fees/returned-on-cancel.ts';
import { mailedSitting } from '../mailed-sitting.ts';
import { addressee } from '../mailed-to.ts';
import { examCancelledEmail } from '../registration-emails.ts';
import { cancelledEntry } from '../session-emails.ts';

/** Returns the returns and refunds as sentences; none for events without these fields. */
const backOf = ({ creditsReturned, ...cancelled }: Cancelled, language: Language): string[] =>
  creditsReturned === undefined
    ? []
    : returnedOnCancelText({ ...cancelled, creditsReturned }, language);

/**
 * Mails that the exam is cancelled, with its returns and refunds; removes the session that was
 * cancelled with it from the calendar.
 */
export const onCancelled = on(Cancelled, {
  async prepare({ data }, { db }) {
    const [to, mailed] = await Promise.all([
      addressee(data.studentId, data.examId),
      data.sessionId === undefined
        ? null
        : mailedSitting(db, { ...data, sessionId: data.sessionId }),
    ]);
    return { to, sitting: mailed?.sitting };
  },
  apply: async (tx, { data }, { to, sitting }) => {
    if (!to) return;
    const attachments = sitting ? cancelledEntry(sitting, tx.now) : [];
    tx.mail({
      key: `registration.cancelled:${data.registrationId}`,
      to: to.email,
      ...examCancelledEmail(to, to.exam, backOf(data, to.language)),
      attachments,
    });
  },
});
