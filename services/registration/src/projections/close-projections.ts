import type { Sql } from '@portal/kit/database/database';

/**
 * Closes the projections of students: every later read, also within its transaction, treats these
 * students as not on record.
 */
export async function closeStudentProjections(
  sql: Sql,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  await sql.run`
    UPDATE student_copy SET closed_at = ${now} WHERE id = ANY(${[...ids]}::bigint[])`;
}

/** Reopens projections of students. */
export async function openStudentProjections(sql: Sql, ids: readonly number[]): Promise<void> {
  await sql.run`
    UPDATE student_copy SET closed_at = NULL
    WHERE id = ANY(${[...ids]}::bigint[]) AND closed_at IS NOT NULL`;
}

/** Deletes the projection of a student who is not on record any more. */
export async function dropStudentProjection(sql: Sql, id: number): Promise<void> {
  await sql.run`DELETE FROM student_copy WHERE id = ${id} AND closed_at IS NOT NULL`;
}
