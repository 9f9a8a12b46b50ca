import { expect, test } from '@jest/globals';
import { type Lot, singleCredits } from '../../lots/lot.ts';
import { planTogether } from './spend-together.ts';

const aLot = (id: number, balance: number, rules: Partial<Lot> = {}): Lot => ({
  ...singleCredits,
  id,
  balance,
  purchasedAt: new Date(Date.UTC(2026, 0, id)),
  ...rules,
});
const tal = { id: 101, vendorId: 1, credits: 3, usualProctorFeeCents: 1500 };
const cis = { id: 401, vendorId: 4, credits: 2, usualProctorFeeCents: 1500 };
const ccc = { id: 301, vendorId: 3, credits: 4, usualProctorFeeCents: 1500 };
const linesOf = (exams: (typeof tal)[], lots: Lot[]) => {
  const planned = planTogether(exams, lots);
  return 'plans' in planned
    ? planned.plans.map(({ lines }) => lines.map((line) => [line.lotId, line.credits]))
    : planned;
};

test('credits used by one exam are not available to the next; generic ones go last', () => {
  const lots = [aLot(1, 6), aLot(2, 4, { vendorsAllowed: '1,4' })];
  expect(linesOf([tal, cis, ccc], lots)).toEqual([
    [[2, 3]],
    [
      [2, 1],
      [1, 1],
    ],
    [[1, 4]],
  ]);
});

test.each([
  ['nothing', [], 9],
  ['credits of one vendor only', [aLot(1, 9, { vendorsAllowed: '3' })], 5],
  ['generic credits for a part', [aLot(1, 7)], 2],
  ['free retake credits', [aLot(1, 9, { isFreeSeminaryRetake: true })], 9],
  ['a package for one of the exams', [aLot(1, 9, { examsAllowed: [101] })], 6],
] as [string, Lot[], number][])(
  'with %s the missing credits are added up',
  (_held, lots, missing) => {
    expect(planTogether([tal, cis, ccc], lots)).toEqual({ missing });
  },
);

test('no exam costs nothing', () => {
  expect(planTogether([], [])).toEqual({ plans: [] });
});
