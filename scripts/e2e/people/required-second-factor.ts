import type { Role } from '@portal/access/roles';
import { getSettings, saveSettings } from '@portal/contract/settings';
import { signedInStaff } from './staff.ts';

/** From now on these roles alone must have a second factor, as a super admin sets it. R-582 */
export async function requireSecondFactor(roles: readonly Role[]): Promise<void> {
  const superAdmin = await signedInStaff('ROLE_SUPER_ADMIN');
  const { changedBy: _, ...known } = await superAdmin.do(getSettings, {});
  await superAdmin.do(saveSettings, { ...known, twoFactorRoles: [...roles] });
}

/** While a role must have a second factor; the tests of a portal that do this run alone. */
export async function whileRequired<T>(role: Role, work: () => Promise<T>): Promise<T> {
  await requireSecondFactor([role]);
  try {
    return await work();
  } finally {
    await requireSecondFactor([]);
  }
}
