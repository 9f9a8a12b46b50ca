import { expect, test } from '@jest/globals';
import { anExam, aRegistered } from '../testing.ts';
import { countResults, programmesOf, scoresOf } from './results.ts';

const today = '2026-11-20';
const graded = (id: number, grade: string | null, gradeComment: string | null, day: string) =>
  aRegistered({ id, status: 'graded', grade, gradeComment, examTaken: true, examTakenDate: day });
const exams = [
  graded(1, '88', 'Pass', '2026-03-01'),
  graded(2, '51', 'Fail', '2026-02-01'),
  graded(3, null, 'Disqualified', '2026-04-01'),
  graded(4, '93%', 'Pass', '2026-01-01'),
  graded(5, 'B+', 'Pass', '2026-05-01'),
  aRegistered({ id: 6, status: 'taken', examTaken: true, examTakenDate: '2026-11-19' }),
  aRegistered({ id: 7 }),
  anExam({ id: 8 }),
];

test('an exam is passed, not passed, or pending', () => {
  expect(countResults(exams, today)).toEqual({ passed: 3, failed: 2, waiting: 1 });
});

test('scores come by day, and only those that are numbers', () => {
  expect(scoresOf(exams).map(({ day, score }) => [day, score])).toEqual([
    ['2026-01-01', 93],
    ['2026-02-01', 51],
    ['2026-03-01', 88],
  ]);
});

test('a package for several exams is a programme, and tells how many are passed', () => {
  const examAllowedPackages = [
    { id: 1, display_name: 'Jewish classics', exams_allowed: [1, 2, 4, 99], balance: 2 },
    { id: 2, display_name: 'One exam', exams_allowed: [1], balance: 2 },
  ];
  expect(programmesOf(exams, { examAllowedPackages }, today)).toEqual([
    { id: 1, name: 'Jewish classics', passed: 2, exams: 4 },
  ]);
});
