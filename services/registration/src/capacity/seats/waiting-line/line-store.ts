import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../../prisma/tables.ts';
import type { WaitingEntry } from '../../waiting-list/waiting-entry.ts';
import type { Places } from '../places/places.ts';

/** The fields of a session that its waiting list depends on. */
export interface LineSession
  extends Pick<
    tables.Session,
    | 'id'
    | 'sessionType'
    | 'seats'
    | 'seatsLeft'
    | 'specialPlaces'
    | 'passedSeats'
    | 'passedSpecial'
    | 'hasLine'
    | 'startsAt'
    | 'closedByStaff'
    | 'closingDate'
    | 'closingTime'
    | 'calledOffAt'
    | 'draft'
    | 'version'
  > {}

/** Places of a session that were passed to its line and are not offered yet. */
export const passedPlaces = ({ passedSeats, passedSpecial }: LineSession): Places => ({
  seats: passedSeats,
  special: passedSpecial,
});

/** Locks and returns a session. Undefined: there is none. */
export function lockLineSession(sql: Sql, id: number): Promise<LineSession | undefined> {
  return sql.maybe<LineSession>`
    SELECT id, session_type, seats, seats_left, special_places, passed_seats, passed_special,
      has_line, starts_at, closed_by_staff, closing_date, closing_time, called_off_at, draft,
      version
    FROM session WHERE id = ${id} AND deleted_at IS NULL FOR NO KEY UPDATE`;
}

/** The same, or undefined when another transaction has locked the session. */
export function takeLineSession(sql: Sql, id: number): Promise<LineSession | undefined> {
  return sql.maybe<LineSession>`
    SELECT id, session_type, seats, seats_left, special_places, passed_seats, passed_special,
      has_line, starts_at, closed_by_staff, closing_date, closing_time, called_off_at, draft,
      version
    FROM session WHERE id = ${id} AND deleted_at IS NULL FOR NO KEY UPDATE SKIP LOCKED`;
}

/**
 * Returns the next number in a session's line, and passes its free places to the line from now on.
 * Undefined when the session has a free place of that kind, takes no bookings, or was changed by
 * staff since this version..
 */
export function joinLine(
  sql: Sql,
  { id, version }: Pick<tables.Session, 'id' | 'version'>,
  special: boolean,
): Promise<{ lastInLine: number } | undefined> {
  return sql.maybe<Pick<tables.Session, 'lastInLine'>>`
    UPDATE session SET has_line = true, last_in_line = last_in_line + 1
    WHERE id = ${id} AND version = ${version}
      AND CASE WHEN ${special}::boolean THEN special_left ELSE seats_left END = 0
      AND called_off_at IS NULL AND deleted_at IS NULL AND NOT draft AND NOT closed_by_staff
    RETURNING last_in_line`;
}

/** Sessions with places that are to be offered to their lines. */
export async function sessionsToPass(sql: Sql): Promise<number[]> {
  const rows = await sql.many<Pick<tables.Session, 'id'>>`
    SELECT id FROM session
    WHERE passed_seats > 0 AND called_off_at IS NULL AND NOT closed_by_staff
    UNION SELECT id FROM session
    WHERE passed_special > 0 AND called_off_at IS NULL AND NOT closed_by_staff
    ORDER BY id LIMIT 1000`;
  return rows.map(({ id }) => id);
}

/** The fields of a session with a line that decide when the line closes. */
export type ClosingLine = Pick<tables.Session, 'id' | 'startsAt' | 'closingDate' | 'closingTime'>;

export const sessionsWithLine = (sql: Sql): Promise<ClosingLine[]> => sql.many<ClosingLine>`
  SELECT id, starts_at, closing_date, closing_time FROM session WHERE has_line ORDER BY id`;

/** Has the places of a session that come free passed to its line again. R-531 */
export async function reopenLine(sql: Sql, id: number): Promise<void> {
  await sql.run`UPDATE session SET has_line = true WHERE id = ${id}`;
}

/** The distribution of places that were passed to a line; the transaction has locked the line. */
export interface Passed {
  /** Held for a student from now on. */
  offered: Places;
  /** No student in line may take them: free for all. */
  left: Places;
  hasLine: boolean;
}

export async function passPlaces(sql: Sql, id: number, passed: Passed): Promise<void> {
  const { offered, left, hasLine } = passed;
  await sql.run`
    UPDATE session SET
      passed_seats = passed_seats - ${offered.seats}::integer - ${left.seats}::integer,
      seats_left = seats_left + ${left.seats}::integer,
      passed_special = passed_special - ${offered.special}::integer - ${left.special}::integer,
      special_left = special_left + ${left.special}::integer, has_line = ${hasLine}
    WHERE id = ${id}`;
}

/**
 * Takes a place for an offer by staff, first of those passed to the line, then a free one. C-O21
 */
export async function takeForLine(sql: Sql, id: number, special: boolean): Promise<boolean> {
  const taken = await (special ? takeSpecialForLine(sql, id) : takeSeatForLine(sql, id));
  return taken > 0;
}

const takeSpecialForLine = (sql: Sql, id: number): Promise<number> =>
  sql.run`
    UPDATE session SET
      passed_special = passed_special - CASE WHEN passed_special > 0 THEN 1 ELSE 0 END,
      special_left = special_left - CASE WHEN passed_special > 0 THEN 0 ELSE 1 END
    WHERE id = ${id} AND (passed_special > 0 OR special_left > 0)`;

const takeSeatForLine = (sql: Sql, id: number): Promise<number> =>
  sql.run`
    UPDATE session SET
      passed_seats = passed_seats - CASE WHEN passed_seats > 0 THEN 1 ELSE 0 END,
      seats_left = seats_left - CASE WHEN passed_seats > 0 THEN 0 ELSE 1 END
    WHERE id = ${id} AND (passed_seats > 0 OR seats_left > 0)`;

export interface OfferHold {
  sessionId: number;
  studentId: number;
  registrationId: number;
  waitingId: number;
  heldUntil: Date;
  /** A place in a special room, not a seat. R-540 */
  special: boolean;
}

/** Holds the place of an offer; false when the student already has a hold in the session. */
export async function holdForOffer(sql: Sql, hold: OfferHold): Promise<boolean> {
  const { sessionId, studentId, registrationId, waitingId, heldUntil, special } = hold;
  const held = await sql.run`
    INSERT INTO seat_hold (session_id, student_id, registration_id, held_until, waiting_id,
      special)
    VALUES (${sessionId}, ${studentId}, ${registrationId}, ${heldUntil}, ${waitingId}, ${special})
    ON CONFLICT (session_id, student_id) DO NOTHING`;
  return held > 0;
}

/**
 * Sets the end of an offer's hold; the next release frees the seat, at most a second later, once
 * its entry has ended.
 */
export async function holdOfferUntil(
  sql: Sql,
  { id, sessionId, studentId }: Pick<WaitingEntry, 'id' | 'sessionId' | 'studentId'>,
  until: Date,
): Promise<void> {
  await sql.run`
    UPDATE seat_hold SET held_until = ${until}
    WHERE session_id = ${sessionId} AND student_id = ${studentId} AND waiting_id = ${id}`;
}

/** Reads the fields of a session for its waiting list, without a lock. */
export const readLineSession = (sql: Sql, id: number): Promise<LineSession | undefined> =>
  sql.maybe<LineSession>`
    SELECT id, session_type, seats, seats_left, special_places, passed_seats, passed_special,
      has_line, starts_at, closed_by_staff, closing_date, closing_time, called_off_at, draft,
      version
    FROM session WHERE id = ${id}`;

/** Returns the students who have a place or a hold in a session. */
export async function studentsWithPlace(sql: Sql, sessionId: number): Promise<Set<number>> {
  const rows = await sql.many<{ studentId: number }>`
    SELECT student_id FROM student_session WHERE session_id = ${sessionId}
    UNION ALL SELECT student_id FROM seat_hold WHERE session_id = ${sessionId}`;
  return new Set(rows.map(({ studentId }) => studentId));
}
