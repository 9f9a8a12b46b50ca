import { dayInNewYork } from '@portal/kit/clock';

/** How many sessions a day has. */
export interface DayCount {
  /** YYYY-MM-DD, New York */
  date: string;
  sessions: number;
}

/**
 * Returns the first so many sessions of each day of New York, in the given order, and the count of
 * each day (C-O01). Without a number: all sessions, without counts.
 */
export function firstOfDays<Session extends { startsAt: Date }>(
  sessions: readonly Session[],
  most: number | undefined,
): { shown: readonly Session[]; counts: DayCount[] } {
  if (most === undefined) return { shown: sessions, counts: [] };
  const days = Map.groupBy(sessions, ({ startsAt }) => dayInNewYork(startsAt));
  return {
    shown: [...days.values()].flatMap((ofDay) => ofDay.slice(0, most)),
    counts: [...days].map(([date, ofDay]) => ({ date, sessions: ofDay.length })),
  };
}
