import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { cents, centsFromDollars, dollars, minusOrZero, money } from './money.ts';

test('every amount in cents survives the way over the wire', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -100_000_000, max: 100_000_000 }),
      (amount) => centsFromDollars(dollars(amount)) === amount,
    ),
  );
});

test.each([15.005, 0.001, Number.NaN, Number.POSITIVE_INFINITY, 1e300])(
  '%p is no amount of money',
  (amount) => {
    expect(centsFromDollars(amount)).toBeNull();
  },
);

test('a fraction of a cent is refused as a bug', () => {
  expect(() => cents(1.5)).toThrow(RangeError);
});

test('a discount never falls below zero', () => {
  expect(minusOrZero(cents(500), cents(1500))).toBe(0);
});

test('money reads with thousands and two places', () => {
  expect(money(155_400)).toBe('$1,554.00');
});
