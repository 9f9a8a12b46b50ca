import { expect, test } from '@jest/globals';
import { isOnRecord, type PaperOnRecord, previewRows } from './paper-preview.ts';

const paper = { seminaryStudentId: 5, examId: 401, takenOn: '2026-02-03', sha256: 'new' };
const onRecord = (examId: number, day: string | null, sha256: string | null): PaperOnRecord => ({
  seminaryStudentId: 5,
  examId,
  actualTakenDate: day,
  sha256,
  takenDate: null,
  grade: null,
  gradeComment: null,
});

test('the new paper comes first; exams that it may duplicate are marked', () => {
  const papers = [
    onRecord(402, '2026-02-03', 'old'),
    onRecord(401, '2026-02-04', 'old'),
    onRecord(403, '2026-01-01', 'new'),
    onRecord(404, null, null),
  ];
  expect(
    previewRows(papers, paper).map(({ course, isNew, note }) => [course.examId, isNew, note]),
  ).toEqual([
    [401, true, null],
    [402, false, null],
    [401, false, 'The same exam, with another date.'],
    [403, false, 'The same file was uploaded as this exam.'],
    [404, false, null],
  ]);
});

test.each([
  [401, '2026-02-03', true],
  [401, '2026-02-04', false],
  [402, '2026-02-03', false],
])('exam %i of %s is on record: %s', (examId, day, is) => {
  expect(isOnRecord([onRecord(examId, day, 'old')], paper)).toBe(is);
});
