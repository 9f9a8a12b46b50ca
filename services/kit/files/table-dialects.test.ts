import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { DomainError } from '../errors.ts';
import { anXlsx, sheetXml, textRows } from '../testing/files/an-xlsx.ts';
import { readTable } from './read-table.ts';
import { readCsv } from './table/read-csv.ts';
import { readWorkbook } from './table/read-workbook.ts';
import { TableFault } from './table/table-limits.ts';
import { createWorkerLine, WORKER_LIMITS } from './table/worker-line.ts';

const shape = {
  columns: [/^firstname$/, /^lastname$/, /^last4ssn$/, /^zip$/, /^notes$/],
  maxRows: 500,
  maxColumns: 20,
};
const HEADER = ['First Name', 'Last Name', 'Last 4 SSN', 'Zip', 'Notes'];

const LINE_ENDS = ['\r\n', '\n', '\r'] as const;
const ENCODINGS = [
  'utf-8',
  'utf-8 with a mark',
  'utf-16le',
  'utf-16le with a mark',
  'utf-16be',
  'utf-16be with a mark',
] as const;
const SEPARATORS = [',', ';', '\t', '|'] as const;

/** Writes one cell in quotation marks: where it needs them, as Excel does, or always. */
const quoted = (cell: string, separator: string, isAlways = false) =>
  isAlways ||
  [separator, '"', '\n', '\r'].some((mark) => cell.includes(mark)) ||
  cell !== cell.trim()
    ? `"${cell.replaceAll('"', '""')}"`
    : cell;

/** Writes a cell with the invisible characters that phones and web pages add. R-404. */
const copied = (cell: string) =>
  cell === '' ? cell : `\u200f${cell.replaceAll(' ', '\u00a0\u2009')}\ufeff`;

function encoded(text: string, encoding: (typeof ENCODINGS)[number]): Buffer {
  const marked = encoding.endsWith('mark') ? `\ufeff${text}` : text;
  if (encoding.startsWith('utf-8')) return Buffer.from(marked);
  const content = Buffer.from(marked, 'utf16le');
  return encoding.startsWith('utf-16be') ? content.swap16() : content;
}

const word = fc.stringMatching(/^[A-Za-z\u05d0-\u05ea0-9;,"'|.-]{1,12}$/);
const aCell = fc.oneof(
  { weight: 6, arbitrary: fc.array(word, { minLength: 1, maxLength: 3 }).map((w) => w.join(' ')) },
  { weight: 1, arbitrary: fc.array(word, { minLength: 2, maxLength: 3 }).map((w) => w.join('\n')) },
  { weight: 2, arbitrary: fc.constant('') },
);
const aRow = fc.array(aCell, { minLength: HEADER.length, maxLength: HEADER.length });
/** null: a blank row. */
const rowsOf = fc.array(fc.option(aRow, { freq: 5 }), { minLength: 1, maxLength: 12 });
const filled = (rows: readonly (readonly string[] | null)[]) =>
  rows.filter((row): row is string[] => row?.some((cell) => cell !== '') ?? false);

/** Every line of the file is accounted for: header, row, skipped or inside a cell. */
function expectAllLines({ lines, linesInCells, rows, skipped }: ReturnType<typeof readCsv>) {
  const left = skipped.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  expect(lines).toBe(1 + rows.length + left + linesInCells);
}

/** The cells by the names of the header, as columns without any content are left out. */
const named = ({ header, rows }: ReturnType<typeof readCsv>) =>
  rows.map(({ cells }) => HEADER.map((name) => cells[header.cells.indexOf(name)] ?? ''));

test('a CSV is read as it was written, in every dialect', () => {
  void fc.assert(
    fc.property(
      fc.record({
        rows: rowsOf,
        ends: fc.array(fc.constantFrom(...LINE_ENDS), { minLength: 20, maxLength: 20 }),
        separator: fc.constantFrom(...SEPARATORS),
        isNamed: fc.boolean(),
        encoding: fc.constantFrom(...ENCODINGS),
        titles: fc.constantFrom(0, 1, 3),
        endsWithBreak: fc.boolean(),
        isAlwaysQuoted: fc.boolean(),
        isCopied: fc.boolean(),
        hasEmptyLines: fc.boolean(),
        repeatsHeader: fc.boolean(),
      }),
      ({ rows, ends, separator, encoding, titles, ...dialect }) => {
        const { isNamed, endsWithBreak, isAlwaysQuoted, isCopied } = dialect;
        const lineOf = (cells: readonly string[]) =>
          cells
            .map((cell) => quoted(isCopied ? copied(cell) : cell, separator, isAlwaysQuoted))
            .join(separator);
        const blank = dialect.hasEmptyLines ? '' : separator.repeat(HEADER.length - 1);
        const lines = [
          ...(isNamed ? [`sep=${separator}`] : []),
          ...Array.from({ length: titles }, (_, at) => (at === 0 ? 'Class list 2026' : blank)),
          lineOf(HEADER),
          ...rows.map((cells) => (cells === null ? blank : lineOf(cells))),
          ...(dialect.repeatsHeader ? [lineOf(HEADER)] : []),
        ];
        const text = lines
          .map((line, at) => line + (at < lines.length - 1 || endsWithBreak ? ends[at] : ''))
          .join('');
        const table = readCsv(encoded(text, encoding), shape);
        expect(named(table)).toEqual(filled(rows));
        expectAllLines(table);
        expect(table.skipped.some(({ why }) => why === 'repeated_header')).toBe(
          dialect.repeatsHeader,
        );
      },
    ),
    { numRuns: 500 },
  );
});

test('a workbook is read as it was written, whichever sheet holds the table', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({ rows: rowsOf, titles: fc.constantFrom(0, 2), before: fc.constantFrom(0, 1, 2) }),
      async ({ rows, titles, before }) => {
        const title = Array.from({ length: titles }, (_, at) => (at === 0 ? ['Class list'] : ['']));
        const table = sheetXml(textRows([...title, HEADER, ...rows.map((row) => row ?? [])]));
        const other = sheetXml(textRows([['Export summary'], ['Sheet', 'Rows']]));
        const names = ['A', 'B', 'C'].slice(0, before + 1);
        const sheets = Object.fromEntries(
          names.map((name, at) => [name, at === before ? table : other]),
        );
        const read = await readWorkbook(anXlsx({ sheets }), shape);
        expect(named(read)).toEqual(filled(rows));
        expectAllLines(read);
      },
    ),
    { numRuns: 60 },
  );
});

const H = 'First Name,Last Name,Last 4 SSN,Zip,Notes';
const csv = (text: string | Buffer) => readCsv(Buffer.from(text as string), shape);

test.each([
  ['Windows-1255', Buffer.from([0xe0, 0xe1, 0xf8, 0xe4, 0xed]), '\u05d0\u05d1\u05e8\u05d4\u05dd'],
  ['Windows-1252', Buffer.from('Jos\u00e9', 'latin1'), 'Jos\u00e9'],
])('a CSV in %s is read', (_, name, read) => {
  const file = Buffer.concat([Buffer.from(`${H}\n`), name, Buffer.from(',Levi,1234,08701,\n')]);
  expect(csv(file).rows[0]?.cells[0]).toBe(read);
});

test.each([
  { what: 'in a cell', text: 'Chaya "Chani"', read: 'Chaya "Chani"' },
  { what: 'at the front of a cell', text: '"Chani" Chaya', read: '"Chani" Chaya' },
  { what: 'as the sign for inches', text: '5\'6"', read: '5\'6"' },
  {
    what: 'of an abbreviation',
    text: '\u05e8\u05de\u05d1"\u05dd',
    read: '\u05e8\u05de\u05d1"\u05dd',
  },
])('a quotation mark $what belongs to the cell', ({ text, read }) => {
  expect(csv(`${H}\n${text},Levi,1234,08701,x\nDana,Katz,1,2,y\n`)).toMatchObject({
    rows: [
      { cells: [read, 'Levi', '1234', '08701', 'x'] },
      { cells: ['Dana', 'Katz', '1', '2', 'y'] },
    ],
  });
});

test('rows above the header, blank rows and repeated headers are named', () => {
  expect(csv(`Class list\n\n${H}\na,b,1,2,c\n\n,,,,\n${H}\nd,e,3,4,f\n\n`)).toMatchObject({
    header: { row: 3 },
    rows: [{ row: 4 }, { row: 8 }],
    skipped: [
      { from: 1, to: 1, why: 'title' },
      { from: 2, to: 2, why: 'blank' },
      { from: 5, to: 6, why: 'blank' },
      { from: 7, to: 7, why: 'repeated_header' },
      { from: 9, to: 9, why: 'blank' },
    ],
    lines: 9,
  });
});

const styles =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0000"/><numFmt numFmtId="165" ' +
  'formatCode="m/d/yyyy"/><numFmt numFmtId="166" formatCode="00000"/><numFmt numFmtId="167" ' +
  `formatCode="000\\-00\\-0000"/><numFmt numFmtId="168" ` +
  `formatCode="[&lt;=9999999]###\\-####;\\(###\\)\\ ###\\-####"/></numFmts><cellStyleXfs><xf ` +
  'numFmtId="14"/></cellStyleXfs><cellXfs>' +
  [0, 164, 165, 166, 167, 168, 14].map((id) => `<xf numFmtId="${id}"/>`).join('') +
  '</cellXfs></styleSheet>';
test.each([
  { what: 'zeros of a mask', style: 1, stored: '123', read: '0123', shown: [0] },
  { what: 'zeros of a zip', style: 3, stored: '8701', read: '08701', shown: [0] },
  { what: 'a number that fills its mask', style: 1, stored: '4123', read: '4123', shown: [] },
  {
    what: 'a number of a Social Security mask',
    style: 4,
    stored: '23456789',
    read: '023-45-6789',
    shown: [0],
  },
  { what: 'a phone mask', style: 5, stored: '7185550199', read: '(718) 555-0199', shown: [] },
  {
    what: 'a day of a format of its own',
    style: 2,
    stored: '38457',
    read: '2005-04-15',
    shown: [],
  },
  {
    what: 'a day of a built-in format',
    style: 6,
    stored: '38457.75',
    read: '2005-04-15',
    shown: [],
  },
  {
    what: 'a day before the false leap day',
    style: 6,
    stored: '59',
    read: '1900-02-28',
    shown: [],
  },
  {
    what: 'an error of binary fractions',
    style: 0,
    stored: '45.100000000000001',
    read: '45.1',
    shown: [],
  },
])('a workbook shows $what', async ({ style, stored, read, shown }) => {
  const head = textRows([['Last 4 SSN']]);
  const rows = `${head}<row r="2"><c r="A2" s="${style}"><v>${stored}</v></c></row>`;
  const table = await readWorkbook(anXlsx({ sheets: { A: sheetXml(rows) }, styles }), shape);
  expect(table.rows).toEqual([{ row: 2, cells: [read], shownZeros: shown }]);
});

test('a hidden sheet is not read while another one is shown', async () => {
  const sheets = {
    Old: sheetXml(textRows([HEADER, ['a', 'b', '1', '2', '3']])),
    New: sheetXml(textRows([HEADER, ['c', 'd', '1', '2', '3']])),
  };
  const table = await readWorkbook(anXlsx({ sheets, hidden: ['Old'] }), shape);
  expect(table.rows[0]?.cells[0]).toBe('c');
});

test('bytes of any kind are read or refused, never an unexpected error', () => {
  void fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      try {
        readCsv(Buffer.from(bytes), shape);
      } catch (error) {
        expect(error).toBeInstanceOf(TableFault);
      }
    }),
    { numRuns: 300 },
  );
});

test('the cell of a quotation mark that is not closed is named', async () => {
  const refuse = {
    wrongKind: () => new DomainError(415, 'wrong_type', ''),
    unpacksTooLarge: () => new DomainError(413, 'too_large', ''),
    rowsInvalid: (errors: readonly { path: string; message: string }[]) =>
      new DomainError(422, 'file_rows_invalid', '', { errors: [...errors] }),
  };
  const line = createWorkerLine({ ...WORKER_LIMITS, deadlineMs: 60_000 });
  const file = Buffer.from(`${H}\nChaya,"Levi,1,2,3\n`);
  await expect(readTable('csv', file, { shape, refuse }, line)).rejects.toMatchObject({
    extra: { errors: [{ path: 'row 2, column B', message: 'A quotation mark is not closed' }] },
  });
});
