import type { Sql } from '@portal/kit/database/database';

export interface ComingSession {
  sessionId: number;
  startsAt: Date;
  /** Of the exams that the student sits there, in minutes. */
  durations: number[];
}

/** The sessions that a student is booked in and that have not begun, by their starts. */
export const listComingSessions = (
  sql: Sql,
  studentId: number,
  now: Date,
): Promise<ComingSession[]> =>
  sql.many<ComingSession>`
    SELECT s.id AS session_id, s.starts_at,
      array_agg(COALESCE(e.duration_minutes, 0) ORDER BY r.id) AS durations
    FROM registration r
    JOIN session s ON s.id = r.session_id
    LEFT JOIN exam_copy e ON e.id = r.exam_id
    WHERE r.student_id = ${studentId} AND r.status IN ('scheduled', 'online_access')
      AND s.starts_at > ${now} AND s.called_off_at IS NULL
    GROUP BY s.id, s.starts_at ORDER BY s.starts_at, s.id
    -- never null: starts_at, durations`;
