import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';

/** Lets one replica count at a time: otherwise the one that read first could write last. */
export async function lockFigures(sql: Sql): Promise<void> {
  await sql.one`SELECT pg_advisory_xact_lock(hashtext('daily figures')) IS NULL AS locked`;
}

/** Whether a day is to be recounted, and whether all days were counted once. */
export const hasChanges = (sql: Sql): Promise<{ changed: boolean; everCounted: boolean }> =>
  sql.one<{ changed: boolean; everCounted: boolean }>`
    SELECT EXISTS (SELECT FROM figure_change) AS changed,
      EXISTS (SELECT FROM figure_count) AS ever_counted
    -- never null: changed, ever_counted`;

/**
 * Takes the changes of the earliest days, at most `most` days, from committed transactions; a later
 * statement sees the rows that they are about.
 */
export const takeChanges = (
  sql: Sql,
  most: number,
): Promise<Pick<tables.FigureChange, 'kind' | 'day'>[]> => sql.many<
  Pick<tables.FigureChange, 'kind' | 'day'>
>`
  WITH taken AS (
    DELETE FROM figure_change
    WHERE day IN (SELECT DISTINCT day FROM figure_change ORDER BY day LIMIT ${most})
    RETURNING kind, day)
  SELECT DISTINCT kind, day FROM taken`;

/** Counts registrations made on these days, without cancelled and failed ones. */
export async function countRegistrations(sql: Sql, days: readonly string[]): Promise<void> {
  if (days.length === 0) return;
  await sql.run`DELETE FROM registration_figure WHERE day = ANY (${[...days]}::date[])`;
  await sql.run`
    INSERT INTO registration_figure (day, vendor_id, location_id, registrations)
    SELECT d.day, f.vendor_id, f.location_id, f.registrations
    FROM unnest(${[...days]}::date[]) AS d (day)
    CROSS JOIN LATERAL (
      -- counted day by day, since only then each is sought in the index of the moments
      SELECT COALESCE(e.vendor_id, 0) AS vendor_id, COALESCE(r.branch_id, 0) AS location_id,
        count(*)::integer AS registrations
      FROM registration r LEFT JOIN exam_copy e ON e.id = r.exam_id
      WHERE r.created_at >= d.day::timestamp AT TIME ZONE 'America/New_York'
        AND r.created_at < (d.day + 1)::timestamp AT TIME ZONE 'America/New_York'
        AND r.status NOT IN ('pending', 'dropped', 'cancelled')
      GROUP BY COALESCE(e.vendor_id, 0), COALESCE(r.branch_id, 0)) f`;
}

/** Results graded on these days. */
export async function countResults(sql: Sql, days: readonly string[]): Promise<void> {
  if (days.length === 0) return;
  await sql.run`DELETE FROM result_figure WHERE day = ANY (${[...days]}::date[])`;
  await sql.run`
    INSERT INTO result_figure (day, vendor_id, exam_id, passed, not_passed)
    SELECT x.graded_on, COALESCE(e.vendor_id, 0), r.exam_id,
      (count(*) FILTER (WHERE x.is_passed))::integer,
      (count(*) FILTER (WHERE NOT x.is_passed))::integer
    FROM exam_result x
    JOIN registration r ON r.id = x.registration_id
    LEFT JOIN exam_copy e ON e.id = r.exam_id
    WHERE x.graded_on = ANY (${[...days]}::date[]) AND x.grade_comment IS NOT NULL
    GROUP BY x.graded_on, COALESCE(e.vendor_id, 0), r.exam_id`;
}
