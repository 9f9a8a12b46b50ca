import { expect, test } from '@jest/globals';
import {
  inOrder,
  isFactorRequired,
  type SettingFields,
  settingChanges,
  settingErrors,
} from './settings-rules.ts';

const fields: SettingFields = {
  offerHours: 24,
  waitingList: true,
  lowBalanceCents: 50_000,
  twoFactorRoles: ['ROLE_ADMIN'],
};

test.each([
  { what: 'the preset', more: {}, wrong: [] },
  { what: 'one hour', more: { offerHours: 1 }, wrong: [] },
  { what: 'three days', more: { offerHours: 72 }, wrong: [] },
  { what: 'no hour', more: { offerHours: 0 }, wrong: ['offerHours'] },
  { what: '73 hours', more: { offerHours: 73 }, wrong: ['offerHours'] },
  { what: 'half an hour', more: { offerHours: 0.5 }, wrong: ['offerHours'] },
  { what: 'nothing as a low balance', more: { lowBalanceCents: 0 }, wrong: [] },
  { what: 'less than nothing', more: { lowBalanceCents: -1 }, wrong: ['lowBalance'] },
  { what: 'over a million', more: { lowBalanceCents: 100_000_001 }, wrong: ['lowBalance'] },
  { what: 'no role', more: { twoFactorRoles: [] }, wrong: [] },
  {
    what: 'the role of students',
    more: { twoFactorRoles: ['ROLE_ADMIN', 'ROLE_STUDENT'] },
    wrong: ['twoFactorRoles'],
  },
])('$what: wrong are $wrong (C-O65)', ({ more, wrong }) => {
  expect(settingErrors({ ...fields, ...more }).map(({ path }) => path)).toEqual(wrong);
});

test('roles are kept in one order and each once, so the same choice is no change', () => {
  const chosen = inOrder({
    ...fields,
    twoFactorRoles: ['ROLE_SUPPORT', 'ROLE_ADMIN', 'ROLE_SUPPORT'],
  });
  expect(chosen.twoFactorRoles).toEqual(['ROLE_ADMIN', 'ROLE_SUPPORT']);
  expect(settingChanges(fields, inOrder(fields))).toEqual({});
  expect(settingChanges(fields, { ...chosen, waitingList: false })).toEqual({
    waitingList: [true, false],
    twoFactorRoles: [['ROLE_ADMIN'], ['ROLE_ADMIN', 'ROLE_SUPPORT']],
  });
});

test.each([
  [['ROLE_ADMIN'], true],
  [['ROLE_SCHOOL_ADMIN'], false],
  [['ROLE_SCHOOL_ADMIN', 'ROLE_ADMIN'], true],
  [[], false],
])('an account with %j must have a second factor: %s (R-582)', (roles, required) => {
  expect(isFactorRequired(roles, fields)).toBe(required);
});
