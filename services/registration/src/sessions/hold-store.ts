import type { Sql } from '@portal/kit/database';

export interface Hold {
  sessionId: number;
  studentId: number;
  registrationId: number;
  heldUntil: Date;
}

/** Notes that a place is held, or that it is held longer; true when it is a new hold, which needs a seat. */
export async function keepHold(sql: Sql, { sessionId, studentId, registrationId, heldUntil }: Hold): Promise<boolean> {
  const { isNew } = await sql.one<{ isNew: boolean }>`
    INSERT INTO seat_hold (session_id, student_id, registration_id, held_until) VALUES (${sessionId}, ${studentId}, ${registrationId}, ${heldUntil})
    ON CONFLICT (session_id, student_id) DO UPDATE SET registration_id = excluded.registration_id, held_until = excluded.held_until
    RETURNING xmax = 0 AS is_new`;
  return isNew;
}

/**
 * Makes a hold the place of the student who sits down now; true when there was one, whose seat is then hers. Other holds of the registration end:
 * their seats are free with the next release, a second away at most.
 */
export async function useHold(sql: Sql, { sessionId, studentId, registrationId }: Omit<Hold, 'heldUntil'>, now: Date): Promise<boolean> {
  const used = await sql.run`
    WITH ended AS (
      UPDATE seat_hold SET held_until = ${now} WHERE registration_id = ${registrationId} AND session_id <> ${sessionId} AND held_until > ${now})
    DELETE FROM seat_hold WHERE session_id = ${sessionId} AND student_id = ${studentId}`;
  return used > 0;
}

/** Ends the holds of a registration but for one session (null: all), as useHold does. */
export async function endHolds(sql: Sql, registrationId: number, except: number | null, now: Date): Promise<void> {
  await sql.run`
    UPDATE seat_hold SET held_until = ${now} WHERE registration_id = ${registrationId} AND session_id IS DISTINCT FROM ${except}::bigint AND held_until > ${now}`;
}

/** Sessions in which holds are over. */
export async function sessionsToRelease(sql: Sql, now: Date): Promise<number[]> {
  const rows = await sql.many<{ sessionId: number }>`
    SELECT DISTINCT session_id FROM seat_hold WHERE held_until <= ${now} ORDER BY session_id LIMIT 1000`;
  return rows.map(({ sessionId }) => sessionId);
}

/**
 * Gives the seats of a session back whose holds are over; true when there were any. One statement: a hold that is used or kept longer at this
 * moment is left alone, and none is given back twice.
 */
export async function releaseHolds(sql: Sql, sessionId: number, now: Date): Promise<boolean> {
  const touched = await sql.run`
    WITH due AS (SELECT student_id FROM seat_hold WHERE session_id = ${sessionId} AND held_until <= ${now} FOR UPDATE SKIP LOCKED),
    gone AS (DELETE FROM seat_hold h USING due WHERE h.session_id = ${sessionId} AND h.student_id = due.student_id RETURNING h.student_id)
    UPDATE session SET seats_left = seats_left + (SELECT count(*) FROM gone) WHERE id = ${sessionId} AND EXISTS (SELECT FROM gone)`;
  return touched > 0;
}
