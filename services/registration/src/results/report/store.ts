import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { ReportFilter } from './report-filter.ts';

type Days = Pick<ReportFilter, 'from' | 'until'>;

/** Upper limit of the report's registrations of a day: ignores cancellations and filters. */
export interface DayOfReport {
  /** YYYY-MM-DD, New York */
  day: string;
  rows: number;
}

/** The days on which something was sat, in order, from indexes alone. R-333. */
export const countExamDays = (sql: Sql, { from, until }: Days): Promise<DayOfReport[]> =>
  sql.many<DayOfReport>`
    SELECT (counted.at AT TIME ZONE 'America/New_York')::date AS day,
      sum(counted.rows)::integer AS rows
    FROM (
      SELECT s.starts_at AS at,
        (SELECT count(*) FROM registration r WHERE r.session_id = s.id)
          + (SELECT count(*) FROM registration r WHERE r.admin_cancel_session_id = s.id) AS rows
      FROM session s
      WHERE s.starts_at >= ${from}::timestamptz AND s.starts_at < ${until}::timestamptz
      UNION ALL
      SELECT o.online_exam_started, 1 FROM online_sitting o
      WHERE o.online_exam_started >= ${from}::timestamptz
        AND o.online_exam_started < ${until}::timestamptz) counted
    GROUP BY 1 HAVING sum(counted.rows) > 0 ORDER BY 1`;

/** The days of batches, in order. R-333. */
export const countBatchDays = (sql: Sql, { from, until }: Days): Promise<DayOfReport[]> =>
  sql.many<DayOfReport>`
    SELECT b.batch_date AS day,
      sum((SELECT count(*) FROM exam_result x WHERE x.batch_id = b.id))::integer AS rows
    FROM batch b
    WHERE b.batch_date::timestamp AT TIME ZONE 'America/New_York' >= ${from}::timestamptz
      AND b.batch_date::timestamp AT TIME ZONE 'America/New_York' < ${until}::timestamptz
      AND b.batch_date IS NOT NULL
    GROUP BY 1 ORDER BY 1`;

/**
 * Returns the registrations of a stretch of days by day, place of the session and name, at most
 * `limit`. Looks up the student of each row, since the planner would otherwise read all students.
 */
export async function readReportIds(sql: Sql, f: ReportFilter, limit: number): Promise<number[]> {
  const { ids } = await sql.one<{ ids: number[] }>`
    SELECT ARRAY(
      SELECT d.id FROM dated_registration d
      LEFT JOIN LATERAL (
        SELECT u.last_name, u.first_name, u.school_id, u.cohort FROM student_copy u
        WHERE u.id = d.student_id OFFSET 0) s ON true
      LEFT JOIN location_copy l ON l.id = d.location_id
      LEFT JOIN school_copy c ON c.id = d.school_id
      WHERE d.date_type = ${f.dateType}::integer
        AND d.at >= ${f.from}::timestamptz AND d.at < ${f.until}::timestamptz
        AND (${f.sessionType}::text IS NULL OR d.session_type = ${f.sessionType}::text)
        AND (${f.locationId}::bigint IS NULL OR d.location_id = ${f.locationId}::bigint)
        AND (${f.sessionSchoolId}::bigint IS NULL OR d.school_id = ${f.sessionSchoolId}::bigint)
        AND (${f.examId}::bigint IS NULL OR d.exam_id = ${f.examId}::bigint)
        AND (${f.vendorId}::bigint IS NULL OR d.exam_id IN (
          SELECT e.id FROM exam_copy e WHERE e.vendor_id = ${f.vendorId}::bigint))
        AND (${f.packageTypeId}::bigint IS NULL
          OR ${f.packageTypeId}::bigint = ANY (d.package_type_ids))
        AND (${f.schoolId}::bigint IS NULL OR s.school_id = ${f.schoolId}::bigint)
        AND (${f.cohort}::text IS NULL OR s.cohort = ${f.cohort}::text)
        AND (NOT ${f.withoutCohort}::boolean OR s.cohort IS NULL)
      ORDER BY (d.at AT TIME ZONE 'America/New_York')::date, COALESCE(c.name, l.name),
        s.last_name, s.first_name, d.id
      LIMIT ${limit}) AS ids
    -- planned for its values`;
  return ids;
}

/** A registration in the report, without the fields that only its student's record has. */
export interface ReportedRegistration
  extends Pick<tables.Registration, 'id' | 'studentId' | 'adminCancelSessionDate' | 'sessionType'> {
  subject: string | null;
  secularNumber: string | null;
  vendorName: string | null;
  credits: number | null;
  /** YYYY-MM-DD, New York; the start of an online session has none. */
  sessionDate: string | null;
  /** HH:MM, New York; as sessionDate. */
  sessionTime: string | null;
  /** YYYY-MM-DD, New York */
  paidOn: string | null;
  /** Null: of an online session, or of none. R-522 */
  attendance: string | null;
  /** Of the session; of any other one the student's. */
  schoolName: string | null;
  cohort: string | null;
  locationName: string | null;
  /** YYYY-MM-DD, New York */
  onlineExamStarted: string | null;
  arrivedBack: string | null;
  batchId: number | null;
  batchDate: string | null;
  paperExamUploaded: boolean;
  grade: string | null;
  gradeComment: string | null;
}

/**
 * Returns the same as readReportIds with the report's fields of each, in one statement, if they are
 * few enough to be read at once.
 */
export const readReport = (
  sql: Sql,
  f: ReportFilter,
  limit: number,
): Promise<ReportedRegistration[]> => sql.many<ReportedRegistration>`
  SELECT d.id, d.student_id, COALESCE(t.session_type, d.own_session_type) AS session_type,
    d.admin_cancel_session_date, e.subject, e.secular_number, e.vendor_name, e.credits,
    CASE WHEN t.session_type <> '99'
      THEN (t.starts_at AT TIME ZONE 'America/New_York')::date END AS session_date,
    CASE WHEN t.session_type <> '99'
      THEN to_char(t.starts_at AT TIME ZONE 'America/New_York', 'HH24:MI') END AS session_time,
    (d.paid_at AT TIME ZONE 'America/New_York')::date AS paid_on,
    CASE WHEN t.session_type <> '99' THEN COALESCE(a.state, 'expected') END AS attendance,
    COALESCE(k.name, o.name) AS school_name, s.cohort, p.name AS location_name,
    (n.online_exam_started AT TIME ZONE 'America/New_York')::date AS online_exam_started,
    x.arrived_back, x.batch_id, b.batch_date,
    COALESCE(x.paper_exam_uploaded, false) AS paper_exam_uploaded, x.grade, x.grade_comment
  FROM dated_registration d
  LEFT JOIN LATERAL (
    SELECT u.last_name, u.first_name, u.school_id, u.cohort FROM student_copy u
    WHERE u.id = d.student_id OFFSET 0) s ON true
  LEFT JOIN LATERAL (
    SELECT r.arrived_back, r.batch_id, r.paper_exam_uploaded, r.grade, r.grade_comment
    FROM exam_result r WHERE r.registration_id = d.id OFFSET 0) x ON true
  LEFT JOIN LATERAL (
    SELECT i.online_exam_started FROM online_sitting i
    WHERE i.registration_id = d.id OFFSET 0) n ON true
  LEFT JOIN location_copy l ON l.id = d.location_id
  LEFT JOIN school_copy c ON c.id = d.school_id
  LEFT JOIN session t ON t.id = d.told_session_id
  LEFT JOIN attendance a ON a.session_id = t.id AND a.student_id = d.student_id
  LEFT JOIN location_copy p ON p.id = t.location_id
  LEFT JOIN school_copy k ON k.id = t.school_id
  LEFT JOIN school_copy o ON o.id = s.school_id
  LEFT JOIN exam_copy e ON e.id = d.exam_id
  LEFT JOIN batch b ON b.id = x.batch_id
  WHERE d.date_type = ${f.dateType}::integer
    AND d.at >= ${f.from}::timestamptz AND d.at < ${f.until}::timestamptz
    AND (${f.sessionType}::text IS NULL OR d.session_type = ${f.sessionType}::text)
    AND (${f.locationId}::bigint IS NULL OR d.location_id = ${f.locationId}::bigint)
    AND (${f.sessionSchoolId}::bigint IS NULL OR d.school_id = ${f.sessionSchoolId}::bigint)
    AND (${f.examId}::bigint IS NULL OR d.exam_id = ${f.examId}::bigint)
    AND (${f.vendorId}::bigint IS NULL OR e.vendor_id = ${f.vendorId}::bigint)
    AND (${f.packageTypeId}::bigint IS NULL
      OR ${f.packageTypeId}::bigint = ANY (d.package_type_ids))
    AND (${f.schoolId}::bigint IS NULL OR s.school_id = ${f.schoolId}::bigint)
    AND (${f.cohort}::text IS NULL OR s.cohort = ${f.cohort}::text)
    AND (NOT ${f.withoutCohort}::boolean OR s.cohort IS NULL)
  ORDER BY (d.at AT TIME ZONE 'America/New_York')::date, COALESCE(c.name, l.name),
    s.last_name, s.first_name, d.id
  LIMIT ${limit}
  -- planned for its values
  -- never null: id, student_id (of a registration, which has both)`;

/**
 * Returns these registrations in the order of the ids, without deleted ones. `schoolId`: of
 * students of this school.
 */
export const readReported = (
  sql: Sql,
  ids: readonly number[],
  schoolId: number | null,
): Promise<ReportedRegistration[]> => sql.many<ReportedRegistration>`
  SELECT r.id, r.student_id, COALESCE(t.session_type, r.session_type) AS session_type,
    r.admin_cancel_session_date, e.subject, e.secular_number, e.vendor_name, e.credits,
    CASE WHEN t.session_type <> '99'
      THEN (t.starts_at AT TIME ZONE 'America/New_York')::date END AS session_date,
    CASE WHEN t.session_type <> '99'
      THEN to_char(t.starts_at AT TIME ZONE 'America/New_York', 'HH24:MI') END AS session_time,
    (r.paid_at AT TIME ZONE 'America/New_York')::date AS paid_on,
    CASE WHEN t.session_type <> '99' THEN COALESCE(a.state, 'expected') END AS attendance,
    COALESCE(c.name, o.name) AS school_name, s.cohort, l.name AS location_name,
    (n.online_exam_started AT TIME ZONE 'America/New_York')::date AS online_exam_started,
    x.arrived_back, x.batch_id, b.batch_date,
    COALESCE(x.paper_exam_uploaded, false) AS paper_exam_uploaded, x.grade, x.grade_comment
  FROM unnest(${[...ids]}::bigint[]) WITH ORDINALITY AS wanted (id, place)
  JOIN registration r ON r.id = wanted.id
  LEFT JOIN session t ON t.id = COALESCE(r.session_id, r.admin_cancel_session_id)
  LEFT JOIN attendance a ON a.session_id = t.id AND a.student_id = r.student_id
  LEFT JOIN location_copy l ON l.id = t.location_id
  LEFT JOIN school_copy c ON c.id = t.school_id
  LEFT JOIN student_copy s ON s.id = r.student_id
  LEFT JOIN school_copy o ON o.id = s.school_id
  LEFT JOIN exam_copy e ON e.id = r.exam_id
  LEFT JOIN online_sitting n ON n.registration_id = r.id
  LEFT JOIN exam_result x ON x.registration_id = r.id
  LEFT JOIN batch b ON b.id = x.batch_id
  WHERE r.status NOT IN ('pending', 'dropped', 'cancelled')
    AND (${schoolId}::bigint IS NULL OR s.school_id = ${schoolId}::bigint)
  ORDER BY wanted.place`;
