import { setImmediate as tick } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { DomainError } from '../errors.ts';
import { aZip } from '../testing/files/a-zip.ts';
import { anXlsx, type Book, sheetXml, textRows } from '../testing/files/an-xlsx.ts';
import type { rowErrors } from './file-errors.ts';
import { readTable } from './read-table.ts';
import { readJob } from './table/read-job.ts';
import { createWorkerLine, WORKER_LIMITS, type WorkerLine } from './table/worker-line.ts';

const refuse = {
  wrongKind: () => new DomainError(415, 'wrong_type', ''),
  unpacksTooLarge: () => new DomainError(413, 'too_large', ''),
  rowsInvalid: (found: Parameters<typeof rowErrors>[0]) =>
    new DomainError(422, 'file_rows_invalid', found.map((e) => `${e.path}: ${e.message}`).join()),
};
const shape = { columns: [/^name$/, /^town$/], maxRows: 100, maxColumns: 10 };
// the machine of a test may be slow; how long a table takes is not what these tests assert
const patient = createWorkerLine({ ...WORKER_LIMITS, deadlineMs: 60_000 });
/** Reads in this process, with the same results. */
const here: WorkerLine = { read: readJob, load: () => ({ reading: 0, waiting: 0 }) };
const read = (kind: 'csv' | 'xlsx', content: Buffer, line: WorkerLine) =>
  readTable(kind, content, { shape, refuse }, line);
const outcome = (kind: 'csv' | 'xlsx', content: Buffer, line = here) =>
  read(kind, content, line).then(
    ({ rows }) => `${rows.length} rows`,
    (error: DomainError) => [error.code, error.detail].filter(Boolean).join(' '),
  );

const head = textRows([['Name', 'Town']]);
const cell = (name: string, text = 'x') =>
  `<c r="${name}" t="inlineStr"><is><t>${text}</t></is></c>`;
const sheet = (rows: string, more: Partial<Book> = {}) =>
  anXlsx({ sheets: { A: sheetXml(head + rows) }, ...more });
const blank = (bytes: number) => ' '.repeat(bytes);
const many = (count: number, of: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => of(at)).join('');

const hostile: { what: string; file: () => Buffer; gives: string }[] = [
  {
    what: '16 MB of white space between cells',
    file: () => sheet(`<row r="2">${cell('A2')}${blank(16_000_000)}</row>`),
    gives: 'too_large',
  },
  {
    what: '16 MB of white space in a cell',
    file: () => sheet(`<row r="2">${cell('A2', blank(16_000_000))}</row>`),
    gives: 'too_large',
  },
  {
    what: '40,000 characters in a cell',
    file: () => sheet(`<row r="2">${cell('A2', 'x'.repeat(40_000))}</row>`),
    gives: 'file_rows_invalid row 2, column A: At most 32,767 characters',
  },
  {
    what: 'a comment of 16 MB',
    file: () => sheet(`<!--${blank(16_000_000)}-->`),
    gives: 'too_large',
  },
  {
    what: 'an attribute of 16 MB',
    file: () => sheet(`<row r="2" x="${blank(16_000_000)}"/>`),
    gives: 'too_large',
  },
  {
    what: 'white space in the strings',
    file: () => sheet('', { strings: `<sst>${blank(16_000_000)}</sst>` }),
    gives: 'too_large',
  },
  {
    what: 'elements that unpack to more than 100 MB',
    file: () => sheet(`<row r="2">${`<${'x'.repeat(397)}/>`.repeat(265_000)}</row>`),
    gives: 'too_large',
  },
  {
    what: 'row 1,000,000',
    file: () => sheet(`<row r="1000000">${cell('A1000000')}</row>`),
    gives: '1 rows',
  },
  {
    what: 'a row beyond the last one',
    file: () => sheet('<row r="1048577"/>'),
    gives: 'wrong_type',
  },
  {
    what: 'rows out of order',
    file: () => sheet(`<row r="3">${cell('A3')}</row><row r="2">${cell('A2')}</row>`),
    gives: 'wrong_type',
  },
  {
    what: 'a row inside a row',
    file: () => sheet(`<row r="2"><row r="3">${cell('A3')}</row></row>`),
    gives: 'wrong_type',
  },
  {
    what: 'a cell in column ZZZ',
    file: () => sheet(`<row r="2">${cell('ZZZ2')}</row>`),
    gives: 'file_rows_invalid row 2: At most 10 columns',
  },
  {
    what: 'a lonely cell in column XFD',
    file: () => sheet(`<row r="2">${cell('A2')}${cell('XFD2')}</row>`),
    gives: '1 rows',
  },
  {
    what: '100,000 cells without a reference',
    file: () => sheet(`<row r="2">${'<c><v>1</v></c>'.repeat(100_000)}</row>`),
    gives: 'file_rows_invalid row 2: At most 10 columns',
  },
  {
    what: '200,000 rows',
    file: () => sheet(many(200_000, () => '<row><c><v>1</v></c></row>')),
    gives: 'file_rows_invalid row 126: At most 100 rows',
  },
  {
    what: '101 rows',
    file: () => sheet(many(101, () => '<row><c><v>1</v></c></row>')),
    gives: 'file_rows_invalid row 102: At most 100 rows',
  },
  {
    what: 'elements a million deep',
    file: () => sheet(`<row r="2">${'<x>'.repeat(1_000_000)}`),
    gives: 'wrong_type',
  },
  {
    what: 'entities that expand each other',
    file: () =>
      sheet('', {
        strings:
          '<!DOCTYPE a [<!ENTITY b "xxxxxxxxxx"><!ENTITY c ' +
          '"&b;&b;&b;">]><sst><si><t>&c;</t></si></sst>',
      }),
    gives: 'wrong_type',
  },
  {
    what: 'an entity that names a file',
    file: () =>
      sheet('', {
        strings:
          '<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><sst><si><t>&f;</t></si></sst>',
      }),
    gives: 'wrong_type',
  },
  {
    what: 'an entity that is not declared',
    file: () => sheet(`<row r="2">${cell('A2', '&x;')}</row>`),
    gives: 'wrong_type',
  },
  {
    what: 'more than a million strings',
    file: () => sheet('', { strings: `<sst>${'<si/>'.repeat(1_000_001)}</sst>` }),
    gives: 'too_large',
  },
  {
    what: 'strings with more characters than an upload has',
    file: () => {
      const text = 'x'.repeat(1_000_000);
      return sheet('', {
        strings: `<sst>${many(27, () => `<si><t>${text}</t></si>`)}</sst>`,
      });
    },
    gives: 'too_large',
  },
  {
    what: 'a reference to a string that does not exist',
    file: () =>
      sheet('<row r="2"><c r="A2" t="s"><v>5</v></c></row>', {
        strings: '<sst/>',
      }),
    gives: 'wrong_type',
  },
  {
    what: 'more styles than Excel can hold',
    file: () =>
      sheet('', {
        styles: `<styleSheet><cellXfs>${'<xf/>'.repeat(65_537)}</cellXfs></styleSheet>`,
      }),
    gives: 'too_large',
  },
  {
    what: 'a directory that names too small a size',
    file: () => {
      const file = sheet(`<row r="2">${cell('A2', 'y'.repeat(20_000))}</row>`);
      file.writeUInt32LE(10, file.lastIndexOf('xl/worksheets/sheet0.xml') - 46 + 24);
      return file;
    },
    gives: 'wrong_type',
  },
  {
    what: 'a directory that names a gigabyte',
    file: () => {
      const file = sheet('');
      file.writeUInt32LE(2 ** 30, file.lastIndexOf('xl/worksheets/sheet0.xml') - 46 + 24);
      return file;
    },
    gives: 'too_large',
  },
  {
    what: 'more than 1,000 parts',
    file: () => aZip(Object.fromEntries(Array.from({ length: 1001 }, (_, at) => [`${at}`, '']))),
    gives: 'too_large',
  },
  {
    what: 'two parts of one name',
    file: () => {
      const file = aZip({ 'xl/workbook.xml': '', 'xl/workbooc.xml': '' });
      return Buffer.from(file.toString('latin1').replaceAll('workbooc', 'workbook'), 'latin1');
    },
    gives: 'wrong_type',
  },
  {
    what: 'macros',
    file: () => sheet('', { parts: { 'xl/vbaProject.bin': 'x' } }),
    gives: 'wrong_type',
  },
];

test.each(hostile)('a workbook with $what gives $gives', async ({ file, gives }) => {
  expect(await outcome('xlsx', file())).toBe(gives);
});

test.each([
  {
    what: 'one million line feeds',
    text: () => '\n'.repeat(1_000_000),
    gives: '0 rows',
  },
  {
    what: 'more lines than a worksheet has rows',
    text: () => '\n'.repeat(5_000_000),
    gives: 'file_rows_invalid row 1048577: At most 100 rows',
  },
  {
    what: 'ten million commas in a row',
    text: () => ','.repeat(10_000_000),
    gives: 'file_rows_invalid row 1: At most 10 columns',
  },
  {
    what: '20 MB in a cell',
    text: () => 'x'.repeat(20_000_000),
    gives:
      'file_rows_invalid row 1, column A: At most 100,000 characters in a row; ' +
      'is a quotation mark not closed?',
  },
  {
    what: '200,000 rows',
    text: () => `Name,Town\n${'a,b\n'.repeat(200_000)}`,
    gives: 'file_rows_invalid row 126: At most 100 rows',
  },
  {
    what: 'a quotation mark that is not closed',
    text: () => 'Name,Town\na,"b\n',
    gives: 'file_rows_invalid row 2, column B: A quotation mark is not closed',
  },
  {
    what: 'control characters',
    text: () => 'Name\na\u0001\n',
    gives: 'wrong_type',
  },
])('a CSV with $what gives $gives', async ({ text, gives }) => {
  expect(await outcome('csv', Buffer.from(text()))).toBe(gives);
});

test('the event loop goes on while a hostile table is read, and memory does not grow', async () => {
  const file = sheet(`<row r="2">${'<x/>'.repeat(10_000_000)}${cell('A2')}</row>`);
  const before = process.memoryUsage().heapUsed;
  let isDone = false;
  const reading = outcome('xlsx', file, patient).finally(() => {
    isDone = true;
  });
  let ticks = 0;
  while (!isDone) {
    await tick();
    ticks += 1;
  }
  expect(await reading).toBe('1 rows');
  expect(ticks).toBeGreaterThan(1000);
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
});

test('a worker that exceeds its deadline or its memory is ended', async () => {
  const none = createWorkerLine({ ...WORKER_LIMITS, deadlineMs: 0 });
  await expect(read('csv', Buffer.from('Name\na'), none)).rejects.toMatchObject({
    code: 'too_large',
  });
  const small = createWorkerLine({
    ...WORKER_LIMITS,
    deadlineMs: 60_000,
    heapMb: 20,
  });
  const strings = `<sst>${many(900_000, (at) => `<si><t>${at} is a text</t></si>`)}</sst>`;
  await expect(read('xlsx', sheet('', { strings }), small)).rejects.toMatchObject({
    code: 'too_large',
  });
});

test('tables wait in a line, and the line is bounded', async () => {
  const line = createWorkerLine({
    ...WORKER_LIMITS,
    deadlineMs: 60_000,
    maxWaiting: 2,
  });
  const ended: string[] = [];
  const file = Buffer.from('Name\na');
  const tables = ['first', 'second', 'third'].map((name) =>
    read('csv', file, line).then(() => ended.push(name)),
  );
  expect(line.load()).toEqual({ reading: 1, waiting: 2 });
  await expect(read('csv', file, line)).rejects.toMatchObject({
    status: 503,
    code: 'unavailable',
    detail: 'Other files are being read. Please try again in a few seconds.',
  });
  await Promise.all(tables);
  expect(ended).toEqual(['first', 'second', 'third']);
  expect(line.load()).toEqual({ reading: 0, waiting: 0 });
});
