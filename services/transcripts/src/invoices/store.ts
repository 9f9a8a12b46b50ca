import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import type { MatchedLine } from './match-invoice.ts';

/**
 * Locks invoices against concurrent uploads, so that each upload sees the matches of the one
 * before.
 */
export async function lockInvoices(sql: Sql): Promise<void> {
  await sql.one`SELECT pg_advisory_xact_lock(hashtext('tal invoice')) IS NULL AS locked`;
}

/** Whether there is an invoice with this number, or of this file. */
export async function isKnown(
  sql: Sql,
  { number, sha256 }: { number: string | null; sha256: string },
): Promise<boolean> {
  const known = await sql.maybe`
    SELECT 1 AS known FROM tal_invoice WHERE number = ${number}
    UNION ALL SELECT 1 FROM tal_invoice_file WHERE sha256 = ${sha256} LIMIT 1`;
  return known !== undefined;
}

export interface StoredFile
  extends Pick<tables.TalInvoiceFile, 'id' | 'name' | 'sha256' | 'uploadedBy'> {
  content: Uint8Array;
}

/** Keeps the file as it came. */
export async function keepFile(sql: Sql, file: StoredFile, now: Date): Promise<void> {
  const { id, name, sha256, content, uploadedBy } = file;
  await sql.run`
    INSERT INTO tal_invoice_file (id, name, size, sha256, content, uploaded_by, uploaded_at)
    VALUES (${id}, ${name}, ${content.length}, ${sha256}, ${Buffer.from(content)}, ${uploadedBy},
      ${now})`;
}

/** Number and day are null when the file was not read; money in cents. */
export interface NewInvoice {
  number: string | null;
  day: string | null;
  fileName: string;
  fileKey: string;
  totalCents: number;
  uploadedBy: string;
}

export async function insertInvoice(sql: Sql, invoice: NewInvoice, now: Date): Promise<number> {
  const { number, day, fileName, fileKey, totalCents, uploadedBy } = invoice;
  const { id } = await sql.one<Pick<tables.TalInvoice, 'id'>>`
    INSERT INTO tal_invoice (number, day, file_name, file_key, total_cents, uploaded_by,
      uploaded_at)
    VALUES (${number}, ${day}::date, ${fileName}, ${fileKey}, ${totalCents}, ${uploadedBy}, ${now})
    RETURNING id`;
  return id;
}

/** On which invoices these exams are already, by their keys. */
export async function invoicedBefore(
  sql: Sql,
  registrationIds: readonly number[],
  seminaryExamIds: readonly number[],
): Promise<Map<string, string>> {
  const rows = await sql.many<{ key: string; number: string }>`
    SELECT 'registration ' || l.registration_id AS key, i.number
    FROM tal_invoice_line l JOIN tal_invoice i ON i.id = l.invoice_id
    WHERE l.registration_id = ANY (${registrationIds}::bigint[])
    UNION ALL SELECT 'seminary ' || l.seminary_exam_id, i.number
    FROM tal_invoice_line l JOIN tal_invoice i ON i.id = l.invoice_id
    WHERE l.seminary_exam_id = ANY (${seminaryExamIds}::bigint[])
    -- never null: key, number (what was asked for, and only what was read has lines)`;
  return new Map(rows.map(({ key, number }) => [key, number]));
}

/** Writes the lines of an invoice, with the vendor's result of each exam where there is one. */
export async function insertLines(
  sql: Sql,
  invoiceId: number,
  lines: readonly MatchedLine[],
): Promise<void> {
  const rows = lines.map(({ line, exam, reason }) => ({
    line: line.row,
    tal_student_id: line.talId,
    student_id: exam?.studentId ?? null,
    registration_id: exam?.registrationId ?? null,
    seminary_exam_id: exam?.seminaryExamId ?? null,
    course_number: line.examCode,
    exam_day: line.examDate,
    amount_cents: line.amountCents,
    reason,
  }));
  await sql.run`
    INSERT INTO tal_invoice_line (invoice_id, line, tal_student_id, student_id, exam_result_id,
      course_number, amount_cents, matched, exam_day, registration_id, seminary_exam_id, reason)
    SELECT ${invoiceId}, l.line, l.tal_student_id, l.student_id, result.id, l.course_number,
      l.amount_cents, l.reason IS NULL, l.exam_day, l.registration_id, l.seminary_exam_id, l.reason
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS l (line integer,
      tal_student_id text, student_id bigint, registration_id bigint, seminary_exam_id bigint,
      course_number text, exam_day date, amount_cents bigint, reason text)
    LEFT JOIN exam_result result ON result.registration_id = l.registration_id`;
}
