import type { Sql } from '@portal/kit/database/database';

/** How a student is in use: the first that holds. */
export interface StudentUse {
  studentId: number;
  why: 'credits' | 'card' | 'payment' | 'work';
}

/**
 * Returns the use of these students; unused ones are left out. OFFSET keeps the planner from
 * reading all payments into a hash. R-568.
 */
export const listUse = (sql: Sql, ids: readonly number[]): Promise<StudentUse[]> =>
  sql.many<StudentUse>`
    SELECT id AS student_id, why
    FROM (SELECT asked.id,
        CASE WHEN EXISTS (SELECT FROM lot WHERE lot.student_id = asked.id) THEN 'credits'
          WHEN EXISTS (SELECT FROM credit_entry e WHERE e.student_id = asked.id) THEN 'credits'
          WHEN EXISTS (SELECT FROM card_customer c WHERE c.student_id = asked.id) THEN 'card'
          WHEN EXISTS (SELECT FROM payment p WHERE p.student_id = asked.id OFFSET 0) THEN 'payment'
          WHEN EXISTS (SELECT FROM spending s WHERE s.student_id = asked.id) THEN 'payment'
          WHEN EXISTS (SELECT FROM process w WHERE w.status IN ('running', 'dead')
            AND (w.actor->>'studentId' = asked.id::text OR w.input->>'studentId' = asked.id::text))
            THEN 'work' END AS why
      FROM unnest(${[...ids]}::bigint[]) AS asked (id)) AS used
    WHERE why IS NOT NULL ORDER BY id
    -- never null: student_id (it is asked for)`;
