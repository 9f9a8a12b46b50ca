import { dayPlus, instantInNewYork } from '../clock.ts';
import { type DomainError, invalid } from '../errors.ts';

/** Longest time of one figure, in days. C-O45. */
const MAX_DAYS = 366;

/** The requested days of New York, YYYY-MM-DD, both included. */
export interface FigureDays {
  from: string;
  to: string;
}

/**
 * Returns the days of a figure with the moments at which they begin and end in New York. Refuses
 * days that end before they begin as invalid, and more than 366 days with the error of `tooLong`.
 */
export function figureDays(
  { from, to }: FigureDays,
  tooLong: () => DomainError,
): FigureDays & { start: Date; end: Date } {
  const length = Temporal.PlainDate.from(from).until(to).total('days') + 1;
  if (length < 1) throw invalid({ path: 'to', message: 'The end date is before the start date.' });
  if (length > MAX_DAYS) throw tooLong();
  return {
    from,
    to,
    start: instantInNewYork(from, '00:00'),
    end: instantInNewYork(dayPlus(to, { days: 1 }), '00:00'),
  };
}
