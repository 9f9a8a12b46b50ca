import type { Call } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import { domainError } from '../../errors.ts';
import { isPassword } from '../passwords/password.ts';
import { limited, ownPasswordCount, refuseTooMany } from '../records/tries.ts';

export type OwnLogin = Pick<tables.StudentAccount, 'email' | 'passwordHash'>;

/** Reads the login of a student. */
export const findOwnLogin = (sql: Sql, studentId: number): Promise<OwnLogin | undefined> =>
  sql.maybe<OwnLogin>`
    SELECT email, password_hash FROM student_account
    WHERE student_id = ${studentId}`;

/**
 * Checks that the signed-in student knows the password, which an open session alone does not prove.
 * Returns the login that it checked. Refuses with password_wrong or too_many_tries.
 */
export async function checkOwnPassword(
  call: Call,
  studentId: number,
  password: string,
): Promise<OwnLogin> {
  const count = ownPasswordCount(studentId);
  const login = await limited(call, count, async () => {
    const found = await findOwnLogin(call.db, studentId);
    const isRight = await isPassword(password, found?.passwordHash ?? null);
    if (!found || !isRight) throw passwordWrong();
    return found;
  });
  await refuseTooMany(call, count); // wrong guesses that ran side by side with this one
  return login;
}

export const passwordWrong = () =>
  domainError('password_wrong', 'Your current password is not correct.');
