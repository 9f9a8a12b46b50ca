import type { Exam } from '@portal/contract/exams/exam';
import { sessionCard } from '@portal/contract/sessions/session-card';
import type { Session } from '@portal/contract/sessions/sessions';

export type PartOfDay = 'any' | 'morning' | 'afternoon' | 'evening';

/** The filters of a branch's sessions. */
export interface SessionFilter {
  /** YYYY-MM-DD; null: every day. */
  day: string | null;
  part: PartOfDay;
}
export const everything: SessionFilter = { day: null, part: 'any' };

type When = Pick<Session, 'date' | 'testSessionTime'>;

/** Before noon, before five, or later, by New York's clock. */
export function partOf({ testSessionTime }: When): Exclude<PartOfDay, 'any'> {
  if (testSessionTime < '12:00') return 'morning';
  return testSessionTime < '17:00' ? 'afternoon' : 'evening';
}

/** Returns the times of day at which sessions begin, in the order of the day. */
export function partsOf(sessions: readonly When[]): PartOfDay[] {
  const parts = new Set(sessions.map(partOf));
  return (['morning', 'afternoon', 'evening'] as const).filter((part) => parts.has(part));
}

export const matching = <One extends When>(
  sessions: readonly One[],
  { day, part }: SessionFilter,
): One[] =>
  sessions.filter(
    (one) => (day === null || one.date === day) && (part === 'any' || partOf(one) === part),
  );

type Wanting = Pick<Exam, 'testSessionId' | 'examDuration'>;

/** The first session that can be chosen. */
export const nextFree = (sessions: readonly Session[], exam: Wanting): Session | undefined =>
  sessions.find((one) => sessionCard(one, exam).open);

/** How many sessions of each day can be chosen; days with none of them have 0. */
export function openByDay(
  sessions: readonly Session[],
  exam: Wanting,
): ReadonlyMap<string, number> {
  const days = new Map<string, number>();
  for (const one of sessions)
    days.set(one.date, (days.get(one.date) ?? 0) + Number(sessionCard(one, exam).open));
  return days;
}
