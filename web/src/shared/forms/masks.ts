import { normalizeLine } from '@portal/access/text/normalize-text';
import { americanForm, readDay } from '@portal/contract/days';

/**
 * Formats a typed, pasted or autofilled text for its field. Sets separators and rewrites a complete
 * value of another known form; never drops or reorders unknown characters, so that the validation
 * of the field sees them. R-405.
 */
export type Mask = (text: string) => string;

/** Splits digits into groups; surplus digits stay in the last one. */
function grouped(digits: string, separator: string, sizes: readonly number[]): string {
  const parts: string[] = [];
  let rest = digits;
  sizes.forEach((size, at) => {
    if (rest === '') return;
    const end = at === sizes.length - 1 ? rest.length : size;
    parts.push(rest.slice(0, end));
    rest = rest.slice(end);
  });
  return parts.join(separator);
}

/** Whether the digits before each slash fill their group, as far as the text goes. */
const fillsGroups = (text: string, sizes: readonly number[]): boolean =>
  text
    .split('/')
    .every((part, at, parts) => at === parts.length - 1 || part.length >= (sizes[at] ?? 0));

/** Sets the slashes of a date or expiry, as long as the text is typed in that form. */
function slashed(text: string, sizes: readonly number[]): string {
  const plain = normalizeLine(text);
  // a dash after slashes that this mask has set: the person types an ISO form
  if (/^[\d/]+-[\d-]*$/.test(plain)) return plain.replaceAll('/', '');
  if (!/^[\d/]+$/.test(plain) || text.endsWith(' ') || !fillsGroups(plain, sizes)) return text;
  return grouped(plain.replaceAll('/', ''), '/', sizes);
}

/** Digits alone, such as a CVV or a routing number; spaces and dashes between them are left out. */
export const digitsOnly: Mask = (text) => {
  const plain = normalizeLine(text);
  return /^[\d -]*$/.test(plain) ? plain.replace(/[ -]/g, '') : text;
};

/** A card number in groups of these sizes. */
export const spaced = (text: string, sizesOf: (digits: string) => readonly number[]): string => {
  const digits = digitsOnly(text);
  return /^\d*$/.test(digits) ? grouped(digits, ' ', sizesOf(digits)) : text;
};

/** Returns the last 4 digits of an SSN, also of a full one with hidden digits. R-405. */
export const lastFourMask: Mask = (text) => {
  const plain = normalizeLine(text);
  const full = /^[\dx*•#]{3}[- ]?[\dx*•#]{2}[- ]?(\d{4})$/i.exec(plain);
  return full?.[1] ?? plain;
};

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const FULL_MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];
function monthOf(name: string): number {
  const word = name.toLowerCase();
  const short = MONTHS.indexOf(word === 'sept' ? 'sep' : word);
  return (short >= 0 ? short : FULL_MONTHS.indexOf(word)) + 1;
}

const NUMERIC = /^(\d{1,2})([/. -])(\d{1,2})\2(\d{4})$/;
const ISO = /^(\d{4})([-/.])(\d{2})\2(\d{2})(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?$/;
const MONTH_FIRST = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/i;
const DAY_FIRST = /^(\d{1,2})(?:st|nd|rd|th)?[ -]([a-z]{3,9})\.?,?[ -](\d{4})$/i;

/** Year, month and day of a complete date in a form that people use; null when it is none. */
function partsOfDate(text: string): readonly [year: string, month: string, day: string] | null {
  const [, month = '', , day = '', year = ''] = NUMERIC.exec(text) ?? [];
  if (year) return [year, month, day];
  const iso = ISO.exec(text);
  if (iso) return [iso[1] ?? '', iso[3] ?? '', iso[4] ?? ''];
  const [, named = '', date = '', of = ''] = MONTH_FIRST.exec(text) ?? [];
  if (of) return [of, String(monthOf(named)), date];
  const [, first = '', name = '', last = ''] = DAY_FIRST.exec(text) ?? [];
  return last ? [last, String(monthOf(name)), first] : null;
}

/** MM/DD/YYYY, also of month/day/year without zeros, ISO and dates with a month's name. R-405. */
export const dateMask: Mask = (text) => {
  const shown = slashed(text, [2, 2, 4]);
  const parts = partsOfDate(normalizeLine(shown));
  const day = parts && readDay(parts.map((part) => part.padStart(2, '0')).join('-'));
  return day ? americanForm(day) : shown;
};

/** MM/YY, also of M/YY, MM/YYYY and the ISO form YYYY-MM. R-405. */
export const expiryMask: Mask = (text) => {
  const shown = slashed(text, [2, 2]);
  const plain = normalizeLine(shown).replace(/ ?\/ ?/, '/');
  const [, month = '', year = ''] = /^(\d{1,2})[/-](?:20)?(\d{2})$/.exec(plain) ?? [];
  const [, isoYear = year, isoMonth = month] = /^20(\d{2})-(\d{2})$/.exec(plain) ?? [];
  const isMonth = Number(isoMonth) >= 1 && Number(isoMonth) <= 12;
  return isMonth ? `${isoMonth.padStart(2, '0')}/${isoYear}` : shown;
};
