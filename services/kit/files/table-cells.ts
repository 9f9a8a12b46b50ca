import { plainHeader } from './table/plain-header.ts';

/** Returns a pattern for the columns of a shape: a name without case, spaces and marks. */
export const columnPattern = (name: string): RegExp => new RegExp(`^${plainHeader(name)}$`, 'u');

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|' +
  'sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const SEPARATOR = '(?:[-/., ]|, |\\. )';
const WEEKDAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,? /i;
const DAY_FIRST = new RegExp(
  `^(\\d{1,2})(?:st|nd|rd|th)?${SEPARATOR}${MONTH}${SEPARATOR}(\\d{4}|\\d{2})$`,
  'i',
);
const MONTH_FIRST = new RegExp(
  `^${MONTH}${SEPARATOR}(\\d{1,2})(?:st|nd|rd|th)?${SEPARATOR}(\\d{4}|\\d{2})$`,
  'i',
);
const YEAR_FIRST = new RegExp(`^(\\d{4})${SEPARATOR}${MONTH}${SEPARATOR}(\\d{1,2})$`, 'i');

/**
 * Reads a day whose month is written as a word: 15-Apr-05, Apr 5, 2004 or Thursday, 4 March 2004.
 * `year` has two or four digits as written; null: no such form.
 */
export function writtenDay(text: string): { year: string; month: number; day: number } | null {
  const plain = text.trim().slice(0, 60).replace(WEEKDAY, '');
  const parts = (year = '', word = '', day = '') => ({
    year,
    month: MONTHS.indexOf(word.slice(0, 3).toLowerCase()) + 1,
    day: Number(day),
  });
  const dayFirst = DAY_FIRST.exec(plain);
  if (dayFirst) return parts(dayFirst[3], dayFirst[2], dayFirst[1]);
  const monthFirst = MONTH_FIRST.exec(plain);
  if (monthFirst) return parts(monthFirst[3], monthFirst[1], monthFirst[2]);
  const yearFirst = YEAR_FIRST.exec(plain);
  return yearFirst ? parts(yearFirst[1], yearFirst[2], yearFirst[3]) : null;
}

/** MM/DD/YYYY, YYYY-MM-DD or a written day (two digits: 20YY) as YYYY-MM-DD; null: no such day. */
export function dayIn(text: string): string | null {
  const written = writtenDay(text);
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text);
  const [, year, month, day] = american
    ? [0, american[3], american[1], american[2]]
    : written
      ? [0, written.year.padStart(4, '20'), written.month, written.day]
      : (/^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []);
  if (year === undefined) return null;
  try {
    return Temporal.PlainDate.from(
      { year: Number(year), month: Number(month), day: Number(day) },
      { overflow: 'reject' },
    ).toString();
  } catch {
    return null;
  }
}
