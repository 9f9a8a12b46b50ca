import { normalizeLine } from '@portal/access/text/normalize-text';
import { plainHeader } from './plain-header.ts';
import {
  HEADER_DEPTH,
  LAST_COLUMN,
  LAST_ROW,
  MAX_CELL_CHARS,
  MAX_CELLS,
  MAX_KEPT_CHARS,
  TableFault,
  type TableShape,
  tooLarge,
  wrongKind,
} from './table-limits.ts';

/** Why rows of a file are no rows of its table. */
export type SkipReason = 'separator' | 'title' | 'blank' | 'repeated_header' | 'other_columns';
export interface SkippedRows {
  /** Both as the file counts its rows, from 1. */
  from: number;
  to: number;
  why: SkipReason;
}
export interface TableRow {
  /** As the file counts its rows, from 1. */
  row: number;
  /** One text for each column of the header, normalised line by line. */
  cells: string[];
  /** Columns (by their place in `cells`) whose leading zeros are shown but not stored. */
  shownZeros: number[];
}
export interface Table {
  header: TableRow;
  rows: TableRow[];
  skipped: SkippedRows[];
  /** Lines of a CSV file, rows of a worksheet. */
  lines: number;
  /** Line breaks inside cells of a CSV file: lines that begin no row. */
  linesInCells: number;
}

interface Cell {
  column: number;
  text: string;
  showsZeros: boolean;
}
interface RawRow {
  row: number;
  cells: Cell[];
}

/** Normalises each line of a cell and drops its empty lines. R-404. */
const cellText = (text: string): string =>
  /[\r\n]/.test(text)
    ? text
        .split(/[\r\n]+/)
        .map(normalizeLine)
        .filter((line) => line !== '')
        .join('\n')
    : normalizeLine(text);

/**
 * Collects the rows of one table and counts rows, columns, cells and characters as they arrive.
 * Throws TableFault at the first one beyond the shape.
 */
export class RowCollector {
  readonly #shape: TableShape;
  readonly #rows: RawRow[] = [];
  readonly #columns = new Set<number>();
  #cells: Cell[] = [];
  #cellCount = 0;
  #chars = 0;
  #lastRow = 0;

  constructor(shape: TableShape) {
    this.#shape = shape;
  }

  get filledRows(): number {
    return this.#rows.length;
  }

  /** Starts a row; `row` is its number in the file, from 1, and must rise. */
  startRow(row: number): void {
    if (!Number.isSafeInteger(row) || row <= this.#lastRow || row > LAST_ROW) throw wrongKind();
    this.#lastRow = row;
    this.#cells = [];
  }

  /** Adds a cell to the started row; columns count from 0 and rise within a row. */
  addCell(column: number, raw: string, showsZeros = false): void {
    const row = this.#lastRow;
    if (raw.length > MAX_CELL_CHARS) {
      const message = 'At most 32,767 characters';
      throw new TableFault({ kind: 'cell', row, column, message });
    }
    const text = cellText(raw);
    if (text === '') return;
    this.#columns.add(column);
    if (column >= LAST_COLUMN || this.#columns.size > this.#shape.maxColumns)
      throw new TableFault({ kind: 'columns', row });
    this.#cellCount += 1;
    this.#chars += text.length;
    if (this.#cellCount > MAX_CELLS || this.#chars > MAX_KEPT_CHARS) throw tooLarge();
    this.#cells.push({ column, text, showsZeros });
  }

  /** Ends the started row, which is kept when it has content. */
  endRow(): void {
    if (this.#cells.length === 0) return;
    const row = this.#lastRow;
    if (this.#rows.length >= this.#shape.maxRows + HEADER_DEPTH)
      throw new TableFault({ kind: 'rows', row });
    this.#rows.push({ row, cells: this.#cells });
    this.#cells = [];
  }

  /** Returns how many known columns the best header among the first rows names. */
  headerScore(): number {
    return this.#header().score;
  }

  /** Returns the table; `lines` is the number of lines of a CSV file. */
  table(lines?: number): Table {
    const { at: headerAt } = this.#header();
    const body = this.#rows.slice(headerAt);
    const columns = [...new Set(body.flatMap(({ cells }) => cells.map(({ column }) => column)))];
    columns.sort((a, b) => a - b);
    const places = new Map(columns.map((column, place) => [column, place]));
    const [header = { row: 1, cells: [], shownZeros: [] }, ...read] = body.map((raw) =>
      denseRow(raw, places),
    );
    const isHeader = ({ cells }: TableRow) => cells.every((cell, at) => cell === header.cells[at]);
    const rows = read.filter((row) => !isHeader(row));
    const tooMany = rows[this.#shape.maxRows];
    if (tooMany) throw new TableFault({ kind: 'rows', row: tooMany.row });
    const skipped = this.#skipped(headerAt, new Set(read.filter(isHeader).map(({ row }) => row)));
    const allLines = lines ?? this.#lastRow;
    return {
      header,
      rows,
      skipped,
      lines: allLines,
      linesInCells: allLines - this.#lastRow,
    };
  }

  /** The row among the first ones that names most known columns; the first one unless two are. */
  #header(): { at: number; score: number } {
    let best = { at: 0, score: 0 };
    for (const [at, { cells }] of this.#rows.slice(0, HEADER_DEPTH).entries()) {
      const names = cells.map(({ text }) => plainHeader(text.slice(0, 200)));
      const isNamed = (column: RegExp) => names.some((name) => column.test(name));
      const score = this.#shape.columns.filter(isNamed).length;
      if (score > best.score && (at === 0 || score >= 2)) best = { at, score };
    }
    return best;
  }

  #skipped(headerAt: number, repeated: ReadonlySet<number>): SkippedRows[] {
    const skipped: SkippedRows[] = [];
    const skip = (from: number, to: number, why: SkipReason) => {
      const last = skipped.at(-1);
      if (last?.why === why && last.to === from - 1) last.to = to;
      else if (from <= to) skipped.push({ from, to, why });
    };
    let next = 1;
    for (const [at, { row }] of this.#rows.entries()) {
      skip(next, row - 1, 'blank');
      if (at < headerAt) skip(row, row, 'title');
      else if (repeated.has(row)) skip(row, row, 'repeated_header');
      next = row + 1;
    }
    skip(next, this.#lastRow, 'blank');
    return skipped;
  }
}

function denseRow({ row, cells }: RawRow, places: ReadonlyMap<number, number>): TableRow {
  const dense: TableRow = {
    row,
    cells: Array(places.size).fill(''),
    shownZeros: [],
  };
  for (const { column, text, showsZeros } of cells) {
    const place = places.get(column);
    if (place === undefined) continue;
    dense.cells[place] = text;
    if (showsZeros) dense.shownZeros.push(place);
  }
  return dense;
}
