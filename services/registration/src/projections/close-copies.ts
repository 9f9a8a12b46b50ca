import type { Sql } from '@portal/kit/database/database';

/**
 * Closes the copies of students: whatever reads them from now on, also within its transaction, takes
 * these students for not on record.
 */
export async function closeCopies(sql: Sql, ids: readonly number[], now: Date): Promise<void> {
  await sql.run`
    UPDATE student_copy SET closed_at = ${now} WHERE id = ANY(${[...ids]}::bigint[])`;
}

/** Opens copies again. */
export async function openCopies(sql: Sql, ids: readonly number[]): Promise<void> {
  await sql.run`
    UPDATE student_copy SET closed_at = NULL
    WHERE id = ANY(${[...ids]}::bigint[]) AND closed_at IS NOT NULL`;
}

/** Drops the copy of a student who is not on record any more. */
export async function dropCopy(sql: Sql, id: number): Promise<void> {
  await sql.run`DELETE FROM student_copy WHERE id = ${id} AND closed_at IS NOT NULL`;
}
