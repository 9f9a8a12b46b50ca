import type { Sql } from '@portal/kit/database';

export interface StaffUser {
  id: number;
  loginName: string;
  realName: string;
  email: string;
  roles: string[];
  schoolId: number | null;
}

/** A staff account by its login name, whatever its case. */
export const findStaffLogin = (
  sql: Sql,
  loginName: string,
): Promise<(StaffUser & { passwordHash: string | null; active: boolean }) | undefined> =>
  sql.maybe<StaffUser & { passwordHash: string | null; active: boolean }>`
    SELECT id, login_name, real_name, email, school_id, password_hash, active,
      ARRAY(SELECT role FROM staff_role WHERE user_id = staff_user.id ORDER BY role) AS roles
    FROM staff_user WHERE lower(login_name) = lower(${loginName})`;

export async function noteStaffLogin(sql: Sql, id: number, now: Date): Promise<void> {
  await sql.run`UPDATE staff_user SET last_login = ${now} WHERE id = ${id}`;
}

/** Usable staff accounts with this address; several may share one. */
export const listStaffOfEmail = (sql: Sql, email: string): Promise<{ id: number; name: string; email: string }[]> =>
  sql.many<{ id: number; name: string; email: string }>`
    SELECT id, login_name AS name, email FROM staff_user WHERE lower(email) = lower(${email}) AND active AND password_hash IS NOT NULL ORDER BY id`;
