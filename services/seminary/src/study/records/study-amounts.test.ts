import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { dueOf, isTestStudent, sumsOf } from './study-amounts.ts';

test.each([
  ['test', true],
  ['Test', true],
  ['TEST ', true],
  ['test1', true],
  ['Test Girl', true],
  ['test-girl', true],
  ['Tester', false],
  ['Testa', false],
  ['Protest', false],
  ['My test', false],
  ['', false],
])('%j is a test student: %s (R-308)', (name, is) => {
  expect(isTestStudent(name)).toBe(is);
});

const prices = { price: 120_000, firstPart: 60_000 };
const paid = (cents: number) => ({ paidCents: cents, settledCents: cents });

test.each([
  ['full', 0, 120_000],
  ['first', 0, 60_000],
  ['full', 60_000, 60_000],
  ['first', 60_000, 0],
  ['rest', 60_000, 60_000],
  ['rest', 120_000, 0],
  ['full', 130_000, 0],
] as const)('%s after %i cents: %i are due (R-307)', (paying, settled, due) => {
  expect(dueOf(prices, paid(settled), paying, false)).toEqual({
    amountCents: due,
    settlesCents: due,
  });
});

test('a test student pays 1, which settles the sum due; then nothing is due', () => {
  const due = dueOf(prices, paid(0), 'full', true);
  expect(due).toEqual({ amountCents: 100, settlesCents: 120_000 });
  expect(dueOf(prices, { paidCents: 100, settledCents: 120_000 }, 'full', true)).toEqual({
    amountCents: 0,
    settlesCents: 0,
  });
});

test('counts payments unknown to TTI, reported ones once, and those only TTI knows', () => {
  const ours = [
    { reference: 'a', amountCents: 100, settledCents: 60_000 },
    { reference: 'b', amountCents: 500, settledCents: 500 },
  ];
  const listed = [
    { reference: 'a', amount: 100 },
    { reference: 'elsewhere', amount: 7000 },
  ];
  expect(sumsOf(listed, ours)).toEqual({ paidCents: 7600, settledCents: 67_500 });
});

test('telling TTI never changes the sums', () => {
  const payment = fc.record({
    reference: fc.uuid(),
    amountCents: fc.integer({ min: -500, max: 500 }),
  });
  fc.assert(
    fc.property(
      fc.uniqueArray(payment, { selector: (one) => one.reference }),
      fc.array(fc.boolean()),
      (all, isReported) => {
        const ours = all.map((one) => ({ ...one, settledCents: one.amountCents }));
        const listed = all
          .filter((_, index) => isReported[index])
          .map((one) => ({ reference: one.reference, amount: one.amountCents }));
        expect(sumsOf(listed, ours)).toEqual(sumsOf([], ours));
      },
    ),
  );
});
