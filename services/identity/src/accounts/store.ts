import type { Sql } from '@portal/kit/database';
import type { AccountRef } from './account.ts';

export interface StudentLogin {
  studentId: number;
  passwordHash: string;
  disabled: boolean;
}

/** The student account of an address, whatever its case. */
export const findStudentLogin = (sql: Sql, email: string): Promise<StudentLogin | undefined> =>
  sql.maybe<StudentLogin>`SELECT student_id, password_hash, disabled FROM student_account WHERE lower(email) = lower(${email})`;

/** Whether an account has this address; `exceptStudent` is not asked about the own one. */
export async function isEmailOfAccount(sql: Sql, email: string, exceptStudent = 0): Promise<boolean> {
  const found =
    await sql.maybe`SELECT 1 AS known FROM student_account WHERE lower(email) = lower(${email}) AND student_id <> ${exceptStudent}`;
  return found !== undefined;
}

/** Gives a student an account. Fails with a duplicate of student_account_email when another one has the address. */
export async function openStudentAccount(
  sql: Sql,
  { id, email, passwordHash, now }: { id: number; email: string; passwordHash: string; now: Date },
): Promise<boolean> {
  const made = await sql.run`
    INSERT INTO student_account (student_id, email, password_hash, password_set_at) VALUES (${id}, ${email}, ${passwordHash}, ${now})
    ON CONFLICT (student_id) DO NOTHING`;
  return made > 0;
}

/** The login of an account and its name in letters, or undefined when there is none. A student without an account has no login. */
export async function findAccount(sql: Sql, { kind, id }: AccountRef): Promise<{ name: string; email: string | null } | undefined> {
  return kind === 'staff'
    ? sql.maybe<{ name: string; email: string }>`SELECT login_name AS name, email FROM staff_user WHERE id = ${id}`
    : sql.maybe<{ name: string; email: string | null }>`
        SELECT s.first_name AS name, coalesce(a.email, s.email) AS email FROM student s LEFT JOIN student_account a ON a.student_id = s.id WHERE s.id = ${id}`;
}

/** Holds an account until the transaction ends, so that tokens of one account are made and used one after the other. */
export async function lockAccount(sql: Sql, { kind, id }: AccountRef): Promise<void> {
  if (kind === 'staff') await sql.run`SELECT 1 FROM staff_user WHERE id = ${id} FOR NO KEY UPDATE`;
  else await sql.run`SELECT 1 FROM student WHERE id = ${id} FOR NO KEY UPDATE`;
}
