import type { Database } from '@portal/kit/database/database';
import { ownEndIn, readOwnPart } from '../sessions/own-part.ts';
import { addressOf } from './mailed-to.ts';
import type { Sitting } from './session-emails.ts';
import { readSitting, readSubjectsOf } from './store.ts';

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
  const [row, own, subjects, to] = await Promise.all([
    readSitting(db, event.sessionId),
    readOwnPart(db, event.studentId),
    readSubjectsOf(db, ids),
    addressOf(event.studentId),
  ]);
  if (row === undefined || !subjects.has(event.registrationId) || !to) return null;
  const exams = booked.flatMap(({ registrationId, calendarSequence: sequence }) => {
    const subject = subjects.get(registrationId);
    return subject === undefined ? [] : [{ registrationId, sequence, subject }];
  });
  const { id, startsAt } = row;
  const endsAt = startsAt && ownEndIn({ id, startsAt }, own);
  return {
    to: to.email,
    sitting: { ...row, endsAt, exams, firstName: to.firstName, language: to.language },
  };
}

/** The same of a session that somebody waits or waited for. */
export async function mailedWaiting(
  db: Database,
  event: { registrationId: number; studentId: number; sessionId: number },
): Promise<{ to: string; sitting: Sitting & { startsAt: Date } } | null> {
  const mailed = await mailedSitting(db, { ...event, calendarSequence: 0 });
  const startsAt = mailed?.sitting.startsAt;
  return mailed && startsAt ? { to: mailed.to, sitting: { ...mailed.sitting, startsAt } } : null;
}
