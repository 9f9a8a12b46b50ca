import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { Deciding } from '../store.ts';
import type { PaperOnRecord } from './paper-preview.ts';

export interface NewPaper {
  seminaryStudentId: number;
  examId: number;
  takenOn: string;
  file: Pick<tables.PaperFile, 'id' | 'name' | 'type' | 'sha256' | 'uploadedBy'> & {
    content: Buffer;
  };
}

/** Keeps a scan as an exam whose grade is pending; false when that exam of that day is there. */
export async function insertPaper(sql: Sql, paper: NewPaper, now: Date): Promise<boolean> {
  const { seminaryStudentId, examId, takenOn, file } = paper;
  const made = await sql.maybe<Pick<tables.SeminaryExam, 'id'>>`
    INSERT INTO seminary_exam (seminary_student_id, exam_id, actual_taken_date, file_key)
    VALUES (${seminaryStudentId}, ${examId}, ${takenOn}, ${file.id}::uuid)
    ON CONFLICT (seminary_student_id, exam_id, actual_taken_date) DO NOTHING
    RETURNING id`;
  if (!made) return false;
  await sql.run`
    INSERT INTO paper_file (id, name, type, size, sha256, content, uploaded_by, uploaded_at)
    VALUES (${file.id}, ${file.name}, ${file.type}, ${file.content.length}, ${file.sha256},
      ${file.content}, ${file.uploadedBy}, ${now})`;
  return true;
}

/** A seminary student as the next upload would find them; nothing is held. */
export const readDeciding = (sql: Sql, id: number): Promise<Deciding | undefined> =>
  sql.maybe<Deciding>`
    SELECT id, student_id, redeemed_exams, redeeming, seminary_year FROM seminary_student
    WHERE id = ${id}`;

/** The exams of a seminary student in the order of their days, with the prints of their scans. */
export const listPapers = (sql: Sql, seminaryStudentId: number): Promise<PaperOnRecord[]> =>
  sql.many<PaperOnRecord>`
    SELECT e.seminary_student_id, e.exam_id, e.actual_taken_date, e.taken_date, e.grade,
      e.grade_comment, f.sha256
    FROM seminary_exam e LEFT JOIN paper_file f ON f.id = e.file_key
    WHERE e.seminary_student_id = ${seminaryStudentId}
    ORDER BY e.actual_taken_date, e.exam_id`;

export const countExams = async (sql: Sql, seminaryStudentId: number): Promise<number> =>
  (
    await sql.one<{ count: number }>`
      SELECT count(*)::integer AS count FROM seminary_exam
      WHERE seminary_student_id = ${seminaryStudentId}`
  ).count;

export type Followed = Pick<
  tables.SeminaryExam,
  'id' | 'seminaryStudentId' | 'examId' | 'actualTakenDate' | 'talReference' | 'paperSentAt'
> & { fileKey: string };
const LEASE_SECONDS = 60;

/**
 * Returns papers that are due to be sent to TAL or checked for a grade; leases them for a minute.
 */
export const takeFollowed = (sql: Sql): Promise<Followed[]> =>
  sql.many<Followed>`
    UPDATE seminary_exam
    SET follow_at = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second',
      follow_tries = follow_tries + 1
    WHERE id IN (SELECT id FROM seminary_exam
      WHERE file_key IS NOT NULL AND grade_comment IS NULL AND follow_at <= clock_timestamp()
      ORDER BY follow_at LIMIT 10 FOR UPDATE SKIP LOCKED)
    RETURNING id, seminary_student_id, exam_id, actual_taken_date, tal_reference, paper_sent_at,
      file_key
    -- never null: file_key (rows are found by it)`;

/** Retries TAL after a pause of at most ten minutes. */
export async function followLater(sql: Sql, id: number): Promise<void> {
  await sql.run`
    UPDATE seminary_exam
    SET follow_at = clock_timestamp() + least(600, power(2, least(follow_tries, 10)))
      * interval '1 second'
    WHERE id = ${id}`;
}

/** Notes that TAL has the paper; the grade is requested a minute later. */
export async function noteSent(sql: Sql, id: number, now: Date): Promise<void> {
  await sql.run`
    UPDATE seminary_exam
    SET paper_sent_at = ${now}, follow_tries = 0,
      follow_at = clock_timestamp() + interval '1 minute'
    WHERE id = ${id}`;
}

/** Requests a missing grade again in an hour. */
export async function requestGradeLater(sql: Sql, id: number): Promise<void> {
  await sql.run`
    UPDATE seminary_exam
    SET follow_tries = 0, follow_at = clock_timestamp() + interval '1 hour' WHERE id = ${id}`;
}

/** The grade of TAL, once. */
export async function noteGrade(
  sql: Sql,
  id: number,
  { grade, gradeComment }: { grade: string | null; gradeComment: string },
): Promise<boolean> {
  const noted = await sql.run`
    UPDATE seminary_exam SET grade = ${grade}, grade_comment = ${gradeComment}
    WHERE id = ${id} AND grade_comment IS NULL`;
  return noted > 0;
}

export type PaperStudent = Pick<
  tables.SeminaryStudent,
  'id' | 'studentId' | 'firstName' | 'lastName' | 'dob' | 'last4Ssn' | 'talStudentId'
>;
export const readPaperStudent = (sql: Sql, id: number): Promise<PaperStudent> =>
  sql.one<PaperStudent>`
    SELECT id, student_id, first_name, last_name, dob, last4_ssn, tal_student_id
    FROM seminary_student
    WHERE id = ${id}`;

export const readFile = (
  sql: Sql,
  id: string,
): Promise<Pick<tables.PaperFile, 'name' | 'type'> & { content: Buffer }> =>
  sql.one<Pick<tables.PaperFile, 'name' | 'type'> & { content: Buffer }>`
    SELECT name, type, content FROM paper_file WHERE id = ${id}::uuid`;
