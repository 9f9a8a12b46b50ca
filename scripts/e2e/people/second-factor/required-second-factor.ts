import { expect } from '@jest/globals';
import type { Role } from '@portal/access/roles';
import { getSettings, saveSettings } from '@portal/contract/staff/settings';
import { signedInStaff } from '../staff.ts';

/** Requires a second factor of these roles and no others, as a super admin. R-582 */
async function requireSecondFactor(roles: readonly Role[]): Promise<void> {
  const superAdmin = await signedInStaff('ROLE_SUPER_ADMIN');
  const { changedBy: _, ...settings } = await superAdmin.do(getSettings, {});
  await superAdmin.do(saveSettings, { ...settings, twoFactorRoles: [...roles] });
}

/**
 * Runs `work` while a role must have a second factor. Journeys run side by side: throws in a file
 * of theirs that is not exclusive, since staff of this role could not sign in to another one.
 */
export async function whileRequired<T>(role: Role, work: () => Promise<T>): Promise<T> {
  const { testPath = '' } = expect.getState();
  if (testPath.includes('/journeys/') && !testPath.includes('.exclusive.'))
    throw new Error(`${testPath} changes what all staff see: name it *.exclusive.test.ts`);
  await requireSecondFactor([role]);
  try {
    return await work();
  } finally {
    await requireSecondFactor([]);
  }
}
