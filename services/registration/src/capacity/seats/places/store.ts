import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../../prisma/tables.ts';
import type { SessionState } from '../../../records/sessions/session-rules.ts';
import type { Places, Takes } from './places.ts';

/**
 * Fills minutes of a student's place in a session; true when it is a new place, which takes a seat
 * or a special place. Undefined: the place has fewer minutes left, since staff changed the session.
 *
 */
export async function fillPlace(
  sql: Sql,
  {
    sessionId,
    studentId,
    minutes,
    isWhole,
    takes,
  }: { sessionId: number; studentId: number; minutes: number; isWhole: boolean; takes: Takes },
): Promise<boolean | undefined> {
  const filled = await sql.maybe<{ isNew: boolean }>`
    INSERT INTO student_session (session_id, student_id, minutes_left, exams, takes)
    VALUES (${sessionId}, ${studentId},
      CASE WHEN ${isWhole}::boolean THEN 0 ELSE 210 - ${minutes}::integer END, 1, ${takes})
    ON CONFLICT (session_id, student_id) DO UPDATE SET
      minutes_left = student_session.minutes_left - ${minutes}::integer,
      exams = student_session.exams + 1
    WHERE student_session.minutes_left >= ${minutes}::integer
    RETURNING exams = 1 AS is_new`;
  return filled?.isNew;
}

/** The rest of a student's place after an exam has left it. */
export interface EmptiedPlace {
  /** Null: nothing of the place is left, and its seat or special place is to be freed. */
  minutesLeft: number | null;
  /** The kind of the place if nothing of it is left; null: some is left, or there was none. */
  took: Takes | null;
  /** The session counts its seats; one without a limit has none to free. */
  hasLimit: boolean;
  isCalledOff: boolean;
  /** Its rooms are reserved longer than for others, for a student who needs the time. */
  isLonger: boolean;
}

/** Empties an exam's part of a student's place. */
export function emptyPlace(
  sql: Sql,
  { sessionId, studentId, minutes }: { sessionId: number; studentId: number; minutes: number },
): Promise<EmptiedPlace> {
  return sql.one<EmptiedPlace>`
    WITH gone AS (
      DELETE FROM student_session
      WHERE session_id = ${sessionId} AND student_id = ${studentId} AND exams = 1
      RETURNING takes),
    less AS (
      UPDATE student_session SET exams = exams - 1,
        minutes_left = least(210, minutes_left + ${minutes}::integer)
      WHERE session_id = ${sessionId} AND student_id = ${studentId} AND exams > 1
      RETURNING minutes_left)
    SELECT (SELECT minutes_left FROM less) AS minutes_left, (SELECT takes FROM gone) AS took,
      seats IS NOT NULL AS has_limit, called_off_at IS NOT NULL AS is_called_off,
      EXISTS (SELECT FROM session_room r WHERE r.session_id = session.id
        AND r.ends_at > r.starts_at + interval '210 minutes') AS is_longer
    FROM session WHERE id = ${sessionId}`;
}

export interface SeatMove {
  to: number;
  /** One place, or none when the student sits in it already. */
  takes: Places;
  /** Places of `to` whose holds were ended in this transaction. */
  released: Places;
  from: number | null;
  /** The place to be freed; none when the student keeps one there. */
  frees: Places;
  /** Staff may book sessions that are closed for students. */
  byStaff: boolean;
  /** The version of `to` by which the rules decided that the place may be taken. */
  version: number;
}

/** The free places of a session. */
export type PlacesLeft = Pick<tables.Session, 'seatsLeft' | 'specialLeft'>;

/**
 * Takes a place in `to` and releases the one in `from`; undefined when `to` has none left, takes no
 * bookings or was changed by staff since it was read. Passes released places of a session with a
 * line to that line (R-531). Locks both in the order of ids, so students who swap cannot block each
 * other. To be the last statement of its transaction: the hot row stays locked from here on.
 */
export function moveSeat(
  sql: Sql,
  { to, takes, released, from, frees, byStaff, version }: SeatMove,
): Promise<PlacesLeft | undefined> {
  return sql.maybe<PlacesLeft>`
    WITH locked AS (
      SELECT id FROM session WHERE id IN (${to}::bigint, ${from}::bigint)
      ORDER BY id FOR NO KEY UPDATE),
    taken AS (
      UPDATE session SET
        seats_left = seats_left - ${takes.seats}::integer
          + CASE WHEN has_line THEN 0 ELSE ${released.seats}::integer END,
        passed_seats = passed_seats + CASE WHEN has_line THEN ${released.seats}::integer ELSE 0 END,
        special_left = special_left - ${takes.special}::integer
          + CASE WHEN has_line THEN 0 ELSE ${released.special}::integer END,
        passed_special = passed_special
          + CASE WHEN has_line THEN ${released.special}::integer ELSE 0 END
      WHERE id = ${to} AND version = ${version}
        AND called_off_at IS NULL AND deleted_at IS NULL AND NOT draft
        AND (${byStaff}::boolean OR NOT closed_by_staff)
        AND (seats_left IS NULL
          OR seats_left + CASE WHEN has_line THEN 0 ELSE ${released.seats}::integer END
            >= ${takes.seats}::integer)
        AND special_left + CASE WHEN has_line THEN 0 ELSE ${released.special}::integer END
          >= ${takes.special}::integer
        AND id IN (SELECT id FROM locked)
      RETURNING seats_left, special_left),
    freed AS (
      UPDATE session SET
        seats_left = seats_left + CASE WHEN has_line THEN 0 ELSE ${frees.seats}::integer END,
        passed_seats = passed_seats + CASE WHEN has_line THEN ${frees.seats}::integer ELSE 0 END,
        special_left = special_left
          + CASE WHEN has_line THEN 0 ELSE ${frees.special}::integer END,
        passed_special = passed_special
          + CASE WHEN has_line THEN ${frees.special}::integer ELSE 0 END
      WHERE id = ${from}::bigint AND ${frees.seats + frees.special}::integer > 0
        AND id IN (SELECT id FROM locked) AND EXISTS (SELECT FROM taken))
    SELECT seats_left, special_left FROM taken`;
}

/** Releases places, to the line if the session has one; returns the places then left. R-531 */
export const addPlaces = (sql: Sql, sessionId: number, places: Places): Promise<PlacesLeft> =>
  sql.one<PlacesLeft>`
    UPDATE session SET
      seats_left = seats_left + CASE WHEN has_line THEN 0 ELSE ${places.seats}::integer END,
      passed_seats = passed_seats + CASE WHEN has_line THEN ${places.seats}::integer ELSE 0 END,
      special_left = special_left + CASE WHEN has_line THEN 0 ELSE ${places.special}::integer END,
      passed_special = passed_special
        + CASE WHEN has_line THEN ${places.special}::integer ELSE 0 END
    WHERE id = ${sessionId}
    RETURNING seats_left, special_left`;

/** The state of a session set by staff, and its version. */
export interface SessionNow extends SessionState, Pick<tables.Session, 'version'> {}

/** Returns the state of a session; undefined when there is none. */
export function readState(sql: Sql, sessionId: number): Promise<SessionNow | undefined> {
  return sql.maybe<SessionNow>`
    SELECT called_off_at, deleted_at, draft, closed_by_staff, version
    FROM session WHERE id = ${sessionId}`;
}

/**
 * Returns the state of a session and locks it until the transaction ends: a transaction that calls
 * it off afterwards sees the booking.
 */
export function keepState(sql: Sql, sessionId: number): Promise<SessionNow | undefined> {
  return sql.maybe<SessionNow>`
    SELECT called_off_at, deleted_at, draft, closed_by_staff, version
    FROM session WHERE id = ${sessionId} FOR SHARE`;
}

/** Makes sessions; their ids rise in the order given. */
export async function insertSessions(sql: Sql, rows: Record<string, unknown>[]): Promise<number[]> {
  const made = await sql.many<Pick<tables.Session, 'id'>>`
    INSERT INTO session (session_type, starts_at, title, location_id, school_id, gender, seats,
      seats_left, limit_to_1_test, closed_by_staff, closing_date, closing_time, return_due_date,
      ship_date, last_date, first_name, last_name, phone, address, draft, proctor, remark,
      special_places, special_left)
    SELECT session_type, starts_at, title, location_id, school_id, gender, seats, seats,
      limit_to_1_test, closed_by_staff, closing_date, closing_time, return_due_date, ship_date,
      last_date, first_name, last_name, phone, address, COALESCE(draft, false), proctor, remark,
      COALESCE(special_places, 0), COALESCE(special_places, 0)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (session_type text,
      starts_at timestamptz, title text, location_id bigint, school_id bigint, gender text,
      seats integer, limit_to_1_test boolean, closed_by_staff boolean, closing_date date,
      closing_time text, return_due_date date, ship_date date, last_date date, first_name text,
      last_name text, phone text, address text, draft boolean, proctor text, remark text,
      special_places integer, position integer)
    ORDER BY position
    RETURNING id`;
  return made.map(({ id }) => id).sort((a, b) => a - b);
}

/** Makes the session of one online sitting: no place, no seats, no known time. */
export async function insertSitting(sql: Sql): Promise<number> {
  const { id } = await sql.one<Pick<tables.Session, 'id'>>`
    INSERT INTO session (session_type) VALUES ('99') RETURNING id`;
  return id;
}
