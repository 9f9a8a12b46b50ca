import type { FileErrors } from './file-errors.ts';
import type { Table } from './table/collect-rows.ts';
import { columnLetters } from './table/column-letters.ts';
import type { TableProblem, TableShape } from './table/table-limits.ts';
import { createWorkerLine, type WorkerLine } from './table/worker-line.ts';

export type {
  SkippedRows,
  SkipReason,
  Table,
  TableRow,
} from './table/collect-rows.ts';
export { plainHeader } from './table/plain-header.ts';
export type { TableShape } from './table/table-limits.ts';

/** The line of this process. */
const line = createWorkerLine();

const atMost = (count: number, what: string): string =>
  `At most ${count.toLocaleString('en-US')} ${what}`;

function errorOf(problem: TableProblem, shape: TableShape, refuse: FileErrors): Error {
  switch (problem.kind) {
    case 'wrong_kind':
      return refuse.wrongKind();
    case 'too_large':
      return refuse.unpacksTooLarge();
    case 'rows': {
      const message = atMost(shape.maxRows, 'rows');
      return (
        refuse.tooManyRows?.() ?? refuse.rowsInvalid([{ path: `row ${problem.row}`, message }])
      );
    }
    case 'columns': {
      const message = atMost(shape.maxColumns, 'columns');
      return refuse.rowsInvalid([{ path: `row ${problem.row}`, message }]);
    }
    case 'cell': {
      const path = `row ${problem.row}, column ${columnLetters(problem.column)}`;
      return refuse.rowsInvalid([{ path, message: problem.message }]);
    }
  }
}

/**
 * Reads a table in a process of its own: CSV in any encoding, separator and mixture of line ends,
 * or the sheet of an XLSX workbook that holds the table. The header is the row near the top that
 * names most columns of the shape; blank rows are left out. Bytes, rows, columns and cells are
 * counted while unpacking and parsing. Throws, by `refuse`, wrongKind, unpacksTooLarge (also beyond
 * 10 s or the reader's memory), tooManyRows or rowsInvalid, and `unavailable` while too many tables
 * wait.
 */
export async function readTable(
  kind: 'csv' | 'xlsx',
  content: Uint8Array,
  { shape, refuse }: { shape: TableShape; refuse: FileErrors },
  reader: WorkerLine = line,
): Promise<Table> {
  const result = await reader.read({ kind, content, shape });
  if ('problem' in result) throw errorOf(result.problem, shape, refuse);
  return result.table;
}
