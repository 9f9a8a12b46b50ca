import { dayPlus, instantInNewYork, newYorkDay } from '../new-york.ts';

/**
 * Days and moments counted from today, New York's; negative ones lie in the past. Days are
 * YYYY-MM-DD, moments ISO texts.
 */
export interface Calendar {
  day(away: number): string;
  /** The day at this time (HH:mm). */
  at(away: number, time: string): string;
  /** Returns the moment so many days from now; `away` may be a fraction. */
  moment(away: number): string;
  isSabbath(away: number): boolean;
  /** The first and the last day of the calendar's next month. */
  nextMonth(): { first: number; last: number };
}

const SATURDAY = 6;

export function calendarOf(now: Date): Calendar {
  const today = newYorkDay(now);
  const days = new Map<number, string>();
  const day = (away: number): string => {
    const known = days.get(away) ?? dayPlus(today, { days: away });
    days.set(away, known);
    return known;
  };
  return {
    day,
    at: (away, time) => instantInNewYork(day(away), time).toISOString(),
    moment: (away) => new Date(now.getTime() + Math.round(away * 86_400_000)).toISOString(),
    nextMonth() {
      const from = Temporal.PlainDate.from(today);
      const first = from.with({ day: 1 }).add({ months: 1 });
      const away = from.until(first).days;
      return { first: away, last: away + first.daysInMonth - 1 };
    },
    isSabbath: (away) => Temporal.PlainDate.from(day(away)).dayOfWeek === SATURDAY,
  };
}
