import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';

export type ExamResult = Pick<
  tables.ExamResult,
  | 'courseNumber'
  | 'subject'
  | 'credits'
  | 'takenDate'
  | 'isOnline'
  | 'result'
  | 'score'
  | 'vendorId'
>;

/** A student's results of all vendors, newest first within a vendor. */
export const findResults = (db: Sql, studentId: number) =>
  db.many<ExamResult>`
    SELECT course_number, subject, credits, taken_date, is_online, result, score, vendor_id
    FROM exam_result
    WHERE student_id = ${studentId} ORDER BY vendor_id, taken_date DESC NULLS LAST, subject`;

/** Registrations that results of a student are about, by vendor and the vendor's reference. */
export async function boundResults(db: Sql, studentId: number): Promise<Map<string, number>> {
  const rows = await db.many<
    Pick<tables.ExamResult, 'vendorId'> & { vendorReference: string; registrationId: number }
  >`
    SELECT vendor_id, vendor_reference, registration_id FROM exam_result
    WHERE student_id = ${studentId} AND vendor_reference IS NOT NULL
      AND registration_id IS NOT NULL`;
  return new Map(
    rows.map(({ vendorId, vendorReference, registrationId }) => [
      `${vendorId} ${vendorReference}`,
      registrationId,
    ]),
  );
}

/** A vendor's result of one exam, as stored. */
export interface KeptResult extends Omit<ExamResult, 'courseNumber' | 'takenDate'> {
  /** The vendor's own name of it. */
  reference: string;
  examCode: string;
  takenOn: string | null;
}

/**
 * Stores a vendor's current results of a student's exams; a new result of an exam overwrites the
 * former one, and the last of two in one answer applies.
 */
export async function keepResults(
  sql: Sql,
  studentId: number,
  results: readonly KeptResult[],
  now: Date,
): Promise<void> {
  const lastWords = new Map(
    results.map((result) => [`${result.vendorId} ${result.reference}`, result]),
  );
  const rows = [...lastWords.values()].map((result) => ({
    vendor_id: result.vendorId,
    vendor_reference: result.reference,
    course_number: result.examCode,
    subject: result.subject,
    credits: result.credits,
    taken_date: result.takenOn,
    is_online: result.isOnline,
    result: result.result,
    score: result.score,
  }));
  await sql.run`
    INSERT INTO exam_result (student_id, vendor_id, vendor_reference, course_number, subject,
      credits, taken_date, is_online, result, score, received_at)
    SELECT ${studentId}::bigint, vendor_id, vendor_reference, course_number, subject, credits,
      taken_date, is_online, result, score, ${now}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS row (vendor_id smallint, vendor_reference text, course_number text, subject text,
        credits integer,
      taken_date date, is_online boolean, result text, score text)
    ORDER BY vendor_id, vendor_reference
    ON CONFLICT (vendor_id, vendor_reference) DO UPDATE
    SET course_number = excluded.course_number, subject = excluded.subject,
      credits = excluded.credits, taken_date = excluded.taken_date, is_online = excluded.is_online,
      result = excluded.result, score = excluded.score, received_at = excluded.received_at
    WHERE exam_result.student_id = excluded.student_id`;
}

/** Notes which registration a result is about. */
export async function bindResult(
  sql: Sql,
  { vendorId, reference }: KeptResult,
  {
    registrationId,
    studentId,
    examId,
  }: { registrationId: number; studentId: number; examId: number },
): Promise<void> {
  await sql.run`
    UPDATE exam_result SET registration_id = NULL
    WHERE registration_id = ${registrationId}
      AND NOT (vendor_id = ${vendorId}
        AND vendor_reference IS NOT DISTINCT FROM ${reference}::text)`;
  await sql.run`
    UPDATE exam_result SET registration_id = ${registrationId}, exam_id = ${examId}
    WHERE student_id = ${studentId} AND vendor_id = ${vendorId}
      AND vendor_reference = ${reference}`;
}

/** A redeemed exam with its data from the catalogue. */
export interface RedeemedExam {
  examId: number;
  registrationId: number;
  grade?: string | undefined;
  talReference?: string | undefined;
  vendorId: number;
  courseNumber: string;
  subject: string;
  credits: number;
}

/**
 * Stores redeemed seminary exams as results of a student; a result that the vendor has already
 * reported for one of them becomes the result of its registration.
 */
export async function insertRedeemed(
  sql: Sql,
  {
    studentId,
    redeemedOn,
    exams,
  }: { studentId: number; redeemedOn: string; exams: readonly RedeemedExam[] },
  now: Date,
): Promise<void> {
  const rows = exams.map((exam) => ({
    vendor_id: exam.vendorId,
    exam_id: exam.examId,
    registration_id: exam.registrationId,
    vendor_reference: exam.talReference ?? null,
    course_number: exam.courseNumber,
    subject: exam.subject,
    credits: exam.credits,
    score: exam.grade ?? null,
  }));
  await sql.run`
    INSERT INTO exam_result (student_id, vendor_id, exam_id, registration_id, vendor_reference,
      course_number, subject, credits, taken_date, is_online, result, score, received_at)
    SELECT ${studentId}::bigint, vendor_id, exam_id, registration_id, vendor_reference,
      course_number, subject, credits, ${redeemedOn}::date, false, 'Pass', score,
      ${now}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS row (vendor_id smallint, exam_id bigint, registration_id bigint, vendor_reference text,
        course_number text, subject text, credits integer, score text)
    ORDER BY registration_id
    ON CONFLICT (vendor_id, vendor_reference) DO UPDATE
    SET registration_id = excluded.registration_id, exam_id = excluded.exam_id,
      taken_date = excluded.taken_date
    WHERE exam_result.student_id = excluded.student_id`;
}
