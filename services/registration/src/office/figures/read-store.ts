import type { Sql } from '@portal/kit/database/database';
import type { FigureDays } from '@portal/kit/figures/figure-days';
import type * as tables from '../../../prisma/tables.ts';

/** Since when a change waits to be counted; null: none does, the figures are of now. */
export async function oldestChange(sql: Sql): Promise<Date | null> {
  const { at } = await sql.one<{ at: Date | null }>`
    SELECT (SELECT at FROM figure_change ORDER BY id LIMIT 1) AS at`;
  return at;
}

export interface DayOfVendor {
  /** YYYY-MM-DD */
  day: string;
  vendorId: number;
  vendorName: string;
}
export type RegistrationFigure = DayOfVendor & { registrations: number };
export type ResultFigure = DayOfVendor & { passed: number; notPassed: number };

/** Registrations of each day and vendor, days in order. */
export const readRegistrationFigures = (
  sql: Sql,
  { from, to }: FigureDays,
  vendorId: number | null,
  locationId: number | null,
): Promise<RegistrationFigure[]> => sql.many<RegistrationFigure>`
  SELECT f.day, f.vendor_id, COALESCE(v.name, 'Other') AS vendor_name,
    sum(f.registrations)::integer AS registrations
  FROM registration_figure f
  LEFT JOIN (SELECT vendor_id, max(vendor_name) AS name FROM exam_copy GROUP BY vendor_id) v
    ON v.vendor_id = f.vendor_id
  WHERE f.day >= ${from}::date AND f.day <= ${to}::date
    AND (${vendorId}::bigint IS NULL OR f.vendor_id = ${vendorId}::bigint)
    AND (${locationId}::bigint IS NULL OR f.location_id = ${locationId}::bigint)
  GROUP BY f.day, f.vendor_id, v.name ORDER BY f.day, f.vendor_id`;

/** Results of each graded day and vendor, days in order. */
export const readResultFigures = (
  sql: Sql,
  { from, to }: FigureDays,
  vendorId: number | null,
): Promise<ResultFigure[]> => sql.many<ResultFigure>`
  SELECT f.day, f.vendor_id, COALESCE(v.name, 'Other') AS vendor_name,
    sum(f.passed)::integer AS passed, sum(f.not_passed)::integer AS not_passed
  FROM result_figure f
  LEFT JOIN (SELECT vendor_id, max(vendor_name) AS name FROM exam_copy GROUP BY vendor_id) v
    ON v.vendor_id = f.vendor_id
  WHERE f.day >= ${from}::date AND f.day <= ${to}::date
    AND (${vendorId}::bigint IS NULL OR f.vendor_id = ${vendorId}::bigint)
  GROUP BY f.day, f.vendor_id, v.name ORDER BY f.day, f.vendor_id`;

export interface ExamResultFigure {
  /** YYYY-MM-DD */
  day: string;
  examId: number;
  subject: string;
  vendorName: string;
  passed: number;
  notPassed: number;
}

/** Results of each graded day, of the exams that have most in this time; days in order. */
export const readExamResultFigures = (
  sql: Sql,
  { from, to }: FigureDays,
  vendorId: number | null,
  limit: number,
): Promise<ExamResultFigure[]> => sql.many<ExamResultFigure>`
  WITH most AS (
    SELECT exam_id FROM result_figure
    WHERE day >= ${from}::date AND day <= ${to}::date
      AND (${vendorId}::bigint IS NULL OR vendor_id = ${vendorId}::bigint)
    GROUP BY exam_id ORDER BY sum(passed + not_passed) DESC, exam_id LIMIT ${limit})
  SELECT f.day, f.exam_id, COALESCE(e.subject, '') AS subject,
    COALESCE(e.vendor_name, 'Other') AS vendor_name, sum(f.passed)::integer AS passed,
    sum(f.not_passed)::integer AS not_passed
  FROM result_figure f
  JOIN most ON most.exam_id = f.exam_id
  LEFT JOIN exam_copy e ON e.id = f.exam_id
  WHERE f.day >= ${from}::date AND f.day <= ${to}::date
    AND (${vendorId}::bigint IS NULL OR f.vendor_id = ${vendorId}::bigint)
  GROUP BY f.day, f.exam_id, e.subject, e.vendor_name ORDER BY f.day, f.exam_id`;

/** How many exams have a result in this time. */
export async function countExamsWithResults(
  sql: Sql,
  { from, to }: FigureDays,
  vendorId: number | null,
): Promise<number> {
  const { n } = await sql.one<{ n: number }>`
    SELECT count(DISTINCT exam_id)::integer AS n FROM result_figure
    WHERE day >= ${from}::date AND day <= ${to}::date
      AND (${vendorId}::bigint IS NULL OR vendor_id = ${vendorId}::bigint)`;
  return n;
}

/** A session with places, with the fields that show how full it is. */
export interface FilledSession
  extends Pick<
    tables.Session,
    'draft' | 'calledOffAt' | 'closedByStaff' | 'closingDate' | 'closingTime' | 'lastDate'
  > {
  startsAt: Date;
  /** YYYY-MM-DD, New York */
  day: string;
  locationId: number;
  locationName: string;
  seats: number;
  taken: number;
}

/**
 * Returns sessions at branches by start, with their number of seated students, counted as in the
 * calendar: the row is updated with each booking; a hold is no student's place yet, and a student
 * in a special room has no seat.
 */
export const readFilledSessions = (
  sql: Sql,
  { start, end }: { start: Date; end: Date },
  locationId: number | null,
): Promise<FilledSession[]> => sql.many<FilledSession>`
  SELECT s.starts_at, (s.starts_at AT TIME ZONE 'America/New_York')::date AS day, s.location_id,
    COALESCE(l.name, 'Branch ' || s.location_id) AS location_name, s.seats,
    (SELECT count(*)::integer FROM student_session p
      WHERE p.session_id = s.id AND p.takes = 'seat') AS taken,
    s.draft, s.called_off_at, s.closed_by_staff, s.closing_date, s.closing_time, s.last_date
  FROM session s
  LEFT JOIN location_copy l ON l.id = s.location_id
  WHERE s.session_type = '21' AND s.starts_at >= ${start} AND s.starts_at < ${end}
    AND s.deleted_at IS NULL AND NOT s.draft AND s.called_off_at IS NULL
    AND s.seats IS NOT NULL AND s.location_id IS NOT NULL
    AND (${locationId}::bigint IS NULL OR s.location_id = ${locationId}::bigint)
  ORDER BY s.starts_at, s.id
  -- never null: starts_at, day, location_id, location_name, seats, taken (they are asked for)`;

/** A registration that a figure counts. */
export interface CountedRegistration extends Pick<tables.Registration, 'studentId' | 'status'> {
  registrationId: number;
  firstName: string;
  lastName: string;
  subject: string;
  vendorName: string;
  locationName: string | null;
  at: Date;
  gradeComment: string | null;
  /** Of the session that it has a place in. */
  sessionStartsAt: Date | null;
}
export interface CountedPage {
  vendorId: number | null;
  examId: number | null;
  locationId: number | null;
  limit: number;
  offset: number;
}

/** Registrations made between two moments that are not cancelled, newest first. */
export const readMade = (
  sql: Sql,
  { start, end }: { start: Date; end: Date },
  { vendorId, examId, locationId, limit, offset }: CountedPage,
): Promise<CountedRegistration[]> => sql.many<CountedRegistration>`
  SELECT r.id AS registration_id, r.student_id, COALESCE(s.first_name, '') AS first_name,
    COALESCE(s.last_name, '') AS last_name, COALESCE(e.subject, '') AS subject,
    COALESCE(e.vendor_name, 'Other') AS vendor_name, COALESCE(l.name, c.name) AS location_name,
    r.created_at AS at, r.status, x.grade_comment, t.starts_at AS session_starts_at
  FROM registration r
  LEFT JOIN student_copy s ON s.id = r.student_id
  LEFT JOIN exam_copy e ON e.id = r.exam_id
  LEFT JOIN location_copy l ON l.id = r.branch_id
  LEFT JOIN session t ON t.id = r.session_id
  LEFT JOIN school_copy c ON c.id = t.school_id
  LEFT JOIN exam_result x ON x.registration_id = r.id
  WHERE r.created_at >= ${start}::timestamptz AND r.created_at < ${end}::timestamptz
    AND r.status NOT IN ('pending', 'dropped', 'cancelled')
    AND (${vendorId}::bigint IS NULL OR COALESCE(e.vendor_id, 0) = ${vendorId}::bigint)
    AND (${examId}::bigint IS NULL OR r.exam_id = ${examId}::bigint)
    AND (${locationId}::bigint IS NULL OR r.branch_id = ${locationId}::bigint)
  ORDER BY r.created_at DESC, r.id DESC LIMIT ${limit} OFFSET ${offset}
  -- planned for its values`;

export async function countMade(
  sql: Sql,
  { start, end }: { start: Date; end: Date },
  { vendorId, examId, locationId }: Omit<CountedPage, 'limit' | 'offset'>,
): Promise<number> {
  const { n } = await sql.one<{ n: number }>`
    SELECT count(*)::integer AS n
    FROM registration r LEFT JOIN exam_copy e ON e.id = r.exam_id
    WHERE r.created_at >= ${start}::timestamptz AND r.created_at < ${end}::timestamptz
      AND r.status NOT IN ('pending', 'dropped', 'cancelled')
      AND (${vendorId}::bigint IS NULL OR COALESCE(e.vendor_id, 0) = ${vendorId}::bigint)
      AND (${examId}::bigint IS NULL OR r.exam_id = ${examId}::bigint)
      AND (${locationId}::bigint IS NULL OR r.branch_id = ${locationId}::bigint)
    -- planned for its values`;
  return n;
}

/** Registrations graded on some days, newest first. */
export const readGraded = (
  sql: Sql,
  { from, to }: FigureDays,
  { vendorId, examId, locationId, limit, offset }: CountedPage,
): Promise<CountedRegistration[]> => sql.many<CountedRegistration>`
  SELECT r.id AS registration_id, r.student_id, COALESCE(s.first_name, '') AS first_name,
    COALESCE(s.last_name, '') AS last_name, COALESCE(e.subject, '') AS subject,
    COALESCE(e.vendor_name, 'Other') AS vendor_name, COALESCE(l.name, c.name) AS location_name,
    x.graded_on::timestamp AT TIME ZONE 'America/New_York' AS at, r.status, x.grade_comment,
    t.starts_at AS session_starts_at
  FROM exam_result x
  JOIN registration r ON r.id = x.registration_id
  LEFT JOIN student_copy s ON s.id = r.student_id
  LEFT JOIN exam_copy e ON e.id = r.exam_id
  LEFT JOIN location_copy l ON l.id = r.branch_id
  LEFT JOIN session t ON t.id = r.session_id
  LEFT JOIN school_copy c ON c.id = t.school_id
  WHERE x.graded_on >= ${from}::date AND x.graded_on <= ${to}::date
    AND x.grade_comment IS NOT NULL
    AND (${vendorId}::bigint IS NULL OR COALESCE(e.vendor_id, 0) = ${vendorId}::bigint)
    AND (${examId}::bigint IS NULL OR r.exam_id = ${examId}::bigint)
    AND (${locationId}::bigint IS NULL OR r.branch_id = ${locationId}::bigint)
  ORDER BY x.graded_on DESC, r.id DESC LIMIT ${limit} OFFSET ${offset}
  -- planned for its values
  -- never null: at (it is asked for)`;

export async function countGraded(
  sql: Sql,
  { from, to }: FigureDays,
  { vendorId, examId, locationId }: Omit<CountedPage, 'limit' | 'offset'>,
): Promise<number> {
  const { n } = await sql.one<{ n: number }>`
    SELECT count(*)::integer AS n
    FROM exam_result x
    JOIN registration r ON r.id = x.registration_id
    LEFT JOIN exam_copy e ON e.id = r.exam_id
    WHERE x.graded_on >= ${from}::date AND x.graded_on <= ${to}::date
      AND x.grade_comment IS NOT NULL
      AND (${vendorId}::bigint IS NULL OR COALESCE(e.vendor_id, 0) = ${vendorId}::bigint)
      AND (${examId}::bigint IS NULL OR r.exam_id = ${examId}::bigint)
      AND (${locationId}::bigint IS NULL OR r.branch_id = ${locationId}::bigint)
    -- planned for its values`;
  return n;
}
