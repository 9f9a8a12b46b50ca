import { dayInNewYork, dayPlus, instantInNewYork } from '@portal/kit/clock';
import { type DomainError, type FieldError, invalid } from '@portal/kit/errors';
import { domainError } from '../../errors.ts';

/** The activities from which a student can be barred, in the order of the texts. R-551 */
export const barLevels = ['buying', 'booking', 'sign_in'] as const;
export type BarLevel = (typeof barLevels)[number];

/** When a bar without an end ends. */
export const NO_END = new Date('9999-12-31T00:00:00Z');
const MAX_YEARS = 10;

export interface NewBar {
  levels: BarLevel[];
  /** The last day, YYYY-MM-DD; null: no end. */
  until: string | null;
  reason: string;
}
export interface SetBar {
  levels: BarLevel[];
  until: string | null;
  liftedAt: Date | null;
}

/** When a bar ends: at the end of its last day in New York. R-555 */
export const endOf = ({ until }: Pick<SetBar, 'until'>): Date =>
  until === null ? NO_END : instantInNewYork(dayPlus(until, { days: 1 }), '00:00');

export type BarState = 'in_force' | 'ended' | 'lifted';

export function stateOf(bar: SetBar, now: Date): BarState {
  if (bar.liftedAt !== null) return 'lifted';
  return now < endOf(bar) ? 'in_force' : 'ended';
}

/** Until when each thing is barred by all bars together, null where none is in force. R-555 */
export function barredUntil(bars: readonly SetBar[], now: Date): Record<BarLevel, Date | null> {
  const inForce = bars.filter((bar) => stateOf(bar, now) === 'in_force');
  const last = (level: BarLevel): Date | null => {
    const ends = inForce.filter(({ levels }) => levels.includes(level)).map((bar) => +endOf(bar));
    return ends.length === 0 ? null : new Date(Math.max(...ends));
  };
  return { buying: last('buying'), booking: last('booking'), sign_in: last('sign_in') };
}

/** Whether something is barred now, by when that ends. */
export const isBarred = (until: Date | null, now: Date): boolean => until !== null && now < until;

const isDay = (text: string): boolean => {
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString() === text;
  } catch {
    return false;
  }
};

/** Returns why a bar cannot be set, or null (C-O39): it is invalid, or one exists already. */
export function barRefusal(
  { levels, until, reason }: NewBar,
  bars: readonly SetBar[],
  now: Date,
): DomainError | null {
  const today = dayInNewYork(now);
  const errors: FieldError[] = [];
  if (levels.length === 0) errors.push({ path: 'levels', message: 'Choose at least one.' });
  if (until !== null && !isDay(until))
    errors.push({ path: 'until', message: 'The last day is invalid.' });
  else if (until !== null && until <= today)
    errors.push({ path: 'until', message: 'The last day must be after today.' });
  else if (until !== null && until > dayPlus(today, { years: MAX_YEARS }))
    errors.push({ path: 'until', message: 'The last day must be within 10 years.' });
  errors.push(...reasonErrors(reason));
  const [first, ...others] = errors;
  if (first) return invalid(first, ...others);
  const isThere = bars.some(
    (bar) =>
      stateOf(bar, now) === 'in_force' &&
      bar.levels.length === levels.length &&
      levels.every((level) => bar.levels.includes(level)),
  );
  return isThere ? domainError('already_barred') : null;
}

/** Returns the errors of a reason of a bar. */
export const reasonErrors = (reason: string): FieldError[] =>
  reason.length >= 3 && reason.length <= 500
    ? []
    : [{ path: 'reason', message: 'Give a reason of 3 to 500 characters.' }];
