import type { WaitingRow } from '../api.ts';

const DAY_MS = 86_400_000;

/** How long something has to have waited at least, in its words. */
export const ages = {
  day: 'Over a day',
  week: 'Over a week',
  month: 'Over 30 days',
} as const;
export type Age = keyof typeof ages;
const daysOf: Readonly<Record<Age, number>> = { day: 1, week: 7, month: 30 };

export interface QueueFilter {
  /** Text within the subject or the reason of an item, case-insensitive; '': any. */
  search: string;
  /** undefined: however long. */
  age: Age | undefined;
}

/**
 * Returns the rows of a queue that match the filters; all shown rows are already loaded. An item
 * without a known start matches no waiting time.
 */
export function shownRows(
  rows: readonly WaitingRow[],
  { search, age }: QueueFilter,
  now: Date,
): WaitingRow[] {
  const part = search.trim().toLocaleLowerCase();
  const latest = age === undefined ? null : now.getTime() - daysOf[age] * DAY_MS;
  return rows.filter(
    ({ since, what, why }) =>
      `${what}\n${why}`.toLocaleLowerCase().includes(part) &&
      (latest === null || (since !== null && Date.parse(since) < latest)),
  );
}
