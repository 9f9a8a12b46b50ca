import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { SessionRow } from './session-row.ts';

/**
 * Returns a session of any kind as one student sees it (0: no student). The seat of an offer counts
 * as held for the student while the offer can be answered.
 */
export function readSession(
  sql: Sql,
  id: number,
  { studentId, now }: { studentId: number; now: Date },
): Promise<SessionRow | undefined> {
  return sql.maybe<SessionRow>`
    SELECT s.*, h.waiting_id AS offer_id, h.special AS is_hold_special,
      st.accommodations AS granted,
      CASE WHEN st.accommodations <> '[]' THEN (
        SELECT COALESCE(jsonb_agg(COALESCE(e.duration_minutes, 0)), '[]')
        FROM registration o LEFT JOIN exam_copy e ON e.id = o.exam_id
        WHERE o.session_id = s.id AND o.student_id = st.id
          AND o.status IN ('scheduled', 'online_access')) END AS durations,
      l.closes_at AS branch_closes_at, l.by_appointment AS branch_by_appointment,
      l.contact_first_name, l.contact_last_name,
      l.phone AS branch_phone, p.minutes_left, p.session_id IS NOT NULL OR EXISTS (
        SELECT FROM registration r
        WHERE r.session_id = s.id AND r.student_id = ${studentId}
          AND r.status NOT IN ('pending', 'dropped')) AS has_a_seat
    FROM session s LEFT JOIN location_copy l ON l.id = s.location_id
    LEFT JOIN student_copy st ON st.id = ${studentId}
    LEFT JOIN student_session p ON p.session_id = s.id AND p.student_id = ${studentId}
    LEFT JOIN seat_hold h ON h.session_id = s.id AND h.student_id = ${studentId}
      AND (h.waiting_id IS NULL OR h.held_until > ${now})
    WHERE s.id = ${id} AND s.deleted_at IS NULL AND NOT s.draft`;
}

export interface StudentFacts
  extends Pick<tables.StudentProjection, 'gender' | 'bookingBarredUntil' | 'schoolId'> {
  programIds: number[];
  /** Whether the student's own school charges the proctor fee in its sessions. */
  schoolCharges: boolean;
  branch: { adminOnly: boolean; byAppointment: boolean; programIds: number[] } | null;
  /** Starts of the sessions in which the student sits other exams. */
  otherStarts: string[];
}

/**
 * Reads the facts for the booking rules about a student, a branch and the student's other sessions,
 * in one statement.
 */
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
    SELECT st.gender, st.booking_barred_until, st.school_id,
      COALESCE(g.program_ids, '{}') AS program_ids,
      COALESCE((SELECT c.charge_proctor_fee FROM school_copy c WHERE c.id = st.school_id), false)
      AS school_charges,
      (SELECT jsonb_build_object('adminOnly', l.admin_only, 'byAppointment', l.by_appointment,
        'programIds', l.program_ids)
        FROM location_copy l WHERE l.id = ${locationId}::bigint AND l.active) AS branch,
      COALESCE((SELECT jsonb_agg(s.starts_at)
        FROM registration r JOIN session s ON s.id = r.session_id
        WHERE r.student_id = st.id AND r.id <> ${registrationId} AND s.id <> ${sessionId}
          AND s.starts_at IS NOT NULL
        AND (s.called_off_at IS NULL OR r.status <> 'scheduled')
        AND r.status IN ('scheduled', 'online_access', 'online_started', 'disconnected')), '[]')
        AS other_starts
    FROM student_copy st LEFT JOIN student_programs_copy g ON g.student_id = st.id
    WHERE st.id = ${studentId}`;
}
