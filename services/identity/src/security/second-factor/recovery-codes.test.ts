import { expect, test } from '@jest/globals';
import { hashOfRecoveryCode, newRecoveryCodes, readRecoveryCode } from './recovery-codes.ts';

test('there are ten codes of ten characters, all different (R-584)', () => {
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(readRecoveryCode(code)).toBe(code);
  expect(newRecoveryCodes()).not.toEqual(codes);
});

test.each([
  ['ABCDE23456', 'ABCDE23456'],
  ['abcde-23456', 'ABCDE23456'],
  [' abcde 23456 ', 'ABCDE23456'],
  ['ABCDE2345', null],
  ['ABCDE234567', null],
  ['ABCDE2345O', null],
  ['', null],
])('%j is read as %j', (typed, code) => {
  expect(readRecoveryCode(typed)).toBe(code);
});

test('a hash is of one code of one account, and does not hold it', async () => {
  const hash = await hashOfRecoveryCode(7, 'ABCDE23456');
  expect(await hashOfRecoveryCode(7, 'ABCDE23456')).toEqual(hash);
  expect(await hashOfRecoveryCode(8, 'ABCDE23456')).not.toEqual(hash);
  expect(await hashOfRecoveryCode(7, 'ABCDE23457')).not.toEqual(hash);
  expect(hash.toString('latin1')).not.toContain('ABCDE');
});
