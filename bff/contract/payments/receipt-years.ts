import { newYorkDay } from '../days.ts';

/** The years that a receipt can be of: the current one of New York and the four before. */
export function receiptYears(now: Date): number[] {
  const current = Number(newYorkDay(now).slice(0, 4));
  return [0, 1, 2, 3, 4].map((back) => current - back);
}
