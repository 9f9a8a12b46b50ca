import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../../prisma/tables.ts';
import { latestEndOf } from '../../../records/accommodations/latest-end.ts';
import { specialPlacesOf } from '../rooms/room-places.ts';
import { type SessionRoom, writeRooms } from '../rooms/room-store.ts';
import { removeSpecialPlaces } from '../special-places/special-store.ts';

/** A session of the calendar before a change. */
export interface OfficeSessionBefore
  extends Pick<
    tables.Session,
    | 'id'
    | 'sessionType'
    | 'gender'
    | 'seats'
    | 'seatsLeft'
    | 'limitTo1Test'
    | 'proctor'
    | 'title'
    | 'remark'
    | 'locationId'
    | 'schoolId'
    | 'closingDate'
    | 'closingTime'
    | 'closedByStaff'
    | 'lastDate'
    | 'calledOffAt'
    | 'draft'
    | 'version'
    | 'specialPlaces'
    | 'specialLeft'
  > {
  startsAt: Date;
  rooms: SessionRoom[];
}

/**
 * Locks and returns a session; a booking waits until the transaction ends, and then sees it changed
 * or deleted. Undefined when there is none.
 */
export function lockOfficeSession(sql: Sql, id: number): Promise<OfficeSessionBefore | undefined> {
  return sql.maybe<OfficeSessionBefore>`
    SELECT id, session_type, gender, seats, seats_left, limit_to_1_test, proctor, title, remark,
      location_id, school_id, closing_date, closing_time, closed_by_staff, last_date,
      called_off_at, draft, version, starts_at, special_places, special_left,
      COALESCE((SELECT jsonb_agg(jsonb_build_object('roomId', u.room_id,
          'name', COALESCE(m.name, 'Room ' || u.room_id), 'special', u.special,
          'places', u.places) ORDER BY u.special, m.name, u.room_id)
        FROM session_room u LEFT JOIN room_copy m ON m.id = u.room_id
        WHERE u.session_id = session.id), '[]') AS rooms
    FROM session
    WHERE id = ${id} AND session_type IN ('21', '22', '23') AND starts_at IS NOT NULL
      AND deleted_at IS NULL
    FOR UPDATE`;
}

/** The same, of a session that may change at any moment. */
export function readOfficeSession(sql: Sql, id: number): Promise<OfficeSessionBefore | undefined> {
  return sql.maybe<OfficeSessionBefore>`
    SELECT id, session_type, gender, seats, seats_left, limit_to_1_test, proctor, title, remark,
      location_id, school_id, closing_date, closing_time, closed_by_staff, last_date,
      called_off_at, draft, version, starts_at, special_places, special_left,
      COALESCE((SELECT jsonb_agg(jsonb_build_object('roomId', u.room_id,
          'name', COALESCE(m.name, 'Room ' || u.room_id), 'special', u.special,
          'places', u.places) ORDER BY u.special, m.name, u.room_id)
        FROM session_room u LEFT JOIN room_copy m ON m.id = u.room_id
        WHERE u.session_id = session.id), '[]') AS rooms
    FROM session
    WHERE id = ${id} AND session_type IN ('21', '22', '23') AND starts_at IS NOT NULL
      AND deleted_at IS NULL
    -- never null: starts_at (it is asked for)`;
}

/** The fields of a session that staff can change in the calendar. */
export type OfficeSessionTerms = Pick<
  OfficeSessionBefore,
  | 'startsAt'
  | 'locationId'
  | 'gender'
  | 'seats'
  | 'limitTo1Test'
  | 'proctor'
  | 'title'
  | 'remark'
  | 'closingDate'
  | 'closingTime'
  | 'rooms'
>;

/**
 * Changes a session that the transaction has locked and raises its version. Free places grow or
 * shrink with their number; in a session with a line, new places are passed to the line. A
 * last date moves along with the day.
 */
export async function changeOfficeSession(
  sql: Sql,
  id: number,
  terms: OfficeSessionTerms,
): Promise<void> {
  const { startsAt, locationId, gender, seats, limitTo1Test, proctor, title, remark } = terms;
  const specialPlaces = specialPlacesOf(terms.rooms);
  await writeRooms(sql, [
    { sessionId: id, rooms: terms.rooms, startsAt, endsAt: await latestEndOf(sql, id, startsAt) },
  ]);
  await sql.run`
    UPDATE session SET version = version + 1, starts_at = ${startsAt}, location_id = ${locationId},
      gender = ${gender}, seats = ${seats}::integer, seats_left = CASE
        WHEN ${seats}::integer IS NULL THEN NULL
        ELSE ${seats}::integer
          - (SELECT count(*) FROM student_session p
            WHERE p.session_id = ${id} AND p.takes = 'seat')
          - (SELECT count(*) FROM seat_hold h WHERE h.session_id = ${id} AND NOT h.special)
          - passed_seats
          - CASE WHEN has_line THEN greatest(${seats}::integer - seats, 0) ELSE 0 END END,
      passed_seats = passed_seats
        + CASE WHEN has_line THEN greatest(${seats}::integer - seats, 0) ELSE 0 END,
      special_left = special_left + CASE WHEN has_line
        THEN least(${specialPlaces}::integer - special_places, 0)
        ELSE ${specialPlaces}::integer - special_places END,
      passed_special = passed_special
        + CASE WHEN has_line
          THEN greatest(${specialPlaces}::integer - special_places, 0) ELSE 0 END,
      special_places = ${specialPlaces}::integer, limit_to_1_test = ${limitTo1Test},
      proctor = ${proctor}, title = ${title}, remark = ${remark},
      closing_date = ${terms.closingDate}, closing_time = ${terms.closingTime},
      last_date = last_date + ((${startsAt}::timestamptz AT TIME ZONE 'America/New_York')::date
        - (starts_at AT TIME ZONE 'America/New_York')::date)
    WHERE id = ${id}`;
}

/** The new time and place of a session, and the days by which its other dates move along. */
export interface MovedTerms
  extends Pick<
    OfficeSessionTerms,
    'startsAt' | 'locationId' | 'closingDate' | 'closingTime' | 'rooms' | 'seats'
  > {
  days: number;
}

/**
 * Moves a session that the transaction has locked, and raises its version. If it then has no
 * special places, students who had one wait for one.
 */
export async function moveOfficeSession(
  sql: Sql,
  id: number,
  terms: MovedTerms,
  now: Date,
): Promise<void> {
  const { startsAt, locationId, closingDate, closingTime, days, rooms, seats } = terms;
  const specialPlaces = specialPlacesOf(rooms);
  if (specialPlaces === 0) await removeSpecialPlaces(sql, id, now);
  await writeRooms(sql, [
    { sessionId: id, rooms, startsAt, endsAt: await latestEndOf(sql, id, startsAt) },
  ]);
  await sql.run`
    UPDATE session SET version = version + 1, starts_at = ${startsAt}, location_id = ${locationId},
      seats_left = CASE
        WHEN ${seats}::integer IS NULL THEN NULL
        ELSE ${seats}::integer
          - (SELECT count(*) FROM student_session p
            WHERE p.session_id = ${id} AND p.takes = 'seat')
          - (SELECT count(*) FROM seat_hold h WHERE h.session_id = ${id} AND NOT h.special)
          - passed_seats
          - CASE WHEN has_line THEN greatest(${seats}::integer - seats, 0) ELSE 0 END END,
      passed_seats = passed_seats
        + CASE WHEN has_line THEN greatest(${seats}::integer - seats, 0) ELSE 0 END,
      seats = ${seats}::integer,
      special_left = special_left + CASE WHEN has_line
        THEN least(${specialPlaces}::integer - special_places, 0)
        ELSE ${specialPlaces}::integer - special_places END,
      passed_special = passed_special
        + CASE WHEN has_line
          THEN greatest(${specialPlaces}::integer - special_places, 0) ELSE 0 END,
      special_places = ${specialPlaces}::integer, closing_date = ${closingDate},
      closing_time = ${closingTime},
      last_date = last_date + ${days}::integer, return_due_date = return_due_date + ${days}::integer
    WHERE id = ${id}`;
}

/**
 * Brings the places of a session into step with its limit to one exam: no minute is left in one, or
 * all that its exams do not fill. R-163.
 */
export async function fitMinutes(sql: Sql, id: number, limitTo1Test: boolean): Promise<void> {
  await sql.run`
    UPDATE student_session p SET minutes_left = CASE WHEN ${limitTo1Test}::boolean THEN 0
      ELSE 210 - (SELECT coalesce(sum(r.session_minutes), 0) FROM registration r
        WHERE r.session_id = p.session_id AND r.student_id = p.student_id
          AND r.status NOT IN ('pending', 'dropped')) END
    WHERE p.session_id = ${id}`;
}

/** Makes a locked session bookable or not, and raises its version. */
export async function setOfficeState(
  sql: Sql,
  id: number,
  { draft, closedByStaff }: { draft: boolean; closedByStaff: boolean },
): Promise<void> {
  await sql.run`
    UPDATE session SET version = version + 1, draft = ${draft}, closed_by_staff = ${closedByStaff}
    WHERE id = ${id}`;
}

/** Joins sessions to a series, whose id is that of its first session. R-509. */
export async function noteSeries(sql: Sql, ids: readonly number[]): Promise<void> {
  const [first = null] = ids;
  await sql.run`UPDATE session SET series_id = ${first} WHERE id = ANY (${[...ids]}::bigint[])`;
}
