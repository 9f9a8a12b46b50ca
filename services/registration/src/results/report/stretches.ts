import type { DayOfReport } from './store.ts';

/** Rows that are found in some fifty milliseconds, so that the first ones come at once. */
const ROWS_OF_STRETCH = 1000;

/** Days of a report that follow each other; YYYY-MM-DD, both included. */
export interface Stretch {
  startDate: string;
  endDate: string;
  /** At most so many. */
  rows: number;
}

/** Joins days while one request can return their rows; a fuller day is a stretch of its own. */
export function stretchesOf(days: readonly DayOfReport[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { day, rows } of days) {
    const last = stretches.at(-1);
    if (last && last.rows + rows <= ROWS_OF_STRETCH) {
      last.endDate = day;
      last.rows += rows;
    } else stretches.push({ startDate: day, endDate: day, rows });
  }
  return stretches;
}
