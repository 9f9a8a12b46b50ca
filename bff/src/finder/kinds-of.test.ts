import { expect, test } from '@jest/globals';
import { finders, missingOf } from './kinds-of.ts';

const staff = (role: string) => ({ kind: 'staff' as const, roles: [role] });

test.each([
  { away: 'identity', missing: ['student'] },
  { away: 'registration', missing: ['registration', 'session'] },
  { away: 'schools', missing: ['school'] },
  { away: 'catalog', missing: ['exam'] },
] as const)('without $away an admin misses $missing', ({ away, missing }) => {
  expect(missingOf(staff('ROLE_ADMIN'), [away])).toEqual(missing);
});

test.each([
  { role: 'ROLE_ADMIN', kinds: ['student', 'registration', 'session', 'school', 'exam'] },
  { role: 'ROLE_ADVISOR', kinds: ['student', 'registration', 'session', 'exam'] },
  { role: 'ROLE_SUPPORT', kinds: ['session', 'exam'] },
  { role: 'ROLE_SCHOOL_ADMIN', kinds: ['student', 'registration', 'session', 'school'] },
])('$role misses only what it could find: $kinds (R-573)', ({ role, kinds }) => {
  expect(missingOf(staff(role), finders)).toEqual(kinds);
});

test('nothing is missing if every service responds', () => {
  expect(missingOf(staff('ROLE_ADMIN'), [])).toEqual([]);
});
