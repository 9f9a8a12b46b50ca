import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { affordable } from './affordable.ts';

test.each([
  { sums: [100, 200], balance: 300, gives: [true, true] },
  { sums: [100, 200], balance: 299, gives: [true, false] },
  { sums: [200, 100], balance: 150, gives: [false, true] },
  { sums: [100], balance: 0, gives: [false] },
  { sums: [100], balance: -50, gives: [false] },
  { sums: [], balance: 10, gives: [] },
])('of $sums a balance of $balance gives $gives', ({ sums, balance, gives }) => {
  expect(affordable(sums, balance)).toEqual(gives);
});

test('never overdraws; pays all if it fits, and leaves out only sums that do not fit', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 4 }),
      fc.integer({ min: 0, max: 3000 }),
      (sums, balance) => {
        const gives = affordable(sums, balance);
        let left = balance;
        for (const [index, sum] of sums.entries()) {
          expect(gives[index]).toBe(sum <= left);
          if (gives[index]) left -= sum;
        }
        expect(left).toBeGreaterThanOrEqual(0);
        if (sums.reduce((a, b) => a + b, 0) <= balance) expect(gives.every(Boolean)).toBe(true);
      },
    ),
  );
});
