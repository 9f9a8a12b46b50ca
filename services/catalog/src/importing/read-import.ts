import type { FieldError } from '@portal/kit/errors';
import type { FileErrors } from '@portal/kit/files/file-errors';
import { rowErrors } from '@portal/kit/files/file-errors';
import { fileKind } from '@portal/kit/files/file-kind';
import { plainHeader, readTable } from '@portal/kit/files/read-table';
import { columnPattern } from '@portal/kit/files/table-cells';
import { knownColumns, reportOf, withoutUnread } from '@portal/kit/files/table-report';
import type { TableReport } from '@portal/proto/kit/v1/table_report';
import { importError } from '../errors.ts';
import type { TableRow } from './import-row.ts';

const MAX_ROWS = 5_000;

/** How this service refuses a table. */
export const importErrors: FileErrors = {
  wrongKind: () => importError('wrong_type'),
  unpacksTooLarge: () => importError('too_large'),
  rowsInvalid: (found: readonly FieldError[]) => {
    const { detail, errors } = rowErrors(found);
    return importError('file_rows_invalid', detail, { errors });
  },
};

interface Table {
  rows: TableRow[];
  /** Columns of the table that are known. */
  columns: ReadonlySet<string>;
  ignoredColumns: string[];
  report: TableReport;
}

/**
 * Reads a table (CSV or XLSX) of at most 5,000 rows: a row near the top names the columns, and rows
 * without a cell in a known column are skipped and reported. Refuses with wrong_type, too_large or
 * file_rows_invalid.
 */
export async function readImport(
  { name, content }: { name: string; content: Buffer },
  { known, required }: { known: readonly string[]; required: readonly string[] },
): Promise<Table> {
  const kind = fileKind(name, content);
  if (kind !== 'csv' && kind !== 'xlsx') throw importError('wrong_type');
  const shape = {
    columns: known.map(columnPattern),
    maxRows: MAX_ROWS,
    maxColumns: 200,
  };
  const table = await readTable(kind, content, { shape, refuse: importErrors });
  const { header } = table;
  const columnOf = new Map(known.map((column) => [plainHeader(column), column]));
  const titles = knownColumns(header, shape);
  const named = titles.map((title) =>
    title === null ? undefined : columnOf.get(plainHeader(title)),
  );
  const columns = new Set(named.filter((column) => column !== undefined));
  const missing = required.filter((column) => !columns.has(column));
  if (missing.length > 0)
    throw importErrors.rowsInvalid(
      missing.map((column) => ({
        path: `row ${header.row}`,
        message: `The column ${column} is missing`,
      })),
    );
  const read = withoutUnread(table, titles);
  const rows = read.rows.map(({ row, cells }) => ({
    row,
    cells: new Map(
      named.flatMap((column, place) =>
        column === undefined ? [] : [[column, cells[place] ?? ''] as const],
      ),
    ),
  }));
  const ignoredColumns = header.cells.filter(
    (title, at) => title !== '' && named[at] === undefined,
  );
  return { rows, columns, ignoredColumns, report: reportOf(read, titles) };
}
