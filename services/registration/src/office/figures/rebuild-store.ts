import type { Sql } from '@portal/kit/database/database';

// Recounts every day, for the first time or when an operator runs it: reads whole tables.

/** All is counted anyway. */
export async function forgetChanges(sql: Sql): Promise<void> {
  await sql.run`DELETE FROM figure_change`;
}

export async function noteCount(sql: Sql, now: Date): Promise<void> {
  await sql.run`
    INSERT INTO figure_count (id, counted_at) VALUES (1, ${now})
    ON CONFLICT (id) DO UPDATE SET counted_at = excluded.counted_at`;
}

export async function countAllRegistrations(sql: Sql): Promise<void> {
  await sql.run`DELETE FROM registration_figure`;
  await sql.run`
    INSERT INTO registration_figure (day, vendor_id, location_id, registrations)
    SELECT (r.created_at AT TIME ZONE 'America/New_York')::date, COALESCE(e.vendor_id, 0),
      COALESCE(r.branch_id, 0), count(*)::integer
    FROM registration r LEFT JOIN exam_copy e ON e.id = r.exam_id
    WHERE r.status NOT IN ('pending', 'dropped', 'cancelled')
    GROUP BY 1, 2, 3`;
}

export async function countAllResults(sql: Sql): Promise<void> {
  await sql.run`DELETE FROM result_figure`;
  await sql.run`
    INSERT INTO result_figure (day, vendor_id, exam_id, passed, not_passed)
    SELECT x.graded_on, COALESCE(e.vendor_id, 0), r.exam_id,
      (count(*) FILTER (WHERE x.is_passed))::integer,
      (count(*) FILTER (WHERE NOT x.is_passed))::integer
    FROM exam_result x
    JOIN registration r ON r.id = x.registration_id
    LEFT JOIN exam_copy e ON e.id = r.exam_id
    WHERE x.graded_on IS NOT NULL AND x.grade_comment IS NOT NULL
    GROUP BY 1, 2, 3`;
}
