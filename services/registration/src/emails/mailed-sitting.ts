import type { Database } from '@portal/kit/database/database';
import { addresseeOfAll } from './mailed-to.ts';
import type { Sitting } from './session-emails.ts';
import { readExamsOf, readSitting } from './store.ts';

interface Booked {
  registrationId: number;
  calendarSequence: number;
}

/**
 * A sitting as a mail describes it, and where the mail goes; null when there is no address, or
 * nothing to tell of.
 */
export async function mailedSitting(
  db: Database,
  event: Booked & { studentId: number; sessionId: number; togetherWith?: readonly Booked[] },
): Promise<{ to: string; sitting: Sitting } | null> {
  const booked = [event, ...(event.togetherWith ?? [])];
  const ids = booked.map(({ registrationId }) => registrationId);
  const [row, examOf] = await Promise.all([readSitting(db, event.sessionId), readExamsOf(db, ids)]);
  if (row === undefined || !examOf.has(event.registrationId)) return null;
  const to = await addresseeOfAll(event.studentId, [...new Set(examOf.values())]);
  if (!to) return null;
  const exams = booked.flatMap(({ registrationId, calendarSequence: sequence }) => {
    const exam = to.exams.get(examOf.get(registrationId) ?? 0);
    return exam ? [{ registrationId, sequence, subject: exam.subject }] : [];
  });
  return exams.length > 0
    ? { to: to.email, sitting: { ...row, exams, firstName: to.firstName } }
    : null;
}
