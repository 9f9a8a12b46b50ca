import { expect, test } from '@jest/globals';
import {
  changed,
  changeRefusal,
  grantRefusal,
  isAccessChanged,
  newUserErrors,
} from './staff-rules.ts';
import type { StaffUser } from './staff-user.ts';

const user: StaffUser = {
  id: 7,
  loginName: 'rivka',
  realName: 'Rivka Stern',
  loginType: 'staff',
  email: 'rivka@staff.test',
  comment: null,
  schoolId: null,
  roles: ['ROLE_ADMIN'],
  active: true,
  hasPassword: true,
  lastLogin: null,
};
const caller = (id: number, ...roles: string[]) => ({ kind: 'staff' as const, id, roles });
const techSupport = caller(1, 'ROLE_TECH_SUPPORT');

test.each([
  { what: 'nothing', more: {}, messages: [] },
  {
    what: 'a login name of two letters',
    more: { loginName: 'ab' },
    messages: ['Login name invalid'],
  },
  {
    what: 'a login name with a space',
    more: { loginName: 'a b c' },
    messages: ['Login name invalid'],
  },
  { what: 'no full name', more: { realName: '' }, messages: ['Full name invalid'] },
  { what: 'markup as a name', more: { realName: '<b>' }, messages: ['Full name invalid'] },
  { what: 'an unknown login type', more: { loginType: 'boss' }, messages: ['Login type invalid'] },
  { what: 'no address', more: { email: 'rivka' }, messages: ['Email invalid'] },
  { what: 'a long comment', more: { comment: 'x'.repeat(501) }, messages: ['Comment invalid'] },
  { what: 'no role', more: { roles: [] }, messages: ['Role invalid'] },
  { what: "a student's role", more: { roles: ['ROLE_STUDENT'] }, messages: ['Role invalid'] },
  {
    what: 'a school admin without a school',
    more: { roles: ['ROLE_SCHOOL_ADMIN'] },
    messages: ['A school is required.'],
  },
  { what: 'nothing', more: { roles: ['ROLE_SCHOOL_ADMIN'], schoolId: 151 }, messages: [] },
])('of a new account $what is wrong: $messages (R-364)', ({ more, messages }) => {
  expect(newUserErrors({ ...user, ...more }).map(({ message }) => message)).toEqual(messages);
});

test('the role of a super admin is given by super admins alone (R-365)', () => {
  expect(grantRefusal(['ROLE_SUPER_ADMIN'], techSupport)?.code).toBe('role_not_grantable');
  expect(
    grantRefusal(['ROLE_SUPER_ADMIN'], caller(1, 'ROLE_TECH_SUPPORT', 'ROLE_SUPER_ADMIN')),
  ).toBeNull();
  expect(grantRefusal(['ROLE_ADMIN', 'ROLE_TECH_SUPPORT'], techSupport)).toBeNull();
});

test('only super admins change a super admin or take the role', () => {
  const superAdmin = { ...user, roles: ['ROLE_SUPER_ADMIN'] };
  for (const change of [{ active: false }, { roles: ['ROLE_ADMIN'] }, { comment: 'x' }])
    expect(changeRefusal(superAdmin, changed(superAdmin, change), techSupport)?.code).toBe(
      'role_not_grantable',
    );
  const made = changed(user, { roles: ['ROLE_SUPER_ADMIN'] });
  expect(changeRefusal(user, made, techSupport)?.code).toBe('role_not_grantable');
});

test('staff cannot change their own roles or whether they are active; the comment they may', () => {
  const own = caller(user.id, 'ROLE_TECH_SUPPORT');
  expect(changeRefusal(user, changed(user, { active: false }), own)?.code).toBe('own_account');
  expect(changeRefusal(user, changed(user, { roles: ['ROLE_SUPPORT'] }), own)?.code).toBe(
    'own_account',
  );
  expect(changeRefusal(user, changed(user, { comment: 'Back in May' }), own)).toBeNull();
});

test('a school goes with the role that needs one', () => {
  const admin = { ...user, roles: ['ROLE_SCHOOL_ADMIN'], schoolId: 151 };
  expect(changed(admin, { roles: ['ROLE_SUPPORT'] }).schoolId).toBeNull();
  expect(changed(admin, { schoolId: 152 }).schoolId).toBe(152);
  expect(changed(user, { schoolId: 152 }).schoolId).toBeNull();
});

test("roles, school and an end change an account's permissions; a comment does not", () => {
  const both = { ...user, roles: ['ROLE_SUPPORT', 'ROLE_ADMIN'] };
  expect(isAccessChanged(both, { ...both, roles: ['ROLE_ADMIN', 'ROLE_SUPPORT'] })).toBe(false);
  expect(isAccessChanged(user, { ...user, comment: 'x' })).toBe(false);
  expect(isAccessChanged(user, both)).toBe(true);
  expect(isAccessChanged(user, { ...user, active: false })).toBe(true);
  expect(isAccessChanged(user, { ...user, schoolId: 151 })).toBe(true);
});
