import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cents, creditsText, fromCents, money } from './money.ts';

test.each([
  [1554, '$1,554.00'],
  [0, '$0.00'],
  [52.5, '$52.50'],
  [-15, '−$15.00'],
])('%d dollars read %s', (dollars, text) => expect(money(dollars)).toBe(text));

test('cents and dollars go back and forth without a loss', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 99_999_999 }),
      (amount) => cents(fromCents(amount)) === amount,
    ),
  );
});

test('one credit is a credit, all other counts are credits', () => {
  expect([creditsText(0), creditsText(1), creditsText(8)]).toEqual([
    '0 credits',
    '1 credit',
    '8 credits',
  ]);
});
