import { expect, test } from '@jest/globals';
import { holds, holdsOneOf, roleKeys, roles } from './access.ts';

test.each([
  { role: 'ROLE_STUDENT', held: ['student'] },
  { role: 'ROLE_SCHOOL_ADMIN', held: ['school', 'staff'] },
  { role: 'ROLE_ADMIN', held: ['admin', 'staff'] },
  { role: 'ROLE_SUPER_ADMIN', held: ['admin', 'superAdmin', 'staff'] },
  { role: 'ROLE_TECH_SUPPORT', held: ['support', 'tech_support', 'staff'] },
  { role: 'ROLE_SUPPORT', held: ['support', 'staff'] },
  { role: 'ROLE_ADVISOR', held: ['advisor', 'staff'] },
  { role: 'ROLE_ADVISOR_ADMIN', held: ['advisor', 'advisor_admin', 'staff'] },
  { role: 'ROLE_ADMISSIONS', held: ['admissions', 'staff'] },
])('$role holds $held', ({ role, held }) => {
  expect(roleKeys.filter((key) => holds([role], key))).toEqual(held);
});

test('an unknown role, no role and no key open nothing; public is open to everybody', () => {
  expect(roleKeys.filter((key) => holds(['ROLE_GOD', ''], key))).toEqual([]);
  expect(holdsOneOf(roles, [])).toBe(false);
  expect(holdsOneOf([], ['admin', 'public'])).toBe(true);
});
