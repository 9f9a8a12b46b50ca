import { expect, test } from '@jest/globals';
import type { UngradedExam } from '@portal/proto/registration/v1/grades';
import type { VendorResult } from '../partners/vendor-result.ts';
import { matchResults } from './match-results.ts';
import { blanked, isFinal } from './vendor-result.ts';

const exam = (more: Partial<UngradedExam> = {}): UngradedExam => ({
  registrationId: 12,
  studentId: 5,
  examId: 101,
  vendorId: 1,
  examCode: 'TAL-101',
  takenOn: '2026-11-10',
  ...more,
});
const result = (more: Partial<VendorResult> = {}): VendorResult => ({
  vendorId: 1,
  reference: 'R1',
  ownReference: null,
  examCode: 'tal-101',
  subject: 'Ethics',
  credits: 3,
  takenOn: '2026-11-10',
  isOnline: false,
  result: 'Pass',
  score: '88',
  ...more,
});
const pairs = (exams: UngradedExam[], results: VendorResult[], bound: [string, number][] = []) =>
  matchResults(exams, results, new Map(bound)).map((one) => [
    one.exam.registrationId,
    one.result.reference,
  ]);

test.each([
  ['the same day', {}, true],
  ['a week later', { takenOn: '2026-11-17' }, true],
  ['eight days later', { takenOn: '2026-11-18' }, false],
  ['a week before', { takenOn: '2026-11-03' }, true],
  ['eight days before', { takenOn: '2026-11-02' }, false],
  ['no day at all', { takenOn: null }, false],
  ['another course', { examCode: 'TAL-102' }, false],
  ['another vendor', { vendorId: 4 }, false],
  [
    'no day, but the registration by name',
    { takenOn: null, ownReference: 'registration-12' },
    true,
  ],
  ['another registration by name', { ownReference: 'registration-13' }, false],
  ['a name that says nothing to us', { ownReference: 'set-R1' }, true],
] as const)('a result of %s is about the exam: %#', (_what, more, isAbout) => {
  expect(pairs([exam()], [result(more)])).toEqual(isAbout ? [[12, 'R1']] : []);
});

test('the nearest day is meant, and each result is about one exam only', () => {
  const tries = [exam(), exam({ registrationId: 13, takenOn: '2026-11-14' })];
  const results = [
    result({ takenOn: '2026-11-13' }),
    result({ reference: 'R2', takenOn: '2026-11-09' }),
  ];
  expect(pairs(tries, results).sort()).toEqual([
    [12, 'R2'],
    [13, 'R1'],
  ]);
  expect(pairs(tries, results.slice(0, 1))).toEqual([[13, 'R1']]);
});

test('a result that graded an earlier try is not taken for the next', () => {
  expect(pairs([exam({ registrationId: 20 })], [result()], [['1 R1', 12]])).toEqual([]);
  expect(pairs([exam()], [result()], [['1 R1', 12]])).toEqual([[12, 'R1']]);
});

test('only a decision is final, and a failed exam keeps neither score nor credits', () => {
  expect(
    ['Pass', 'Fail', 'Disqualified', 'Pending', 'N/A'].filter((one) =>
      isFinal({ result: one as VendorResult['result'] }),
    ),
  ).toEqual(['Pass', 'Fail', 'Disqualified']);
  expect(blanked(result({ result: 'Fail' }))).toMatchObject({ score: null, credits: null });
  expect(blanked(result())).toMatchObject({ score: '88', credits: 3 });
});

test('does not match a graded result of an earlier try to a retake a few days later', () => {
  const retake = exam({ takenOn: '2026-11-14', gradedTryOn: '2026-11-10' });
  expect(pairs([retake], [result({ takenOn: '2026-11-10', result: 'Fail' })])).toEqual([]);
  expect(pairs([retake], [result({ takenOn: '2026-11-12', result: 'Fail' })])).toEqual([]);
  const own = result({ reference: 'R2', takenOn: '2026-11-13' });
  expect(pairs([retake], [result({ takenOn: '2026-11-10', result: 'Fail' }), own])).toEqual([
    [12, 'R2'],
  ]);
  expect(pairs([exam({ takenOn: '2026-11-14' })], [result({ takenOn: '2026-11-10' })])).toEqual([
    [12, 'R1'],
  ]);
});
