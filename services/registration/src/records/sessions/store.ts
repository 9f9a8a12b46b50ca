import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { SessionRow } from './session-row.ts';
import type { Closing } from './session-times.ts';

export interface SessionFilter {
  studentId: number;
  locationId: number | null;
  isStaff: boolean;
  /** Start of today in New York, or 3.5 hours ago if that is later. */
  from: Date;
  now: Date;
}

/**
 * Returns the sessions at active locations that a person may see, by time and location name, with
 * the student's place in each; one statement. A called-off session is listed only as long as the
 * student sits in it..
 */
export function listSessions(
  sql: Sql,
  { studentId, locationId, isStaff, from, now }: SessionFilter,
): Promise<SessionRow[]> {
  return sql.many<SessionRow>`
    SELECT s.*, h.waiting_id AS offer_id, h.special AS is_hold_special,
      st.accommodations AS granted,
      CASE WHEN st.accommodations <> '[]' THEN (
        SELECT COALESCE(jsonb_agg(COALESCE(e.duration_minutes, 0)), '[]')
        FROM registration o LEFT JOIN exam_copy e ON e.id = o.exam_id
        WHERE o.session_id = s.id AND o.student_id = st.id
          AND o.status IN ('scheduled', 'online_access')) END AS durations,
      l.closes_at AS branch_closes_at, l.by_appointment AS branch_by_appointment,
      l.contact_first_name, l.contact_last_name,
      l.phone AS branch_phone, p.minutes_left, p.session_id IS NOT NULL AS has_a_seat
    FROM session s
    JOIN location_copy l ON l.id = s.location_id AND l.active
    LEFT JOIN student_copy st ON st.id = ${studentId}
    LEFT JOIN student_programs_copy g ON g.student_id = st.id
    LEFT JOIN student_session p ON p.session_id = s.id AND p.student_id = ${studentId}
    LEFT JOIN seat_hold h ON h.session_id = s.id AND h.student_id = ${studentId}
      AND (h.waiting_id IS NULL OR h.held_until > ${now})
    WHERE s.session_type = '21' AND s.starts_at >= ${from} AND s.deleted_at IS NULL AND NOT s.draft
      AND (s.called_off_at IS NULL OR p.session_id IS NOT NULL)
      AND (${locationId}::bigint IS NULL OR s.location_id = ${locationId}::bigint)
      AND (${isStaff}::boolean OR (NOT l.admin_only AND s.gender IN ('3', st.gender)
        AND (cardinality(l.program_ids) = 0 OR l.program_ids && g.program_ids)))
    ORDER BY s.starts_at, l.name, s.id`;
}

/** Sessions of every kind that an open registration of the student is in. */
export function listOfStudent(sql: Sql, studentId: number): Promise<SessionRow[]> {
  return sql.many<SessionRow>`
    SELECT s.*, NULL::bigint AS offer_id, NULL::boolean AS is_hold_special,
      st.accommodations AS granted,
      CASE WHEN st.accommodations <> '[]' THEN (
        SELECT COALESCE(jsonb_agg(COALESCE(e.duration_minutes, 0)), '[]')
        FROM registration o LEFT JOIN exam_copy e ON e.id = o.exam_id
        WHERE o.session_id = s.id AND o.student_id = st.id
          AND o.status IN ('scheduled', 'online_access')) END AS durations,
      l.closes_at AS branch_closes_at, l.by_appointment AS branch_by_appointment,
      l.contact_first_name, l.contact_last_name, l.phone AS branch_phone, p.minutes_left,
      true AS has_a_seat
    FROM session s LEFT JOIN location_copy l ON l.id = s.location_id
    LEFT JOIN student_copy st ON st.id = ${studentId}
    LEFT JOIN student_session p ON p.session_id = s.id AND p.student_id = ${studentId}
    WHERE s.id IN (SELECT r.session_id FROM registration r
      WHERE r.student_id = ${studentId} AND r.session_id IS NOT NULL
      AND r.status NOT IN ('pending', 'dropped', 'cancelled', 'taken', 'graded'))
    ORDER BY s.starts_at NULLS LAST, s.id`;
}

export type StudentSchool = Pick<tables.StudentProjection, 'schoolId' | 'gender'>;

export function readStudentSchool(sql: Sql, studentId: number): Promise<StudentSchool | undefined> {
  return sql.maybe<StudentSchool>`
    SELECT school_id, gender FROM student_copy WHERE id = ${studentId}`;
}

export async function isSchoolKnown(sql: Sql, schoolId: number): Promise<boolean> {
  return (await sql.maybe`SELECT 1 AS known FROM school_copy WHERE id = ${schoolId}`) !== undefined;
}

/**
 * Returns the sessions of a school that start from a moment on, by time, with the number of
 * students with an exam in each and whether one student (0: no student) has one.
 */
export function listOfSchool(
  sql: Sql,
  { schoolId, studentId, from }: { schoolId: number; studentId: number; from: Date },
): Promise<(SessionRow & { studentCount: number })[]> {
  return sql.many<SessionRow & { studentCount: number }>`
    SELECT s.*, NULL::bigint AS offer_id, NULL::boolean AS is_hold_special,
      NULL::jsonb AS granted, NULL::jsonb AS durations,
      NULL AS branch_closes_at, NULL::boolean AS branch_by_appointment, NULL AS contact_first_name,
      NULL AS contact_last_name, NULL AS branch_phone, NULL::integer AS minutes_left,
      COALESCE(sat.students, 0) AS student_count, COALESCE(sat.has_a_seat, false) AS has_a_seat
    FROM session s LEFT JOIN LATERAL (
      SELECT count(DISTINCT r.student_id)::integer AS students,
        bool_or(r.student_id = ${studentId}) AS has_a_seat
      FROM registration r
      WHERE r.session_id = s.id AND r.status NOT IN ('pending', 'dropped', 'cancelled')) AS sat
        ON true
    WHERE s.session_type = '22' AND s.school_id = ${schoolId} AND s.starts_at >= ${from}
      AND s.deleted_at IS NULL AND NOT s.draft
    ORDER BY s.starts_at, s.id`;
}

/**
 * Location of the newest session at a location that a student was seated in, if it is active and
 * the person may see it.
 */
export function readLastLocation(
  sql: Sql,
  studentId: number,
  isStaff: boolean,
): Promise<{ locationId: number } | undefined> {
  return sql.maybe<{ locationId: number }>`
    SELECT newest.location_id FROM (
      SELECT s.location_id FROM registration r JOIN session s ON s.id = r.session_id
      WHERE r.student_id = ${studentId} AND s.session_type = '21'
        AND r.status NOT IN ('pending', 'dropped') ORDER BY s.starts_at DESC LIMIT 1) AS newest
    JOIN location_copy l ON l.id = newest.location_id AND l.active
    LEFT JOIN student_programs_copy g ON g.student_id = ${studentId}
    WHERE ${isStaff}::boolean
      OR (NOT l.admin_only AND (cardinality(l.program_ids) = 0 OR l.program_ids && g.program_ids))`;
}

/** Returns sessions at locations that begin from a moment on, with their closing times. */
export const readComing = (sql: Sql, from: Date): Promise<(Closing & { locationId: number })[]> =>
  sql.many<Closing & { locationId: number }>`
    SELECT location_id, starts_at, closed_by_staff, closing_date, closing_time
    FROM session
    WHERE session_type = '21' AND starts_at >= ${from} AND called_off_at IS NULL
      AND deleted_at IS NULL AND NOT draft AND location_id IS NOT NULL`;
