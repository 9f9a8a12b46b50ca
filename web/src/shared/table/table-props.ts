import type { ReactNode } from 'react';
import type { TableState } from './table-state.ts';

/** A column of a table. */
export interface Column<Row> {
  id: string;
  title: string;
  /** The content of the cell; defaults to `text`. */
  cell?: (row: Row) => ReactNode;
  /** The cell in a file. */
  text: (row: Row) => string;
  /** The server can sort by it. */
  sortable?: boolean;
  /** Numbers stand at the end. */
  numeric?: boolean;
  /** Shown only when chosen. */
  hiddenAtFirst?: boolean;
}

export interface DataTableProps<Row> {
  /** The plural noun of the rows: 'students'. Names the table, its saved columns and its file. */
  name: string;
  columns: readonly Column<Row>[];
  /** Undefined while the first ones are on their way. */
  rows: readonly Row[] | undefined;
  total: number;
  pageSize: number;
  keyOf: (row: Row) => number | string;
  /** Returns the name of a row for the labels of its buttons. */
  nameOf: (row: Row) => string;
  state: TableState;
  onState: (change: Partial<TableState>) => void;
  /** The rows in view are being reloaded. */
  refreshing?: boolean;
  error?: Error | null;
  onRetry?: () => void;
  /** The exact sentence for no rows. */
  empty: string;
  /** Opens below a row, in its place. */
  details?: ((row: Row) => ReactNode) | undefined;
  /** Buttons at the end of a row. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Every row that matches, for the file; tells of each page that has come. */
  readAll?:
    | ((onPage: (done: number, total: number) => void) => Promise<readonly Row[]>)
    | undefined;
  /** A file that the server makes, instead of one of `readAll`. */
  file?: TableFile | undefined;
}

/** The file of a table, while it is made and when it could not be. */
export interface TableFile {
  busy: boolean;
  /** Of one of many pages. */
  progress: { done: number; total: number } | null;
  failure: Error | null;
  save: () => void;
}
