import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import {
  asStaff,
  freshDatabase,
  refusalOf,
  refusals,
  serveInProcess,
  type TestDatabase,
} from '@portal/kit/testing';
import { standIn } from '@portal/kit/testing/calls/stand-in';
import { aZip } from '@portal/kit/testing/files/a-zip';
import {
  type FindTalStudentsRequest,
  type TalStudent,
  VendorsServiceDefinition,
} from '@portal/proto/identity/v1/vendors';
import { GradesServiceDefinition, type TalExam } from '@portal/proto/registration/v1/grades';
import {
  type InvoicedStudent,
  SeminaryInvoicesServiceDefinition,
} from '@portal/proto/seminary/v1/invoices';
import { previewInvoice } from './preview-invoice.ts';
import { uploadInvoice } from './upload-invoice.ts';

let db: TestDatabase;
const closers: (() => void)[] = [];
let students: TalStudent[] = [];
let exams: TalExam[] = [];
let ofSeminaries: InvoicedStudent[] = [];
const requests: FindTalStudentsRequest[] = [];

beforeAll(async () => {
  db = await freshDatabase('transcripts');
  closers.push(
    await serveInProcess('IDENTITY_ADDR', [
      standIn(VendorsServiceDefinition, {
        findTalStudents: async (request: FindTalStudentsRequest) => {
          requests.push(request);
          return { students };
        },
      }),
    ]),
    await serveInProcess('REGISTRATION_ADDR', [
      standIn(GradesServiceDefinition, {
        listTalExams: async () => ({ exams, codes: [{ examId: 9, examCode: 'PRO-1' }] }),
      }),
    ]),
    await serveInProcess('SEMINARY_ADDR', [
      standIn(SeminaryInvoicesServiceDefinition, {
        listInvoicedStudents: async () => ({ students: ofSeminaries }),
      }),
    ]),
  );
});
afterAll(async () => {
  for (const close of closers) close();
  await db.drop();
});

let last = 0;
beforeEach(() => {
  last += 1;
  students = [{ studentId: 7, talId: 'T7', lastName: 'Adler', firstName: 'Dina' }];
  exams = [{ registrationId: 100 + last, studentId: 7, examCode: 'ETH-1', days: ['2026-03-10'] }];
  ofSeminaries = [
    {
      seminaryStudentId: 3,
      lastName: 'Berger',
      firstName: 'Rivka',
      exams: [{ seminaryExamId: 500 + last, examId: 9, takenOn: '2026-03-02' }],
    },
  ];
});

const HEAD = 'invoice_number,invoice_date,tal_id,last_name,first_name,exam_code,exam_date,amount';
const ADLER = '2026-11-01,T7,Adler,Dina,ETH-1,03/12/2026,45.50';
const BERGER = '2026-11-01,,BERGER,rivka,pro-1,2026-03-01,30';
/** A table of lines; each says what comes after the number. */
const csv = (number: string, ...lines: string[]) =>
  Buffer.from([HEAD, ...lines.map((line) => `${number},${line}`)].join('\n'));
const call = (key: string = randomUUID()) => asStaff(db, ['ROLE_TECH_SUPPORT'], { key });
const send = (content: Buffer, fileName = 'invoice.csv', key?: string) =>
  uploadInvoice(call(key), { fileName, content });
const linesOf = (number: string) =>
  db.many`
    SELECT l.line, l.registration_id, l.seminary_exam_id, l.student_id, l.amount_cents, l.matched,
      l.reason
    FROM tal_invoice_line l JOIN tal_invoice i ON i.id = l.invoice_id
    WHERE i.number = ${number} ORDER BY l.line`;

test('matches lines to registrations and seminary exams; keeps others with a reason', async () => {
  const number = randomUUID();
  const stranger = '2026-11-01,,Cohen,Leah,ETH-1,2026-03-10,-5';
  const answer = await send(csv(number, ADLER, BERGER, stranger));
  expect(answer).toEqual({
    message: `Invoice ${number}: 3 lines, 2 matched, 1 not matched.`,
    matched: 2,
    unmatched: 1,
    unmatchedRows: [{ row: 4, reason: 'Student not found' }],
  });
  const none = { registrationId: null, seminaryExamId: null, studentId: null, reason: null };
  expect(await linesOf(number)).toEqual([
    {
      ...none,
      line: 2,
      registrationId: 100 + last,
      studentId: 7,
      amountCents: 4550,
      matched: true,
    },
    { ...none, line: 3, seminaryExamId: 500 + last, amountCents: 3000, matched: true },
    { ...none, line: 4, amountCents: -500, matched: false, reason: 'Student not found' },
  ]);
  const [audited] = await db.many`
    SELECT change FROM audit WHERE table_name = 'tal_invoice' AND change ->> 'number' = ${number}`;
  expect(audited).toMatchObject({ change: { lines: 3, totalCents: 7050 } });
  expect(requests.at(-1)?.names).toHaveLength(3);
});

test('an exam is invoiced once, whichever invoice comes later', async () => {
  const [first, second] = [randomUUID(), randomUUID()];
  await send(csv(first, ADLER));
  expect((await send(csv(second, ADLER))).unmatchedRows).toEqual([
    { row: 2, reason: `Already invoiced on ${first}` },
  ]);
});

test('a repeated upload gets its answer; another of the number or file is refused', async () => {
  const [number, key] = [randomUUID(), randomUUID()];
  const first = await send(csv(number, ADLER), 'a.csv', key);
  expect(await send(csv(number, ADLER), 'a.csv', key)).toEqual(first);
  for (const again of [csv(number, ADLER), csv(number, BERGER)])
    expect(await refusalOf(send(again))).toMatchObject({
      status: 409,
      code: 'invoice_exists',
      detail: 'This invoice was already uploaded.',
    });
  expect(await linesOf(number)).toHaveLength(1);
});

test('of two concurrent uploads of one invoice the second is refused', async () => {
  const number = randomUUID();
  const both = [csv(number, ADLER), csv(number, ADLER, BERGER)];
  const settled = await Promise.allSettled(both.map((content) => send(content)));
  expect(refusals(settled)).toEqual(['invoice_exists']);
  const pdf = Buffer.from(`%PDF-1.7 ${number}`);
  const files = await Promise.allSettled([1, 2].map(() => send(pdf, 'invoice.pdf')));
  expect(refusals(files)).toEqual(['invoice_exists']);
});

test('a PDF is kept and not compared', async () => {
  const content = Buffer.from(`%PDF-1.7 ${randomUUID()}`);
  expect(await send(content, 'invoice.pdf')).toEqual({
    message: 'The invoice was saved. It was not compared: only CSV and XLSX can be read.',
    matched: 0,
    unmatched: 0,
    unmatchedRows: [],
  });
  const [kept] = await db.many<{ content: Buffer; number: string | null }>`
    SELECT f.content, i.number FROM tal_invoice i JOIN tal_invoice_file f ON f.id = i.file_key
    ORDER BY i.id DESC LIMIT 1`;
  expect([kept?.content.equals(content), kept?.number]).toEqual([true, null]);
});

/** Everything that an upload writes. */
const written = () =>
  db.one`
    SELECT (SELECT count(*) FROM tal_invoice) AS invoices,
      (SELECT count(*) FROM tal_invoice_line) AS lines,
      (SELECT count(*) FROM tal_invoice_file) AS files, (SELECT count(*) FROM audit) AS audits,
      (SELECT count(*) FROM outbox) AS events, (SELECT count(*) FROM idempotency) AS answers
    -- never null: invoices, lines, files, audits, events, answers (counts)`;
const preview = (content: Buffer, fileName = 'invoice.csv') =>
  previewInvoice(call(), { fileName, content });

test('a preview shows matches and errors of each row, and writes nothing', async () => {
  const number = randomUUID();
  const before = await written();
  const stranger = '2026-11-01,,Cohen,Leah,ETH-1,2026-03-10,-5';
  const broken = '2026-11-01,,Adler,Dina,,soon,x';
  const shown = await preview(csv(number, ADLER, broken, BERGER, stranger));
  expect(shown).toMatchObject({
    message:
      `Invoice ${number}: 4 lines, 2 matched, 1 not matched, 1 with errors, $70.50 in all. ` +
      'Nothing is saved yet.',
    matched: 2,
    unmatched: 1,
    preview: { wrong: 1 },
    unmatchedRows: [{ row: 5, reason: 'Student not found' }],
  });
  expect(
    shown.preview.rows.map(({ place, outcome, match, problem }) => [
      place,
      outcome,
      match,
      problem,
    ]),
  ).toEqual([
    ['row 2', 'matched', `Registration ${100 + last}`, null],
    [
      'row 3',
      'wrong',
      null,
      'exam_code: Required; exam_date: Date invalid; amount: Must be an amount, as 45.00',
    ],
    ['row 4', 'matched', `Seminary exam ${500 + last}`, null],
    ['row 5', 'unmatched', null, 'Student not found'],
  ]);
  expect(await written()).toEqual(before);
});

test('an upload that comes to something else than its preview says so', async () => {
  const [number, other] = [randomUUID(), randomUUID()];
  const content = csv(number, ADLER);
  const { fingerprint: previewed } = (await preview(content)).preview;
  await send(csv(other, ADLER));
  const { message } = await uploadInvoice(call(), { fileName: 'a.csv', content, previewed });
  expect(message).toBe(
    `Invoice ${number}: 1 lines, 0 matched, 1 not matched. Records changed after the preview: ` +
      'what was saved differs from what it showed.',
  );
  const next = csv(randomUUID(), BERGER);
  const seen = (await preview(next)).preview.fingerprint;
  const same = await uploadInvoice(call(), { fileName: 'b.csv', content: next, previewed: seen });
  expect(same.message).toMatch(/1 matched, 0 not matched\.$/);
});

test('refuses the preview of a known invoice, and announces only storage for a PDF', async () => {
  const number = randomUUID();
  await send(csv(number, ADLER));
  for (const again of [csv(number, ADLER), csv(number, BERGER)])
    expect(await refusalOf(preview(again))).toMatchObject({ code: 'invoice_exists' });
  expect(await preview(Buffer.from(`%PDF-1.7 ${number}`), 'invoice.pdf')).toMatchObject({
    message:
      'The invoice will be kept and not compared: only CSV and XLSX can be read. ' +
      'Nothing is saved yet.',
    preview: { rows: [], wrong: 0 },
  });
});

test('rows that are wrong are named, and nothing is kept', async () => {
  const number = randomUUID();
  const broken = csv(number, ADLER, '2026-11-01,,Adler,Dina,,soon,x');
  expect(await refusalOf(send(broken))).toMatchObject({
    status: 422,
    code: 'file_rows_invalid',
    detail: '1 rows have errors. Nothing was saved.',
    extra: {
      errors: [
        { path: 'row 3, exam_code', message: 'Required' },
        { path: 'row 3, exam_date', message: 'Date invalid' },
        { path: 'row 3, amount', message: 'Must be an amount, as 45.00' },
      ],
    },
  });
  expect(await linesOf(number)).toEqual([]);
  expect((await send(csv(number, ADLER))).matched).toBe(1);
});

test.each<[string, Buffer, string, string]>([
  ['an old XLS', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'a.xlsx', 'Please save it as XLSX.'],
  ['a program', Buffer.from('MZ\u0000\u0001'), 'a.csv', 'This kind of file is not accepted. '],
  ['a ZIP that is no sheet', aZip({ 'a.txt': 'x' }), 'a.xlsx', 'This kind of file is not accept'],
])('%s is refused', async (_what, content, name, detail) => {
  const refused = await refusalOf(send(content, name));
  expect([refused.status, refused.code]).toEqual([415, 'wrong_type']);
  expect(refused.detail.startsWith(detail)).toBe(true);
});

test('a sheet that would unpack to more than 100 MB is refused before it is', async () => {
  const bomb = aZip({ 'xl/workbook.xml': 'x' });
  const directory = bomb.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]));
  for (const at of [20, 24]) bomb.writeUInt32LE(200 * 1024 * 1024, directory + at);
  expect(await refusalOf(send(bomb, 'bomb.xlsx'))).toMatchObject({
    status: 413,
    code: 'too_large',
  });
});

test('without the lock and the constraint two invoices would take one exam', async () => {
  await expect(
    db.transaction(async (tx) => {
      for (const number of [randomUUID(), randomUUID()])
        await tx.run`
          WITH invoice AS (
            INSERT INTO tal_invoice (number, day, file_name, file_key, total_cents, uploaded_by,
              uploaded_at)
            VALUES (${number}, now(), 'a', gen_random_uuid(), 0, 'test', now()) RETURNING id)
          INSERT INTO tal_invoice_line (invoice_id, line, amount_cents, matched, registration_id)
          SELECT id, 2, 0, true, 99 FROM invoice`;
    }),
  ).rejects.toThrow('tal_invoice_line_registration');
});
