import type { Sql } from '@portal/kit/database/database';
import type { Student } from '../records/student.ts';

/** The students of a school by last and first name, all of them. */
export const listSchoolStudents = (sql: Sql, schoolId: number): Promise<Student[]> =>
  sql.many<Student>`
    SELECT r.* FROM student s JOIN student_record r ON r.id = s.id
    WHERE s.school_id = ${schoolId}
    ORDER BY s.last_name_key, s.first_name_key, s.id`;

/** Where the first active admin of a school has mail. */
export const findSchoolAdmin = (
  sql: Sql,
  schoolId: number,
): Promise<{ email: string } | undefined> =>
  sql.maybe<{ email: string }>`
    SELECT email FROM staff_user
    WHERE school_id = ${schoolId} AND login_type = 'school' AND active
    ORDER BY id LIMIT 1`;
