import { expect, test } from '@jest/globals';
import { aTable } from '@portal/kit/testing/files/a-table';
import { readInvoiceRows } from './invoice-rows.ts';

const head = [
  'Invoice Number',
  'invoice_date',
  'TAL_ID',
  'last name',
  'First_Name',
  'exam_code',
  'exam_date',
  'amount',
  'Remark',
];
const cells = ['10233', '11/01/2026', 'T7', 'Adler', 'Dina', 'ETH-101', '2026-03-10', '45.50', 'x'];
/** A line with other cells, by the place of their column. */
const row = (about: Record<number, string> = {}) => cells.map((cell, at) => about[at] ?? cell);
/** Filled cells as the report shows them, without the column that is not read. */
const shownCells = (shown: readonly string[]) =>
  head
    .map((column, at) => ({ column, text: shown[at] ?? '' }))
    .filter(({ column, text }) => column !== 'Remark' && text !== '');
const read = (...rows: string[][]) => readInvoiceRows(aTable([head, ...rows]));

test('columns stand in any order and form; others are ignored and named', () => {
  expect(read(row(), Array(9).fill(''), row({ 2: '', 7: '-$1,045' }))).toEqual({
    number: '10233',
    date: '2026-11-01',
    lines: [
      {
        row: 2,
        talId: 'T7',
        lastName: 'Adler',
        firstName: 'Dina',
        examCode: 'ETH-101',
        examDate: '2026-03-10',
        amountCents: 4550,
      },
      {
        row: 4,
        talId: null,
        lastName: 'Adler',
        firstName: 'Dina',
        examCode: 'ETH-101',
        examDate: '2026-03-10',
        amountCents: -104_500,
      },
    ],
    errors: [],
    ignoredColumns: ['Remark'],
    report: expect.objectContaining({
      headerRow: 1,
      rows: 2,
      firstRow: { row: 2, cells: shownCells(cells) },
      lastRow: { row: 4, cells: shownCells(row({ 2: '', 7: '-$1,045' })) },
    }),
  });
});

test('each column that is missing is named', () => {
  expect(
    readInvoiceRows(aTable([['invoice_number', 'last_name', 'first_name', 'exam_code']])),
  ).toMatchObject({
    lines: [],
    errors: ['invoice_date', 'exam_date', 'amount'].map((name) => ({
      path: 'row 1',
      message: `The column ${name} is missing.`,
    })),
  });
});

test.each<[number, string, string, string]>([
  [0, '', 'invoice_number', 'Required'],
  [0, 'x'.repeat(51), 'invoice_number', 'At most 50 characters'],
  [1, '2026-02-30', 'invoice_date', 'Date invalid'],
  [3, '', 'last_name', 'Required'],
  [6, 'soon', 'exam_date', 'Date invalid'],
  [7, '4.505', 'amount', 'Must be an amount, as 45.00'],
  [7, '=1+1', 'amount', 'Must be an amount, as 45.00'],
  [7, '', 'amount', 'Required'],
])('column %i with %j is an error of its row', (at, text, column, message) => {
  const { errors, lines } = read(row(), row({ [at]: text }));
  expect(errors).toEqual([{ path: `row 3, ${column}`, message }]);
  expect(lines.map((line) => line.row)).toEqual([2]);
});

test('number and date are the same in every row, and there is a line at least', () => {
  const { errors, lines } = read(row(), row({ 0: '10234', 1: '2026-11-02' }));
  expect(errors).toEqual([
    { path: 'row 3, invoice_number', message: 'Must be the same in every row' },
    { path: 'row 3, invoice_date', message: 'Must be the same in every row' },
  ]);
  expect(lines.map((line) => line.row)).toEqual([2]);
  expect(read().errors).toEqual([{ path: 'row 2', message: 'The table has no lines.' }]);
});
