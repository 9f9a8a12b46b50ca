/** Days are YYYY-MM-DD in New York; weeks begin on Sunday. */
type Day = string;

const atNoon = (day: Day): Date => new Date(`${day}T12:00:00Z`);
const DAY_MS = 86_400_000;

/** A day so many days later, or earlier. */
export const plusDays = (day: Day, days: number): Day =>
  new Date(atNoon(day).getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** 0 is Sunday. */
export const weekdayOf = (day: Day): number => atNoon(day).getUTCDay();

/** The seven days of a day's week. */
export const weekOf = (day: Day): Day[] =>
  Array.from({ length: 7 }, (_, after) => plusDays(day, after - weekdayOf(day)));

/** The same day of another month, or its last one. */
export function plusMonths(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}

/** Whole weeks that hold a day's month. */
export function weeksOfMonth(day: Day): Day[][] {
  const month = day.slice(0, 7);
  const weeks: Day[][] = [];
  for (let week = weekOf(`${month}-01`); week.some((one) => one.startsWith(month)); ) {
    weeks.push(week);
    week = weekOf(plusDays(week[6] as Day, 1));
  }
  return weeks;
}

/** Sessions in a cell of a month: more would make the weeks of a busy month too high to compare. */
export const MAX_IN_CELL = 8;

export const views = ['month', 'week', 'list'] as const;
export type View = (typeof views)[number];

/** Days of the list, from the day in view on. */
const LIST_DAYS = 90;

/** The first and the last day that a view shows around a day. */
export function rangeOf(view: View, day: Day): { from: Day; to: Day } {
  if (view === 'list') return { from: day, to: plusDays(day, LIST_DAYS) };
  const days = view === 'week' ? weekOf(day) : weeksOfMonth(day).flat();
  return { from: days[0] as Day, to: days.at(-1) as Day };
}

/** The day in view one step on, or back: a month, a week, or as many days as the list shows. */
export const stepOf = (view: View, day: Day, by: 1 | -1): Day =>
  view === 'month' ? plusMonths(day, by) : plusDays(day, by * (view === 'week' ? 7 : LIST_DAYS));
