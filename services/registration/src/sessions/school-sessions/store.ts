import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import { forgetReminders } from './reminder-store.ts';

/** Whether an exam is in a session, including exams that wait for a run. */
export async function isOccupied(sql: Sql, sessionId: number): Promise<boolean> {
  const found = await sql.maybe`
    SELECT 1 AS found FROM registration
    WHERE session_id = ${sessionId} AND status NOT IN ('dropped', 'cancelled') LIMIT 1`;
  return found !== undefined;
}

/** Whether a session has a student whom this gender would exclude. */
export async function hasExcludedStudent(
  sql: Sql,
  sessionId: number,
  gender: string,
): Promise<boolean> {
  if (gender === '3') return false;
  const found = await sql.maybe`
    SELECT 1 AS found FROM registration r JOIN student_copy s ON s.id = r.student_id
    WHERE r.session_id = ${sessionId} AND r.status NOT IN ('dropped', 'cancelled')
      AND s.gender <> ${gender} LIMIT 1`;
  return found !== undefined;
}

/** An exam that moves with its session. */
export type Moved = Pick<tables.Registration, 'id' | 'studentId' | 'calendarSequence'>;

/**
 * Records for the exams that are still to be sat in a session that its day or time has changed:
 * their calendar entries get a new sequence, and their students are reminded again.
 */
export async function noteMoved(sql: Sql, sessionId: number): Promise<Moved[]> {
  await forgetReminders(sql, sessionId);
  return sql.many<Moved>`
    UPDATE registration SET calendar_sequence = calendar_sequence + 1
    WHERE session_id = ${sessionId} AND status = 'scheduled'
    RETURNING id, student_id, calendar_sequence`;
}
