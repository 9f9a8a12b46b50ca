import { dayInNewYork, dayPlus, instantInNewYork } from '@portal/kit/clock';

/** How many days are looked at every night, yesterday the last. R-577. */
export const NIGHTLY_DAYS = 7;
/** Days after its own on which what was captured may be settled, before it is missed. R-578. */
export const SETTLES_WITHIN_DAYS = 3;
const NIGHT = '04:30';

/** The moment at which a day begins in New York. */
export const beginOf = (day: string): Date => instantInNewYork(day, '00:00');
/** The moment at which it is over. */
export const endOf = (day: string): Date => beginOf(dayPlus(day, { days: 1 }));
export const isOver = (day: string, now: Date): boolean => endOf(day) <= now;

/** When the last night's comparison was due: 04:30, New York. R-577. */
export function lastNight(now: Date): Date {
  const today = dayInNewYork(now);
  const due = instantInNewYork(today, NIGHT);
  return due <= now ? due : instantInNewYork(dayPlus(today, { days: -1 }), NIGHT);
}

/** The days that a night's comparison looks at, newest first. R-577. */
export function daysOfNight(night: Date): string[] {
  const today = dayInNewYork(night);
  return Array.from({ length: NIGHTLY_DAYS }, (_, back) => dayPlus(today, { days: -1 - back }));
}

/** Every day from one to another, both included, newest first. */
export function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = to; day >= from; day = dayPlus(day, { days: -1 })) days.push(day);
  return days;
}
