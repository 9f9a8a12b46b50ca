import { t } from '@lingui/core/macro';
import { newYorkDay } from '@portal/contract/days';
import { language, leftToRight, locale } from '../language/locale.ts';

const NEW_YORK = 'America/New_York';
/** Made when it is first needed: each takes some milliseconds, and no page needs them all. */
function format(options: Intl.DateTimeFormatOptions): Pick<Intl.DateTimeFormat, 'format'> {
  let made: Intl.DateTimeFormat | undefined;
  return {
    format: (date) => {
      made ??= new Intl.DateTimeFormat(locale(), options);
      return made.format(date);
    },
  };
}

const inUtc = (options: Intl.DateTimeFormatOptions) => format({ ...options, timeZone: 'UTC' });
const longDay = inUtc({ weekday: 'long', month: 'long', day: 'numeric' });
const shortDay = inUtc({ weekday: 'short', month: 'short', day: 'numeric' });
const plainDay = inUtc({ month: 'short', day: 'numeric', year: 'numeric' });
const month = inUtc({ month: 'long', year: 'numeric' });
const shortMonth = inUtc({ month: 'short' });
const weekday = inUtc({ weekday: 'short' });
const weekdayLetter = inUtc({ weekday: 'narrow' });

const clock = format({ hour: 'numeric', minute: '2-digit', timeZone: NEW_YORK });

/** Noon keeps the day the same in every zone. */
const atNoon = (day: string): Date => new Date(`${day.slice(0, 10)}T12:00:00Z`);
const yearIfOther = (day: string, now: Date): string =>
  day.slice(0, 4) === newYorkDay(now).slice(0, 4) ? '' : `, ${day.slice(0, 4)}`;

function clockTime(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  if (language() === 'he') return `${hours}:${String(minutes).padStart(2, '0')}`;
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** '9:30 AM ET' of '09:30', which is New York time. */
export const timeText = (time: string): string => leftToRight(`${clockTime(time)} ET`);

/** Returns '9:30 AM to 1:00 PM ET' for '09:30' and 210 minutes; wraps the end around midnight. */
export function timeSpanText(time: string, minutes: number): string {
  const [hours = 0, rest = 0] = time.split(':').map(Number);
  const end = (hours * 60 + rest + minutes) % (24 * 60);
  const until = timeText(`${Math.floor(end / 60)}:${String(end % 60).padStart(2, '0')}`);
  const from = clockTime(time);
  return t`${from} to ${until}`;
}

/** 'Sep 14, 2026' of '2026-09-14'. */
export const dayText = (day: string): string => plainDay.format(atNoon(day));

/** '09/14/2026' of '2026-09-14', as tables of staff have it. */
export const tableDay = (day: string): string =>
  `${day.slice(5, 7)}/${day.slice(8, 10)}/${day.slice(0, 4)}`;

/** The same of an instant, as the day was in New York. */
export const tableDayOf = (instant: string): string => tableDay(newYorkDay(new Date(instant)));

/** 'Tuesday, November 24', with the year when it is not this one. */
export const longDayText = (day: string, now = new Date()): string =>
  longDay.format(atNoon(day)) + yearIfOther(day, now);

/** 'Tue, Nov 24', with the year when it is not this one. */
export const shortDayText = (day: string, now = new Date()): string =>
  shortDay.format(atNoon(day)) + yearIfOther(day, now);

/** 'Tue, Nov 24, 9:30 AM ET' of a session's day and time in New York. */
export const sessionText = (day: string, time: string, now = new Date()): string =>
  `${shortDayText(day, now)}, ${timeText(time)}`;

/** 'Tuesday, November 24, 9:30 AM ET'. */
export const longSessionText = (day: string, time: string, now = new Date()): string =>
  `${longDayText(day, now)}, ${timeText(time)}`;

/** '9:30 AM ET' of an instant, wherever the reader is. */
export const clockText = (instant: string): string =>
  leftToRight(`${clock.format(new Date(instant)).replace('\u202f', ' ')} ET`);

/** 'Tue, Nov 24, 9:30 AM ET' of an instant, wherever the reader is. */
export function instantText(instant: string, now = new Date()): string {
  return `${shortDayText(newYorkDay(new Date(instant)), now)}, ${clockText(instant)}`;
}

/** '5 h 20 min left'. */
export function timeLeftText(until: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((until.getTime() - now.getTime()) / 60_000));
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return hours > 0 ? t`${hours} h ${rest} min left` : t`${rest} min left`;
}

/** 'November 2026'. */
export const monthText = (day: string): string => month.format(atNoon(day));

/** Returns the head of a column of days: 'Tue' of '2026-11-24', in Hebrew its letter. */
export const weekdayText = (day: string): string =>
  (language() === 'he' ? weekdayLetter : weekday).format(atNoon(day));

/** Returns the texts of a calendar tile: 'Nov', '24', 'Tue'. */
export const tileText = (day: string): { month: string; day: string; weekday: string } => ({
  month: shortMonth.format(atNoon(day)),
  day: String(Number(day.slice(8, 10))),
  weekday: weekday.format(atNoon(day)),
});

/** '2 h 30 min', '45 min', '2 h'. */
export function durationText(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  return [hours > 0 ? t`${hours} h` : '', rest > 0 ? t`${rest} min` : ''].filter(Boolean).join(' ');
}
