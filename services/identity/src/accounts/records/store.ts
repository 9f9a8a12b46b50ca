import type { Sql } from '@portal/kit/database/database';
import type { Language } from '@portal/kit/email/language';
import type * as tables from '../../../prisma/tables.ts';
import type { AccountRef } from './account.ts';

/**
 * Returns the login of an account, with the name and language for its mails, or undefined when
 * there is none. A student without an account has no login.
 */
export async function findAccount(
  sql: Sql,
  { kind, id }: AccountRef,
): Promise<{ name: string; email: string | null; language: Language } | undefined> {
  return kind === 'staff'
    ? sql.maybe<
        Pick<tables.StaffUser, 'email'> & { name: string; language: Language }
      >`SELECT login_name AS name, email, 'en' AS language FROM staff_user WHERE id = ${id}`
    : sql.maybe<{ name: string; email: string | null; language: Language }>`
        SELECT s.first_name AS name, coalesce(a.email, s.email) AS email,
          coalesce(s.language, 'en') AS language
        FROM student s LEFT JOIN student_account a ON a.student_id = s.id WHERE s.id = ${id}`;
}

/**
 * Holds an account until the transaction ends, so that tokens of one account are made and used one
 * after the other.
 */
export async function lockAccount(sql: Sql, { kind, id }: AccountRef): Promise<void> {
  if (kind === 'staff') await sql.run`SELECT 1 FROM staff_user WHERE id = ${id} FOR NO KEY UPDATE`;
  else await sql.run`SELECT 1 FROM student WHERE id = ${id} FOR NO KEY UPDATE`;
}

/** Usable staff accounts with this address; several may share one. */
export const listStaffOfEmail = (
  sql: Sql,
  email: string,
): Promise<{ id: number; name: string; email: string }[]> =>
  sql.many<Pick<tables.StaffUser, 'id' | 'email'> & { name: string }>`
    SELECT id, login_name AS name, email FROM staff_user
    WHERE lower(email) = lower(${email}) AND active AND password_hash IS NOT NULL ORDER BY id`;

/** Tells whether this is a student's account whose address is unconfirmed. */
export async function isAddressUnconfirmed(sql: Sql, { kind, id }: AccountRef): Promise<boolean> {
  if (kind === 'staff') return false;
  return (
    (await sql.maybe`
      SELECT 1 AS known FROM student_account
      WHERE student_id = ${id} AND email_confirmed_at IS NULL`) !== undefined
  );
}
