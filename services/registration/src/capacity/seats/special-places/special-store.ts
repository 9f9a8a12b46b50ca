import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../../prisma/tables.ts';
import type { Takes } from '../places/places.ts';

/** A student who was given a special place, and the kind of place they had before. */
export interface AssignedSpecialPlace extends Pick<tables.StudentSession, 'studentId'> {
  took: Takes;
}

/**
 * Assigns free special places of a session to students who are booked without one, the longest
 * waiting first, before the line, and frees their seats. Locks the row of the session;
 * skips a student whose place another transaction has locked.
 */
export const assignToWaiting = (sql: Sql, sessionId: number): Promise<AssignedSpecialPlace[]> =>
  sql.many<AssignedSpecialPlace>`
    WITH free AS (
      SELECT special_left + passed_special AS places FROM session
      WHERE id = ${sessionId} AND special_left + passed_special > 0 AND called_off_at IS NULL
      FOR NO KEY UPDATE),
    next AS (
      SELECT session_id, student_id, takes FROM student_session
      WHERE session_id = ${sessionId} AND special_wanted_at IS NOT NULL
      ORDER BY special_wanted_at, student_id
      LIMIT COALESCE((SELECT places FROM free), 0) FOR UPDATE SKIP LOCKED),
    given AS (
      UPDATE student_session p SET takes = 'special', special_wanted_at = NULL
      FROM next WHERE p.session_id = next.session_id AND p.student_id = next.student_id),
    counted AS (
      UPDATE session SET
        special_left = special_left - greatest((SELECT count(*) FROM next) - passed_special, 0),
        passed_special = passed_special - least((SELECT count(*) FROM next), passed_special),
        seats_left = seats_left + CASE WHEN has_line THEN 0
          ELSE (SELECT count(*) FROM next WHERE takes = 'seat') END,
        passed_seats = passed_seats + CASE WHEN has_line
          THEN (SELECT count(*) FROM next WHERE takes = 'seat') ELSE 0 END
      WHERE id = ${sessionId} AND EXISTS (SELECT FROM next))
    SELECT student_id, takes AS took FROM next`;

/** Locks sessions until the transaction ends, in the order of their ids as all do. */
export const lockSessions = (sql: Sql, ids: readonly number[]): Promise<unknown> =>
  sql.many`
    SELECT id FROM session WHERE id = ANY (${[...ids]}::bigint[])
    ORDER BY id FOR NO KEY UPDATE`;

/** Marks a student booked without the special place that they need as waiting for one. R-546 */
export async function wantSpecial(
  sql: Sql,
  { sessionId, studentId }: { sessionId: number; studentId: number },
  now: Date,
): Promise<void> {
  await sql.run`
    UPDATE student_session SET takes = 'nothing', special_wanted_at = ${now}
    WHERE session_id = ${sessionId} AND student_id = ${studentId}`;
}

/**
 * Takes all special places of a session from their students, makes these students wait for one, and
 * deletes its holds of special places: where the session moves to there are none.
 */
export async function removeSpecialPlaces(sql: Sql, sessionId: number, now: Date): Promise<void> {
  await sql.run`
    WITH ended AS (DELETE FROM seat_hold WHERE session_id = ${sessionId} AND special),
    left_without AS (
      UPDATE student_session SET takes = 'nothing', special_wanted_at = ${now}
      WHERE session_id = ${sessionId} AND takes = 'special')
    UPDATE session SET special_left = special_places, passed_special = 0
    WHERE id = ${sessionId}`;
}

/** A student's place in a coming session at a branch, locked, and its kind. */
export interface FittedPlace extends Pick<tables.StudentSession, 'sessionId' | 'specialWantedAt'> {
  startsAt: Date;
  takes: Takes;
}

/** Locks a student's places in coming sessions at branches, or in one session (null: in all). */
export const lockPlaces = (
  sql: Sql,
  studentId: number,
  sessionId: number | null,
  now: Date,
): Promise<FittedPlace[]> =>
  sql.many<FittedPlace>`
    SELECT p.session_id, p.takes, p.special_wanted_at, s.starts_at
    FROM student_session p JOIN session s ON s.id = p.session_id
    WHERE p.student_id = ${studentId} AND s.session_type = '21' AND s.starts_at > ${now}
      AND s.called_off_at IS NULL
      AND (${sessionId}::bigint IS NULL OR p.session_id = ${sessionId}::bigint)
    ORDER BY p.session_id FOR UPDATE OF p
    -- never null: starts_at`;

/** Records that a student with a place waits for a special one, or no longer does (null). */
export async function markWanted(
  sql: Sql,
  { sessionId, studentId }: { sessionId: number; studentId: number },
  wantedAt: Date | null,
): Promise<void> {
  await sql.run`
    UPDATE student_session SET special_wanted_at = ${wantedAt}
    WHERE session_id = ${sessionId} AND student_id = ${studentId}`;
}

/**
 * Changes a student's special place to a seat when one is left, and frees the special place; true
 * when it did.
 */
export async function takeSeatInstead(
  sql: Sql,
  { sessionId, studentId, took }: { sessionId: number; studentId: number; took: Takes },
): Promise<boolean> {
  const changed = await sql.run`
    WITH taken AS (
      UPDATE session SET seats_left = seats_left - 1,
        special_left = special_left
          + CASE WHEN has_line THEN 0 ELSE ${Number(took === 'special')}::integer END,
        passed_special = passed_special
          + CASE WHEN has_line THEN ${Number(took === 'special')}::integer ELSE 0 END
      WHERE id = ${sessionId} AND (seats_left IS NULL OR seats_left > 0) RETURNING id)
    UPDATE student_session SET takes = 'seat', special_wanted_at = NULL
    WHERE session_id = ${sessionId} AND student_id = ${studentId}
      AND session_id IN (SELECT id FROM taken)`;
  return changed > 0;
}

/** Returns coming sessions with a free special place and a student who waits for one. */
export async function sessionsToAssignIn(sql: Sql, now: Date): Promise<number[]> {
  const rows = await sql.many<{ id: number }>`
    SELECT DISTINCT s.id FROM student_session p JOIN session s ON s.id = p.session_id
    WHERE p.special_wanted_at IS NOT NULL AND s.special_left + s.passed_special > 0
      AND s.called_off_at IS NULL
      AND s.starts_at > ${now}
    ORDER BY s.id LIMIT 100`;
  return rows.map(({ id }) => id);
}
