import { NEW_YORK } from '@portal/kit/clock';
import type { Sql } from '@portal/kit/database/database';

/** Whether a student may book at a location, by the same rule as `listSessions`. R-155. */
export async function maySeeLocation(
  sql: Sql,
  studentId: number,
  locationId: number,
): Promise<boolean> {
  const seen = await sql.maybe`
    SELECT 1 AS seen FROM location_copy l
    LEFT JOIN student_programs_copy g ON g.student_id = ${studentId}
    WHERE l.id = ${locationId} AND l.active AND NOT l.admin_only
      AND (cardinality(l.program_ids) = 0 OR l.program_ids && g.program_ids)`;
  return seen !== undefined;
}

export async function putAlert(
  sql: Sql,
  studentId: number,
  locationId: number,
  now: Date,
): Promise<void> {
  await sql.run`
    INSERT INTO session_alert (student_id, location_id, asked_at)
    VALUES (${studentId}, ${locationId}, ${now}) ON CONFLICT DO NOTHING`;
}

export async function dropAlert(sql: Sql, studentId: number, locationId: number): Promise<void> {
  await sql.run`
    DELETE FROM session_alert WHERE student_id = ${studentId} AND location_id = ${locationId}`;
}

/** Returns the locations for which a student has an alert. */
export async function alertsOf(sql: Sql, studentId: number): Promise<number[]> {
  const rows = await sql.many<{ locationId: number }>`
    SELECT location_id FROM session_alert WHERE student_id = ${studentId}`;
  return rows.map(({ locationId }) => locationId);
}

export interface DueAlert {
  studentId: number;
  locationId: number;
  firstName: string;
  email: string | null;
  locationName: string;
}

/**
 * Alerts of locations where a session has room for the student that can still be booked, the
 * oldest first; locked, those that another run has in hand are left out.
 */
export const lockDueAlerts = (sql: Sql, now: Date, limit: number): Promise<DueAlert[]> =>
  sql.many<DueAlert>`
    SELECT a.student_id, a.location_id, st.first_name, st.email, l.name AS location_name
    FROM session_alert a
    JOIN student_copy st ON st.id = a.student_id
    JOIN location_copy l ON l.id = a.location_id AND l.active AND NOT l.admin_only
      AND NOT l.by_appointment
    LEFT JOIN student_programs_copy g ON g.student_id = a.student_id
    WHERE (cardinality(l.program_ids) = 0 OR l.program_ids && g.program_ids)
      AND EXISTS (
        SELECT FROM session s
        WHERE s.session_type = '21' AND s.location_id = a.location_id AND s.starts_at > ${now}
          AND s.deleted_at IS NULL AND NOT s.draft AND s.called_off_at IS NULL
          AND NOT s.closed_by_staff
          AND (s.closing_date IS NULL OR (s.closing_date
            + COALESCE(s.closing_time, '24:00')::time) AT TIME ZONE ${NEW_YORK} > ${now})
          AND (s.seats_left IS NULL OR s.seats_left > 0) AND s.gender IN ('3', st.gender))
    ORDER BY a.asked_at LIMIT ${limit} FOR UPDATE OF a SKIP LOCKED`;

/** Deletes alerts requested before a moment. */
export async function forgetAlerts(sql: Sql, before: Date): Promise<void> {
  await sql.run`DELETE FROM session_alert WHERE asked_at < ${before}`;
}
