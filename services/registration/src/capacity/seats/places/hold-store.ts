import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../../prisma/tables.ts';
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
 * Records a hold or extends one; true when it is a new hold, which needs a place. An extended hold
 * keeps its kind. Undefined: the seat of an offer to the student is held, which has an end of its
 * own.
 */
export async function keepHold(
  sql: Sql,
  { sessionId, studentId, registrationId, heldUntil, special }: Hold,
): Promise<boolean | undefined> {
  const kept = await sql.maybe<{ isNew: boolean }>`
    INSERT INTO seat_hold (session_id, student_id, registration_id, held_until, special)
    VALUES (${sessionId}, ${studentId}, ${registrationId}, ${heldUntil}, ${special})
    ON CONFLICT (session_id, student_id) DO UPDATE SET
      registration_id = excluded.registration_id, held_until = excluded.held_until
    WHERE seat_hold.waiting_id IS NULL
    RETURNING xmax = 0 AS is_new`;
  return kept?.isNew;
}

/**
 * Turns a hold into the place of the student who books now, that of their open offer if there is
 * one. Returns the kind of held place, null: none. Ends other holds of the registration; the next
 * release frees their places, at most a second later. Offers elsewhere stay.
 */
export async function useHold(
  sql: Sql,
  {
    sessionId,
    studentId,
    registrationId,
    waitingId,
  }: Omit<Hold, 'heldUntil' | 'special'> & { waitingId: number | null },
  now: Date,
): Promise<Takes | null> {
  const used = await sql.maybe<Pick<tables.SeatHold, 'special'>>`
    WITH ended AS (
      UPDATE seat_hold SET held_until = ${now}
      WHERE registration_id = ${registrationId} AND session_id <> ${sessionId}
        AND held_until > ${now} AND waiting_id IS NULL)
    DELETE FROM seat_hold WHERE session_id = ${sessionId} AND student_id = ${studentId}
      AND waiting_id IS NOT DISTINCT FROM ${waitingId}::bigint
    RETURNING special`;
  if (used === undefined) return null;
  return used.special ? 'special' : 'seat';
}

/**
 * Ends the holds of registrations but for one session (null: all), as useHold does. Seats of offers
 * stay held as long as their offers are open.
 */
export async function endHolds(
  sql: Sql,
  registrationIds: readonly number[],
  except: number | null,
  now: Date,
): Promise<void> {
  await sql.run`
    UPDATE seat_hold SET held_until = ${now}
    WHERE registration_id = ANY (${[...registrationIds]}::bigint[])
      AND session_id IS DISTINCT FROM ${except}::bigint AND held_until > ${now}
      AND waiting_id IS NULL`;
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
    SELECT DISTINCT h.session_id FROM seat_hold h
    LEFT JOIN waiting_entry w ON w.id = h.waiting_id AND w.state = 'offered'
    WHERE h.held_until <= ${now} AND w.id IS NULL
    ORDER BY h.session_id LIMIT 1000`;
  return rows.map(({ sessionId }) => sessionId);
}

/**
 * Deletes the expired holds of a session and returns their places, which the same transaction has
 * to release. Skips a hold that is being used or extended, never deletes one twice, and skips the
 * seat of an offer that has not been ended yet.
 */
export async function dropOverdueHolds(sql: Sql, sessionId: number, now: Date): Promise<Places> {
  const dropped = await sql.many<Pick<tables.SeatHold, 'special'>>`
    WITH due AS (
      SELECT h.student_id FROM seat_hold h
      WHERE h.session_id = ${sessionId} AND h.held_until <= ${now} AND NOT EXISTS (
        SELECT FROM waiting_entry w WHERE w.id = h.waiting_id AND w.state = 'offered')
      FOR UPDATE SKIP LOCKED)
    DELETE FROM seat_hold h USING due
    WHERE h.session_id = ${sessionId} AND h.student_id = due.student_id
    RETURNING h.special`;
  const special = dropped.filter((hold) => hold.special).length;
  return { seats: dropped.length - special, special };
}
