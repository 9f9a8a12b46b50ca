/** A day as `YYYY-MM-DD`. Such texts compare as days do. */
export type Day = string;

const isoDay = /^(\d{4})-(\d{2})-(\d{2})$/;
const americanDay = /^(\d{2})\/(\d{2})\/(\d{4})$/;

const daysInMonth = (year: number, month: number): number =>
  new Date(Date.UTC(year, month, 0)).getUTCDate();
const pad = (value: number, length: number): string => String(value).padStart(length, '0');

/** Reads `YYYY-MM-DD` or `MM/DD/YYYY`; null when it is neither or no day of the calendar. */
export function readDay(text: string): Day | null {
  const iso = isoDay.exec(text);
  const american = americanDay.exec(text);
  const [year, month, day] = iso
    ? [iso[1], iso[2], iso[3]]
    : american
      ? [american[3], american[1], american[2]]
      : [];
  const [y, m, d] = [Number(year), Number(month), Number(day)];
  if (!(y >= 1 && m >= 1 && m <= 12 && d >= 1 && d <= daysInMonth(y, m))) return null;
  return `${pad(y, 4)}-${pad(m, 2)}-${pad(d, 2)}`;
}

/** `YYYY-MM-DD` as `MM/DD/YYYY`, the way the pages show it. */
export const americanForm = (day: Day): string => day.replace(isoDay, '$2/$3/$1');

/** Made once: a calendar asks for each of its days, and making it takes longer than using it. */
let inNewYork: Intl.DateTimeFormat | undefined;

/** The day it is in New York at that moment. */
export function newYorkDay(now: Date): Day {
  inNewYork ??= new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  });
  return readDay(inNewYork.format(now)) ?? now.toISOString().slice(0, 10);
}

/** The same day so many months earlier; the last day of that month when it is shorter. */
export function monthsBefore(day: Day, months: number): Day {
  const [, year, month, date] = (isoDay.exec(day) ?? []).map(Number);
  const count = (year ?? 0) * 12 + (month ?? 1) - 1 - months;
  const [y, m] = [Math.floor(count / 12), (count % 12) + 1];
  return `${pad(y, 4)}-${pad(m, 2)}-${pad(Math.min(date ?? 1, daysInMonth(y, m)), 2)}`;
}

/** A birth date: in the past and at most 120 years ago. R-007. */
export const isBirthDate = (day: Day, today: Day): boolean =>
  day < today && day >= monthsBefore(today, 120 * 12);

/** Whether a person is at least 13 years old. R-047. */
export const isOldEnough = (born: Day, today: Day): boolean => born <= monthsBefore(today, 13 * 12);
