import { expect, test } from '@jest/globals';
import { isZip } from '@portal/access/text/person-rules';
import type { StudentForm } from '../../records/students/student.ts';
import { aForm } from '../../testing.ts';
import { type Checked, formErrors } from './check-form.ts';

const today = '2026-03-02';
const admin: Checked = { source: 'admin', isRegular: true, password: null, cohortChoices: null };
const messages = (changes: Partial<StudentForm>, checked: Partial<Checked> = {}) =>
  formErrors(aForm(changes), { ...admin, ...checked }, today).map(({ message }) => message);

test('a form that is filled in rightly has no errors', () => {
  expect(messages({})).toEqual([]);
  expect(
    messages({
      firstName: 'Élise Ann',
      lastName: 'בראון',
      cellphone: '(718) 555-0101 x12',
      maidenName: 'Katz',
    }),
  ).toEqual([]);
});

test.each([
  { firstName: 'Sinéad', lastName: "O'Brien" },
  { firstName: 'Ruth-Ann', lastName: 'O’Brien' },
  { firstName: 'J. R.', lastName: 'Ben-David', maidenName: "D'Angelo" },
  { firstName: 'Иван', lastName: 'בן־דוד', maidenName: '山田' },
  { address: '12 Main St.', city: "St. Mary's", state: 'Île-de-France', country: "Côte d'Ivoire" },
  { address: 'רח׳ הרצל 12/4' },
])('a real person is taken: %j', (changes) => {
  expect(messages(changes)).toEqual([]);
});

test.each([
  [{ firstName: 'Dana <b>' }, 'First name invalid: "<" is not allowed.'],
  [{ firstName: "'" }, 'First name invalid'],
  [{ firstName: 'Dana 😀' }, 'First name invalid: "😀" is not allowed.'],
  [{ firstName: 'x'.repeat(101) }, 'First name invalid'],
  [{ lastName: 'Co\u200bhen' }, 'Last name invalid: U+200B is not allowed.'],
  [{ lastName: '\u202enehoC' }, 'Last name invalid: U+202E is not allowed.'],
  [{ lastName: 'Cohen2' }, 'Last name invalid: "2" is not allowed.'],
  [{ lastName: '' }, 'Last name invalid'],
  [{ maidenName: 'A_B' }, 'Maiden name invalid: "_" is not allowed.'],
  [{ gender: '3' }, 'Gender invalid'],
  [{ last4Ssn: '123' }, 'SSN invalid'],
  [{ dob: '2013-03-03' }, 'DOB invalid'], // 13 tomorrow
  [{ dob: '1906-03-01' }, 'DOB invalid'],
  [{ dob: '2001-02-29' }, 'DOB invalid'],
  [{ email: null }, 'Email invalid'],
  [{ email: 'ruth@' }, 'Email invalid'],
  [{ cellphone: '12345678' }, 'Phone number invalid'],
  [{ phone: '718-555-0101_4' }, 'Phone number invalid: "_" is not allowed.'],
  [{ address: '12 Main\nSt.' }, 'Address invalid: U+000A is not allowed.'],
  [{ address: '<b>12</b>' }, 'Address invalid: "<" is not allowed.'],
  [{ city: 'New <b>York' }, 'City invalid: "<" is not allowed.'],
  [{ country: 'Israel 🇮🇱' }, 'Country invalid: "🇮" is not allowed.'],
  [{ zip: '1123' }, 'Zip invalid'],
  [{ city: 'New\u202ekroY' }, 'City invalid: U+202E is not allowed.'],
  [{ state: '\u2067NY' }, 'State invalid: U+2067 is not allowed.'],
  [{ country: null }, 'Country invalid'],
  [{ collegeId: null }, 'College invalid'],
  [{ membershipTypeId: null }, 'Membership type invalid'],
  [{ accommodations: 'More time' }, 'Please fill in the accommodations and who approved them.'],
  [
    { accommodationsApprovedBy: 'Dr Gold' },
    'Please fill in the accommodations and who approved them.',
  ],
] as const)('%j is refused with %j', (changes, message) => {
  expect(messages(changes)).toEqual([message]);
});

test.each([
  ['2013-03-02', []],
  ['1906-03-02', []],
])('accepts a birth date of %s', (dob, errors) => {
  expect(messages({ dob })).toEqual(errors);
});

test('a school asks for one of its cohorts', () => {
  const school = {
    source: 'school',
    isRegular: false,
    cohortChoices: ['2025-2026', '2026-2027'],
  } as const;

  expect(messages({ isForSchool: true, schoolId: 151, cohort: null }, school)).toEqual([
    'Cohort invalid',
  ]);
  expect(messages({ isForSchool: true, schoolId: 151, cohort: '2020-2021' }, school)).toEqual([
    'Cohort invalid',
  ]);
  expect(messages({ isForSchool: true, schoolId: 151, cohort: '2026-2027' }, school)).toEqual([]);
});

test('a self sign-up needs a password', () => {
  expect(messages({}, { source: 'self', isRegular: false })).toEqual(['Password invalid']);
  expect(messages({}, { source: 'self', isRegular: false, password: 'Right4Me!' })).toEqual([]);
});

test('an older record may lack fields that a form requires', () => {
  const bare = {
    email: null,
    cellphone: null,
    address: null,
    city: null,
    zip: null,
    country: null,
    collegeId: null,
  };

  expect(messages(bare, { source: 'record', isRegular: false })).toEqual([]);
  expect(messages(bare).length).toBeGreaterThan(5);
});

test.each([
  ['11230', 'United States', true],
  ['11230-1234', 'USA', true],
  ['1123A', 'US', false],
  ['N16 5UR', 'United Kingdom', true],
  ['12345678901', 'Israel', false],
])('the zip %s in %s is good: %s', (zip, country, isGood) => {
  expect(isZip(zip, country)).toBe(isGood);
});
