import type { Sql } from '@portal/kit/database/database';

/** Whether the student has a registration of the exam that is not cancelled. */
export async function hasRegistered(sql: Sql, studentId: number, examId: number): Promise<boolean> {
  const found = await sql.maybe`
    SELECT 1 AS found FROM registration
    WHERE student_id = ${studentId} AND exam_id = ${examId}
      AND status NOT IN ('pending', 'dropped', 'cancelled') LIMIT 1`;
  return found !== undefined;
}

/** Mails of one student are counted one after the other, whatever their exams. */
export async function lockMaterialsSent(sql: Sql, studentId: number): Promise<void> {
  await sql.run`
    SELECT pg_advisory_xact_lock(hashtextextended(${`study materials of ${studentId}`}, 0))`;
}

/** Mails with study materials that a student was sent in the last hour. */
export async function countMaterialsSent(sql: Sql, studentId: number, now: Date): Promise<number> {
  const { sent } = await sql.one<{ sent: number }>`
    SELECT count(*)::integer AS sent FROM study_materials_sent
    WHERE student_id = ${studentId} AND sent_at > ${now}::timestamptz - interval '1 hour'`;
  return sent;
}

export async function noteMaterialsSent(
  sql: Sql,
  studentId: number,
  examId: number,
  now: Date,
): Promise<void> {
  await sql.run`
    INSERT INTO study_materials_sent (student_id, exam_id, sent_at)
    VALUES (${studentId}, ${examId}, ${now})`;
}

/** Locks the registrations of an exam; returns their number. */
export async function lockOfExam(sql: Sql, studentId: number, examId: number): Promise<number> {
  const rows = await sql.many`
    SELECT id FROM registration
    WHERE student_id = ${studentId} AND exam_id = ${examId}
      AND status NOT IN ('pending', 'dropped', 'cancelled')
    ORDER BY id FOR NO KEY UPDATE`;
  return rows.length;
}
