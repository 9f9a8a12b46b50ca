import { plainHeader } from '@portal/kit/files/read-table';
import type { ImportField } from './import-fields.ts';

const people = '(?:students?|pupils?|legal|persons?)?';
const named = (...words: string[]): RegExp => new RegExp(`^${people}(?:${words.join('|')})$`, 'u');

/** The names of columns that hold a field, the surest words first. */
const words: readonly (readonly [ImportField, RegExp])[] = [
  ['last4ssn', named('.*ssns?#?', 'ssns?(?:#|no|num(?:ber)?|last|4|digits)*')],
  [
    'last4ssn',
    named('.*socialsecurity.*', '(?:ss|soc)#', 'last(?:4|four)(?:ss|digits?)?', 'social'),
  ],
  [
    'dob',
    named(
      'dob',
      '(?:date|day)ofbirth',
      'birth(?:dates?|days?|dt)?',
      'bdate',
      'bday',
      'born(?:on)?',
    ),
  ],
  [
    'maidenName',
    named(
      'maiden(?:name)?',
      '(?:maidenor)?othername',
      '(?:former|previous|birth)(?:last)?name',
      'nee',
    ),
  ],
  ['lastName', named('lastnames?', 'surnames?', 'familyname', 'lname', 'last', 'namelast')],
  ['firstName', named('firstnames?', 'givennames?', 'forenames?', 'fname', 'first', 'namefirst')],
  ['gender', named('gender', 'sex', 'mf', 'malefemale', 'gendermf', 'sexmf')],
  ['email', named('e?mails?(?:address(?:es)?)?', 'emailid')],
  ['cellphone', named('(?:cell|mobile)(?:phones?)?(?:#|no|number|num)?', '(?:cellular)(?:phone)?')],
  [
    'phone',
    named(
      '(?:home|other|alt(?:ernate)?|second(?:ary)?|2nd)(?:phone|tel(?:ephone)?)(?:#|no|number)?',
      'phone2',
      'landline',
    ),
  ],
  ['address', named('(?:home|street|mailing)?address(?:line)?1?', 'street', 'addr(?:ess)?1?')],
  ['city', named('(?:home)?city', 'town', 'citytown')],
  ['state', named('(?:home)?state', 'province', 'region', 'stateprovince')],
  ['zip', named('zip(?:code)?', 'post(?:al)?code', 'zippost(?:al)?code', 'zip5')],
  ['country', named('country(?:name)?', 'nation')],
  ['cohort', named('cohort', 'class', '(?:school|academic)year', 'classyear')],
];
/** Patterns of all columns that hold a field. */
export const studentColumns: readonly RegExp[] = words.map(([, pattern]) => pattern);
const anyPhone = named('(?:tele)?phones?(?:#|no|number|num|1)?', 'tel(?:#|no)?');

/** Whether a column is named as one that holds Social Security numbers. R-564. */
export const isNamedSsn = (header: string): boolean =>
  words.some(([field, name]) => field === 'last4ssn' && name.test(plainHeader(header)));

/**
 * The field that each column may hold, by the words of its name; null: none. A field is guessed
 * once, for the first column. A phone of no kind is the cell phone where there is no other. R-565.
 */
export function guessColumns(headers: readonly string[]): (ImportField | null)[] {
  const plain = headers.map(plainHeader);
  const guesses: (ImportField | null)[] = headers.map(() => null);
  const guess = (field: ImportField, name: RegExp) => {
    if (guesses.includes(field)) return false;
    const at = plain.findIndex((header, place) => guesses[place] === null && name.test(header));
    if (at === -1) return false;
    guesses[at] = field;
    return true;
  };
  for (const [field, name] of words) guess(field, name);
  for (const field of ['cellphone', 'phone'] as const) guess(field, anyPhone);
  return guesses;
}

/** Returns the fields by which samples of columns are masked: a column named as SSN is one. */
export function maskedFields(columns: readonly string[]): (ImportField | null)[] {
  const guesses = guessColumns(columns);
  return columns.map((name, at) => (isNamedSsn(name) ? 'last4ssn' : (guesses[at] ?? null)));
}
