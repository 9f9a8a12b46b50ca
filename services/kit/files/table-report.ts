import type { ShownRow, TableReport } from '@portal/proto/kit/v1/table_report';
import { plainHeader, type Table, type TableRow, type TableShape } from './read-table.ts';

/** Ranges of skipped rows that a report names. */
const MAX_NAMED = 50;
/** Characters of a cell that a report shows. */
const MAX_SHOWN = 60;

/** Returns the titles of a header that a shape knows; null: a column that is not read. */
export function knownColumns(
  header: TableRow,
  { columns }: Pick<TableShape, 'columns'>,
): (string | null)[] {
  const names = header.cells.map(plainHeader);
  return header.cells.map((title, at) => {
    const name = names[at] ?? '';
    const isKnown = columns.some((column) => column.test(name));
    return isKnown && names.indexOf(name) === at ? title : null;
  });
}

/**
 * Returns the read and the skipped rows of a file, with the reasons, and its first and last row:
 * filled cells of the columns that are not null, each as `shownText` gives it, cut after 60
 * characters.
 */
export function reportOf(
  { header, rows, skipped, lines, linesInCells }: Table,
  columns: readonly (string | null)[],
  shownText: (text: string, place: number) => string = (text) => text,
): TableReport {
  const shown = (source: TableRow | undefined): ShownRow | undefined =>
    source && {
      row: source.row,
      cells: columns.flatMap((column, place) => {
        const text = source.cells[place] ?? '';
        if (column === null || text === '') return [];
        return [{ column, text: shownText(text, place).slice(0, MAX_SHOWN) }];
      }),
    };
  return {
    lines,
    headerRow: header.row,
    rows: rows.length,
    linesInCells,
    skipped: skipped.slice(0, MAX_NAMED),
    skippedRows: skipped.reduce((sum, { from, to }) => sum + to - from + 1, 0),
    firstRow: shown(rows[0]),
    lastRow: shown(rows.at(-1)),
    restoredZeros: zerosOf(rows, columns),
  };
}

/** Counts, by column, cells whose leading zeros a workbook shows but does not store. */
function zerosOf(rows: readonly TableRow[], columns: readonly (string | null)[]) {
  const counts = new Map<number, number>();
  for (const place of rows.flatMap(({ shownZeros }) => shownZeros))
    counts.set(place, (counts.get(place) ?? 0) + 1);
  return columns.flatMap((column, place) => {
    const cells = counts.get(place);
    return column === null || cells === undefined ? [] : [{ column, cells }];
  });
}

/** Returns a table without rows that hold text only in columns that are not read, as skipped. */
export function withoutUnread(table: Table, columns: readonly (string | null)[]): Table {
  const isRead = ({ cells }: TableRow) => cells.some((text, at) => text !== '' && columns[at]);
  const unread = table.rows.filter((row) => !isRead(row));
  if (unread.length === 0) return table;
  const ranges = unread.map(({ row }) => ({ from: row, to: row, why: 'other_columns' as const }));
  return {
    ...table,
    rows: table.rows.filter(isRead),
    skipped: [...table.skipped, ...ranges].sort((a, b) => a.from - b.from),
  };
}
