import type { Sql } from '@portal/kit/database';

/** T-22; what has begun stays where it is. */
export async function clearAccessRow(sql: Sql, id: number, now: Date): Promise<void> {
  await sql.run`
    UPDATE registration SET online_access = false, access_cleared_at = ${now}, status = CASE status WHEN 'online_access' THEN 'scheduled' ELSE status END
    WHERE id = ${id}`;
}

/** T-51: as let in, to be started once more. */
export async function reopenRow(sql: Sql, id: number, now: Date): Promise<void> {
  await sql.run`
    UPDATE registration SET status = 'online_access', online_access = true, online_exam_taken_override = true, reopened_at = ${now}, access_cleared_at = NULL,
      resume_until = NULL, online_exam_completed = NULL, taken_on = NULL
    WHERE id = ${id}`;
}

/** T-52: begun and cut off, to be resumed until then. */
export async function clearCompletedRow(sql: Sql, id: number, now: Date, resumeUntil: Date): Promise<void> {
  await sql.run`
    UPDATE registration SET status = 'disconnected', online_access = true, reopened_at = ${now}, access_cleared_at = NULL, resume_until = ${resumeUntil},
      online_exam_completed = NULL, taken_on = NULL
    WHERE id = ${id}`;
}
