import { sql } from '../../../../portal/databases.ts';
import { aSession } from '../../../exams/sessions.ts';

/** Creates a session that begins in half an hour, with attendance and walk-ins. */
export const aSessionOfToday = (seats: number): Promise<number> =>
  aSession({ seats, inHours: 0.5 });

/** Returns the attendance of a session, by student. */
export async function attendanceIn(sessionId: number): Promise<Record<number, string>> {
  const rows = await sql<{ student_id: string; state: string }>(
    'registration',
    'SELECT student_id, state FROM attendance WHERE session_id = $1',
    [sessionId],
  );
  return Object.fromEntries(rows.map(({ student_id: id, state }) => [Number(id), state]));
}

/** Returns how often the attendance of each student was logged and announced by events. */
export async function timesRecorded(
  sessionId: number,
): Promise<{ logged: Record<number, number>; announced: Record<number, number> }> {
  const logged = await sql<{ student: string; n: number }>(
    'registration',
    `SELECT student_id AS student, count(*)::integer AS n FROM audit
     WHERE table_name = 'session' AND row_id = $1 AND change ? 'attendance' GROUP BY 1`,
    [String(sessionId)],
  );
  const announced = await sql<{ student: string; n: number }>(
    'registration',
    `SELECT student, count(*)::integer AS n
     FROM outbox, jsonb_array_elements_text(payload->'data'->'studentIds') AS student
     WHERE type = 'registration.attendance_changed'
       AND (payload->'data'->>'sessionId')::bigint = $1 GROUP BY 1`,
    [sessionId],
  );
  const byStudent = (rows: typeof announced) =>
    Object.fromEntries(rows.map(({ student, n }) => [Number(student), n]));
  return { logged: byStudent(logged), announced: byStudent(announced) };
}

/** Returns the students of a session, and the seats that are left. */
export async function seatsIn(sessionId: number): Promise<{ seated: number[]; left: number }> {
  const [session] = await sql<{ seats_left: number }>(
    'registration',
    'SELECT seats_left FROM session WHERE id = $1',
    [sessionId],
  );
  const rows = await sql<{ student_id: string }>(
    'registration',
    'SELECT student_id FROM student_session WHERE session_id = $1 ORDER BY student_id',
    [sessionId],
  );
  return {
    seated: rows.map(({ student_id: id }) => Number(id)),
    left: session?.seats_left ?? Number.NaN,
  };
}
