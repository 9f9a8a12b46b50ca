import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';

/** Returns the student with this TTI id, locked against other changes. */
export const lockByTtiId = (sql: Sql, ttiStudentId: string) =>
  sql.maybe<
    Pick<tables.Student, 'id' | 'isTtiMember'>
  >`SELECT id, is_tti_member FROM student WHERE tti_student_id = ${ttiStudentId} FOR UPDATE`;

/**
 * Links a person with TTI and sets whether they are a member there; returns false when a concurrent
 * change has linked them otherwise.
 */
export async function setMembership(
  sql: Sql,
  id: number,
  ttiStudentId: string,
  isMember: boolean,
): Promise<boolean> {
  return (
    (await sql.run`
      UPDATE student SET tti_student_id = ${ttiStudentId}, is_tti_member = ${isMember}
      WHERE id = ${id} AND (tti_student_id IS NULL OR tti_student_id = ${ttiStudentId})`) > 0
  );
}
