import { type Account, can } from '@portal/access/can';
import { SCHOOL_ROLE, STAFF_ROLES } from '@portal/access/roles';
import { isPlainName } from '@portal/access/text/person-rules';
import type { DomainError, FieldError } from '@portal/kit/errors';
import { isEmail } from '@portal/kit/person-fields';
import { domainError } from '../errors.ts';
import {
  LOGIN_TYPES,
  type NewStaffUser,
  type StaffUser,
  type StaffUserChange,
} from './staff-user.ts';

const LOGIN_NAME = /^[A-Za-z0-9._-]{3,50}$/;

/** Returns the errors of a new account, field by field. R-364. */
export function newUserErrors(user: NewStaffUser): FieldError[] {
  const errors: FieldError[] = [];
  const check = (path: string, isGood: boolean, message: string) => {
    if (!isGood) errors.push({ path, message });
  };
  check('loginName', LOGIN_NAME.test(user.loginName), 'Login name invalid');
  check('realName', isPlainName(user.realName, 100), 'Full name invalid');
  check(
    'loginType',
    LOGIN_TYPES.some((type) => type === user.loginType),
    'Login type invalid',
  );
  check('email', isEmail(user.email), 'Email invalid');
  check('comment', user.comment === null || user.comment.length <= 500, 'Comment invalid');
  return [...errors, ...roleErrors(user)];
}

/** At least one role of staff; a school admin has a school. R-364. */
export function roleErrors({ roles, schoolId }: Pick<StaffUser, 'roles' | 'schoolId'>) {
  const errors: FieldError[] = [];
  if (roles.length === 0 || !roles.every((role) => STAFF_ROLES.some((one) => one === role)))
    errors.push({ path: 'roles', message: 'Role invalid' });
  if (roles.includes(SCHOOL_ROLE) && schoolId === null)
    errors.push({ path: 'selectedSchool', message: 'A school is required.' });
  return errors;
}

/** Roles that only who has them gives, takes or touches the account of. R-365. */
const isAboveCaller = (roles: readonly string[], caller: Account): boolean =>
  !can(caller, 'super_admin.grant') && can({ kind: 'staff', roles }, 'super_admin.grant');

/** Why this caller may not give these roles; null: they may. R-365. */
export const grantRefusal = (roles: readonly string[], caller: Account): DomainError | null =>
  isAboveCaller(roles, caller) ? domainError('role_not_grantable') : null;

/** The account as it will be: a school goes with the role that needs one. */
export function changed(user: StaffUser, change: StaffUserChange): StaffUser {
  const roles = change.roles ?? user.roles;
  const schoolId = change.schoolId ?? user.schoolId;
  return {
    ...user,
    roles,
    schoolId: roles.includes(SCHOOL_ROLE) ? schoolId : null,
    comment: change.comment === undefined ? user.comment : change.comment,
    active: change.active ?? user.active,
  };
}

/** Whether what the account may do is another thing before and after. */
export const isAccessChanged = (before: StaffUser, after: StaffUser): boolean =>
  before.active !== after.active ||
  before.schoolId !== after.schoolId ||
  [...before.roles].sort().join() !== [...after.roles].sort().join();

/**
 * Returns why this caller may not change the account like this; null: they may (C-A04). No caller
 * changes their own permissions, and only super admins change a super admin.
 */
export function changeRefusal(
  before: StaffUser,
  after: StaffUser,
  caller: Account & { id: number },
): DomainError | null {
  if (isAboveCaller(before.roles, caller) || isAboveCaller(after.roles, caller))
    return domainError('role_not_grantable');
  return before.id === caller.id && isAccessChanged(before, after)
    ? domainError('own_account')
    : null;
}
