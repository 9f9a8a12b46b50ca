import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { Granted } from '../../records/accommodations/exam-minutes.ts';

export interface SlipFacts extends Pick<tables.StudentProjection, 'firstName' | 'lastName'> {
  placeName: string | null;
  placeAddress: string | null;
  /** The subjects of the student's exams in the session. */
  subjects: string[];
  accommodations: Granted[];
}

/** Returns what a student's slip of a session shows. */
export function readSlipFacts(
  sql: Sql,
  sessionId: number,
  studentId: number,
): Promise<SlipFacts | undefined> {
  return sql.maybe<SlipFacts>`
    SELECT st.first_name, st.last_name, st.accommodations,
      COALESCE(l.name, c.name, s.title) AS place_name,
      COALESCE(NULLIF(concat_ws(', ', l.address, l.city), ''), s.address) AS place_address,
      ARRAY(
        SELECT e.subject FROM registration r JOIN exam_copy e ON e.id = r.exam_id
        WHERE r.student_id = st.id AND r.session_id = s.id AND r.status = 'scheduled'
        ORDER BY e.subject) AS subjects
    FROM session s
    LEFT JOIN location_copy l ON l.id = s.location_id
    LEFT JOIN school_copy c ON c.id = s.school_id
    JOIN student_copy st ON st.id = ${studentId}
    WHERE s.id = ${sessionId}`;
}

/** Returns the session of a slip for display, in any state. */
export function readSlipSession(
  sql: Sql,
  sessionId: number,
): Promise<{ placeName: string | null; startsAt: Date | null } | undefined> {
  return sql.maybe<{ placeName: string | null; startsAt: Date | null }>`
    SELECT COALESCE(c.name, l.name, s.title, s.address) AS place_name, s.starts_at
    FROM session s
    LEFT JOIN location_copy l ON l.id = s.location_id
    LEFT JOIN school_copy c ON c.id = s.school_id
    WHERE s.id = ${sessionId}`;
}
