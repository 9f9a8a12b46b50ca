/** The columns that a table is read for, and the limits of reading it. */
export interface TableShape {
  /** One pattern for each known column; tested against `plainHeader` of a cell. */
  columns: readonly RegExp[];
  /** Rows with content below the header. */
  maxRows: number;
  /** Columns with content. */
  maxColumns: number;
}

/** Highest row and column of a worksheet in Excel; no table refers beyond them. */
export const LAST_ROW = 1_048_576;
export const LAST_COLUMN = 16_384;
/** Excel's own limit for the text of a cell. */
export const MAX_CELL_CHARS = 32_767;
/** Characters of all cells that are kept: as many as the largest upload (25 MB) can spell. */
export const MAX_KEPT_CHARS = 25 * 1024 * 1024;
export const MAX_CELLS = 1_000_000;
/** Rows with content among which the header is searched. */
export const HEADER_DEPTH = 25;
/** Bytes that a workbook may unpack to. */
export const MAX_UNPACKED_BYTES = 100 * 1024 * 1024;
/** Entries of the ZIP of a workbook. */
export const MAX_ENTRIES = 1000;

export type TableProblem =
  | { kind: 'wrong_kind' }
  | { kind: 'too_large' }
  | { kind: 'rows'; row: number }
  | { kind: 'columns'; row: number }
  | { kind: 'cell'; row: number; column: number; message: string };

/** Stops the reading of a table; the only error that a reader throws on purpose. */
export class TableFault extends Error {
  readonly problem: TableProblem;

  constructor(problem: TableProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

export const wrongKind = (): TableFault => new TableFault({ kind: 'wrong_kind' });
export const tooLarge = (): TableFault => new TableFault({ kind: 'too_large' });
