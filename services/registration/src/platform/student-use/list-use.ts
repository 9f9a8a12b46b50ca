import type { Sql } from '@portal/kit/database/database';

/** How a student is in use: the first that holds. */
export interface StudentUse {
  studentId: number;
  why: 'registration' | 'work';
}

/** Returns the use of these students; omits students who are not in use. R-568. */
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
