import { SCHOOL_ROLE } from '@portal/access/roles';
import type { Sql } from '@portal/kit/database/database';
import type { Student } from '../../records/students/student.ts';

/** The students of a school by last and first name, all of them. */
export const listSchoolStudents = (sql: Sql, schoolId: number): Promise<Student[]> =>
  sql.many<Student>`
    SELECT r.* FROM student s JOIN student_record r ON r.id = s.id
    WHERE s.school_id = ${schoolId}
    ORDER BY s.last_name_key, s.first_name_key, s.id`;

/** Where the active admins of a school have mail, that of the oldest account first. R-519 */
export async function listSchoolAdmins(sql: Sql, schoolId: number): Promise<string[]> {
  const rows = await sql.many<{ email: string }>`
    SELECT u.email FROM staff_user u JOIN staff_role r ON r.user_id = u.id
    WHERE u.school_id = ${schoolId} AND r.role = ${SCHOOL_ROLE} AND u.active
    GROUP BY u.email ORDER BY min(u.id)`;
  return rows.map(({ email }) => email);
}
