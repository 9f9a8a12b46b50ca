import type { FieldError } from '@portal/kit/errors';
import { plainHeader, type Table, type TableShape } from '@portal/kit/files/read-table';
import { columnPattern, dayIn } from '@portal/kit/files/table-cells';

/** A table's row about one paper; null for an empty cell. Days are YYYY-MM-DD. */
export interface BatchRow {
  /** How an error names it: 'row 7', or the name of a scan. */
  place: string;
  /** A scan without a row in a table. */
  isScan: boolean;
  registrationId: number | null;
  jseId: string | null;
  examCode: string | null;
  takenOn: string | null;
  arrivedBack: string | null;
  batchId: number | null;
  batchDate: string | 'N/A' | null;
  grade: string | null;
  gradeComment: string | null;
}
export interface BatchTable {
  rows: BatchRow[];
  errors: FieldError[];
  ignoredColumns: string[];
}

const columns = [
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
type Column = (typeof columns)[number];
const MAX_ID = 2_147_483_647;
const plainColumns: readonly string[] = columns.map(plainHeader);

/** The shape of a batch's table. */
export const BATCH_SHAPE: TableShape = {
  columns: columns.map(columnPattern),
  maxRows: 20_000,
  maxColumns: 200,
};

const idIn = (text: string): number | null =>
  /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID ? Number(text) : null;

/** Reads one row; adds its errors to `errors` under the row and its column. */
function readRow(
  place: string,
  cell: (column: Column) => string,
  today: string,
  errors: FieldError[],
): BatchRow {
  const wrong = (column: Column, message: string): null => {
    errors.push({ path: `${place}, ${column}`, message });
    return null;
  };
  const read = <T>(column: Column, reader: (text: string) => T | null): T | null =>
    cell(column) === '' ? null : reader(cell(column));
  const id = (column: Column) =>
    read(column, (text) => idIn(text) ?? wrong(column, 'Must be a positive whole number'));
  const pastDay = (column: Column, future: string) =>
    read(column, (text) => {
      const day = dayIn(text);
      if (day === null) return wrong(column, 'Date invalid');
      return day > today ? wrong(column, future) : day;
    });
  const short = (column: Column, most: number) =>
    read(column, (text) =>
      text.length > most ? wrong(column, `At most ${most} characters`) : text,
    );

  const row: BatchRow = {
    place,
    isScan: false,
    registrationId: id('registration_id'),
    jseId: short('jse_id', 100),
    examCode: short('exam_code', 100),
    takenOn: pastDay('exam_taken_date', 'Exam date should be in the past'),
    arrivedBack: pastDay('arrived_back', 'Date invalid'),
    batchId: id('batch_id'),
    batchDate: read('batch_date', (text) =>
      /^n\/a$/i.test(text) ? 'N/A' : (dayIn(text) ?? wrong('batch_date', 'Date invalid')),
    ),
    grade: short('grade', 10),
    gradeComment: read('grade_comment', (text) => {
      if (text.length > 200) return wrong('grade_comment', 'At most 200 characters');
      return /pass|fail|disqualified/i.test(text)
        ? text
        : wrong('grade_comment', 'Must be Pass, Fail or Disqualified, or hold one of them');
    }),
  };
  if (cell('grade') !== '' && cell('grade_comment') === '')
    wrong('grade_comment', 'A grade needs a comment');
  if (cell('registration_id') === '' && (cell('jse_id') === '' || cell('exam_code') === '')) {
    errors.push({ path: place, message: 'Registration not found.' });
  }
  return row;
}

/**
 * Reads the rows of an exam batch; returns faults of single rows in `errors`. The header names the
 * columns in any order, without regard to case, spaces and underscores; unknown columns are ignored
 * and listed. `today`: the day in New York.
 */
export function readBatchRows(table: Table, today: string): BatchTable {
  const { header } = table;
  const names = header.cells.map(plainHeader);
  const at = new Map(columns.map((column) => [column, names.indexOf(plainHeader(column))]));
  const has = (column: Column) => (at.get(column) ?? -1) >= 0;
  const errors: FieldError[] = [];
  const rows: BatchRow[] = [];
  if (!has('registration_id') && !(has('jse_id') && has('exam_code'))) {
    const message = 'The column registration_id is missing, or jse_id and exam_code.';
    return {
      rows,
      errors: [{ path: `row ${header.row}`, message }],
      ignoredColumns: [],
    };
  }
  for (const { row: number, cells } of table.rows) {
    const before = errors.length;
    const row = readRow(
      `row ${number}`,
      (column) => cells[at.get(column) ?? -1] ?? '',
      today,
      errors,
    );
    if (errors.length === before) rows.push(row);
  }
  if (rows.length === 0 && errors.length === 0)
    errors.push({
      path: `row ${header.row + 1}`,
      message: 'The file has no rows.',
    });
  const ignoredColumns = header.cells.filter(
    (name) => name !== '' && !plainColumns.includes(plainHeader(name)),
  );
  return { rows, errors, ignoredColumns };
}
