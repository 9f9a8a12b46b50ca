import type { Sql } from '@portal/kit/database/database';

/**
 * Closes the projections of students: readers treat these students as not on record from now on,
 * also within this transaction.
 */
export async function closeCopies(sql: Sql, ids: readonly number[], now: Date): Promise<void> {
  await sql.run`
    UPDATE student_copy SET closed_at = ${now} WHERE id = ANY(${[...ids]}::bigint[])`;
}

/** Reopens projections. */
export async function openCopies(sql: Sql, ids: readonly number[]): Promise<void> {
  await sql.run`
    UPDATE student_copy SET closed_at = NULL
    WHERE id = ANY(${[...ids]}::bigint[]) AND closed_at IS NOT NULL`;
}

/** Drops the copy of a student who is not on record any more. */
export async function dropCopy(sql: Sql, id: number): Promise<void> {
  await sql.run`DELETE FROM student_copy WHERE id = ${id} AND closed_at IS NOT NULL`;
}

/** Whether nothing is begun for a student any more. */
export const isClosed = async (sql: Sql, id: number): Promise<boolean> =>
  (await sql.maybe`
    SELECT 1 AS closed FROM student_copy WHERE id = ${id} AND closed_at IS NOT NULL`) !== undefined;
