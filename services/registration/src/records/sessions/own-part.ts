import { dayInNewYork } from '@portal/kit/clock';
import type { Sql } from '@portal/kit/database/database';
import { type Granted, grantedOn, ownEnd } from '../accommodations/exam-minutes.ts';

/** A student's exams and accommodations, for the list of sessions. */
export interface OwnPart {
  gender: string | null;
  accommodations: Granted[];
  /** Minutes of the student's exams, by the sessions that they are in. */
  durations: { sessionId: number; minutes: number[] }[];
}

export function readOwnPart(sql: Sql, studentId: number): Promise<OwnPart> {
  return sql.one<OwnPart>`
    SELECT (SELECT gender FROM student_copy WHERE id = ${studentId}) AS gender,
      COALESCE((SELECT accommodations FROM student_copy WHERE id = ${studentId}), '[]')
        AS accommodations,
      COALESCE((SELECT jsonb_agg(jsonb_build_object('sessionId', own.session_id,
          'minutes', own.minutes))
        FROM (
          SELECT r.session_id, jsonb_agg(COALESCE(e.duration_minutes, 0)) AS minutes
          FROM registration r LEFT JOIN exam_copy e ON e.id = r.exam_id
          WHERE r.student_id = ${studentId} AND r.session_id IS NOT NULL
            AND r.status NOT IN ('pending', 'dropped', 'cancelled', 'taken', 'graded')
          GROUP BY r.session_id) AS own), '[]') AS durations`;
}

/** Returns the student's own end of a session; for other students the end for all. R-544 */
export function ownEndIn(
  { id, startsAt }: { id: number; startsAt: Date },
  { accommodations, durations }: OwnPart,
): Date {
  const { minutes = [] } = durations.find(({ sessionId }) => sessionId === id) ?? {};
  return ownEnd(startsAt, minutes, grantedOn(accommodations, dayInNewYork(startsAt)));
}
