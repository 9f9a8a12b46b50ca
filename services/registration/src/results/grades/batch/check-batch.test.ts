import { expect, test } from '@jest/globals';
import { TEST_NOW } from '@portal/access/testing/test-clock';
import { paper } from '../../../testing/known-paper.ts';
import type { BatchRow } from '../batch-file/batch-rows.ts';
import { checkBatch, type KnownPaper } from './check-batch.ts';

const TODAY = '2026-11-21';
const row = (more: Partial<BatchRow> = {}): BatchRow => ({
  place: 'row 2',
  isScan: false,
  registrationId: 12,
  jseId: null,
  examCode: null,
  takenOn: null,
  arrivedBack: null,
  batchId: null,
  batchDate: null,
  grade: null,
  gradeComment: null,
  ...more,
});
/** The written and refused rows; batch-preview.test.ts tests the texts of single rows. */
function check(rows: BatchRow[], papers: KnownPaper[]) {
  const { outcomes: _, ...checked } = checkBatch(rows, papers, new Map([['J5', 5]]), TODAY);
  return checked;
}
const graded = {
  status: 'graded',
  grade: '88',
  gradeComment: 'Pass',
  paperExamUploaded: true,
  batchId: 3,
} as const;

test("a paper is taken on its session's day and arrives today, unless stated", () => {
  expect(check([row()], [paper()]).updates).toEqual([
    {
      id: 12,
      takenOn: '2026-11-10',
      arrivedBack: TODAY,
      batchId: null,
      batchDate: null,
      grade: null,
    },
  ]);
  const cells = {
    takenOn: '2026-11-11',
    arrivedBack: '2026-11-15',
    batchId: 4,
    batchDate: 'N/A',
    grade: '88',
    gradeComment: 'Pass',
  } as const;
  expect(check([row(cells)], [paper()]).updates).toEqual([
    {
      id: 12,
      takenOn: '2026-11-11',
      arrivedBack: '2026-11-15',
      batchId: 4,
      batchDate: 'N/A',
      grade: { grade: '88', comment: 'Pass' },
    },
  ]);
});

test.each([
  [
    'no such registration',
    row({ registrationId: 13 }),
    paper(),
    'row 2',
    'Registration not found.',
  ],
  [
    'a scan of none',
    row({ registrationId: 13, isScan: true, place: '13.pdf' }),
    paper(),
    '13.pdf',
    '13.pdf: Registration not found.',
  ],
  [
    'a cancelled one',
    row(),
    paper({ status: 'cancelled' }),
    'row 2',
    'The registration is cancelled.',
  ],
  [
    'one begun online',
    row(),
    paper({ status: 'online_started', onlineExamStarted: TEST_NOW }),
    'row 2',
    'The exam was started online.',
  ],
  [
    'one taken online',
    row(),
    paper({ status: 'taken', onlineExamStarted: TEST_NOW }),
    'row 2',
    'The exam was started online.',
  ],
  [
    'one in no session',
    row(),
    paper({ status: 'registered', sessionType: null }),
    'row 2',
    'The registration has no session.',
  ],
  [
    'one booked with the proctor',
    row(),
    paper({ sessionType: '99' }),
    'row 2',
    'The registration has no session.',
  ],
  [
    'one whose session is to come',
    row(),
    paper({ sessionDay: '2026-12-01' }),
    'row 2, exam_taken_date',
    'Exam date should be in the past',
  ],
  [
    'another grade',
    row({ grade: '90', gradeComment: 'Pass' }),
    paper(graded),
    'row 2, grade',
    'The exam already has the grade 88.',
  ],
  [
    'another grade than one that waits',
    row({ gradeComment: 'Pass' }),
    paper({ status: 'taken', heldGradeComment: 'Fail', paperExamUploaded: true }),
    'row 2, grade',
    'The exam already has the grade Fail.',
  ],
] as const)('a row that means %s is an error', (_what, given, known, path, message) => {
  expect(check([given], [known])).toEqual({
    errors: [{ path, message }],
    updates: [],
    unchanged: [],
  });
});

test.each([
  ['without a grade', {}, { status: 'taken', paperExamUploaded: true }],
  ['with the grade it has', { grade: '88', gradeComment: 'pass' }, graded],
  [
    'with the grade that waits',
    { gradeComment: 'Pass' },
    { status: 'taken', paperExamUploaded: true, heldGradeComment: 'Pass' },
  ],
] as const)('a paper that was read before is unchanged %s', (_what, given, known) => {
  expect(check([row(given)], [paper(known)])).toMatchObject({
    errors: [],
    updates: [],
    unchanged: [{ id: 12 }],
  });
});

test('a later grade grades an arrived paper, in its batch', () => {
  const known = paper({ status: 'taken', paperExamUploaded: true, batchId: 3 });
  expect(check([row({ gradeComment: 'Fail', batchId: 9 })], [known]).updates).toMatchObject([
    { takenOn: null, batchId: 3, grade: { comment: 'Fail' } },
  ]);
});

test('a row may name student and exam; the one that is open or taken is meant', () => {
  const named = row({ registrationId: null, jseId: 'J5', examCode: 'tal-101' });
  expect(check([named], [paper({ id: 11, ...graded }), paper()]).updates).toMatchObject([
    { id: 12 },
  ]);
  expect(check([named], [paper({ id: 11, status: 'taken' }), paper()]).errors).toEqual([
    { path: 'row 2', message: 'There are several registrations of this exam.' },
  ]);
  expect(
    check([row({ registrationId: null, jseId: 'J6', examCode: 'TAL-101' })], [paper()]).errors,
  ).toEqual([{ path: 'row 2', message: 'Registration not found.' }]);
});

test('two rows of one registration are an error, a scan beside its row is not', () => {
  const second = row({ place: 'row 3', registrationId: null, jseId: 'J5', examCode: 'TAL-101' });
  expect(check([row(), second], [paper()]).errors).toEqual([
    { path: 'row 3', message: 'This row stands twice.' },
  ]);
  expect(check([second, row({ isScan: true, place: '12.pdf' })], [paper()]).errors).toEqual([]);
});
