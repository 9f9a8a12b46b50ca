import { expect, test } from '@jest/globals';
import { baseLetters } from './base-letters.ts';

test.each([
  ['Łukasz Wałęsa', 'lukasz walesa'],
  ['Søren Ørsted', 'soren orsted'],
  ['Đorđe Ðuro', 'dorde duro'],
  ['Ħal Ŧ Isık', 'hal t isik'],
  ['Æsop Œuvre', 'aesop oeuvre'],
  ['Straße É e\u0301', 'strasse e e'],
  ['בֶּן דוד', 'בן דוד'],
])('%j is compared as %j', (text, base) => {
  expect(baseLetters(text)).toBe(base);
});
