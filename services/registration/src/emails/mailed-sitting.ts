import type { Database } from '@portal/kit/database/database';
import { ownEndIn, readOwnPart } from '../records/sessions/own-part.ts';
import type { ExamOfSitting } from './calendar.ts';
import { addressOf } from './mailed-to.ts';
import type { Sitting } from './session-emails.ts';
import { readSitting, readSubjectsOf } from './store.ts';

interface Booked {
  registrationId: number;
  calendarSequence: number;
}

/** Returns the exams of these registrations as the calendar entry of their sitting names them. */
export async function examsOfSitting(
  db: Database,
  booked: readonly Booked[],
): Promise<ExamOfSitting[]> {
  const subjects = await readSubjectsOf(
    db,
    booked.map(({ registrationId }) => registrationId),
  );
  return booked.flatMap(({ registrationId, calendarSequence: sequence }) => {
    const subject = subjects.get(registrationId);
    return subject === undefined ? [] : [{ registrationId, sequence, subject }];
  });
}

/**
 * Returns the fields of a sitting in an email, and the recipient; null without an address, or if
 * the session or the registration is not found.
 */
export async function mailedSitting(
  db: Database,
  event: Booked & { studentId: number; sessionId: number; togetherWith?: readonly Booked[] },
): Promise<{ to: string; sitting: Sitting } | null> {
  const booked = [event, ...(event.togetherWith ?? [])];
  const [row, own, exams, to] = await Promise.all([
    readSitting(db, event.sessionId),
    readOwnPart(db, event.studentId),
    examsOfSitting(db, booked),
    addressOf(event.studentId),
  ]);
  const isKnown = exams.some(({ registrationId }) => registrationId === event.registrationId);
  if (row === undefined || !isKnown || !to) return null;
  const { id, startsAt } = row;
  const endsAt = startsAt && ownEndIn({ id, startsAt }, own);
  return {
    to: to.email,
    sitting: { ...row, endsAt, exams, firstName: to.firstName, language: to.language },
  };
}

/** The same for a session whose waiting list the student is or was on. */
export async function mailedWaiting(
  db: Database,
  event: { registrationId: number; studentId: number; sessionId: number },
): Promise<{ to: string; sitting: Sitting & { startsAt: Date } } | null> {
  const mailed = await mailedSitting(db, { ...event, calendarSequence: 0 });
  const startsAt = mailed?.sitting.startsAt;
  return mailed && startsAt ? { to: mailed.to, sitting: { ...mailed.sitting, startsAt } } : null;
}
