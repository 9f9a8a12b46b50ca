import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { Granted } from './exam-minutes.ts';
import type { FitFacts } from './session-problem.ts';

export interface ComingSession extends FitFacts {
  sessionId: number;
}

/** The sessions that a student is booked in and that have not begun, by their starts. */
export const listComingSessions = (
  sql: Sql,
  studentId: number,
  now: Date,
): Promise<ComingSession[]> =>
  sql.many<ComingSession>`
    SELECT s.id AS session_id, s.session_type, s.starts_at, s.special_left, p.takes,
      l.closes_at AS branch_closes_at,
      array_agg(COALESCE(e.duration_minutes, 0) ORDER BY r.id) AS durations,
      (SELECT min(o.starts_at) FROM session_room m
        JOIN session_room o ON o.room_id = m.room_id AND o.is_used
          AND o.session_id <> m.session_id AND o.starts_at > m.starts_at
        WHERE m.session_id = s.id AND m.is_used) AS rooms_until
    FROM registration r
    JOIN session s ON s.id = r.session_id
    LEFT JOIN exam_copy e ON e.id = r.exam_id
    LEFT JOIN student_session p ON p.session_id = s.id AND p.student_id = r.student_id
    LEFT JOIN location_copy l ON l.id = s.location_id
    WHERE r.student_id = ${studentId} AND r.status IN ('scheduled', 'online_access')
      AND s.starts_at > ${now} AND s.called_off_at IS NULL
    GROUP BY s.id, s.starts_at, p.takes, l.closes_at ORDER BY s.starts_at, s.id
    -- never null: starts_at, durations`;

/** A coming booking at a branch of a student with accommodations. */
export interface GrantedBooking
  extends FitFacts,
    Pick<tables.StudentProjection, 'firstName' | 'lastName'>,
    Pick<tables.StudentSession, 'sessionId' | 'studentId' | 'specialWantedAt'> {
  takes: string;
  granted: Granted[];
  locationName: string | null;
}

/** Lists all of them, by start of their sessions. */
export const listGrantedBookings = (sql: Sql, now: Date): Promise<GrantedBooking[]> =>
  sql.many<GrantedBooking>`
    SELECT s.id AS session_id, s.session_type, s.starts_at, s.special_left, p.takes,
      p.special_wanted_at, p.student_id, st.first_name, st.last_name,
      st.accommodations AS granted, l.name AS location_name, l.closes_at AS branch_closes_at,
      COALESCE((SELECT array_agg(COALESCE(e.duration_minutes, 0) ORDER BY r.id)
        FROM registration r LEFT JOIN exam_copy e ON e.id = r.exam_id
        WHERE r.session_id = s.id AND r.student_id = p.student_id
          AND r.status IN ('scheduled', 'online_access')), '{}') AS durations,
      (SELECT min(o.starts_at) FROM session_room m
        JOIN session_room o ON o.room_id = m.room_id AND o.is_used
          AND o.session_id <> m.session_id AND o.starts_at > m.starts_at
        WHERE m.session_id = s.id AND m.is_used) AS rooms_until
    FROM session s
    JOIN student_session p ON p.session_id = s.id
    JOIN student_copy st ON st.id = p.student_id
    LEFT JOIN location_copy l ON l.id = s.location_id
    WHERE s.session_type = '21' AND s.starts_at > ${now} AND s.called_off_at IS NULL
      AND s.deleted_at IS NULL AND (st.accommodations <> '[]' OR p.special_wanted_at IS NOT NULL)
    ORDER BY s.starts_at, s.id, st.last_name, st.first_name, st.id
    -- never null: starts_at`;
