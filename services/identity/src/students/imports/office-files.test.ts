import { expect, test } from '@jest/globals';
import { anXlsx, sheetXml, textRows } from '@portal/kit/testing/files/an-xlsx';
import { type Cells, formOfRow } from './cells/read-cells.ts';
import { zeroNotes } from './cells/restore-zeros.ts';
import { guessColumns } from './columns/guess-columns.ts';
import { readStudentsFile } from './upload/read-students-file.ts';

// Tables as schools sent them, written by Excel and school systems.
const HEAD =
  'First Name,Last Name,Gender,Last 4 SSN,Date of Birth,Email,Cell ' +
  'Phone,Address,City,State,Zip,Country';
const row = (about: Partial<Record<'first' | 'last' | 'last4' | 'dob' | 'cell' | 'zip', string>>) =>
  [
    about.first ?? 'Chaya',
    about.last ?? 'Testman',
    'F',
    about.last4 ?? '7101',
    about.dob ?? '04/15/2005',
    'case@mail.test',
    about.cell ?? '718-555-0199',
    '12\u00a0 Main Street',
    'Lakewood',
    'NJ',
    about.zip ?? '08701',
    'United States',
  ].join(',');

/** The forms that the import reads of a file, with the marks of its preview. */
async function formsOf(file: string | Buffer, name = 'students.csv') {
  const { columns, rows, report } = await readStudentsFile(name, Buffer.from(file as string));
  const guesses = guessColumns(columns);
  const reading = {
    schoolId: 1,
    defaults: { gender: null, cohort: null, country: null },
    dateOrder: 'MDY',
    today: '2026-11-21',
  } as const;
  const forms = rows.map(({ cells }) => {
    const byField = cells.flatMap((cell, at) =>
      guesses[at] && cell !== '' ? [[guesses[at], cell] as const] : [],
    );
    const read: Cells = Object.fromEntries(byField);
    const form = formOfRow(read, reading);
    return { ...form, notes: zeroNotes(read, form).map(({ path }) => path) };
  });
  return { forms, report };
}

test('all rows of a CSV with two kinds of line ends are read', async () => {
  const { forms, report } = await formsOf(
    `${HEAD},Notes\r\n${row({ last4: '7101' })},x\n` +
      `${row({ last4: '7102' })},x\r${row({ last4: '7103' })},x\n`,
  );
  expect(forms.map(({ last4Ssn }) => last4Ssn)).toEqual(['7101', '7102', '7103']);
  expect(report).toMatchObject({ lines: 4, rows: 3, skippedRows: 0 });
});

test('25,000 blank rows are counted and skipped', async () => {
  const { forms, report } = await formsOf(
    `${HEAD}\r\n${row({})}\r\n${`${','.repeat(11)}\r\n`.repeat(25_000)}`,
  );
  expect(forms).toHaveLength(1);
  expect(report).toMatchObject({
    lines: 25_002,
    rows: 1,
    skippedRows: 25_000,
    skipped: [{ from: 3, to: 25_002, why: 'blank' }],
  });
});

test('a title above the header is skipped', async () => {
  const { forms, report } = await formsOf(
    `Class list 2026${','.repeat(11)}\r\n${','.repeat(11)}\r\n${HEAD}\r\n${row({})}\r\n`,
  );
  expect(forms).toMatchObject([{ firstName: 'Chaya' }]);
  expect(report).toMatchObject({ headerRow: 3, rows: 1, skippedRows: 2 });
});

test.each([
  {
    what: 'a quotation mark',
    about: { first: 'Chaya "Chani"' },
    form: { firstName: 'Chaya "Chani"' },
  },
  {
    what: 'odd spaces and dashes',
    about: { first: 'Chaya\u00a0 Leah', last: 'Cohen\u2011Levi' },
    form: { firstName: 'Chaya Leah', lastName: 'Cohen-Levi', address: '12 Main Street' },
  },
  {
    what: 'a phone that resembles an SSN',
    about: { cell: '+972 52 5550 199' },
    form: { cellphone: '+972 52 5550 199' },
  },
  { what: 'a written date', about: { dob: '15-Apr-05' }, form: { dob: '2005-04-15' } },
  { what: 'a date in words', about: { dob: '"Apr 5, 2004"' }, form: { dob: '2004-04-05' } },
  { what: 'a day before its month', about: { dob: '15/04/2005' }, form: { dob: '' } },
  {
    what: 'lost zeros',
    about: { last4: '123', zip: '8701' },
    form: { last4Ssn: '0123', zip: '08701', notes: ['last4ssn', 'zip'] },
  },
])('reads a row with $what', async ({ about, form }) => {
  expect((await formsOf(`${HEAD}\r\n${row(about)}\r\n`)).forms).toMatchObject([form]);
});

test('zeros that a workbook only shows are restored and marked', async () => {
  const styles =
    '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0000"/><numFmt numFmtId="165" ' +
    'formatCode="m/d/yyyy"/><numFmt numFmtId="166" formatCode="00000"/></numFmts><cellXfs><xf ' +
    'numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf ' +
    'numFmtId="166"/></cellXfs></styleSheet>';
  const cells =
    '<c r="A2" t="str"><v>Chaya</v></c><c r="B2" s="1"><v>123</v></c><c r="C2" ' +
    's="2"><v>38457</v></c><c r="D2" s="3"><v>8701</v></c>';
  const head = textRows([['First Name', 'Last 4 SSN', 'Date of Birth', 'Zip']]);
  const file = anXlsx({ sheets: { A: sheetXml(`${head}<row r="2">${cells}</row>`) }, styles });
  const { forms, report } = await formsOf(file, 'students.xlsx');
  expect(forms).toMatchObject([
    { last4Ssn: '0123', dob: '2005-04-15', zip: '08701', notes: ['last4ssn', 'zip'] },
  ]);
  expect(report).toMatchObject({
    restoredZeros: [
      { column: 'Last 4 SSN', cells: 1 },
      { column: 'Zip', cells: 1 },
    ],
    firstRow: {
      cells: expect.arrayContaining([
        { column: 'Last 4 SSN', text: '\u2022\u2022\u2022\u2022' },
        { column: 'Zip', text: '08701' },
      ]),
    },
  });
});
