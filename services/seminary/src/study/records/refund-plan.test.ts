import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { leftOf, refundPlan } from './refund-plan.ts';

const newer = { id: 2, amountCents: 60_000, settledCents: 60_000, leftCents: 60_000 };
const older = { id: 1, amountCents: 40_000, settledCents: 40_000, leftCents: 10_000 };

test.each([
  [5000, [[2, 5000]]],
  [60_000, [[2, 60_000]]],
  [
    60_001,
    [
      [2, 60_000],
      [1, 1],
    ],
  ],
  [
    70_000,
    [
      [2, 60_000],
      [1, 10_000],
    ],
  ],
] as const)('%i cents go back newest first', (cents, parts) => {
  expect(refundPlan([newer, older], cents)?.map(({ id, cents: part }) => [id, part])).toEqual(
    parts,
  );
});

test.each([[0], [-1], [70_001]])('%i cents cannot go back (R-314)', (cents) => {
  expect(refundPlan([newer, older], cents)).toBeNull();
});

test('all of a test student’s 1 takes back all that it settled', () => {
  const test = { id: 1, amountCents: 100, settledCents: 120_000, leftCents: 100 };
  expect(refundPlan([test], 100)).toEqual([{ id: 1, cents: 100, unsettlesCents: 120_000 }]);
});

test('refunds add up, none exceeds the rest, and steps take back as much as one refund', () => {
  const payment = fc
    .record({
      amountCents: fc.integer({ min: 1, max: 100_000 }),
      settledCents: fc.integer({ min: 0, max: 200_000 }),
    })
    .map((one, index = 0) => ({ id: index, leftCents: one.amountCents, ...one }));
  fc.assert(
    fc.property(
      fc.array(payment, { minLength: 1, maxLength: 4 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (some, share) => {
        const payments = some.map((one, id) => ({ ...one, id }));
        const all = leftOf(payments);
        const first = Math.max(1, Math.floor(all * share));
        const parts = refundPlan(payments, first) ?? [];
        expect(parts.reduce((sum, part) => sum + part.cents, 0)).toBe(first);
        const after = payments.map((one) => ({
          ...one,
          leftCents: one.leftCents - (parts.find((part) => part.id === one.id)?.cents ?? 0),
        }));
        expect(Math.min(...after.map((one) => one.leftCents))).toBeGreaterThanOrEqual(0);
        const rest = refundPlan(after, all - first) ?? [];
        const back = [...parts, ...rest].reduce((sum, part) => sum + part.unsettlesCents, 0);
        expect(back).toBe(payments.reduce((sum, one) => sum + one.settledCents, 0));
      },
    ),
  );
});
