import type { Call, Tx } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import { isPassword } from '../../accounts/passwords/password.ts';
import { limited, ownStaffPasswordCount, refuseTooMany } from '../../accounts/records/tries.ts';
import { domainError } from '../../errors.ts';
import { readSettings } from '../../records/settings/setting-store.ts';
import { isFactorRequired } from '../../records/settings/settings-rules.ts';
import { type FactorChange, factorsChangedEmail } from './emails.ts';

/** An account of staff as far as its factors care. */
export interface StaffAccount
  extends Pick<
    tables.StaffUser,
    'id' | 'loginName' | 'realName' | 'email' | 'schoolId' | 'passwordHash' | 'active'
  > {
  roles: string[];
}

export const findStaffAccount = (sql: Sql, id: number): Promise<StaffAccount | undefined> =>
  sql.maybe<StaffAccount>`
    SELECT id, login_name, real_name, email, school_id, password_hash, active,
      ARRAY(SELECT role FROM staff_role WHERE user_id = staff_user.id ORDER BY role) AS roles
    FROM staff_user WHERE id = ${id}`;

export const findStaffByLogin = (sql: Sql, loginName: string): Promise<StaffAccount | undefined> =>
  sql.maybe<StaffAccount>`
    SELECT id, login_name, real_name, email, school_id, password_hash, active,
      ARRAY(SELECT role FROM staff_role WHERE user_id = staff_user.id ORDER BY role) AS roles
    FROM staff_user WHERE lower(login_name) = lower(${loginName})`;

/** Returns the account of the signed-in caller. */
export async function ownAccount({ db, actor }: Pick<Call, 'db' | 'actor'>): Promise<StaffAccount> {
  const account = await findStaffAccount(db, actor.id);
  if (!account?.active) throw domainError('user_not_found');
  return account;
}

/** Whether the account must have a second factor. R-582 */
export const mustHaveFactor = async (sql: Sql, { roles }: StaffAccount): Promise<boolean> =>
  isFactorRequired(roles, await readSettings(sql));

/** Refuses with password_wrong, or too_many_tries after ten. */
export async function checkStaffPassword(
  call: Call,
  account: StaffAccount,
  password: string,
): Promise<void> {
  const count = ownStaffPasswordCount(account.id);
  await limited(call, count, async () => {
    if (!(await isPassword(password, account.passwordHash)))
      throw domainError('password_wrong', 'The password is not correct.');
  });
  await refuseTooMany(call, count); // wrong guesses that ran side by side with this one
}

/** Mails the owner of an account that its factors have changed. R-587 */
export function mailChange(
  tx: Tx,
  { email, realName }: StaffAccount,
  change: FactorChange,
  by: string,
): void {
  tx.mail(factorsChangedEmail({ to: email, realName, at: tx.now, by, change }));
}
