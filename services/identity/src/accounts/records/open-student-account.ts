import type { Sql } from '@portal/kit/database/database';

/** Whether an account has this address. */
export async function isEmailOfAccount(sql: Sql, email: string): Promise<boolean> {
  return (
    (await sql.maybe`
      SELECT 1 AS known FROM student_account WHERE lower(email) = lower(${email})`) !== undefined
  );
}

/** Whether the account of another student has this address. */
export async function isEmailHeldByOther(
  sql: Sql,
  email: string,
  studentId: number,
): Promise<boolean> {
  const found = await sql.maybe`
    SELECT 1 AS known FROM student_account
    WHERE lower(email) = lower(${email}) AND student_id <> ${studentId}`;
  return found !== undefined;
}

/**
 * Tells whether another account than the student's own holds this address against a reader of its
 * mail: an account whose owner followed a mailed link, or that the office has disabled. Any other
 * account gives the address up (claimAddress).
 */
export async function isEmailHeld(
  sql: Sql,
  email: string,
  exceptStudent: number,
): Promise<boolean> {
  const found = await sql.maybe`
    SELECT 1 AS known FROM student_account
    WHERE lower(email) = lower(${email}) AND student_id <> ${exceptStudent}
      AND email_confirmed_at IS NOT NULL`;
  return found !== undefined;
}

interface NewAccount {
  id: number;
  email: string;
  passwordHash: string;
  /** The address is proven: a link that was mailed there was followed. */
  isConfirmed: boolean;
  now: Date;
}

/**
 * Opens an account for a student. Fails with a duplicate of student_account_email when another one
 * has the address.
 */
export async function openStudentAccount(
  sql: Sql,
  { id, email, passwordHash, isConfirmed, now }: NewAccount,
): Promise<boolean> {
  const made = await sql.run`
    INSERT INTO student_account (student_id, email, password_hash, password_set_at,
      email_confirmed_at)
    VALUES (${id}, ${email}, ${passwordHash}, ${now}, ${isConfirmed ? now : null})
    ON CONFLICT (student_id) DO NOTHING`;
  return made > 0;
}
