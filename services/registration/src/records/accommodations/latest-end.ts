import type { Sql } from '@portal/kit/database/database';
import { latestEnd, type SessionPart } from './exam-minutes.ts';

/** When a session that begins then is over for the last of those in it. R-502 */
export async function latestEndOf(sql: Sql, sessionId: number, startsAt: Date): Promise<Date> {
  const parts = await sql.many<SessionPart>`
    SELECT st.accommodations AS granted, jsonb_agg(COALESCE(e.duration_minutes, 0)) AS durations
    FROM registration r
    JOIN student_copy st ON st.id = r.student_id AND st.accommodations <> '[]'
    LEFT JOIN exam_copy e ON e.id = r.exam_id
    WHERE r.session_id = ${sessionId} AND r.status NOT IN ('pending', 'dropped', 'cancelled')
    GROUP BY st.id, st.accommodations
    -- never null: durations`;
  return latestEnd(startsAt, parts);
}
