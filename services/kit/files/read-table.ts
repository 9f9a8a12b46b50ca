import { parse } from 'csv-parse/sync';
import { readSheet } from 'read-excel-file/node';
import { DomainError } from '../errors.ts';
import type { FileErrors } from './file-errors.ts';
import { namesInZip } from './read-zip.ts';

const MAX_ROWS = 20_000;
const XLSX_LIMITS = { files: 1000, unpacked: 100 * 1024 * 1024 };

/** The separator of a CSV: what the first line has more of. */
function separatorOf(text: string): ',' | ';' {
  const head = text.slice(0, text.search(/[\r\n]|$/));
  return head.split(';').length > head.split(',').length ? ';' : ',';
}

function readCsv(content: Buffer): string[][] {
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(content);
  return parse(text, {
    delimiter: separatorOf(text),
    relax_column_count: true,
    skip_empty_lines: false,
    max_record_size: 100_000,
  }) as string[][];
}

/** A cell as text; a date as its day. */
function cellText(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
}

async function readXlsx(content: Buffer, refuse: FileErrors): Promise<string[][]> {
  const names = await namesInZip(content, XLSX_LIMITS, refuse);
  // macros have no business in a table
  if (!names.includes('xl/workbook.xml') || names.some((name) => name.endsWith('vbaProject.bin')))
    throw refuse.wrongKind();
  const rows = await readSheet(content, 1);
  return rows.map((row) => row.map(cellText));
}

/**
 * The rows of a table, each cell as trimmed text: CSV in UTF-8 with commas or semicolons, or the
 * first sheet of an XLSX with the stored values of its formulas. Refuses as a wrong kind what cannot
 * be read, as too large what would unpack to more than 100 MB, and more than 20,000 rows.
 */
export async function readTable(
  kind: 'csv' | 'xlsx',
  content: Buffer,
  refuse: FileErrors,
): Promise<string[][]> {
  const read = async () => (kind === 'csv' ? readCsv(content) : readXlsx(content, refuse));
  const rows = await read().catch((error: unknown) => {
    throw error instanceof DomainError ? error : refuse.wrongKind();
  });
  if (rows.length > MAX_ROWS + 1)
    throw refuse.rowsInvalid([{ path: `row ${MAX_ROWS + 2}`, message: 'At most 20,000 rows' }]);
  return rows.map((row) => row.map((cell) => cell.trim()));
}
