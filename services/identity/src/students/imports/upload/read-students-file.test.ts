import { expect, test } from '@jest/globals';
import { refusalOf } from '@portal/kit/testing';
import { aZip } from '@portal/kit/testing/files/a-zip';
import { readStudentsFile } from './read-students-file.ts';

const book = {
  '[Content_Types].xml':
    '<Types><Override PartName="/xl/workbook.xml" ' +
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>' +
    '<Override PartName="/xl/worksheets/sheet1.xml" ' +
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>' +
    '</Types>',
  'xl/workbook.xml':
    '<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ' +
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>' +
    '<sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>',
  'xl/_rels/workbook.xml.rels':
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
    '<Relationship Id="rId1" ' +
    'Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" ' +
    'Target="worksheets/sheet1.xml"/></Relationships>',
};
const sheet = (rows: string) =>
  '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  `<sheetData>${rows}</sheetData></worksheet>`;
const text = (name: string, value: string) =>
  `<c r="${name}" t="inlineStr"><is><t>${value}</t></is></c>`;
const xlsx = (rows: string, more: Record<string, string> = {}) =>
  aZip({ ...book, 'xl/worksheets/sheet1.xml': sheet(rows), ...more });
const csv = (content: string) => readStudentsFile('students.csv', Buffer.from(content));
const codeOf = async (reading: Promise<unknown>) => (await refusalOf(reading)).code;

/** A few bytes that say that they unpack to a gigabyte. */
function bomb(): Buffer {
  const zip = xlsx('');
  const entry = zip.lastIndexOf('xl/worksheets/sheet1.xml') - 46;
  zip.writeUInt16LE(8, entry + 10);
  zip.writeUInt32LE(1024 * 1024 * 1024, entry + 24);
  return zip;
}

test('columns have names of their own, and those that hold nothing are left out', async () => {
  expect(await csv('\ufeffName;Name;;;Town\nLevi;Dana;x;;\n;;;;\nKatz;;;;Haifa\n')).toMatchObject({
    columns: ['Name', 'Name (2)', 'Column (3)', 'Town'],
    rows: [
      { row: 2, cells: ['Levi', 'Dana', 'x', ''] },
      { row: 4, cells: ['Katz', '', '', 'Haifa'] },
    ],
  });
});

test('a sheet is read with the stored values of its formulas', async () => {
  const rows =
    `<row r="1">${text('A1', 'Last name')}${text('B1', 'Last 4')}</row>` +
    `<row r="2">${text('A2', 'Levi')}<c r="B2"><f>1+1</f><v>4711</v></c></row>`;
  expect(await readStudentsFile('students.xlsx', xlsx(rows))).toMatchObject({
    columns: ['Last name', 'Last 4'],
    rows: [{ row: 2, cells: ['Levi', '4711'] }],
  });
});

test('refuses macros, an archive that would unpack to a gigabyte, and other files', async () => {
  const macros = xlsx('', { 'xl/vbaProject.bin': 'x' });
  expect(await codeOf(readStudentsFile('a.xlsx', macros))).toBe('wrong_type');
  expect(await codeOf(readStudentsFile('a.xlsx', bomb()))).toBe('too_large');
  expect(await codeOf(readStudentsFile('a.pdf', Buffer.from('%PDF-1.7')))).toBe('wrong_type');
  expect(await codeOf(csv('a,b\n"open'))).toBe('file_rows_invalid');
});

test.each([
  ['anywhere', 'Name,Notes\nLevi,her number is 123-45-6789\n'],
  ['in the names of the columns', 'Name,123-45-6789\nLevi,x\n'],
  ['as nine digits in a column of SSNs', 'Name,SSN\nLevi,123456789\n'],
  ['without its zeros in a column of SSNs', 'Name,Student SSN\nLevi,1234567\n'],
])('a full SSN %s refuses the table', async (_, table) => {
  expect(await codeOf(csv(table))).toBe('full_ssn_refused');
});

test('nine digits in a column of another name are no SSN', async () => {
  expect((await csv('Name,Ticket\nLevi,123456789\n')).rows).toHaveLength(1);
});

test('a table without rows, with more than 5,000 or with 61 columns is refused', async () => {
  expect(await codeOf(csv('Name,Town\n,\n'))).toBe('no_rows');
  const rows = Array.from({ length: 5_000 }, (_, at) => `Levi,${at}`).join('\n');
  expect((await csv(`Name,Town\n${rows}`)).rows).toHaveLength(5_000);
  expect(await codeOf(csv(`Name,Town\n${rows}\nKatz,x`))).toBe('too_many_rows');
  const wide = Array.from({ length: 61 }, (_, at) => `c${at}`).join(',');
  expect(await codeOf(csv(`${wide}\n${wide}`))).toBe('file_rows_invalid');
});
