import { expect, test } from '@jest/globals';
import { dayIn } from '@portal/kit/files/table-cells';
import { aTable } from '@portal/kit/testing/files/a-table';
import * as fc from 'fast-check';
import { readBatchRows } from './batch-rows.ts';

const TODAY = '2026-11-21';
const head = [
  'registration_id',
  'jse_id',
  'exam_code',
  'exam_taken_date',
  'arrived_back',
  'batch_id',
  'batch_date',
  'grade',
  'grade_comment',
] as const;
const row = (cells: Partial<Record<(typeof head)[number], string>>) =>
  readBatchRows(aTable([[...head], head.map((name) => cells[name] ?? '')]), TODAY);

test.each([
  [
    {},
    {
      takenOn: null,
      arrivedBack: null,
      batchId: null,
      batchDate: null,
      grade: null,
      gradeComment: null,
    },
  ],
  [{ exam_taken_date: '11/21/2026' }, { takenOn: '2026-11-21' }],
  [{ arrived_back: '2026-11-20' }, { arrivedBack: '2026-11-20' }],
  [
    { batch_id: '7', batch_date: 'n/a' },
    { batchId: 7, batchDate: 'N/A' },
  ],
  [{ batch_date: '12/31/2026' }, { batchDate: '2026-12-31' }],
  [
    { grade: '88', grade_comment: 'Pass with honors' },
    { grade: '88', gradeComment: 'Pass with honors' },
  ],
  [{ grade_comment: 'fail' }, { grade: null, gradeComment: 'fail' }],
] as const)('a row with %j is read', (cells, expected) => {
  expect(row({ registration_id: '12', ...cells })).toMatchObject({
    errors: [],
    rows: [{ registrationId: 12, ...expected }],
  });
});

test.each([
  [{ registration_id: 'x' }, 'row 2, registration_id', 'Must be a positive whole number'],
  [{ registration_id: '0' }, 'row 2, registration_id', 'Must be a positive whole number'],
  [{ registration_id: '99999999999' }, 'row 2, registration_id', 'Must be a positive whole number'],
  [{ jse_id: 'J1' }, 'row 2', 'Registration not found.'],
  [{ exam_taken_date: '02/30/2026' }, 'row 2, exam_taken_date', 'Date invalid'],
  [{ exam_taken_date: 'yesterday' }, 'row 2, exam_taken_date', 'Date invalid'],
  [{ exam_taken_date: '2026-11-22' }, 'row 2, exam_taken_date', 'Exam date should be in the past'],
  [{ arrived_back: '2026-11-22' }, 'row 2, arrived_back', 'Date invalid'],
  [{ batch_date: 'soon' }, 'row 2, batch_date', 'Date invalid'],
  [{ grade: '12345678901', grade_comment: 'Pass' }, 'row 2, grade', 'At most 10 characters'],
  [{ grade: '88' }, 'row 2, grade_comment', 'A grade needs a comment'],
  [
    { grade_comment: 'good' },
    'row 2, grade_comment',
    'Must be Pass, Fail or Disqualified, or hold one of them',
  ],
] as const)('a row with %j is refused at %s', (cells, path, message) => {
  const isNamed = 'registration_id' in cells || 'jse_id' in cells;
  expect(row(isNamed ? cells : { registration_id: '12', ...cells }).errors).toContainEqual({
    path,
    message,
  });
});

test('a table without the columns that name a registration is refused at its first row', () => {
  expect(
    readBatchRows(
      aTable([
        ['jse_id', 'grade'],
        ['J1', '9'],
      ]),
      TODAY,
    ).errors,
  ).toEqual([
    { path: 'row 1', message: 'The column registration_id is missing, or jse_id and exam_code.' },
  ]);
});

test('a table without rows is refused', () => {
  expect(readBatchRows(aTable([['registration_id'], ['']]), TODAY).errors).toEqual([
    { path: 'row 2', message: 'The file has no rows.' },
  ]);
});

test('a day is read in both usual notations, and the result is a valid day', () => {
  void fc.assert(
    fc.property(
      fc.date({ min: new Date('1990-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }),
      (date) => {
        const iso = date.toISOString().slice(0, 10);
        const [year, month, day] = iso.split('-');
        expect([dayIn(iso), dayIn(`${month}/${day}/${year}`)]).toEqual([iso, iso]);
      },
    ),
  );
  void fc.assert(
    fc.property(
      fc.string(),
      (text) => dayIn(text) === null || /^\d{4}-\d{2}-\d{2}$/.test(dayIn(text) ?? ''),
    ),
  );
});
