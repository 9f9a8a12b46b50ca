import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { Attendance } from './attendance-rules.ts';

/** Returns a student's recorded attendance at a session; undefined: not recorded. */
export async function readAttendance(
  sql: Sql,
  sessionId: number | null,
  studentId: number,
): Promise<Attendance | undefined> {
  const row = await sql.maybe<Pick<tables.Attendance, 'state'>>`
    SELECT state FROM attendance
    WHERE session_id = ${sessionId}::bigint AND student_id = ${studentId}`;
  return row?.state as Attendance | undefined;
}

/** The same of all sessions of a student, by session. */
export async function readAttendanceOf(
  sql: Sql,
  studentId: number,
): Promise<Map<number, Attendance>> {
  const rows = await sql.many<Pick<tables.Attendance, 'sessionId' | 'state'>>`
    SELECT session_id, state FROM attendance WHERE student_id = ${studentId}`;
  return new Map(rows.map(({ sessionId, state }) => [sessionId, state as Attendance]));
}

/** Takes back all that was said of a session, which is to be another day. */
export async function forgetAttendance(sql: Sql, sessionId: number): Promise<void> {
  await sql.run`DELETE FROM attendance WHERE session_id = ${sessionId}`;
}

/** How often a student was absent, and New York's day of the last session of these. */
export async function countAbsences(
  sql: Sql,
  studentId: number,
): Promise<{ absent: number; lastAbsent: string | null }> {
  return sql.one<{ absent: number; lastAbsent: string | null }>`
    SELECT count(*)::integer AS absent,
      (max(s.starts_at) AT TIME ZONE 'America/New_York')::date AS last_absent
    FROM attendance a JOIN session s ON s.id = a.session_id
    WHERE a.student_id = ${studentId} AND a.state = 'absent'`;
}

/** A change of a student's attendance; state null: removes the record. */
export interface AttendanceChange {
  studentId: number;
  state: Exclude<Attendance, 'expected'> | null;
  at: Date;
}

/** Writes attendance of several students in two statements. */
export async function writeAttendance(
  sql: Sql,
  sessionId: number,
  changes: readonly AttendanceChange[],
  recordedBy: string,
): Promise<void> {
  const kept = changes.filter(({ state }) => state !== null);
  const gone = changes.filter(({ state }) => state === null).map(({ studentId }) => studentId);
  await Promise.all([
    kept.length > 0 &&
      sql.run`
        INSERT INTO attendance (session_id, student_id, state, at, recorded_by)
        SELECT ${sessionId}, one.student_id, one.state, one.at, ${recordedBy}::text
        FROM unnest(${kept.map(({ studentId }) => studentId)}::bigint[],
          ${kept.map(({ state }) => state as string)}::text[],
          ${kept.map(({ at }) => at)}::timestamptz[]) AS one (student_id, state, at)
        ON CONFLICT (session_id, student_id) DO UPDATE SET
          state = EXCLUDED.state, at = EXCLUDED.at, recorded_by = EXCLUDED.recorded_by`,
    gone.length > 0 &&
      sql.run`
        DELETE FROM attendance
        WHERE session_id = ${sessionId} AND student_id = ANY (${gone}::bigint[])`,
  ]);
}
