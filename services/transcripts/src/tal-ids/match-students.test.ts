import { expect, test } from '@jest/globals';
import type { TalStudent } from '../partners/tal.ts';
import { matchStudents } from './match-students.ts';

const person = { firstName: 'Rivka', lastName: 'Adler', dob: '2004-04-15', last4Ssn: '4821' };
const atTal = (more: Partial<TalStudent> = {}): TalStudent => ({
  studentId: 'TAL1',
  firstName: 'Rivka',
  lastName: 'Adler',
  dob: '2004-04-15',
  last4ssn: '4821',
  ...more,
});
const twin = atTal({ studentId: 'TAL2', firstName: 'Leah', last4ssn: '4822' });

test.each([
  ['the same data', person, [atTal()]],
  ['another case and accents', person, [atTal({ firstName: 'RIVKÁ' })]],
  ['the maiden name', { ...person, lastName: 'Stern', maidenName: 'Adler' }, [atTal()]],
  ['a twin beside her', person, [twin, atTal()]],
])('finds a student by %s', (_what, of, found) => {
  expect(matchStudents(of, found)).toMatchObject({
    outcome: 'found',
    student: { studentId: 'TAL1' },
  });
});

test.each([
  ['first name', { firstName: 'Rivky' }, 'First name at TAL: Rivky'],
  ['last name', { lastName: 'Stern' }, 'Last name at TAL: Stern'],
  ['birth date', { dob: '2004-05-15' }, 'Date of birth at TAL: 2004-05-15'],
  ['SSN', { last4ssn: '9999' }, 'The last 4 digits of the SSN are different at TAL.'],
])('states another %s, and no digit of an SSN', (_what, more, reason) => {
  expect(matchStudents(person, [atTal(more)])).toEqual({ outcome: 'differs', reasons: [reason] });
});

test('takes neither of two students with the same data, nor one of several similar ones', () => {
  for (const found of [
    [atTal(), atTal({ studentId: 'TAL3' })],
    [twin, atTal({ dob: '2004-04-16' })],
  ])
    expect(matchStudents(person, found).outcome).toBe('several_found');
});

test('finds no student when TAL knows none', () => {
  expect(matchStudents(person, [])).toEqual({ outcome: 'unknown' });
});
