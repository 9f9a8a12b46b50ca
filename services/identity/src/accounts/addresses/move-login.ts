import type { Sql } from '@portal/kit/database/database';

/**
 * Gives a student's account another address, which the student has proven to own; returns the
 * former one, or null when the student has no account that can log in.
 */
export async function proveLogin(
  sql: Sql,
  studentId: number,
  email: string,
  now: Date,
): Promise<string | null> {
  const before = await sql.maybe<{ email: string }>`
    SELECT email FROM student_account WHERE student_id = ${studentId} FOR UPDATE`;
  if (!before) return null;
  await sql.run`
    UPDATE student_account SET email = ${email}, email_confirmed_at = ${now}
    WHERE student_id = ${studentId}`;
  return before.email;
}

/**
 * Gives a student's account another, unconfirmed address. Fails with a duplicate of
 * student_account_email when another account has it.
 */
export async function moveLogin(sql: Sql, studentId: number, email: string): Promise<void> {
  await sql.run`
    UPDATE student_account
    SET email = ${email},
      email_confirmed_at = CASE WHEN lower(email) = lower(${email}) THEN email_confirmed_at END
    WHERE student_id = ${studentId}`;
}
