import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';

export type StudentLogin = Pick<tables.StudentAccount, 'studentId' | 'passwordHash'> &
  Pick<tables.Student, 'signInBarredUntil'>;

/** Finds the student account of an address, in any case. */
export const findStudentLogin = (sql: Sql, email: string): Promise<StudentLogin | undefined> =>
  sql.maybe<StudentLogin>`
    SELECT a.student_id, a.password_hash, s.sign_in_barred_until
    FROM student_account a JOIN student s ON s.id = a.student_id
    WHERE lower(a.email) = lower(${email})`;

export interface StaffUser
  extends Pick<tables.StaffUser, 'id' | 'loginName' | 'realName' | 'email' | 'schoolId'> {
  roles: string[];
}

/** Finds a staff account by its login name, in any case. */
export const findStaffLogin = (
  sql: Sql,
  loginName: string,
): Promise<(StaffUser & { passwordHash: string | null; active: boolean }) | undefined> =>
  sql.maybe<StaffUser & Pick<tables.StaffUser, 'passwordHash' | 'active'>>`
    SELECT id, login_name, real_name, email, school_id, password_hash, active,
      ARRAY(SELECT role FROM staff_role WHERE user_id = staff_user.id ORDER BY role) AS roles
    FROM staff_user WHERE lower(login_name) = lower(${loginName})`;

export async function noteStaffLogin(sql: Sql, id: number, now: Date): Promise<void> {
  await sql.run`UPDATE staff_user SET last_login = ${now} WHERE id = ${id}`;
}
