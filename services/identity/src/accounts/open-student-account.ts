import type { Sql } from '@portal/kit/database';

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
