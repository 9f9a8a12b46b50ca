import { expect, test } from '@jest/globals';
import { cardErrors } from './card-rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const right = {
  name: 'Dana Levy',
  number: '4111 1111 1111 1111',
  expiry: '12/26',
  cvv: '123',
  zip: '11230',
};

test('a card that is right has no errors', () => expect(cardErrors(right, now)).toEqual({}));

test.each([
  { field: 'name', wrong: { name: ' ' } },
  { field: 'number', wrong: { number: '4111 1111 1111 1112' } },
  { field: 'number', wrong: { number: '9111 1111 1111 1111' } },
  { field: 'expiry', wrong: { expiry: '11/26' } },
  { field: 'expiry', wrong: { expiry: '13/27' } },
  { field: 'cvv', wrong: { cvv: '12' } },
  { field: 'zip', wrong: { zip: '1' } },
] as const)('a wrong $field is named with its repair: $wrong', ({ field, wrong }) => {
  expect(Object.keys(cardErrors({ ...right, ...wrong }, now))).toEqual([field]);
  expect(cardErrors({ ...right, ...wrong }, now)[field]).toMatch(/^Enter /);
});
