import type { Sql } from '@portal/kit/database';
import type { SessionType } from './proctor-fee.ts';
import type { SessionRow } from './session-row.ts';

/** A session as one student sees it (0: nobody), of whatever kind. The seat that is held for her counts as free to her. */
export function readSession(sql: Sql, id: number, studentId: number): Promise<SessionRow | undefined> {
  return sql.maybe<SessionRow>`
    SELECT s.*, s.seats_left + (h.session_id IS NOT NULL)::integer AS seats_left,
      l.by_appointment AS branch_by_appointment, l.contact_first_name, l.contact_last_name, l.phone AS branch_phone, p.minutes_left,
      p.session_id IS NOT NULL OR EXISTS (
        SELECT FROM registration r WHERE r.session_id = s.id AND r.student_id = ${studentId} AND r.status NOT IN ('pending', 'dropped')) AS has_a_seat
    FROM session s LEFT JOIN location_copy l ON l.id = s.location_id
    LEFT JOIN student_session p ON p.session_id = s.id AND p.student_id = ${studentId}
    LEFT JOIN seat_hold h ON h.session_id = s.id AND h.student_id = ${studentId}
    WHERE s.id = ${id} AND s.deleted_at IS NULL`;
}

export interface SessionFilter {
  studentId: number;
  locationId: number | null;
  isStaff: boolean;
  /** Start of today in New York, or 3.5 hours ago if that is later. */
  from: Date;
}

/** Sessions at active locations that a person may see, by time and location name, with what the student has in each; one statement.. */
export function listSessions(sql: Sql, { studentId, locationId, isStaff, from }: SessionFilter): Promise<SessionRow[]> {
  return sql.many<SessionRow>`
    SELECT s.*, s.seats_left + (h.session_id IS NOT NULL)::integer AS seats_left,
      l.by_appointment AS branch_by_appointment, l.contact_first_name, l.contact_last_name, l.phone AS branch_phone, p.minutes_left,
      p.session_id IS NOT NULL AS has_a_seat
    FROM session s
    JOIN location_copy l ON l.id = s.location_id AND l.active
    LEFT JOIN student_copy st ON st.id = ${studentId}
    LEFT JOIN student_programs_copy g ON g.student_id = st.id
    LEFT JOIN student_session p ON p.session_id = s.id AND p.student_id = ${studentId}
    LEFT JOIN seat_hold h ON h.session_id = s.id AND h.student_id = ${studentId}
    WHERE s.session_type = '21' AND s.starts_at >= ${from} AND s.deleted_at IS NULL
      AND (${locationId}::bigint IS NULL OR s.location_id = ${locationId}::bigint)
      AND (${isStaff}::boolean OR (NOT l.admin_only AND s.gender IN ('3', st.gender)
        AND (cardinality(l.program_ids) = 0 OR l.program_ids && g.program_ids)))
    ORDER BY s.starts_at, l.name, s.id`;
}

/** Sessions of every kind that an open registration of the student is in. */
export function listOfStudent(sql: Sql, studentId: number): Promise<SessionRow[]> {
  return sql.many<SessionRow>`
    SELECT s.*, l.by_appointment AS branch_by_appointment, l.contact_first_name, l.contact_last_name, l.phone AS branch_phone, p.minutes_left,
      true AS has_a_seat
    FROM session s LEFT JOIN location_copy l ON l.id = s.location_id
    LEFT JOIN student_session p ON p.session_id = s.id AND p.student_id = ${studentId}
    WHERE s.id IN (SELECT r.session_id FROM registration r WHERE r.student_id = ${studentId} AND r.session_id IS NOT NULL
      AND r.status NOT IN ('pending', 'dropped', 'cancelled', 'taken', 'graded'))
    ORDER BY s.starts_at NULLS LAST, s.id`;
}

export interface StudentSchool {
  schoolId: number | null;
  gender: string;
}

export function readStudentSchool(sql: Sql, studentId: number): Promise<StudentSchool | undefined> {
  return sql.maybe<StudentSchool>`SELECT school_id, gender FROM student_copy WHERE id = ${studentId}`;
}

export async function isSchoolKnown(sql: Sql, schoolId: number): Promise<boolean> {
  return (await sql.maybe`SELECT 1 AS known FROM school_copy WHERE id = ${schoolId}`) !== undefined;
}

/** Sessions of a school that start from a moment on, by time, with how many students have an exam in each and what one student (0: nobody) has. */
export function listOfSchool(
  sql: Sql,
  { schoolId, studentId, from }: { schoolId: number; studentId: number; from: Date },
): Promise<(SessionRow & { studentCount: number })[]> {
  return sql.many<SessionRow & { studentCount: number }>`
    SELECT s.*, NULL::boolean AS branch_by_appointment, NULL AS contact_first_name, NULL AS contact_last_name, NULL AS branch_phone,
      NULL::integer AS minutes_left, COALESCE(sat.students, 0) AS student_count, COALESCE(sat.has_a_seat, false) AS has_a_seat
    FROM session s LEFT JOIN LATERAL (
      SELECT count(DISTINCT r.student_id)::integer AS students, bool_or(r.student_id = ${studentId}) AS has_a_seat
      FROM registration r WHERE r.session_id = s.id AND r.status NOT IN ('pending', 'dropped', 'cancelled')) AS sat ON true
    WHERE s.session_type = '22' AND s.school_id = ${schoolId} AND s.starts_at >= ${from} AND s.deleted_at IS NULL
    ORDER BY s.starts_at, s.id`;
}

export interface StudentFacts {
  gender: string;
  isDenied: boolean;
  schoolId: number | null;
  programIds: number[];
  /** Whether the student's own school charges the proctor fee in its sessions. */
  schoolCharges: boolean;
  branch: { adminOnly: boolean; byAppointment: boolean; programIds: number[] } | null;
  /** Starts of the sessions in which the student sits other exams. */
  otherStarts: string[];
}

/** What the booking rules ask about a student, a branch and the student's other sessions, in one statement. */
export function readStudentFacts(
  sql: Sql,
  {
    studentId,
    registrationId,
    sessionId,
    locationId,
  }: { studentId: number; registrationId: number; sessionId: number; locationId: number | null },
): Promise<StudentFacts | undefined> {
  return sql.maybe<StudentFacts>`
    SELECT st.gender, st.is_denied, st.school_id, COALESCE(g.program_ids, '{}') AS program_ids,
      COALESCE((SELECT c.charge_proctor_fee FROM school_copy c WHERE c.id = st.school_id), false) AS school_charges,
      (SELECT jsonb_build_object('adminOnly', l.admin_only, 'byAppointment', l.by_appointment, 'programIds', l.program_ids)
        FROM location_copy l WHERE l.id = ${locationId}::bigint AND l.active) AS branch,
      COALESCE((SELECT jsonb_agg(s.starts_at) FROM registration r JOIN session s ON s.id = r.session_id
        WHERE r.student_id = st.id AND r.id <> ${registrationId} AND s.id <> ${sessionId} AND s.starts_at IS NOT NULL
        AND r.status IN ('scheduled', 'online_access', 'online_started', 'disconnected')), '[]') AS other_starts
    FROM student_copy st LEFT JOIN student_programs_copy g ON g.student_id = st.id WHERE st.id = ${studentId}`;
}

export interface Seated {
  id: number;
  sessionId: number;
  sessionType: SessionType;
  locationId: number | null;
  minutes: number;
}

/** T-10, T-11: a booking clears what a staff cancel or a proctor booking had left. */
export async function assignSession(sql: Sql, { id, sessionId, sessionType, locationId, minutes }: Seated): Promise<void> {
  await sql.run`
    UPDATE registration SET status = 'scheduled', session_id = ${sessionId}, session_type = ${sessionType}, branch_id = ${locationId}::bigint,
      session_minutes = ${minutes}, calendar_sequence = calendar_sequence + 1, admin_cancel_session_id = NULL, admin_cancel_session_date = NULL,
      admin_cancel_session_reason_code = NULL, proctor_reserved = false, proctor_uuid = NULL
    WHERE id = ${id}`;
}

export interface Unseated {
  id: number;
  status: 'registered' | 'course_completed';
  /** Of a cancel by staff: today in New York and the letters of its reason. */
  byStaff: { date: string; code: string } | null;
}

/** T-12, T-13. */
export async function unassignSession(sql: Sql, { id, status, byStaff }: Unseated): Promise<void> {
  await sql.run`
    UPDATE registration SET status = ${status}, session_id = NULL, session_type = NULL, branch_id = NULL, session_minutes = 0,
      calendar_sequence = calendar_sequence + 1, proctor_reserved = false, proctor_uuid = NULL,
      admin_cancel_session_id = CASE WHEN ${byStaff !== null}::boolean THEN session_id ELSE admin_cancel_session_id END,
      admin_cancel_session_date = COALESCE(${byStaff?.date ?? null}::date, admin_cancel_session_date),
      admin_cancel_session_reason_code = COALESCE(${byStaff?.code ?? null}::text, admin_cancel_session_reason_code)
    WHERE id = ${id}`;
}

/** T-21. */
export async function leaveForOnline(
  sql: Sql,
  { id, status, date }: { id: number; status: 'registered' | 'course_completed'; date: string },
): Promise<void> {
  await sql.run`
    UPDATE registration SET status = ${status}, session_id = NULL, session_type = '99', branch_id = NULL, session_minutes = 0,
      calendar_sequence = calendar_sequence + 1, proctor_reserved = false, proctor_uuid = NULL,
      admin_cancel_session_id = session_id, admin_cancel_session_date = ${date}::date, admin_cancel_session_reason_code = 'CP'
    WHERE id = ${id}`;
}

/** Fills minutes of a student's place in a session; true when it is a new place, which needs a seat.. */
export async function fillPlace(
  sql: Sql,
  { sessionId, studentId, minutes, isWhole }: { sessionId: number; studentId: number; minutes: number; isWhole: boolean },
): Promise<boolean> {
  const { isNew } = await sql.one<{ isNew: boolean }>`
    INSERT INTO student_session (session_id, student_id, minutes_left, exams)
    VALUES (${sessionId}, ${studentId}, CASE WHEN ${isWhole}::boolean THEN 0 ELSE 210 - ${minutes}::integer END, 1)
    ON CONFLICT (session_id, student_id) DO UPDATE SET minutes_left = student_session.minutes_left - ${minutes}::integer, exams = student_session.exams + 1
    RETURNING exams = 1 AS is_new`;
  return isNew;
}

/** Empties an exam's part of a student's place; answers the minutes then left, null when nothing of the place is: its seat is to be freed. */
export async function emptyPlace(
  sql: Sql,
  { sessionId, studentId, minutes }: { sessionId: number; studentId: number; minutes: number },
): Promise<number | null> {
  const kept = await sql.maybe<{ minutesLeft: number }>`
    WITH gone AS (DELETE FROM student_session WHERE session_id = ${sessionId} AND student_id = ${studentId} AND exams = 1),
    less AS (
      UPDATE student_session SET exams = exams - 1, minutes_left = least(210, minutes_left + ${minutes}::integer)
      WHERE session_id = ${sessionId} AND student_id = ${studentId} AND exams > 1 RETURNING minutes_left)
    SELECT minutes_left FROM less`;
  return kept?.minutesLeft ?? null;
}

export interface SeatMove {
  to: number;
  /** 1, or 0 when the student sits in it already. */
  takes: number;
  from: number | null;
  /** 1, or 0 when she keeps a place there. */
  frees: number;
}

/**
 * Takes a seat in `to` and gives back the one in `from`, or undefined when `to` has none left. Both are locked in the order of ids, so students
 * who swap cannot block each other. To be the last statement of its transaction: the hot row stays locked from here on.
 */
export function moveSeat(sql: Sql, { to, takes, from, frees }: SeatMove): Promise<{ seatsLeft: number | null } | undefined> {
  return sql.maybe<{ seatsLeft: number | null }>`
    WITH locked AS (SELECT id FROM session WHERE id IN (${to}::bigint, ${from}::bigint) ORDER BY id FOR NO KEY UPDATE),
    taken AS (
      UPDATE session SET seats_left = seats_left - ${takes}::integer
      WHERE id = ${to} AND (seats_left IS NULL OR seats_left >= ${takes}::integer) AND id IN (SELECT id FROM locked) RETURNING seats_left),
    freed AS (
      UPDATE session SET seats_left = seats_left + ${frees}::integer
      WHERE id = ${from}::bigint AND ${frees}::integer > 0 AND id IN (SELECT id FROM locked) AND EXISTS (SELECT FROM taken))
    SELECT seats_left FROM taken`;
}

/** Gives a seat back; answers the seats then left, null: no limit. */
export async function freeSeat(sql: Sql, sessionId: number): Promise<number | null> {
  return (
    await sql.one<{ seatsLeft: number | null }>`UPDATE session SET seats_left = seats_left + 1 WHERE id = ${sessionId} RETURNING seats_left`
  ).seatsLeft;
}

/** Location of the newest session at a location that a student was seated in, if it is active and the person may see it. */
export function readLastLocation(sql: Sql, studentId: number, isStaff: boolean): Promise<{ locationId: number } | undefined> {
  return sql.maybe<{ locationId: number }>`
    SELECT newest.location_id FROM (
      SELECT s.location_id FROM registration r JOIN session s ON s.id = r.session_id
      WHERE r.student_id = ${studentId} AND s.session_type = '21' AND r.status NOT IN ('pending', 'dropped') ORDER BY s.starts_at DESC LIMIT 1) AS newest
    JOIN location_copy l ON l.id = newest.location_id AND l.active
    LEFT JOIN student_programs_copy g ON g.student_id = ${studentId}
    WHERE ${isStaff}::boolean OR (NOT l.admin_only AND (cardinality(l.program_ids) = 0 OR l.program_ids && g.program_ids))`;
}

/** Makes sessions; their ids rise in the order given. */
export async function insertSessions(sql: Sql, rows: Record<string, unknown>[]): Promise<number[]> {
  const made = await sql.many<{ id: number }>`
    INSERT INTO session (session_type, starts_at, title, location_id, school_id, gender, seats, seats_left, limit_to_1_test, closed_by_staff, closing_date,
      closing_time, return_due_date, ship_date, last_date, first_name, last_name, phone, address)
    SELECT session_type, starts_at, title, location_id, school_id, gender, seats, seats, limit_to_1_test, closed_by_staff, closing_date, closing_time,
      return_due_date, ship_date, last_date, first_name, last_name, phone, address
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row (session_type text, starts_at timestamptz, title text, location_id bigint,
      school_id bigint, gender text, seats integer, limit_to_1_test boolean, closed_by_staff boolean, closing_date date, closing_time text,
      return_due_date date, ship_date date, last_date date, first_name text, last_name text, phone text, address text, position integer)
    ORDER BY position
    RETURNING id`;
  return made.map(({ id }) => id).sort((a, b) => a - b);
}

/** A session as a mail describes it. */
export interface SittingRow {
  id: number;
  sessionType: SessionType;
  startsAt: Date | null;
  placeName: string | null;
  placeAddress: string | null;
  lastDate: string | null;
}

export function readSitting(sql: Sql, sessionId: number): Promise<SittingRow | undefined> {
  return sql.maybe<SittingRow>`
    SELECT s.id, s.session_type, s.starts_at, s.last_date, COALESCE(l.name, c.name, s.title) AS place_name,
      COALESCE(NULLIF(concat_ws(', ', l.address, l.city), ''), s.address) AS place_address
    FROM session s LEFT JOIN location_copy l ON l.id = s.location_id LEFT JOIN school_copy c ON c.id = s.school_id WHERE s.id = ${sessionId}`;
}

/** The exams of registrations by their ids, whatever has become of them. */
export async function readExamsOf(sql: Sql, registrationIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await sql.many<{ id: number; examId: number }>`
    SELECT id, exam_id FROM registration WHERE id = ANY (${registrationIds}::bigint[])`;
  return new Map(rows.map(({ id, examId }) => [id, examId]));
}
