import type { FieldError } from '@portal/kit/errors';
import { plainHeader, type Table, type TableShape } from '@portal/kit/files/read-table';
import { columnPattern, dayIn } from '@portal/kit/files/table-cells';
import { knownColumns, reportOf } from '@portal/kit/files/table-report';
import type { TableReport } from '@portal/proto/kit/v1/table_report';

/** A line of an invoice of TAL. Money in cents, below zero a credit; the day YYYY-MM-DD. */
export interface InvoiceLine {
  /** As the file counts its rows. */
  row: number;
  talId: string | null;
  lastName: string;
  firstName: string;
  examCode: string;
  examDate: string;
  amountCents: number;
}
export interface InvoiceTable {
  /** Both of the first line; empty when none could be read. */
  number: string;
  date: string;
  /** Lines without an error. */
  lines: InvoiceLine[];
  errors: FieldError[];
  ignoredColumns: string[];
  report: TableReport;
}

const required = [
  'invoice_number',
  'invoice_date',
  'last_name',
  'first_name',
  'exam_code',
  'exam_date',
  'amount',
] as const;
const columns = [...required, 'tal_id'] as const;
type Column = (typeof columns)[number];
const plainColumns: readonly string[] = columns.map(plainHeader);

/** The columns that the table of an invoice may have. */
export const INVOICE_SHAPE: TableShape = {
  columns: columns.map(columnPattern),
  maxRows: 20_000,
  maxColumns: 200,
};

/** Most characters that a cell of a column may have. */
const MAX_LENGTH: Readonly<Record<Column, number>> = {
  invoice_number: 50,
  invoice_date: 30,
  tal_id: 100,
  last_name: 100,
  first_name: 100,
  exam_code: 100,
  exam_date: 30,
  amount: 30,
};
const MAX_CENTS = 100_000_000_00;

/** Cents of '45', '-45.50' or '$1,045.50'; null: no amount. */
function centsIn(text: string): number | null {
  const plain = text.replaceAll(',', '').replace('$', '');
  if (!/^-?\d{1,10}(?:\.\d+)?$/.test(plain)) return null;
  const cents = Math.round(Number(plain) * 100);
  const isExact = Math.abs(Number(plain) * 100 - cents) < 1e-4;
  return isExact && Math.abs(cents) <= MAX_CENTS ? cents : null;
}

interface ReadLine extends InvoiceLine {
  number: string;
  date: string;
}

/** Reads one row; adds its faults to `errors` under the row and its column. */
function readLine(
  row: number,
  cellOf: (column: Column) => string,
  errors: FieldError[],
): ReadLine | null {
  const before = errors.length;
  const wrong = (column: Column, message: string): void => {
    errors.push({ path: `row ${row}, ${column}`, message });
  };
  const read = (column: Column): string => {
    const text = cellOf(column);
    if (text === '' && column !== 'tal_id') wrong(column, 'Required');
    if (text.length > MAX_LENGTH[column]) wrong(column, `At most ${MAX_LENGTH[column]} characters`);
    return text.slice(0, MAX_LENGTH[column]);
  };
  const readAs = <T>(column: Column, reader: (text: string) => T | null, message: string) => {
    const text = read(column);
    const value = text === '' ? null : reader(text);
    if (value === null && text !== '') wrong(column, message);
    return value;
  };
  const line = {
    row,
    number: read('invoice_number'),
    date: readAs('invoice_date', dayIn, 'Date invalid'),
    talId: read('tal_id') || null,
    lastName: read('last_name'),
    firstName: read('first_name'),
    examCode: read('exam_code'),
    examDate: readAs('exam_date', dayIn, 'Date invalid'),
    amountCents: readAs('amount', centsIn, 'Must be an amount, as 45.00'),
  };
  return errors.length > before ? null : (line as ReadLine);
}

const failed = (report: TableReport, errors: FieldError[]): InvoiceTable => ({
  number: '',
  date: '',
  lines: [],
  errors,
  ignoredColumns: [],
  report,
});

/**
 * Reads the rows of an invoice. The header names the columns in any order; case, spaces and
 * underscores do not matter. Returns the names of the ignored unknown columns, and faults row by
 * row; number and date must be the same in every row.
 */
export function readInvoiceRows(table: Table): InvoiceTable {
  const { header, rows } = table;
  const report = reportOf(table, knownColumns(header, INVOICE_SHAPE));
  const names = header.cells.map(plainHeader);
  const at = new Map<Column, number>(
    columns.map((column) => [column, names.indexOf(plainHeader(column))]),
  );
  const missing = required.filter((column) => (at.get(column) ?? -1) < 0);
  if (missing.length > 0)
    return failed(
      report,
      missing.map((column) => ({
        path: `row ${header.row}`,
        message: `The column ${column} is missing.`,
      })),
    );
  const errors: FieldError[] = [];
  const lines: ReadLine[] = [];
  for (const { row, cells } of rows) {
    const cellOf = (column: Column) => cells[at.get(column) ?? -1] ?? '';
    const line = readLine(row, cellOf, errors);
    if (line) lines.push(line);
  }
  const [first] = lines;
  for (const line of first ? lines : []) {
    const differs = (column: Column) =>
      errors.push({
        path: `row ${line.row}, ${column}`,
        message: 'Must be the same in every row',
      });
    if (line.number !== first?.number) differs('invoice_number');
    if (line.date !== first?.date) differs('invoice_date');
  }
  if (errors.length === 0 && !first)
    return failed(report, [{ path: `row ${header.row + 1}`, message: 'The table has no lines.' }]);
  const wrong = new Set(errors.map(({ path }) => path.split(', ')[0]));
  const isKnown = (name: string) => plainColumns.includes(plainHeader(name));
  return {
    number: first?.number ?? '',
    date: first?.date ?? '',
    lines: lines
      .filter(({ row }) => !wrong.has(`row ${row}`))
      .map(({ number: _number, date: _date, ...line }) => line),
    errors,
    report,
    ignoredColumns: header.cells.filter((name) => name !== '' && !isKnown(name)),
  };
}
