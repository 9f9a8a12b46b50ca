import { type Call, inTransaction } from '@portal/kit/commands/command';
import { StaffSignedIn } from '@portal/proto/identity/v1/events';
import { isPassword } from '../accounts/passwords/password.ts';
import { domainError } from '../errors.ts';
import { findStaffLogin, noteStaffLogin, type StaffUser } from './store.ts';
import { limited, loginCount, refuseTooMany } from './tries.ts';

interface SignIn {
  loginName: string;
  password: string;
  /**
   * Mark of a browser that signed in to this account before; its failed tries are counted apart.
   */
  browser?: string | null;
}

/**
 * Checks login name and password of staff (C-S01, R-013). Refuses with invalid_credentials,
 * account_disabled or too_many_tries.
 */
export async function signInStaff(
  call: Call,
  { loginName, password, browser = null }: SignIn,
): Promise<StaffUser> {
  const count = loginCount('staff', loginName, browser);
  const {
    passwordHash: _,
    active,
    ...user
  } = await limited(call, count, async () => {
    const found = await findStaffLogin(call.db, loginName.trim());
    const isRight = await isPassword(password, found?.passwordHash ?? null);
    if (!found || !isRight)
      throw domainError('invalid_credentials', 'The user name or password is not correct.');
    return found;
  });
  await refuseTooMany(call, count); // wrong guesses that ran side by side with this one count against it
  if (!active) throw domainError('account_disabled');

  const actor = { ...call.actor, kind: 'staff', id: user.id, name: user.loginName } as const;
  await inTransaction({ ...call, actor }, 'signInStaff', async (tx) => {
    await noteStaffLogin(tx, user.id, tx.now);
    tx.emit(StaffSignedIn, { userId: user.id });
    tx.audit({ op: 'action', table: 'user', id: user.id, change: { signedIn: true } });
  });
  return user;
}
