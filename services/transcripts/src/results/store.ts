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
