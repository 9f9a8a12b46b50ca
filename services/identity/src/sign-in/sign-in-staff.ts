import { type Call, inTransaction } from '@portal/kit/command';
import { forbidden, unprocessable } from '@portal/kit/errors';
import { StaffSignedIn } from '@portal/proto/identity/v1/events';
import { isPassword } from '../accounts/password.ts';
import { findStaffLogin, noteStaffLogin, type StaffUser } from './store.ts';
import { limited, loginSubject, refuseTooMany } from './tries.ts';

/** Checks login name and password of staff (C-S01, R-013). Refuses with invalid_credentials, account_disabled or too_many_tries. */
export async function signInStaff(call: Call, { loginName, password }: { loginName: string; password: string }): Promise<StaffUser> {
  const subject = loginSubject('staff', loginName);
  const {
    passwordHash: _,
    active,
    ...user
  } = await limited(call, subject, async () => {
    const found = await findStaffLogin(call.db, loginName.trim());
    const isRight = await isPassword(password, found?.passwordHash ?? null);
    if (!found || !isRight) throw unprocessable('invalid_credentials', 'The user name or password is not correct.');
    return found;
  });
  await refuseTooMany(call, subject); // wrong guesses that ran side by side with this one count against it
  if (!active) throw forbidden('account_disabled', 'Please call the office.');

  const actor = { ...call.actor, kind: 'staff', id: user.id, name: user.loginName } as const;
  await inTransaction({ ...call, actor }, 'signInStaff', async (tx) => {
    await noteStaffLogin(tx, user.id, tx.now);
    tx.emit(StaffSignedIn, { userId: user.id });
    tx.audit({ op: 'action', table: 'user', id: user.id, change: { signedIn: true } });
  });
  return user;
}
