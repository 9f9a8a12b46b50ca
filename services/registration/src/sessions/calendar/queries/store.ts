import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../../prisma/tables.ts';
import type { SessionRoom } from '../../../capacity/seats/rooms/room-store.ts';
import type { BranchRoom } from '../rooms/plan-rooms.ts';
import type { OfficeSessionRow, StateFacts } from './office-session.ts';

export interface CalendarFilter {
  /** Of the first day, and of the day after the last. */
  from: Date;
  before: Date;
  locationId: number | null;
  schoolId: number | null;
  vendorId: number | null;
  sessionType: string | null;
  gender: string | null;
  proctor: string | null;
  /** Only sessions with a waiting student, or one who has an offer. */
  waitingOnly: boolean;
  /** Only sessions whose places have a limit, as the figures count them. R-571 */
  limitedOnly: boolean;
}

export type FoundSession = StateFacts & { id: number };

/** Returns the sessions of some days that match a filter, by start and id, with their state. */
export function findSessions(sql: Sql, filter: CalendarFilter): Promise<FoundSession[]> {
  const { from, before, locationId, schoolId, vendorId, sessionType, gender, proctor } = filter;
  const { waitingOnly, limitedOnly } = filter;
  return sql.many<FoundSession>`
    SELECT s.id, s.starts_at, s.draft, s.called_off_at, s.closed_by_staff, s.closing_date,
      s.closing_time, s.last_date
    FROM session s
    WHERE s.starts_at >= ${from} AND s.starts_at < ${before}
      AND s.session_type IN ('21', '22', '23') AND s.deleted_at IS NULL
      AND (${locationId}::bigint IS NULL OR s.location_id = ${locationId}::bigint)
      AND (${schoolId}::bigint IS NULL OR s.school_id = ${schoolId}::bigint)
      AND (${sessionType}::text IS NULL OR s.session_type = ${sessionType}::text)
      AND (${gender}::text IS NULL OR s.gender = ${gender}::text)
      AND (${proctor}::text IS NULL OR s.proctor = ${proctor}::text)
      AND (${vendorId}::bigint IS NULL OR EXISTS (
        SELECT FROM registration r JOIN exam_copy e ON e.id = r.exam_id
        WHERE r.session_id = s.id AND e.vendor_id = ${vendorId}::bigint
          AND r.status NOT IN ('pending', 'dropped', 'cancelled')))
      AND (NOT ${limitedOnly}::boolean OR s.seats IS NOT NULL)
      AND (NOT ${waitingOnly}::boolean OR EXISTS (
        SELECT FROM waiting_entry w
        WHERE w.session_id = s.id AND w.state IN ('waiting', 'offered')))
    ORDER BY s.starts_at, s.id
    -- never null: starts_at (it is compared with a day)`;
}

/**
 * Returns sessions by their ids, by start and id, with the names of their places and the number of
 * their students: in a school's session those with an exam in it, since it counts no places.
 */
export function readSessions(sql: Sql, ids: readonly number[]): Promise<OfficeSessionRow[]> {
  return sql.many<OfficeSessionRow>`
    SELECT s.id, s.session_type, s.starts_at, s.title, s.location_id, s.school_id, s.gender,
      s.limit_to_1_test, s.seats, s.seats_left, s.proctor, s.remark, s.version, s.address, s.draft,
      s.series_id,
      s.called_off_at, s.closed_by_staff, s.closing_date, s.closing_time, s.last_date,
      s.special_places, s.special_left, l.name AS location_name,
      COALESCE(l.israel, false) AS israel, c.name AS school_name,
      COALESCE((SELECT jsonb_agg(jsonb_build_object('roomId', u.room_id,
          'name', COALESCE(m.name, 'Room ' || u.room_id), 'special', u.special,
          'places', u.places) ORDER BY u.special, m.name, u.room_id)
        FROM session_room u LEFT JOIN room_copy m ON m.id = u.room_id
        WHERE u.session_id = s.id), '[]') AS rooms,
      CASE WHEN s.session_type = '22' THEN (
        SELECT count(DISTINCT r.student_id)::integer FROM registration r
        WHERE r.session_id = s.id AND r.status NOT IN ('pending', 'dropped', 'cancelled'))
      ELSE (SELECT count(*)::integer FROM student_session p WHERE p.session_id = s.id)
      END AS taken,
      (SELECT count(*)::integer FROM seat_hold h WHERE h.session_id = s.id)
        + s.passed_seats + s.passed_special AS held,
      (SELECT count(*)::integer FROM waiting_entry w
        WHERE w.session_id = s.id AND w.state IN ('waiting', 'offered')) AS waiting,
      (SELECT jsonb_agg(
          jsonb_build_object('durations', longer.durations, 'granted', longer.accommodations)
          ORDER BY longer.id)
        FROM (
          SELECT st.id, st.accommodations, jsonb_agg(COALESCE(e.duration_minutes, 0)) AS durations
          FROM registration r
          JOIN student_copy st ON st.id = r.student_id AND st.accommodations <> '[]'
          LEFT JOIN exam_copy e ON e.id = r.exam_id
          WHERE r.session_id = s.id AND r.status NOT IN ('pending', 'dropped', 'cancelled')
          GROUP BY st.id, st.accommodations) AS longer) AS with_accommodations
    FROM session s
    LEFT JOIN location_copy l ON l.id = s.location_id
    LEFT JOIN school_copy c ON c.id = s.school_id
    WHERE s.id = ANY (${[...ids]}::bigint[]) AND s.deleted_at IS NULL
      AND s.session_type IN ('21', '22', '23') AND s.starts_at IS NOT NULL
    ORDER BY s.starts_at, s.id
    -- never null: starts_at (it is asked for)`;
}

/** Lists the proctors of sessions that start from a moment on, by name. */
export async function listProctors(sql: Sql, from: Date): Promise<string[]> {
  const rows = await sql.many<{ proctor: string }>`
    SELECT DISTINCT proctor FROM session
    WHERE proctor IS NOT NULL AND starts_at >= ${from} AND deleted_at IS NULL
    ORDER BY proctor LIMIT 500`;
  return rows.map(({ proctor }) => proctor);
}

/** A session of the calendar to be copied. */
export interface TermSession
  extends Pick<
    tables.Session,
    | 'title'
    | 'address'
    | 'locationId'
    | 'schoolId'
    | 'gender'
    | 'seats'
    | 'limitTo1Test'
    | 'proctor'
    | 'closingDate'
    | 'closingTime'
    | 'shipDate'
    | 'returnDueDate'
    | 'lastDate'
    | 'sessionType'
  > {
  startsAt: Date;
  locationName: string | null;
  /** Null: it is at no branch. */
  locationActive: boolean | null;
  schoolName: string | null;
  schoolActive: boolean | null;
  /** Its branch keeps one day of yom tov. */
  israel: boolean;
  rooms: SessionRoom[];
  /** Those of its branch, for the ones that are no longer there or smaller. */
  branchRooms: BranchRoom[];
}

/** The sessions of some weeks that were not called off, drafts too, by start, then id. */
export function readTerm(
  sql: Sql,
  { from, before, locationId }: { from: Date; before: Date; locationId: number | null },
): Promise<TermSession[]> {
  return sql.many<TermSession>`
    SELECT s.session_type, s.starts_at, s.title, s.address, s.location_id, s.school_id, s.gender,
      s.seats, s.limit_to_1_test, s.proctor, s.closing_date, s.closing_time, s.ship_date,
      s.return_due_date, s.last_date, l.name AS location_name, l.active AS location_active,
      c.name AS school_name, c.active AS school_active, COALESCE(l.israel, false) AS israel,
      COALESCE((SELECT jsonb_agg(jsonb_build_object('roomId', u.room_id,
          'name', COALESCE(m.name, 'Room ' || u.room_id), 'special', u.special,
          'places', u.places) ORDER BY u.special, m.name, u.room_id)
        FROM session_room u LEFT JOIN room_copy m ON m.id = u.room_id
        WHERE u.session_id = s.id), '[]') AS rooms,
      COALESCE((SELECT jsonb_agg(jsonb_build_object('id', m.id, 'name', m.name,
          'capacity', m.capacity, 'special', m.special, 'active', m.active) ORDER BY m.id)
        FROM room_copy m WHERE m.location_id = s.location_id), '[]') AS branch_rooms
    FROM session s
    LEFT JOIN location_copy l ON l.id = s.location_id
    LEFT JOIN school_copy c ON c.id = s.school_id
    WHERE s.starts_at >= ${from} AND s.starts_at < ${before}
      AND s.session_type IN ('21', '22', '23') AND s.deleted_at IS NULL AND s.called_off_at IS NULL
      AND (${locationId}::bigint IS NULL OR s.location_id = ${locationId}::bigint)
    ORDER BY s.starts_at, s.id
    -- never null: starts_at (it is compared with a day)`;
}

/** A school as to its sessions. */
export type SchoolOfSessions = Pick<
  tables.SchoolProjection,
  'name' | 'gender' | 'sessionClosingTime'
>;

/** Undefined: there is no such school, or it is not active. */
export function readSchool(sql: Sql, id: number): Promise<SchoolOfSessions | undefined> {
  return sql.maybe<SchoolOfSessions>`
    SELECT name, gender, session_closing_time FROM school_copy WHERE id = ${id} AND active`;
}

/** A change of a session since a version, from the audit. */
export interface LoggedChange {
  at: Date;
  actorName: string;
  change: Record<string, unknown>;
}

/** Returns the changes of a session by staff after a version, the oldest first. */
export function changesSince(
  sql: Sql,
  sessionId: number,
  version: number,
): Promise<LoggedChange[]> {
  return sql.many<LoggedChange>`
    SELECT at, actor_name, change FROM audit
    WHERE table_name = 'session' AND row_id = ${String(sessionId)}
      AND (change -> 'version' ->> 1)::integer > ${version}
    ORDER BY id`;
}

/** A history entry of a session; entries are listed newest first. */
export interface SessionEntry {
  id: number;
  at: Date;
  actorKind: string;
  actorName: string;
  op: string;
  /** The student it is about; null: the session itself. */
  studentName: string | null;
  change: unknown;
}

export function readHistory(sql: Sql, sessionId: number): Promise<SessionEntry[]> {
  return sql.many<SessionEntry>`
    SELECT a.id, a.at, a.actor_kind, a.actor_name, a.op, a.change,
      s.first_name || ' ' || s.last_name AS student_name
    FROM audit a LEFT JOIN student_copy s ON s.id = a.student_id
    WHERE a.table_name = 'session' AND a.row_id = ${String(sessionId)}
    ORDER BY a.id DESC LIMIT 200`;
}
