import type { Sql } from '@portal/kit/database/database';

/** How a student is in use: the first that holds. */
export interface StudentUse {
  studentId: number;
  why: 'registration' | 'work';
}

/** How these students are in use; who is not is left out. R-568. */
export const listUse = (sql: Sql, ids: readonly number[]): Promise<StudentUse[]> =>
  sql.many<StudentUse>`
    SELECT id AS student_id, why
    FROM (SELECT asked.id,
        CASE WHEN EXISTS (SELECT FROM registration r WHERE r.student_id = asked.id)
            THEN 'registration'
          WHEN EXISTS (SELECT FROM process w WHERE w.status IN ('running', 'dead')
            AND (w.actor->>'studentId' = asked.id::text OR w.input->>'studentId' = asked.id::text))
            THEN 'work' END AS why
      FROM unnest(${[...ids]}::bigint[]) AS asked (id)) AS used
    WHERE why IS NOT NULL ORDER BY id
    -- never null: student_id (it is asked for)`;

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
