import { normalizeAddress, normalizeLine } from '@portal/access/text/normalize-text';
import { writtenDay } from '@portal/kit/files/table-cells';
import type { StudentForm } from '../../../records/students/student.ts';
import type { DateOrder, Defaults, ImportField } from '../columns/import-fields.ts';
import { withSsnZeros, withZipZeros } from './restore-zeros.ts';

/** The cells of one row by their fields; an empty one is left out. */
export type Cells = Partial<Record<ImportField, string>>;

const GENDERS: Readonly<Record<string, string>> = {
  '1': '1',
  m: '1',
  male: '1',
  man: '1',
  men: '1',
  boy: '1',
  '2': '2',
  f: '2',
  female: '2',
  w: '2',
  woman: '2',
  women: '2',
  girl: '2',
};
/**
 * Returns '1' for men, '2' for women, as the record has it; other texts unchanged, to be refused.
 */
export const genderIn = (text: string): string =>
  GENDERS[text.trim().toLowerCase().replace(/\.$/, '')] ?? text;

/** Returns the last four digits where the others are hidden; other texts unchanged. */
export const last4In = (text: string): string => {
  const hidden = /^[x*\u2022#]{3}[- ]?[x*\u2022#]{2}[- ]?(\d{4})$/i.exec(text.trim());
  return hidden?.[1] ?? text.trim();
};

const NUMBERS = /^(\d{1,4})(?: {0,2}[-/.] {0,2}| )(\d{1,2})(?: {0,2}[-/.] {0,2}| )(\d{1,4})$/;
/** The time that a spreadsheet adds to a day. */
const MIDNIGHT = /[T ]0?0:00(:00(\.0+)?)?Z?$/;
/** Years of two digits are those of the hundred years before a person is 13. R-047. */
const YOUNGEST = 13;

/** The year that two digits stand for in a birth date, `today` being YYYY-MM-DD. */
function wholeYear(text: string, today: string): number | null {
  if (text.length === 4) return Number(text);
  if (text.length !== 2) return null;
  const latest = Number(today.slice(0, 4)) - YOUNGEST;
  const year = Math.floor(latest / 100) * 100 + Number(text);
  return year > latest ? year - 100 : year;
}

/**
 * Reads a birth date as YYYY-MM-DD: numbers in the chosen order, never in another one that would
 * fit; a year of four digits in front, or a month as a word, in any order. Null: no such day.
 */
export function dayOfOrder(text: string, order: DateOrder, today: string): string | null {
  const written = writtenDay(text);
  const [, first = '', second = '', third = ''] =
    NUMBERS.exec(text.trim().replace(MIDNIGHT, '')) ?? [];
  const [year, month, day] = written
    ? [written.year, String(written.month), String(written.day)]
    : first.length === 4 || order === 'YMD'
      ? [first, second, third]
      : order === 'MDY'
        ? [third, first, second]
        : [third, second, first];
  const whole = wholeYear(year, today);
  if (whole === null || month === '' || month.length > 2 || day.length > 2) return null;
  try {
    return Temporal.PlainDate.from(
      { year: whole, month: Number(month), day: Number(day) },
      { overflow: 'reject' },
    ).toString();
  } catch {
    return null;
  }
}

interface Reading {
  schoolId: number;
  defaults: Defaults;
  dateOrder: DateOrder;
  /** New York's, YYYY-MM-DD. */
  today: string;
}

/**
 * Fills in the form from a row: a student of the school, neither a member nor at the college
 * of adds that are not regular. Leaves unreadable cells as they are, for the checks of the
 * form to refuse.
 */
export function formOfRow(
  cells: Cells,
  { schoolId, defaults, dateOrder, today }: Reading,
): StudentForm {
  const text = (field: ImportField) => normalizeLine(cells[field] ?? '') || null;
  const country = text('country') ?? defaults.country;
  const zip = text('zip');
  return {
    firstName: text('firstName') ?? '',
    lastName: text('lastName') ?? '',
    maidenName: text('maidenName'),
    gender: genderIn(text('gender') ?? defaults.gender ?? ''),
    last4Ssn: withSsnZeros(last4In(text('last4ssn') ?? '')),
    dob: dayOfOrder(text('dob') ?? '', dateOrder, today) ?? '',
    email: text('email'),
    cellphone: text('cellphone'),
    phone: text('phone'),
    address: normalizeAddress(cells.address ?? '') || null,
    city: text('city'),
    state: text('state'),
    zip: zip === null ? null : withZipZeros(zip, country),
    country,
    cohort: text('cohort') ?? defaults.cohort,
    schoolId,
    isForSchool: true,
    membershipTypeId: null,
    collegeId: null,
    accommodations: null,
    accommodationsApprovedBy: null,
    ttiStudentId: null,
    isTtiMember: false,
  };
}
