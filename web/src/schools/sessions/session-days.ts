import type { Day } from '@portal/contract/days';

const DAY_MS = 86_400_000;
const SUNDAY = 0;
const MONDAY = 1;

const moved = (day: Day, days: number): Day =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/**
 * Returns the days prefilled for the date of a session: closing 3 days before a Sunday, 4 before a
 * Monday, otherwise 1 day before; due 1 week after. R-183.
 */
export function usualDays(date: Day): { closingDate: Day; returnDate: Day } {
  const weekday = new Date(`${date}T12:00:00Z`).getUTCDay();
  const before = weekday === SUNDAY ? 3 : weekday === MONDAY ? 4 : 1;
  return { closingDate: moved(date, -before), returnDate: moved(date, 7) };
}

/** '0930' of '9:30' and AM, as the call takes it; null: no time.. */
export function timeOfDay(time: string, half: 'AM' | 'PM'): string | null {
  const [, hours, minutes] = /^(0?[1-9]|1[0-2]):([0-5]\d)$/.exec(time.trim()) ?? [];
  if (hours === undefined || minutes === undefined) return null;
  const hour = (Number(hours) % 12) + (half === 'PM' ? 12 : 0);
  return `${String(hour).padStart(2, '0')}${minutes}`;
}

/** '9:30' and AM of '09:30'. */
export function timeOnClock(time: string): { time: string; half: 'AM' | 'PM' } {
  const [hours = 0, minutes = '00'] = [Number(time.slice(0, 2)), time.slice(3, 5)];
  return { time: `${hours % 12 || 12}:${minutes}`, half: hours < 12 ? 'AM' : 'PM' };
}
