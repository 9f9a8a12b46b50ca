import type { Sql } from '@portal/kit/database';

export interface ExamResult {
  courseNumber: string;
  subject: string;
  credits: number | null;
  takenDate: string | null;
  isOnline: boolean;
  result: string;
  score: string | null;
  vendorId: number;
}

/** A student's results of all vendors, newest first within a vendor. */
export const findResults = (db: Sql, studentId: number) =>
  db.many<ExamResult>`
    SELECT course_number, subject, credits, taken_date, is_online, result, score, vendor_id FROM exam_result
    WHERE student_id = ${studentId} ORDER BY vendor_id, taken_date DESC NULLS LAST, subject`;

/** Registrations that results of a student are about, by vendor and the vendor's reference. */
export async function boundResults(db: Sql, studentId: number): Promise<Map<string, number>> {
  const rows = await db.many<{ vendorId: number; vendorReference: string; registrationId: number }>`
    SELECT vendor_id, vendor_reference, registration_id FROM exam_result
    WHERE student_id = ${studentId} AND vendor_reference IS NOT NULL AND registration_id IS NOT NULL`;
  return new Map(rows.map(({ vendorId, vendorReference, registrationId }) => [`${vendorId} ${vendorReference}`, registrationId]));
}

/** What a vendor says about one exam, as it is kept. */
export interface KeptResult extends Omit<ExamResult, 'courseNumber' | 'takenDate'> {
  /** The vendor's own name of it. */
  reference: string;
  examCode: string;
  takenOn: string | null;
}

/** Keeps what a vendor says now; what it said of the same exam before is written over. */
export async function keepResult(sql: Sql, studentId: number, result: KeptResult, now: Date): Promise<void> {
  await sql.run`
    INSERT INTO exam_result (student_id, vendor_id, vendor_reference, course_number, subject, credits, taken_date, is_online, result, score, received_at)
    VALUES (${studentId}, ${result.vendorId}, ${result.reference}, ${result.examCode}, ${result.subject}, ${result.credits}::integer, ${result.takenOn}::date,
      ${result.isOnline}, ${result.result}, ${result.score}::text, ${now})
    ON CONFLICT (vendor_id, vendor_reference) DO UPDATE SET course_number = excluded.course_number, subject = excluded.subject, credits = excluded.credits,
      taken_date = excluded.taken_date, is_online = excluded.is_online, result = excluded.result, score = excluded.score, received_at = excluded.received_at
    WHERE exam_result.student_id = excluded.student_id`;
}

/** Notes which registration a result is about. */
export async function bindResult(
  sql: Sql,
  { vendorId, reference }: KeptResult,
  { registrationId, studentId, examId }: { registrationId: number; studentId: number; examId: number },
): Promise<void> {
  await sql.run`
    UPDATE exam_result SET registration_id = NULL
    WHERE registration_id = ${registrationId} AND NOT (vendor_id = ${vendorId} AND vendor_reference IS NOT DISTINCT FROM ${reference}::text)`;
  await sql.run`
    UPDATE exam_result SET registration_id = ${registrationId}, exam_id = ${examId}
    WHERE student_id = ${studentId} AND vendor_id = ${vendorId} AND vendor_reference = ${reference}`;
}
