import { dayInNewYork, dayPlus } from '@portal/kit/clock';
import type { Sql } from '@portal/kit/database/database';
import type { Queues, Waiting, WaitingThing } from '@portal/kit/waiting/queues';

/** Days after which a taken exam without a grade becomes a task of the office. R-570. */
const UNGRADED_AFTER_DAYS = 30;
const lastGradingDay = (now: Date): string =>
  dayPlus(dayInNewYork(now), { days: -UNGRADED_AFTER_DAYS });

/** An exam that waits for its grade. */
type Ungraded = Pick<WaitingThing, 'since' | 'what' | 'why'> & {
  studentId: number;
};

/** Exams taken before a day without a grade, also without one that waits for assignments. */
const countUngraded = (sql: Sql, before: string): Promise<Waiting> => sql.one<Waiting>`
  SELECT count(*)::integer AS count,
    min(x.taken_on)::timestamp AT TIME ZONE 'America/New_York' AS oldest
  FROM registration r JOIN exam_result x ON x.registration_id = r.id
  WHERE r.status = 'taken' AND x.held_grade_comment IS NULL AND x.taken_on < ${before}::date`;

const listUngraded = (sql: Sql, before: string, limit: number): Promise<WaitingThing[]> =>
  sql.many<Ungraded>`
    SELECT x.taken_on::timestamp AT TIME ZONE 'America/New_York' AS since,
      COALESCE(e.subject, 'Exam') AS what, COALESCE(e.vendor_name, '') AS why, r.student_id
    FROM registration r JOIN exam_result x ON x.registration_id = r.id
    LEFT JOIN exam_copy e ON e.id = r.exam_id
    WHERE r.status = 'taken' AND x.held_grade_comment IS NULL AND x.taken_on < ${before}::date
    ORDER BY x.taken_on, r.id LIMIT ${limit}`;

/** A booking of a student whose accommodations need a special place that the session lacks. */
type WithoutRoom = Pick<WaitingThing, 'since' | 'what' | 'why'> & {
  studentId: number;
  sessionId: number;
};

/** Counts only sessions that have not begun: afterwards the office cannot solve it. R-546. */
const countWithoutRoom = (sql: Sql, now: Date): Promise<Waiting> => sql.one<Waiting>`
  SELECT count(*)::integer AS count, min(p.special_wanted_at) AS oldest
  FROM session s JOIN student_session p ON p.session_id = s.id
  WHERE s.session_type = '21' AND s.starts_at > ${now} AND s.deleted_at IS NULL
    AND s.called_off_at IS NULL AND p.special_wanted_at IS NOT NULL`;

const listWithoutRoom = (sql: Sql, now: Date, limit: number): Promise<WaitingThing[]> =>
  sql.many<WithoutRoom>`
    SELECT p.special_wanted_at AS since,
      COALESCE(l.name, 'Session') || to_char(s.starts_at AT TIME ZONE 'America/New_York',
        ', MM/DD/YYYY HH12:MI AM') AS what,
      COALESCE(u.last_name || ', ' || u.first_name, 'Student ' || p.student_id) AS why,
      p.student_id, s.id AS session_id
    FROM session s JOIN student_session p ON p.session_id = s.id
    LEFT JOIN location_copy l ON l.id = s.location_id
    LEFT JOIN student_copy u ON u.id = p.student_id
    WHERE s.session_type = '21' AND s.starts_at > ${now} AND s.deleted_at IS NULL
      AND s.called_off_at IS NULL AND p.special_wanted_at IS NOT NULL
    ORDER BY p.special_wanted_at, s.id, p.student_id LIMIT ${limit}
    -- never null: what, why`;

/** The tasks of registration that wait for the office. R-570. */
export const queues: Queues = {
  grades_waiting: {
    permission: 'number.read',
    count: (sql, now) => countUngraded(sql, lastGradingDay(now)),
    list: (sql, now, limit) => listUngraded(sql, lastGradingDay(now), limit),
  },
  accommodations_without_room: {
    permission: 'number.read',
    count: countWithoutRoom,
    list: listWithoutRoom,
  },
};
