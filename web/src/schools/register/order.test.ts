import { expect, test } from '@jest/globals';
import type { BulkResult, SchoolStudent } from '../api.ts';
import { addable, failedOf, outcomesOf, reasonAgainst } from './order.ts';

const student = (
  id: number,
  about: Partial<SchoolStudent['student']> = {},
  existingStudentCredits = 0,
): SchoolStudent => ({
  student: {
    id,
    firstName: 'Dina',
    lastName: `Gold ${id}`,
    ssn: '4321',
    membershipType: 2,
    email: 'd@student.test',
    gender: '2',
    school_cohort: '2026-2027',
    ...about,
  },
  existingStudentCredits,
  availableCredits: existingStudentCredits,
  freeSchoolCredits: 0,
  paymentMethods: [],
});
const result = (
  registrations: Record<string, { exams: Record<string, string>; amtCharged: number }>,
): BulkResult => ({
  state: 'finished',
  studentsPerSession: [],
  accountReport: [],
  error: null,
  totalAmtChargedFromSchoolBalance: 0,
  schoolCurrentBalance: null,
  registrations: Object.fromEntries(
    Object.entries(registrations).map(([id, one]) => [
      id,
      { ...one, creditsAvailable: 0, sumCreditsUsed: 3, error: null },
    ]),
  ),
});

test.each([
  [student(1), '2', null],
  [student(1), '3', null],
  [student(1, { email: null }), '2', 'Email missing'],
  [student(1, {}, 4), '2', 'Student has existing credits'],
  [student(1), '1', 'The session is not for this student.'],
])('a student in a session: %#', (one, gender, reason) => {
  expect(reasonAgainst(one, gender)).toBe(reason);
});

test("'Add all' takes who can be chosen and is of the cohort", () => {
  const all = [
    student(1),
    student(2, { email: null }),
    student(3, { school_cohort: null }),
    student(4, { school_cohort: '2025-2026' }),
  ];
  const idsOf = (cohort: string | null) =>
    addable(all, { cohort, gender: '2' }).map((one) => one.student.id);
  expect([idsOf(null), idsOf('2026-2027'), idsOf('NULL')]).toEqual([[1, 3, 4], [1], [3]]);
});

test('sends failed exams again, and the last result of each exam counts', () => {
  const first = result({
    1: { exams: { 7: 'success', 8: 'There was a problem charging your card.' }, amtCharged: 45.1 },
    2: { exams: { 7: 'success, study materials not sent' }, amtCharged: 45.1 },
  });
  expect([...failedOf(first)]).toEqual([[1, [8]]]);
  const second = result({ 1: { exams: { 8: 'success' }, amtCharged: 45.2 } });
  expect(outcomesOf([first, second])[0]).toEqual({
    studentId: 1,
    credits: 6,
    charged: 90.3,
    exams: [
      { examId: 7, text: 'success' },
      { examId: 8, text: 'success' },
    ],
  });
});
