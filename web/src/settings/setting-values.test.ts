import { expect, test } from '@jest/globals';
import { differing, type SettingValues, typedOver, words } from './setting-values.ts';

const values: SettingValues = {
  offerHours: '24',
  waitingList: true,
  twoFactorRoles: ['ROLE_ADMIN'],
  lowBalance: '500',
};

test.each([
  ['nothing', {}, []],
  ['a blank beside the number', { offerHours: ' 24 ' }, []],
  ['the same amount with cents', { lowBalance: '500.00' }, []],
  ['roles in another order', { twoFactorRoles: ['ROLE_ADMIN'] }, []],
  ['other hours', { offerHours: '12' }, ['offerHours']],
  ['two of them', { waitingList: false, twoFactorRoles: [] }, ['waitingList', 'twoFactorRoles']],
])('%s changed to %j changes %j', (_what, more, fields) => {
  expect(differing(values, { ...values, ...more })).toEqual(fields);
});

test('settings are read in words', () => {
  expect(words({ ...values, waitingList: false }, 'waitingList')).toBe('Off');
  expect(words({ ...values, twoFactorRoles: [] }, 'twoFactorRoles')).toBe('None');
  expect(
    words({ ...values, twoFactorRoles: ['ROLE_SUPPORT', 'ROLE_ADMIN'] }, 'twoFactorRoles'),
  ).toBe('Admin, Support');
  expect(words(values, 'lowBalance')).toBe('$500.00');
  expect(words({ ...values, lowBalance: 'much' }, 'lowBalance')).toBe('much');
});

test('typed values stay, and fields changed only by the other person take their value', () => {
  const theirs = { ...values, offerHours: '6', lowBalance: '900' };
  const mine = { ...values, offerHours: '48' };
  expect(typedOver(theirs, values, mine)).toEqual({ ...theirs, offerHours: '48' });
});
