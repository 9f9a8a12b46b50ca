import type { Sql } from '@portal/kit/database/database';

/** The students of a session, as counts that decide which changes are possible. */
export interface People {
  /** Students with an exam in it, including exams that wait for a run or a payment. */
  students: number;
  /** Of them those whom its gender excludes ('3': none). */
  excluded: number;
  /** Of them those with more than one exam. */
  withSeveral: number;
  /** Seats that are taken or held, whether or not there is a limit. R-504 */
  seatsTaken: number;
}

/** Counts the students in a session now; `gender`: the gender it is for, '3': all. */
export function readPeople(sql: Sql, sessionId: number, gender: string): Promise<People> {
  return sql.one<People>`
    SELECT count(*)::integer AS students,
      (count(*) FILTER (WHERE ${gender}::text <> '3' AND st.gender <> ${gender}::text))::integer
        AS excluded,
      (count(*) FILTER (WHERE r.exams > 1))::integer AS with_several,
      (SELECT count(*)::integer FROM student_session p
        WHERE p.session_id = ${sessionId} AND p.takes = 'seat')
      + (SELECT count(*)::integer FROM seat_hold h
        WHERE h.session_id = ${sessionId} AND NOT h.special) AS seats_taken
    FROM (SELECT student_id, count(*) AS exams FROM (
        SELECT student_id FROM registration
        WHERE session_id = ${sessionId} AND status NOT IN ('dropped', 'cancelled')
        UNION ALL
        SELECT h.student_id FROM seat_hold h
        WHERE h.session_id = ${sessionId} AND NOT EXISTS (
          SELECT FROM registration g WHERE g.session_id = h.session_id
            AND g.student_id = h.student_id AND g.status NOT IN ('dropped', 'cancelled'))) AS one
      GROUP BY student_id) AS r
    LEFT JOIN student_copy st ON st.id = r.student_id`;
}
