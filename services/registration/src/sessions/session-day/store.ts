import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { DayStudent } from './day-rows.ts';

/** Returns the students of a session with their recorded attendance. */
export function readDayStudents(
  sql: Sql,
  sessionId: number,
  studentIds: readonly number[],
): Promise<DayStudent[]> {
  return sql.many<DayStudent>`
    SELECT s.id, s.first_name, s.last_name, s.school_id, s.buying_barred_until,
      s.booking_barred_until, s.accommodations, a.state AS attendance, a.at AS attendance_at,
      a.recorded_by AS attendance_by
    FROM student_copy s
    LEFT JOIN attendance a ON a.session_id = ${sessionId} AND a.student_id = s.id
    WHERE s.id = ANY (${[...studentIds]}::bigint[])`;
}

/** Returns the subjects of exams, by their ids. */
export async function readSubjects(
  sql: Sql,
  examIds: readonly number[],
): Promise<Map<number, string>> {
  const rows = await sql.many<Pick<tables.ExamProjection, 'id' | 'subject'>>`
    SELECT id, subject FROM exam_copy WHERE id = ANY (${[...examIds]}::bigint[])`;
  return new Map(rows.map(({ id, subject }) => [id, subject]));
}

/**
 * Locks the exams of students in a session, in the order of ids as all writers do: until the end of
 * the transaction none of them leaves it, and no other caller records their attendance.
 */
export async function lockInSession(
  sql: Sql,
  sessionId: number,
  studentIds: readonly number[],
): Promise<void> {
  await sql.many`
    SELECT id FROM registration
    WHERE session_id = ${sessionId} AND student_id = ANY (${[...studentIds]}::bigint[])
    ORDER BY id FOR NO KEY UPDATE`;
}
