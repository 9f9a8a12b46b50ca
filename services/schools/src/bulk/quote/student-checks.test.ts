import { expect, test } from '@jest/globals';
import { type Candidate, candidateError, existingCredits, payError } from './student-checks.ts';

const fits: Candidate = {
  schoolId: 151,
  email: 'a@student.test',
  gender: '2',
  availableCredits: 0,
  freeSchoolCredits: 0,
};
const at = { schoolId: 151, prepays: true, gender: '2' };

test.each([
  { who: fits, where: at, error: null },
  { who: null, where: at, error: 'The student is not in this school.' },
  { who: { ...fits, schoolId: 209 }, where: at, error: 'The student is not in this school.' },
  { who: { ...fits, schoolId: null }, where: at, error: 'The student is not in this school.' },
  { who: { ...fits, email: null }, where: at, error: 'Email missing' },
  { who: { ...fits, availableCredits: 3 }, where: at, error: 'Student has existing credits' },
  { who: { ...fits, availableCredits: 3, freeSchoolCredits: 3 }, where: at, error: null },
  { who: { ...fits, availableCredits: 3 }, where: { ...at, prepays: false }, error: null },
  { who: { ...fits, gender: '1' }, where: at, error: 'The session is not for this student.' },
  { who: { ...fits, gender: '1' }, where: { ...at, gender: '3' }, error: null },
])('a student $who at $where: $error', ({ who, where, error }) => {
  expect(candidateError(who, where)).toBe(error);
});

test('own credits count only at prepaying schools', () => {
  const has = { ...fits, availableCredits: 5, freeSchoolCredits: 2 };
  expect([existingCredits(has, true), existingCredits(has, false)]).toEqual([3, 0]);
});

test.each([
  { amountCents: 100, prepays: false, hasCard: false, error: 'No credit card on file.' },
  { amountCents: 100, prepays: false, hasCard: true, error: null },
  { amountCents: 0, prepays: false, hasCard: false, error: null },
  { amountCents: 100, prepays: true, hasCard: false, error: null },
])(
  '$amountCents cents, prepaying $prepays, with a card $hasCard: $error',
  ({ error, ...facts }) => {
    expect(payError(facts)).toBe(error);
  },
);
