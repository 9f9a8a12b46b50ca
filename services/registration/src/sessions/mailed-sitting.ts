import type { Database } from '@portal/kit/database';
import { addressee } from '../registrations/mailed-to.ts';
import type { Sitting } from './letters.ts';
import { readExamOf, readSitting } from './store.ts';

/** A sitting as a mail describes it, and where the mail goes; null when there is no address, or nothing to tell of. */
export async function mailedSitting(
  db: Database,
  event: { registrationId: number; studentId: number; sessionId: number; calendarSequence: number },
): Promise<{ to: string; sitting: Sitting } | null> {
  const [row, examId] = await Promise.all([readSitting(db, event.sessionId), readExamOf(db, event.registrationId)]);
  if (row === undefined || examId === undefined) return null;
  const to = await addressee(event.studentId, examId);
  return (
    to && {
      to: to.email,
      sitting: {
        ...row,
        registrationId: event.registrationId,
        sequence: event.calendarSequence,
        firstName: to.firstName,
        subject: to.exam.subject,
      },
    }
  );
}
