import { CsvError, type Options, parse } from 'csv-parse/sync';
import { RowCollector, type Table } from './collect-rows.ts';
import { decodeText } from './decode-text.ts';
import { LAST_COLUMN, LAST_ROW, TableFault, type TableShape, wrongKind } from './table-limits.ts';

const SEPARATORS = [',', ';', '\t', '|'];
const SAMPLE_CHARS = 64 * 1024;
const SAMPLE_ROWS = 50;
/** Characters of the cells of one row. */
const MAX_ROW_CHARS = 100_000;

/** Any mixture of line ends; a quotation mark inside an unquoted cell is an ordinary character. */
const options: Options = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: false,
  max_record_size: MAX_ROW_CHARS,
};

/** Counts the lines of a text; stops where there are more than a worksheet has. */
function countLines(text: string): number {
  let lines = 0;
  const ends = /\r\n|\n|\r/g;
  let end = 0;
  while (ends.test(text)) {
    lines += 1;
    end = ends.lastIndex;
    if (lines > LAST_ROW) throw new TableFault({ kind: 'rows', row: LAST_ROW + 1 });
  }
  return end < text.length ? lines + 1 : lines;
}

/** Parses a text; gives each cell and the end of each row to the collector. */
function collect(
  text: string,
  rows: RowCollector,
  firstRow: number,
  more: Options,
  onRow?: (cells: number) => void,
): void {
  let row = firstRow;
  const settings: Options = {
    ...options,
    ...more,
    cast: (cell, { index }) => {
      if (index === 0) rows.startRow(row);
      // counted here: a row of commas has no characters that the parser's own limit counts
      if (index >= LAST_COLUMN) throw new TableFault({ kind: 'columns', row });
      rows.addCell(index, cell);
      return '';
    },
    on_record: (record: string[]) => {
      onRow?.(record.length);
      rows.endRow();
      row += 1;
      return null;
    },
  };
  try {
    parse(text, settings);
  } catch (error) {
    throw faultOf(error, row);
  }
}

/** Finds the separator with which the first rows name most columns, else have most cells. */
function separatorOf(text: string, shape: TableShape): string {
  const sample = text.slice(0, SAMPLE_CHARS);
  let best = { separator: ',', score: 0, cells: 0 };
  for (const separator of SEPARATORS) {
    const rows = new RowCollector({ ...shape, maxColumns: LAST_COLUMN });
    let cells = 0;
    try {
      collect(sample, rows, 1, { delimiter: separator, to: SAMPLE_ROWS }, (count) => {
        cells += count - 1;
      });
    } catch {
      // the sample may end within a cell; the rows before it count
    }
    const score = rows.headerScore();
    if (score > best.score || (score === best.score && cells > best.cells))
      best = { separator, score, cells };
  }
  return best.separator;
}

/** The fault of a table for an error of the parser, which names the cell. */
function faultOf(error: unknown, row: number): TableFault {
  if (error instanceof TableFault) return error;
  if (!(error instanceof CsvError)) throw error;
  const { index: column = 0 } = error as CsvError & { index?: number };
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return new TableFault({
      kind: 'cell',
      row,
      column,
      message: 'A quotation mark is not closed',
    });
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new TableFault({
      kind: 'cell',
      row,
      column,
      message: 'At most 100,000 characters in a row; is a quotation mark not closed?',
    });
  return wrongKind();
}

/**
 * Reads a CSV file of any encoding, separator (also named by a first line `sep=;`) and mixture of
 * line ends. Throws TableFault.
 */
export function readCsv(content: Buffer, shape: TableShape): Table {
  const text = decodeText(content);
  const lines = countLines(text);
  const named = /^sep=([^\r\n])(?:\r\n|\n|\r)/i.exec(text);
  const body = named ? text.slice(named[0].length) : text;
  const rows = new RowCollector(shape);
  const delimiter = named?.[1] ?? separatorOf(body, shape);
  collect(body, rows, named ? 2 : 1, { delimiter });
  const table = rows.table(lines);
  if (named) markSeparator(table);
  return table;
}

/** The first line only names the separator; it is not blank. */
function markSeparator({ skipped }: Table): void {
  const [first] = skipped;
  if (first?.from !== 1) return;
  if (first.to === 1) skipped.shift();
  else first.from = 2;
  skipped.unshift({ from: 1, to: 1, why: 'separator' });
}
