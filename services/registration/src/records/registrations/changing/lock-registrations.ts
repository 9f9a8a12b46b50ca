import type { Sql } from '@portal/kit/database/database';

/**
 * Locks everything of a student that may still change, the registration `id` among it, always in
 * the order of ids: two changes of one student wait for each other and cannot block each other.
 */
export async function lockRegistrations(sql: Sql, id: number): Promise<void> {
  await sql.many`
    SELECT id FROM registration
    WHERE student_id = (SELECT student_id FROM registration WHERE id = ${id})
      AND (id = ${id} OR status NOT IN ('pending', 'dropped', 'cancelled', 'graded'))
    ORDER BY id FOR NO KEY UPDATE`;
}
