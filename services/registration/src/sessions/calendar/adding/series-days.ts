import { instantInNewYork } from '@portal/kit/clock';
import { type FieldError, invalid } from '@portal/kit/errors';
import { calendarError } from '../../../errors.ts';
import { ABROAD, type DayCount } from '../checks/plan-session.ts';
import { type DayKind, type DayMark, marksOfDay } from '../days/day-marks.ts';

/** Kinds of days that a series uses unless its request skips them. R-508. */
export type Skippable = Extract<DayKind, 'eve' | 'chol_hamoed' | 'fast' | 'federal'>;

/** A day of a series that is not like the others. */
export interface SeriesException {
  /** YYYY-MM-DD; one on which the series has no session changes nothing. */
  date: string;
  /** Its start, HH:mm in New York; null: left out. */
  time: string | null;
}

/** On which days a series has sessions. */
export interface SeriesRule {
  /** YYYY-MM-DD, both included. */
  startDate: string;
  endDate: string;
  /** 1 (Monday) to 7. */
  weekdays: readonly number[];
  /** 1: each week; weeks begin on Sunday, as in the calendar, and count from the first one. */
  everyWeeks: number;
  skip: readonly Skippable[];
  exceptions: readonly SeriesException[];
}

/** A day of a series or a copy, with why it has no session, or null. */
export interface SeriesDay {
  date: string;
  time: string;
  marks: DayMark[];
  leftOut: string | null;
}

const MAX_DAYS = 366;
const MAX_SESSIONS = 200;

/**
 * Returns why a series or a copied term has no session on a day, or null: a skipped Sabbath, yom
 * tov or kind of day, or a start in the past..
 */
export function whyLeftOut(
  { date, time, marks }: Omit<SeriesDay, 'leftOut'>,
  skip: readonly string[],
  now: Date,
): string | null {
  const mark = marks.find(({ kind, leavesOut }) => leavesOut || skip.includes(kind));
  if (mark) return mark.name;
  return instantInNewYork(date, time) <= now ? 'In the past' : null;
}

/** The Sunday on which a day's week begins. */
export const weekOf = (day: Temporal.PlainDate): Temporal.PlainDate =>
  day.subtract({ days: day.dayOfWeek % 7 });

/**
 * Returns the days of a series whose sessions begin at a time, with the omitted days and why.
 * Throws invalid, series_too_long or series_empty..
 */
export function seriesDays(
  rule: SeriesRule,
  time: string,
  now: Date,
  where: DayCount = ABROAD,
): SeriesDay[] {
  checkRule(rule);
  const start = Temporal.PlainDate.from(rule.startDate);
  const length = start.until(rule.endDate).days + 1;
  if (length > MAX_DAYS) throw calendarError('series_too_long');
  const firstWeek = weekOf(start);
  const exceptions = new Map(rule.exceptions.map((one) => [one.date, one]));
  const days: SeriesDay[] = [];
  for (let after = 0; after < length; after++) {
    const day = start.add({ days: after });
    const weeks = Math.floor(firstWeek.until(day).days / 7);
    if (!rule.weekdays.includes(day.dayOfWeek) || weeks % rule.everyWeeks !== 0) continue;
    const date = day.toString();
    const exception = exceptions.get(date);
    const one = { date, time: exception?.time ?? time, marks: marksOfDay(date, where) };
    const leftOut = exception?.time === null ? 'Left out by hand' : whyLeftOut(one, rule.skip, now);
    days.push({ ...one, leftOut });
  }
  return someLeft(days, MAX_SESSIONS, 'series_too_long');
}

/** Throws if all days are left out, or more are left than one call may add. */
export function someLeft(
  days: SeriesDay[],
  most: number,
  code: 'series_too_long' | 'too_many_sessions',
): SeriesDay[] {
  const left = days.filter(({ leftOut }) => leftOut === null).length;
  if (left === 0) throw calendarError('series_empty');
  if (left > most) throw calendarError(code);
  return days;
}

function checkRule({ startDate, endDate, weekdays, everyWeeks }: SeriesRule): void {
  const wrong = (path: string, isWrong: boolean): FieldError[] =>
    isWrong ? [{ path, message: `${path} invalid` }] : [];
  const isWeekday = (day: number) => Number.isInteger(day) && day >= 1 && day <= 7;
  const [first, ...more] = [
    ...wrong('endDate', endDate < startDate),
    ...wrong('weekdays', weekdays.length === 0 || !weekdays.every(isWeekday)),
    ...wrong('everyWeeks', !Number.isInteger(everyWeeks) || everyWeeks < 1 || everyWeeks > 4),
  ];
  if (first) throw invalid(first, ...more);
}
