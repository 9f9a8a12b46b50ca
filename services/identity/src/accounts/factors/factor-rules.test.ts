import { expect, test } from '@jest/globals';
import { addRefusal, mayReset, removeRefusal, resetRefusal, secondStepOf } from './factor-rules.ts';

const [passkey, totp] = [{ kind: 'passkey' }, { kind: 'totp' }];
const none = { needed: false };

test.each([
  { factors: [], isRequired: false, isRemembered: false, codesLeft: 0, step: none },
  {
    factors: [],
    isRequired: true,
    isRemembered: false,
    codesLeft: 0,
    step: { needed: true, mustSetUp: true, methods: [] },
  },
  {
    factors: [],
    isRequired: true,
    isRemembered: true,
    codesLeft: 0,
    step: { needed: true, mustSetUp: true, methods: [] },
  },
  {
    factors: [totp],
    isRequired: false,
    isRemembered: false,
    codesLeft: 10,
    step: { needed: true, mustSetUp: false, methods: ['totp', 'recovery'] },
  },
  {
    factors: [totp, passkey],
    isRequired: true,
    isRemembered: false,
    codesLeft: 0,
    step: { needed: true, mustSetUp: false, methods: ['passkey', 'totp'] },
  },
  { factors: [passkey], isRequired: true, isRemembered: true, codesLeft: 10, step: none },
])(
  'with $factors, required: $isRequired, remembered: $isRemembered: $step (R-582, R-583)',
  ({ step, ...facts }) => {
    expect(secondStepOf(facts)).toEqual(step);
  },
);

test.each([
  { factors: [], kind: 'passkey' as const, code: undefined },
  { factors: Array(4).fill(passkey), kind: 'passkey' as const, code: undefined },
  { factors: Array(5).fill(passkey), kind: 'passkey' as const, code: 'too_many_factors' },
  { factors: Array(5).fill(passkey), kind: 'totp' as const, code: undefined },
  { factors: [totp], kind: 'totp' as const, code: 'too_many_factors' },
])('$factors.length methods and a further $kind: $code (C-O56)', ({ factors, kind, code }) => {
  expect(addRefusal(factors, kind)?.code).toBe(code);
});

test.each([
  { factors: [totp], isRequired: true, code: 'last_factor' },
  { factors: [totp, passkey], isRequired: true, code: undefined },
  { factors: [totp], isRequired: false, code: undefined },
])('of $factors one is removed, required: $isRequired: $code (C-O57)', (facts) => {
  expect(removeRefusal(facts.factors, facts.isRequired)?.code).toBe(facts.code);
});

const caller = (id: number, ...roles: string[]) => ({ kind: 'staff' as const, id, roles });
test.each([
  ['tech support, an admin', 'ROLE_ADMIN', caller(1, 'ROLE_TECH_SUPPORT'), undefined],
  ['tech support, a super admin', 'ROLE_SUPER_ADMIN', caller(1, 'ROLE_TECH_SUPPORT'), 'forbidden'],
  ['a super admin, another', 'ROLE_SUPER_ADMIN', caller(1, 'ROLE_SUPER_ADMIN'), undefined],
  ['a super admin, an admin', 'ROLE_ADMIN', caller(1, 'ROLE_SUPER_ADMIN'), 'forbidden'],
  ['an admin, an admin', 'ROLE_ADMIN', caller(1, 'ROLE_ADMIN'), 'forbidden'],
  [
    'tech support, themselves',
    'ROLE_TECH_SUPPORT',
    caller(7, 'ROLE_TECH_SUPPORT'),
    'not_own_account',
  ],
  [
    'a super admin, themselves',
    'ROLE_SUPER_ADMIN',
    caller(7, 'ROLE_SUPER_ADMIN'),
    'not_own_account',
  ],
])('a reset by %s: %s by %j is refused with %s (C-O58)', (_who, role, by, code) => {
  expect(resetRefusal({ id: 7, roles: [role] }, by)?.code).toBe(code);
});

test('only super admins reset an account that is a super admin beside other roles', () => {
  const roles = ['ROLE_ADMIN', 'ROLE_SUPER_ADMIN'];
  expect(mayReset({ roles }, caller(1, 'ROLE_TECH_SUPPORT'))).toBe(false);
  expect(mayReset({ roles }, caller(1, 'ROLE_SUPER_ADMIN'))).toBe(true);
});
