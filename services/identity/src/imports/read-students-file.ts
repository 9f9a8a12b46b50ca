import type { FieldError } from '@portal/kit/errors';
import { type FileErrors, rowErrors } from '@portal/kit/files/file-errors';
import { fileKind } from '@portal/kit/files/file-kind';
import { readTable } from '@portal/kit/files/read-table';
import { domainError } from '../errors.ts';
import { isFullSsn, isWrittenSsn } from './full-ssn.ts';
import { isNamedSsn } from './guess-columns.ts';

const MOST_ROWS = 5_000;
const MOST_COLUMNS = 60;
const LONGEST_NAME = 100;
/** Longer than any field takes, so that what is cut off is refused all the same. */
const LONGEST_CELL = 600;

const fileErrors: FileErrors = {
  wrongKind: () => domainError('wrong_type'),
  unpacksTooLarge: () => domainError('too_large'),
  rowsInvalid: (found: readonly FieldError[]) => {
    const { detail, errors } = rowErrors(found);
    return domainError('file_rows_invalid', detail, { errors });
  },
};

/** A table as it came. */
export interface StudentsTable {
  /** Each with a name of its own. */
  columns: string[];
  /** Rows that hold something: their number in the table, and their cells by column. */
  rows: { row: number; cells: string[] }[];
}

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
 * Reads a table of students: its first row names the columns, empty rows and columns are left out.
 * Refuses with full_ssn_refused a table that holds full Social Security numbers, with
 * no_rows, too_many_rows, wrong_type, too_large, and with file_rows_invalid more than 60 columns.
 */
export async function readStudentsFile(name: string, content: Buffer): Promise<StudentsTable> {
  const kind = fileKind(name, content);
  if (kind !== 'csv' && kind !== 'xlsx') throw fileErrors.wrongKind();
  const table = await readTable(kind, content, fileErrors);
  if (table.some((cells) => cells.some(isWrittenSsn))) throw domainError('full_ssn_refused');
  const [head = [], ...body] = table;
  const rows = body
    .map((cells, at) => ({ row: at + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (rows.length === 0) throw domainError('no_rows');
  if (rows.length > MOST_ROWS) throw domainError('too_many_rows', 'At most 5,000 rows.');
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), head.length);
  const places = Array.from({ length: width }, (_, at) => at).filter(
    (at) => (head[at] ?? '') !== '' || rows.some(({ cells }) => (cells[at] ?? '') !== ''),
  );
  if (places.length > MOST_COLUMNS)
    throw fileErrors.rowsInvalid([{ path: 'row 1', message: 'At most 60 columns' }]);
  const titles = places.map((at) => head[at] ?? '');
  const ssnPlaces = places.filter((at) => isNamedSsn(head[at] ?? ''));
  if (rows.some(({ cells }) => ssnPlaces.some((at) => isFullSsn(cells[at] ?? ''))))
    throw domainError('full_ssn_refused');
  return {
    columns: columnNames(titles),
    rows: rows.map(({ row, cells }) => ({
      row,
      cells: places.map((at) => (cells[at] ?? '').slice(0, LONGEST_CELL)),
    })),
  };
}
