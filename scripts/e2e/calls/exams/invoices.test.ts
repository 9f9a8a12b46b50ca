import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { uploadTalInvoice } from '@portal/contract/exams/invoices';
import { sql } from '../../../portal/databases.ts';
import type { Person } from '../../../portal-user/person.ts';
import { TEST_VIRUS } from '../../../test/virus-scanner.ts';
import { sat } from '../../exams/papers.ts';
import { isPlain } from '../../exams/registrations.ts';
import { signedInStaff } from '../../people/staff.ts';
import { refusal } from '../every-call/refusal.ts';

let office: Person;
beforeAll(async () => {
  office = await signedInStaff('ROLE_TECH_SUPPORT');
});
const upload = (content: string, name = 'invoice.csv', key: string = randomUUID()) =>
  office.ask(uploadTalInvoice, { tal_invoice: new File([content], name) } as never, key);
const HEAD = 'invoice_number,invoice_date,tal_id,last_name,first_name,exam_code,exam_date,amount';
const table = (number: string, ...lines: string[]) =>
  [HEAD, ...lines.map((line) => `${number},2026-11-01,${line}`)].join('\n');

const isOfTal = (exam: Exam): boolean => isPlain(exam) && exam.vendor_id === 1;

/** Returns a booked TAL exam of a student as a line of an invoice. */
async function anInvoiced() {
  const { registrationId } = await sat({ holds: isOfTal });
  const [row] = await sql<{ student_id: string; code: string; day: string }>(
    'registration',
    `SELECT r.student_id, e.secular_number AS code,
       (s.starts_at AT TIME ZONE 'America/New_York')::date::text AS day
     FROM registration r JOIN exam_copy e ON e.id = r.exam_id JOIN session s ON s.id = r.session_id
     WHERE r.id = $1`,
    [registrationId],
  );
  if (!row) throw new Error('not registered');
  const [student] = await sql<{ first_name: string; last_name: string }>(
    'identity',
    'SELECT first_name, last_name FROM student WHERE id = $1',
    [row.student_id],
  );
  const line = `,${student?.last_name},${student?.first_name},${row.code},${row.day},45.50`;
  return { registrationId, line };
}
/** Returns the stored lines of an invoice. */
const linesOf = (number: string) =>
  sql<{ registration_id: string | null; reason: string | null }>(
    'transcripts',
    `SELECT l.registration_id::text, l.reason FROM tal_invoice_line l
     JOIN tal_invoice i ON i.id = l.invoice_id WHERE i.number = $1 ORDER BY l.line`,
    [number],
  );

describe('uploadTalInvoice', () => {
  test('matches exams of students, and stores unmatched lines with the reason', async () => {
    const number = randomUUID();
    const { registrationId, line } = await anInvoiced();
    const { body } = await upload(table(number, line, ',Nobody,Here,X,2026-03-10,5'));
    expect(uploadTalInvoice.answer.parse(body)).toEqual({
      message: `Invoice ${number}: 2 lines, 1 matched, 1 not matched.`,
      matched: 1,
      unmatched: 1,
      unmatchedRows: [{ row: 3, reason: 'Student not found' }],
    });
    expect(await linesOf(number)).toEqual([
      { registration_id: String(registrationId), reason: null },
      { registration_id: null, reason: 'Student not found' },
    ]);
    const again = await upload(table(randomUUID(), line));
    expect(again.body).toMatchObject({
      unmatchedRows: [{ row: 2, reason: `Already invoiced on ${number}` }],
    });
  });

  test('repeats the answer for a key, and refuses a known number or file', async () => {
    const [number, key] = [randomUUID(), randomUUID()];
    const content = table(number, ',Nobody,Here,X,2026-03-10,5');
    const first = await upload(content, 'a.csv', key);
    expect((await upload(content, 'a.csv', key)).body).toEqual(first.body);
    expect(refusal(await upload(content))).toEqual({
      status: 409,
      code: 'invoice_exists',
      detail: 'This invoice was already uploaded.',
    });
    const pdf = `%PDF-1.7 ${randomUUID()}`;
    const both = await Promise.all([upload(pdf, 'a.pdf'), upload(pdf, 'b.pdf')]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('previews the match or error of each line, and writes nothing', async () => {
    const number = randomUUID();
    const { registrationId, line } = await anInvoiced();
    const content = table(number, line, ',Adler,Dina,,2026-03-10,5');
    const look = () => ({ tal_invoice: new File([content], 'invoice.csv'), preview: 'true' });
    const { body } = await office.ask(uploadTalInvoice, look() as object, randomUUID());
    expect(uploadTalInvoice.answer.parse(body)).toMatchObject({
      message:
        `Invoice ${number}: 2 lines, 1 matched, 0 not matched, 1 with errors, $45.50 in all. ` +
        'Nothing is saved yet.',
      preview: {
        wrong: 1,
        report: { lines: 3, headerRow: 1, rows: 2, skippedRows: 0, firstRow: { row: 2 } },
        rows: [
          { place: 'row 2', outcome: 'matched', match: `Registration ${registrationId}` },
          { place: 'row 3', outcome: 'wrong', amount: null, problem: 'exam_code: Required' },
        ],
      },
    });
    const kept = await sql('transcripts', 'SELECT 1 FROM tal_invoice WHERE number = $1', [number]);
    const audited = await sql(
      'transcripts',
      "SELECT 1 FROM audit WHERE table_name = 'tal_invoice' AND change ->> 'number' = $1",
      [number],
    );
    expect([kept, audited, await linesOf(number)]).toEqual([[], [], []]);
    const admin = await signedInStaff('ROLE_ADMIN');
    const refused = await admin.ask(uploadTalInvoice, look() as object, randomUUID());
    expect(refused.status).toBe(403);
  });

  test('refuses an infected file, and stores nothing of it', async () => {
    const number = randomUUID();
    expect(refusal(await upload(table(number, TEST_VIRUS)))).toMatchObject({
      status: 422,
      code: 'file_refused',
    });
    expect(await linesOf(number)).toEqual([]);
  });

  test('refuses an old XLS, a program and a file that is too large', async () => {
    const refused = async (content: string, name: string) => refusal(await upload(content, name));
    expect(await refused('x', 'invoice.xls')).toEqual({
      status: 415,
      code: 'wrong_type',
      detail: 'Please save it as XLSX.',
    });
    expect(await refused('MZ\u0000\u0001', 'invoice.csv')).toEqual({
      status: 415,
      code: 'wrong_type',
      detail: 'This kind of file is not accepted. Please use CSV, XLSX or PDF.',
    });
    expect(await refused('x'.repeat(25 * 1024 * 1024 + 1), 'invoice.csv')).toEqual({
      status: 413,
      code: 'too_large',
      detail: 'The file is too large (25 MB at most).',
    });
  });
});
