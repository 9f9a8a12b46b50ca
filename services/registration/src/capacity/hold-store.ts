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
 * place. One that is held longer stays what it is. Undefined: the seat of an offer to the student is
 * held there, which has an end of its own.
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
 * Makes a hold the place of the student who books now, that of her open offer when there is one;
 * answers what was held, which is then theirs, null: nothing. Other holds of the registration end:
 * their places are free with the next release, a second away at most. Offers elsewhere stay.
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
 * Takes away the holds of a session that are over, and answers how many: their places are to be
 * given back in the same transaction. A hold that is used or kept longer at this moment is left
 * alone, and none is taken away twice; so is the seat of an offer that nobody has ended yet.
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
