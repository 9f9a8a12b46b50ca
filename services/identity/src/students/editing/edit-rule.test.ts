import { expect, test } from '@jest/globals';
import type { Student, StudentForm } from '../../records/students/student.ts';
import { aForm } from '../../testing.ts';
import {
  changedFields,
  type EditableField,
  type Editing,
  editRefusal,
  historyOf,
  merged,
} from './edit-rule.ts';

const today = '2026-03-02';
const student = (changes: Partial<Student> = {}): Student =>
  ({ ...aForm(), membershipTypeId: 2, id: 5, hasAccount: false, ...changes }) as Student;

function refusalOf(wish: Partial<StudentForm>, more: Partial<Editing> = {}) {
  const of = more.student ?? student();
  const named = Object.keys(wish) as EditableField[];
  return editRefusal(
    {
      student: of,
      named,
      after: merged(of, named, aForm(wish)),
      source: 'admin',
      emailUnlocked: false,
      cohortChoices: null,
      ...more,
    },
    today,
  );
}
const hasAccount = { student: student({ hasAccount: true }) };

test.each<[string, Partial<StudentForm>, Partial<Editing>, string | null]>([
  ['a good change', { phone: '718-555-0199', maidenName: null }, {}, null],
  ['nothing at all', {}, {}, null],
  ['a wrong zip', { zip: '1' }, {}, 'invalid'],
  [
    'a zip that the new country makes wrong',
    { country: 'US' },
    { student: student({ zip: 'N16' }) },
    'invalid',
  ],
  ['an address left empty', { address: null }, {}, 'invalid'],
  ['accommodations without who approved them', { accommodations: 'Time' }, {}, 'invalid'],
  ['an address that is no login', { email: 'new@student.test' }, {}, null],
  ['an address that is the login', { email: 'new@student.test' }, hasAccount, 'email_locked'],
  [
    'an address that is the login, unlocked',
    { email: 'new@student.test' },
    { ...hasAccount, emailUnlocked: true },
    null,
  ],
  ['a name, by a school admin', { lastName: 'Katz' }, { source: 'school' }, null],
  ['the same SSN, by a school admin', { last4Ssn: '5577' }, { source: 'school' }, null],
  ['another SSN, by a school admin', { last4Ssn: '1234' }, { source: 'school' }, 'office_only'],
  [
    'another birth date, by a school admin',
    { dob: '2001-01-01' },
    { source: 'school' },
    'office_only',
  ],
  ['another college, by a school admin', { collegeId: 269 }, { source: 'school' }, 'office_only'],
  [
    'another price level, by a school admin',
    { membershipTypeId: 1 },
    { source: 'school' },
    'office_only',
  ],
  [
    'a login, unlocked by a school admin',
    { email: 'new@student.test' },
    { ...hasAccount, source: 'school', emailUnlocked: true },
    'office_only',
  ],
])('%s: %j', (_what, wish, more, code) => {
  expect(refusalOf(wish, more)?.code ?? null).toBe(code);
});

test('fields that an older record lacks are required only when they are sent', () => {
  const bare = student({ address: null, email: null, cellphone: null });
  expect(refusalOf({ lastName: 'Katz' }, { student: bare })).toBeNull();
  expect(refusalOf({ lastName: 'Katz', address: '' }, { student: bare })?.code).toBe('invalid');
});

test('a student keeps a cohort that is no choice any more', () => {
  const old = { student: student({ schoolId: 151, cohort: '2019-2020' }) };
  const cohortChoices = ['2026-2027'];
  expect(refusalOf({ cohort: '2019-2020' }, { ...old, cohortChoices })).toBeNull();
  expect(refusalOf({ cohort: '2026-2027' }, { ...old, cohortChoices })).toBeNull();
  expect(refusalOf({ cohort: '2018-2019' }, { ...old, cohortChoices })?.code).toBe('invalid');
});

test('the history has old and new values, and of SSN and birth date only that they changed', () => {
  const before = aForm();
  const after = aForm({ phone: '718-555-0199', last4Ssn: '9999', dob: '2000-01-01' });
  expect(historyOf(before, after, changedFields(before, after))).toEqual({
    dob: 'changed',
    last4Ssn: 'changed',
    phone: [null, '718-555-0199'],
  });
});
