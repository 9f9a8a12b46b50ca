import type { AdminUser } from '@portal/contract/staff/users';
import type { StaffRecord } from '@portal/proto/identity/v1/staff';

/** A staff account as the page reads it. */
export function userView(
  user: StaffRecord | undefined,
  schoolName: string | null = null,
): AdminUser {
  if (!user) throw new Error('an answer without its staff user');
  return {
    id: user.id,
    loginname: user.loginName,
    logintype: user.loginType as AdminUser['logintype'],
    email: user.email,
    roles: user.roles,
    realName: user.realName,
    comment: user.comment ?? null,
    selectedSchool: user.schoolId ?? null,
    schoolName,
    active: user.active,
    hasPassword: user.hasPassword,
    lastLogin: user.lastLogin?.toISOString() ?? null,
  };
}

export const listView = (
  users: readonly StaffRecord[],
  schoolNames: ReadonlyMap<number, string>,
): AdminUser[] => users.map((user) => userView(user, schoolNames.get(user.schoolId ?? 0) ?? null));
