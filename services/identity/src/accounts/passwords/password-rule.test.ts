import { expect, test } from '@jest/globals';
import { isGoodPassword } from './password-rule.ts';

test.each([
  ['Study4JSE!', true],
  ['a1!aaaaa', true],
  ["a1@$!%*#?&,./<>':", true],
  ['a1!aaaa', false], // seven characters
  ['aaaaaaaa!', false], // no digit
  ['11111111!', false], // no letter
  ['aaaa11111', false], // no symbol
  ['Study4JSE;', false],
  ['Study 4JSE!', false],
  ['Stüdy4JSE!', false],
  [`a1!${'a'.repeat(125)}`, true],
  [`a1!${'a'.repeat(126)}`, false],
])('the password %j is good: %s', (password, isGood) => {
  expect(isGoodPassword(password)).toBe(isGood);
});
