import type { Sql } from '@portal/kit/database/database';

/**
 * Gives a student's account another address, which nobody has confirmed yet. Fails with a duplicate
 * of student_account_email when another account has it.
 */
export async function moveLogin(sql: Sql, studentId: number, email: string): Promise<void> {
  await sql.run`
    UPDATE student_account
    SET email = ${email},
      email_confirmed_at = CASE WHEN lower(email) = lower(${email}) THEN email_confirmed_at END
    WHERE student_id = ${studentId}`;
}
