import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import type { Places, Takes } from './places.ts';

export interface Hold {
  sessionId: number;
  studentId: number;
  registrationId: number;
  heldUntil: Date;
  /** A place in a special room, not a seat. */
  special: boolean;
}

/**
 * Notes that a place is held, or that it is held longer; true when it is a new hold, which needs a
 * place. One that is held longer stays what it is.
 */
export async function keepHold(
  sql: Sql,
  { sessionId, studentId, registrationId, heldUntil, special }: Hold,
): Promise<boolean> {
  const { isNew } = await sql.one<{ isNew: boolean }>`
    INSERT INTO seat_hold (session_id, student_id, registration_id, held_until, special)
    VALUES (${sessionId}, ${studentId}, ${registrationId}, ${heldUntil}, ${special})
    ON CONFLICT (session_id, student_id) DO UPDATE SET
      registration_id = excluded.registration_id, held_until = excluded.held_until
    RETURNING xmax = 0 AS is_new`;
  return isNew;
}

/**
 * Makes a hold the place of the student who books now; answers what was held, which is then theirs,
 * null: nothing. Other holds of the registration end: their places are free with the next release, a
 * second away at most.
 */
export async function useHold(
  sql: Sql,
  { sessionId, studentId, registrationId }: Omit<Hold, 'heldUntil' | 'special'>,
  now: Date,
): Promise<Takes | null> {
  const used = await sql.maybe<Pick<tables.SeatHold, 'special'>>`
    WITH ended AS (
      UPDATE seat_hold SET held_until = ${now}
      WHERE registration_id = ${registrationId} AND session_id <> ${sessionId}
        AND held_until > ${now})
    DELETE FROM seat_hold WHERE session_id = ${sessionId} AND student_id = ${studentId}
    RETURNING special`;
  if (used === undefined) return null;
  return used.special ? 'special' : 'seat';
}

/** Ends the holds of registrations but for one session (null: all), as useHold does. */
export async function endHolds(
  sql: Sql,
  registrationIds: readonly number[],
  except: number | null,
  now: Date,
): Promise<void> {
  await sql.run`
    UPDATE seat_hold SET held_until = ${now}
    WHERE registration_id = ANY (${[...registrationIds]}::bigint[])
      AND session_id IS DISTINCT FROM ${except}::bigint AND held_until > ${now}`;
}

/** Ends every hold in a session; their seats are free with the next release. */
export async function endHoldsOfSession(sql: Sql, sessionId: number, now: Date): Promise<void> {
  await sql.run`
    UPDATE seat_hold SET held_until = ${now}
    WHERE session_id = ${sessionId} AND held_until > ${now}`;
}

/** Sessions in which holds are over. */
export async function sessionsToRelease(sql: Sql, now: Date): Promise<number[]> {
  const rows = await sql.many<Pick<tables.SeatHold, 'sessionId'>>`
    SELECT DISTINCT session_id FROM seat_hold WHERE held_until <= ${now}
    ORDER BY session_id LIMIT 1000`;
  return rows.map(({ sessionId }) => sessionId);
}

/**
 * Takes away the holds of a session that are over, and answers how many: their places are to be
 * given back in the same transaction. A hold that is used or kept longer at this moment is left
 * alone, and none is taken away twice.
 */
export async function dropOverdueHolds(sql: Sql, sessionId: number, now: Date): Promise<Places> {
  const dropped = await sql.many<Pick<tables.SeatHold, 'special'>>`
    WITH due AS (
      SELECT student_id FROM seat_hold WHERE session_id = ${sessionId} AND held_until <= ${now}
      FOR UPDATE SKIP LOCKED)
    DELETE FROM seat_hold h USING due
    WHERE h.session_id = ${sessionId} AND h.student_id = due.student_id
    RETURNING h.special`;
  const special = dropped.filter((hold) => hold.special).length;
  return { seats: dropped.length - special, special };
}
