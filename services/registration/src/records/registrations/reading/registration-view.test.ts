import { expect, test } from '@jest/globals';
import { additionalFeeOwed } from '../../fees/additional-fee.ts';
import { courseDeadline } from '../state/course-time.ts';
import { resultOf, shownGrade } from '../state/grade-result.ts';
import type { RegistrationRow } from '../state/registration-row.ts';
import { sampleRow } from '../state/sample-row.ts';
import { isMemberWithoutExam } from './list-registrations.ts';
import { newestOfEachExam, registrationView } from './registration-view.ts';

const now = new Date('2026-03-02T15:00:00Z');
const row = sampleRow(now);
const graded = (
  id: number,
  takenOn: string,
  grade: string,
  gradeComment: string,
  examId = 101,
): RegistrationRow => ({
  ...row,
  id,
  examId,
  status: 'graded',
  takenOn,
  grade,
  gradeComment,
});

test.each([
  ['Pass', 'Pass'],
  ['Failed, retake possible', 'Fail'],
  ['Disqualified by the proctor', 'Disqualified'],
  ['Disqualified (Fail)', 'Disqualified'],
  ['With honors', 'Pass'],
])('the comment %s means %s', (comment, result) => {
  expect(resultOf(comment)).toBe(result);
});

test.each([
  ['graded', 'Fail', true],
  ['graded', 'Disqualified by the proctor', true],
  ['graded', 'Pass', false],
  ['taken', null, false],
] as const)('a registration that is %s with %s has failed: %s', (status, gradeComment, failed) => {
  expect(newestOfEachExam([{ ...row, status, gradeComment }], now)[0]?.failed).toBe(failed);
});

test('a failed exam shows no score', () => {
  expect(shownGrade({ grade: '54', gradeComment: 'Fail' })).toBeNull();
  expect(shownGrade({ grade: '91', gradeComment: 'Pass' })).toBe('91');
  expect(shownGrade({ grade: '91', gradeComment: null })).toBe('91');
});

test('the newest registration of an exam is its row, the others are earlier tries', () => {
  const rows = [
    { ...row, id: 9, isRetake: true },
    graded(5, '2025-09-01', '50', 'Fail'),
    graded(2, '2025-01-01', '40', 'Fail'),
    graded(7, '2025-10-01', '88', 'Pass', 102),
  ];
  const seen = newestOfEachExam(rows, now);
  expect(seen.map(({ id, examId }) => [id, examId])).toEqual([
    [9, 101],
    [7, 102],
  ]);
  expect(seen[0]?.earlierTries).toEqual([
    { takenDate: '2025-01-01', grade: undefined, comment: 'Fail' },
    { takenDate: '2025-09-01', grade: undefined, comment: 'Fail' },
  ]);
  expect(seen[0]?.isRetakeNotYetTaken).toBe(true);
});

test('a taken exam owes nothing any more', () => {
  const taken = { ...row, status: 'taken' as const, additionalChargeCents: 5000 };
  expect(registrationView(taken, [], now)).toMatchObject({
    proctorFeeCents: 0,
    additionalFeeOwed: false,
    examTaken: true,
  });
});

test('an attached payment counts as paid, and shows the cost of leaving late', () => {
  const scheduled = {
    ...row,
    status: 'scheduled' as const,
    sessionId: 7,
    sessionType: '21' as const,
    sessionStartsAt: new Date('2026-03-03T10:00:00Z'),
    proctorPayments: [
      { id: 1, state: 'attached' as const, cents: 1500, sessionId: 7, paymentId: 3 },
    ],
  };
  expect(registrationView(scheduled, [], now)).toMatchObject({
    proctorFeeCents: 0,
    proctorFeeIfMovedCents: 1500,
    proctorFeePaid: true,
  });
});

test.each([
  { fee: { charge: 5000, waived: false, paid: 0 }, owed: 5000 },
  { fee: { charge: 5000, waived: true, paid: 0 }, owed: 0 },
  { fee: { charge: 5000, waived: false, paid: 5000 }, owed: 0 },
  { fee: { charge: 10500, waived: false, paid: 5000 }, owed: 5500 },
  { fee: { charge: 0, waived: false, paid: 5000 }, owed: 0 },
])('of an additional fee $fee $owed cents are owed', ({ fee, owed }) => {
  expect(additionalFeeOwed(fee)).toBe(owed);
});

const course = {
  vendorId: 3,
  programContentCode: 'P',
  hasAssignments: true,
  onlineProgramStarted: new Date('2025-08-31T12:00:00Z'),
  createdAt: now,
};
test.each([
  {
    what: 'from the start of its program, by calendar months',
    more: {},
    until: '2026-02-28T13:00:00.000Z',
  },
  {
    what: 'from its registration without a program',
    more: { programContentCode: null },
    until: '2026-09-02T14:00:00.000Z',
  },
  {
    what: 'not yet before its program was started',
    more: { onlineProgramStarted: null },
    until: undefined,
  },
  { what: 'never for another vendor', more: { vendorId: 4 }, until: undefined },
  {
    what: 'never without program and assignments',
    more: { programContentCode: null, hasAssignments: false },
    until: undefined,
  },
])('the six months of a course run $what', ({ more, until }) => {
  expect(courseDeadline({ ...course, ...more })?.toISOString()).toBe(until);
});

test.each([
  { membership: 1, last: '2024-03-02T14:59:59Z', noted: true },
  { membership: 1, last: '2024-03-02T15:00:00Z', noted: false },
  { membership: 2, last: '2020-01-01T00:00:00Z', noted: false },
])(
  'membership $membership with a last exam on $last is noted: $noted',
  ({ membership, last, noted }) => {
    expect(isMemberWithoutExam(membership, new Date(last), now)).toBe(noted);
  },
);
