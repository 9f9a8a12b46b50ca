import type { FieldError } from '@portal/kit/errors';
import { type FileErrors, rowErrors } from '@portal/kit/files/file-errors';
import { fileKind } from '@portal/kit/files/file-kind';
import { readTable, type TableShape } from '@portal/kit/files/read-table';
import { reportOf } from '@portal/kit/files/table-report';
import type { TableReport } from '@portal/proto/kit/v1/table_report';
import { domainError } from '../../../errors.ts';
import { isFullSsn, isWrittenSsn } from '../cells/full-ssn.ts';
import { sampleCells } from '../cells/sample-cells.ts';
import {
  guessColumns,
  isNamedSsn,
  maskedFields,
  studentColumns,
} from '../columns/guess-columns.ts';
import type { ImportField } from '../columns/import-fields.ts';

const SHAPE: TableShape = {
  columns: studentColumns,
  maxRows: 5_000,
  maxColumns: 60,
};
const LONGEST_NAME = 100;
/** Longer than any field takes, so that what is cut off is refused all the same. */
const LONGEST_CELL = 600;

const fileErrors: FileErrors = {
  wrongKind: () => domainError('wrong_type'),
  unpacksTooLarge: () => domainError('too_large'),
  tooManyRows: () => domainError('too_many_rows', 'At most 5,000 rows.'),
  rowsInvalid: (found: readonly FieldError[]) => {
    const { detail, errors } = rowErrors(found);
    return domainError('file_rows_invalid', detail, { errors });
  },
};

/** A table as it came. */
export interface StudentsTable {
  /** Its first and last row masked like the samples. */
  report: TableReport;
  /** Each with a name of its own. */
  columns: string[];
  /** Rows that hold something: their number in the table, and their cells by column. */
  rows: { row: number; cells: string[] }[];
}

/** Fields whose zeros the import restores and marks, whether a workbook shows them or not. */
const isPaddedField = (field: ImportField | null): boolean =>
  field === 'last4ssn' || field === 'zip';

/** Digits as a workbook stores them, without the zeros that only its format shows. */
const stored = (cell: string): string => cell.replace(/^0+(?=\d)/, '');

/** Names for the columns: a second one of a name, and one without, are called by their place. */
function columnNames(head: readonly string[]): string[] {
  const names = new Set<string>();
  head.forEach((title, at) => {
    const name = title.replace(/\s+/g, ' ').slice(0, LONGEST_NAME);
    const isFree = name !== '' && !names.has(name);
    names.add(isFree ? name : `${name || 'Column'} (${at + 1})`);
  });
  return [...names];
}

/**
 * Reads a table of students: a row near its top names the columns, empty rows and columns are left
 * out. Throws full_ssn_refused for full Social Security numbers, no_rows, too_many_rows,
 * wrong_type, too_large, and file_rows_invalid for more than 60 columns.
 */
export async function readStudentsFile(name: string, content: Buffer): Promise<StudentsTable> {
  const kind = fileKind(name, content);
  if (kind !== 'csv' && kind !== 'xlsx') throw fileErrors.wrongKind();
  const table = await readTable(kind, content, { shape: SHAPE, refuse: fileErrors });
  const { header, rows } = table;
  if ([header, ...rows].some(({ cells }) => cells.some(isWrittenSsn)))
    throw domainError('full_ssn_refused');
  if (rows.length === 0) throw domainError('no_rows');
  const ssnPlaces = header.cells.flatMap((title, at) => (isNamedSsn(title) ? [at] : []));
  if (rows.some(({ cells }) => ssnPlaces.some((at) => isFullSsn(cells[at] ?? ''))))
    throw domainError('full_ssn_refused');
  const padded = guessColumns(header.cells).map((field) => isPaddedField(field));
  const columns = columnNames(header.cells);
  const fields = maskedFields(columns);
  const masked = (cell: string, at: number) => sampleCells([cell], fields[at] ?? null)[0] ?? '';
  return {
    report: reportOf(table, columns, masked),
    columns,
    rows: rows.map(({ row, cells, shownZeros }) => ({
      row,
      cells: cells.map((cell, at) =>
        (shownZeros.includes(at) && padded[at] ? stored(cell) : cell).slice(0, LONGEST_CELL),
      ),
    })),
  };
}
