import { expect, test } from '@jest/globals';
import {
  discardBlock,
  hasPendingGrade,
  outcomeOf,
  type RedeemFacts,
  redeemable,
  redeemBlock,
} from './redeem-rules.ts';

const aCourse = (examId: number, gradeComment: string | null, actualTakenDate = '2026-02-01') => ({
  seminaryStudentId: 1,
  examId,
  gradeComment,
  actualTakenDate,
  takenDate: null,
  grade: gradeComment === 'Pass' ? '90' : null,
});

test('failed, disqualified and passed exams are not redeemed; of two tries the later is', () => {
  const courses = [
    aCourse(401, 'Pass', '2026-03-01'),
    aCourse(401, 'Pass', '2026-02-01'),
    aCourse(402, 'FAIL'),
    aCourse(403, 'Disqualified'),
    aCourse(101, 'Pass'),
    aCourse(102, null),
  ];
  expect(redeemable(courses, [101]).map((one) => [one.examId, one.actualTakenDate])).toEqual([
    [102, '2026-02-01'],
    [401, '2026-03-01'],
  ]);
  expect(hasPendingGrade(courses)).toBe(true);
  expect(hasPendingGrade(courses.slice(0, 5))).toBe(false);
});

const fine: RedeemFacts = {
  redeemedExams: null,
  isBarred: false,
  redeemable: 2,
  hasPendingGrade: false,
  hasUntakenRegistration: false,
  seminaryYear: 2024,
  today: '2025-06-01',
  missingCredits: 0,
};
/** From the last check to the first: each with all the later ones broken too. */
const broken: [Partial<RedeemFacts>, string, string, number?][] = [
  [{ missingCredits: 1 }, 'not_enough_credits', '1 credit is missing.'],
  [{ today: '2025-05-31' }, 'too_early', 'The exams can be redeemed from 06/01/2025.'],
  [
    { hasUntakenRegistration: true },
    'untaken_registrations',
    'The student has untaken JSE registrations for the same exams that you want to redeem. ' +
      'Please cancel those before redeeming the seminary exams.',
  ],
  [{ hasPendingGrade: true }, 'pending_grade', 'There are pending grades'],
  [{ redeemable: 0 }, 'no_redeemable_exams', 'Student has no redeemable exams.'],
  [{ isBarred: true }, 'registration_denied', 'Student is denied registration', 403],
  [
    { redeemedExams: 2 },
    'already_redeemed',
    'The exams of this student were already redeemed or discarded.',
  ],
];

test('a student who may redeem has no block', () => {
  expect(redeemBlock(fine)).toBeNull();
});

test.each(broken.map((one, at) => [one[1], one, at] as const))(
  'of several blocks, %s comes before those that follow it',
  (_code, [, code, detail, status = 409], at) => {
    const facts = Object.assign({ ...fine }, ...broken.slice(0, at + 1).map(([fact]) => fact));
    expect(redeemBlock(facts)).toMatchObject({ code, detail, status });
  },
);

test('discarding requires undecided exams, and nothing else', () => {
  expect(discardBlock({ redeemedExams: null, exams: 1 })).toBeNull();
  expect(discardBlock({ redeemedExams: 1, exams: 1 })?.code).toBe('already_redeemed');
  expect(discardBlock({ redeemedExams: null, exams: 0 })?.code).toBe('no_redeemable_exams');
});

test.each([
  [null, 'Pending'],
  ['Pass', 'Pass'],
  ['FAILED', 'Fail'],
  ['Disqualified', 'Disqualified'],
])('shows a grade of %p as %s', (gradeComment, outcome) => {
  expect(outcomeOf({ gradeComment })).toBe(outcome);
});
