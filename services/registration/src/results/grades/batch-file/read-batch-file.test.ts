import { deflateRawSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { DomainError } from '@portal/kit/errors';
import { aZip } from '@portal/kit/testing/files/a-zip';
import writeXlsxFile from 'write-excel-file/node';
import { readBatchFile } from './read-batch-file.ts';

const TODAY = '2026-11-21';
const pdf = Buffer.from('%PDF-1.7 a paper');
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1]);
const read = (name: string, content: Buffer | string) =>
  readBatchFile(name, Buffer.from(content as string), TODAY);
const codeOf = (file: Promise<unknown>) =>
  file.then(
    () => 'read',
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );

const rowOf = { registrationId: 12, takenOn: '2026-11-02', grade: '88', gradeComment: 'Pass' };

test.each([
  {
    how: 'commas',
    csv: 'registration_id,exam_taken_date,grade,grade_comment\r\n12,11/02/2026,88,Pass\r\n',
  },
  {
    how: 'semicolons, in another order and with a mark at the front',
    csv: '\ufeffGrade Comment;GRADE;Registration ID;exam taken date\nPass;88;12;2026-11-02',
  },
  {
    how: 'quotes and empty lines',
    csv: 'registration_id,exam_taken_date,grade,grade_comment\n\n"12","11/2/2026","88","Pass"\n\n',
  },
])('a table in CSV is read, with $how', async ({ csv }) => {
  expect(await read('grades.csv', csv)).toMatchObject({ rows: [rowOf], errors: [], scans: [] });
});

test('the first sheet of an XLSX is read, dates and numbers too', async () => {
  const file = await writeXlsxFile([
    ['registration_id', 'exam_taken_date', 'grade', 'grade_comment'].map((value) => ({ value })),
    [
      { value: 12 },
      { type: Date, value: new Date('2026-11-02T00:00:00Z'), format: 'mm/dd/yyyy' },
      { value: 88 },
      { value: 'Pass' },
    ],
  ]).toBuffer();
  expect(await read('grades.xlsx', file)).toMatchObject({ rows: [rowOf], errors: [] });
});

test('unknown columns are named and passed over', async () => {
  expect((await read('a.csv', 'registration_id,Room,grade\n12,7,')).ignoredColumns).toEqual([
    'Room',
  ]);
});

test('the report of a table compares its lines with the rows; scans alone have none', async () => {
  const csv = 'Batch of May\nregistration_id,Room,grade,grade_comment\n12,7,88,Pass\n\n13,,,\n';
  const report = {
    lines: 5,
    headerRow: 2,
    rows: 2,
    skippedRows: 2,
    skipped: [
      { from: 1, to: 1, why: 'title' },
      { from: 4, to: 4, why: 'blank' },
    ],
    firstRow: {
      row: 3,
      cells: [
        { column: 'registration_id', text: '12' },
        { column: 'grade', text: '88' },
        { column: 'grade_comment', text: 'Pass' },
      ],
    },
    lastRow: { row: 5, cells: [{ column: 'registration_id', text: '13' }] },
  };
  expect(await read('grades.csv', csv)).toMatchObject({ report });
  const zip = aZip({ 'batch.csv': Buffer.from(csv), '12.pdf': pdf });
  expect(await read('grades.zip', zip)).toMatchObject({ report });
  expect(await read('12.pdf', pdf)).toMatchObject({ report: null });
});

test('a ZIP of scans makes a row of each that is in no table', async () => {
  const file = await read(
    'scans.zip',
    aZip({
      '12.pdf': pdf,
      'more/13.PNG': png,
      'batch.csv': 'registration_id,grade_comment\n12,Fail',
    }),
  );
  expect(file).toMatchObject({
    rows: [
      { registrationId: 12, gradeComment: 'Fail', isScan: false },
      { registrationId: 13, gradeComment: null, isScan: true },
    ],
    scans: [
      { registrationId: 12, innerName: '12.pdf' },
      { registrationId: 13, innerName: '13.PNG' },
    ],
    hasTableAndScans: true,
    errors: [],
  });
});

test('one scan is a batch of one', async () => {
  expect(await read('12.jpeg', Buffer.from([0xff, 0xd8, 0xff, 0]))).toMatchObject({
    rows: [{ registrationId: 12, isScan: true }],
    scans: [{ innerName: null }],
  });
});

test('a scan that names no registration is reported', async () => {
  expect((await read('scans.zip', aZip({ 'dina.pdf': pdf }))).errors).toEqual([
    { path: 'dina.pdf', message: 'dina.pdf: Registration not found.' },
  ]);
});

test.each([
  ['a program', 'grades.csv', Buffer.from('MZ\u0000\u0003')],
  ['a PDF that says it is a table', 'grades.xlsx', pdf],
  ['a table of another kind', 'grades.xls', Buffer.from('registration_id\n1')],
  ['a PDF that is locked', '12.pdf', Buffer.from('%PDF-1.7 /Encrypt 5 0 R')],
  ['a ZIP that says it is a table', 'grades.xlsx', aZip({ 'a.txt': 'x' })],
  [
    'a table with macros',
    'grades.xlsx',
    aZip({ 'xl/workbook.xml': '<a/>', 'xl/vbaProject.bin': 'x' }),
  ],
  ['a ZIP in a ZIP', 'scans.zip', aZip({ 'inner.zip': aZip({ '12.pdf': pdf }) })],
  ['a ZIP with a program', 'scans.zip', aZip({ '12.pdf': 'MZ\u0000' })],
  [
    'a ZIP with two tables',
    'scans.zip',
    aZip({ 'batch.csv': 'registration_id\n1', 'a/batch.csv': 'registration_id\n1' }),
  ],
  ['a ZIP with folders in folders', 'scans.zip', aZip({ 'a/b/12.pdf': pdf })],
  ['a ZIP with a name that climbs', 'scans.zip', aZip({ '../12.pdf': pdf })],
  ['a ZIP with a name from the root', 'scans.zip', aZip({ '/etc/12.pdf': pdf })],
  ['an empty ZIP', 'scans.zip', aZip({})],
  ['half a ZIP', 'scans.zip', aZip({ '12.pdf': pdf }).subarray(0, 40)],
])('%s is refused', async (_what, name, content) => {
  expect(await codeOf(read(name, content))).toBe('wrong_type');
});

test('a ZIP of more than a thousand files is refused', async () => {
  const many = Object.fromEntries(
    Array.from({ length: 1001 }, (_, index) => [`${index + 1}.pdf`, pdf]),
  );
  expect(await codeOf(read('scans.zip', aZip(many)))).toBe('too_large');
});

test('a ZIP that declares too large a content is refused before it is unpacked', async () => {
  const bomb = aZip({ '12.pdf': pdf });
  const entry = bomb.length - 22 - '12.pdf'.length - 46;
  for (const at of [20, 24]) bomb.writeUInt32LE(600 * 1024 * 1024, entry + at);
  expect(await codeOf(read('scans.zip', bomb))).toBe('too_large');
});

test('more than 20,000 rows are refused', async () => {
  expect(await codeOf(read('a.csv', `registration_id\n${'1\n'.repeat(20_001)}`))).toBe(
    'file_rows_invalid',
  );
});

test('a ZIP with a scan that unpacks to more than an upload may have is refused', async () => {
  const scan = Buffer.alloc(26 * 1024 * 1024);
  pdf.copy(scan);
  const zip = aZip({ '12.pdf': scan }, (content) => deflateRawSync(content));
  expect(zip.length).toBeLessThan(100_000);
  expect(await codeOf(read('scans.zip', zip))).toBe('too_large');
});
