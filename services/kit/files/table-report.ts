import type { SkippedRows, Table } from './read-table.ts';

/** Ranges of skipped rows that a report names. */
const MAX_NAMED = 50;

/** What was read of a file: its lines are the header, the rows, the skipped ones and the rest. */
export interface TableReport {
  /** Lines of a CSV file, rows of a worksheet. */
  lines: number;
  headerRow: number;
  rows: number;
  /** Line breaks inside cells. */
  linesInCells: number;
  /** At most 50 ranges. */
  skipped: SkippedRows[];
  /** Rows of all ranges. */
  skippedRows: number;
}

/** Returns what was read of a file and what was skipped, with the reasons. */
export const reportOf = ({ header, rows, skipped, lines, linesInCells }: Table): TableReport => ({
  lines,
  headerRow: header.row,
  rows: rows.length,
  linesInCells,
  skipped: skipped.slice(0, MAX_NAMED),
  skippedRows: skipped.reduce((sum, { from, to }) => sum + to - from + 1, 0),
});
