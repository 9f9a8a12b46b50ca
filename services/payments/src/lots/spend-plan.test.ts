import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Lot, singleCredits } from './lot.ts';
import { afterSpending, type ExamCost, spendable, spendPlan } from './spend-plan.ts';

const day = (n: number) => new Date(Date.UTC(2026, 0, n));
const aLot = (id: number, balance: number, rules: Partial<Lot> = {}): Lot => ({
  ...singleCredits,
  id,
  balance,
  purchasedAt: day(id),
  ...rules,
});
const exam: ExamCost = { id: 101, vendorId: 1, credits: 3, usualProctorFeeCents: 1500 };
const bound = { examsAllowed: [101] };
const talCis = { vendorsAllowed: '1,4' } as const;
const free = { isFreeSeminaryRetake: true };

test.each([
  { held: 'nothing', lots: [], lines: null },
  { held: 'too few credits', lots: [aLot(1, 2)], lines: null },
  { held: 'just enough', lots: [aLot(1, 3)], lines: [[1, 3]] },
  {
    held: 'credits of every kind',
    lots: [aLot(1, 9), aLot(2, 1, talCis), aLot(3, 1, bound)],
    lines: [
      [3, 1],
      [2, 1],
      [1, 1],
    ],
  },
  {
    held: 'two generic purchases',
    lots: [aLot(2, 2), aLot(1, 2)],
    lines: [
      [1, 2],
      [2, 1],
    ],
  },
  {
    held: 'credits for another vendor',
    lots: [aLot(1, 9, { vendorsAllowed: '3' }), aLot(2, 2)],
    lines: null,
  },
  {
    held: 'a package for other exams',
    lots: [aLot(1, 9, { examsAllowed: [102] }), aLot(2, 2)],
    lines: null,
  },
  {
    held: 'a package for this exam of another vendor group',
    lots: [aLot(1, 3, { examsAllowed: [101], vendorsAllowed: '3' })],
    lines: [[1, 3]],
  },
  { held: 'free retake credits only', lots: [aLot(1, 9, free)], lines: null },
])('an exam of 3 credits is paid from $held as the spending order says', ({ lots, lines }) => {
  const plan = spendPlan(exam, lots, false);
  expect(plan?.lines.map((line) => [line.lotId, line.credits]) ?? null).toEqual(lines);
});

test.each([
  { vendorId: 1, group: '1,4', pays: true },
  { vendorId: 4, group: '1,4', pays: true },
  { vendorId: 3, group: '3', pays: true },
  { vendorId: 3, group: '1,4', pays: false },
  { vendorId: 2, group: '1,4', pays: false },
] as const)(
  'credits of $group pay for an exam of vendor $vendorId: $pays',
  ({ vendorId, group, pays }) => {
    expect(
      spendPlan({ ...exam, vendorId }, [aLot(1, 3, { vendorsAllowed: group })], false) !== null,
    ).toBe(pays);
  },
);

test('a spending lists the package types that pay, each once, and none for single credits', () => {
  const lots = [aLot(1, 1, { packageId: 7 }), aLot(2, 1, { packageId: 7 }), aLot(3, 9)];
  expect(spendPlan(exam, lots, false)?.packages).toEqual({ ids: [7] });
  expect(spendPlan(exam, [aLot(1, 3)], false)?.packages).toEqual({ ids: [] });
});

test('free retake credits pay the whole cost of a retake and come before all others', () => {
  const plan = spendPlan(
    exam,
    [aLot(1, 3, bound), aLot(2, 3, { ...free, proctorFeeCents: 0 })],
    true,
  );
  expect(plan).toEqual({
    lines: [{ lotId: 2, credits: 3 }],
    packages: { ids: [] },
    credits: 3,
    proctorFeeCents: 0,
    usualProctorFeeCents: 1500,
    noAdditionalFees: false,
    freeSeminaryRetake: true,
  });
});

test('free retake credits that do not cover the whole cost are left alone', () => {
  const plan = spendPlan(exam, [aLot(1, 3), aLot(2, 2, free)], true);
  expect(plan).toMatchObject({ lines: [{ lotId: 1, credits: 3 }], freeSeminaryRetake: false });
});

test('the highest proctor fee of the lots counts, and a waiver only when every lot waives', () => {
  const waives = { proctorFeeCents: 0, noAdditionalFees: true };
  expect(spendPlan(exam, [aLot(1, 3, waives)], false)).toMatchObject(waives);
  expect(spendPlan(exam, [aLot(1, 2, waives), aLot(2, 1)], false)).toMatchObject({
    proctorFeeCents: 1500,
    noAdditionalFees: false,
  });
  expect(
    spendPlan(
      exam,
      [aLot(1, 2, { proctorFeeCents: 500 }), aLot(2, 1, { proctorFeeCents: 700 })],
      false,
    ),
  ).toMatchObject({
    proctorFeeCents: 700,
  });
});

test.each([
  { held: 'credits without a package', lots: [aLot(1, 3)], fee: 2000 },
  {
    held: 'a package with a lower fee beside them',
    lots: [aLot(1, 2), aLot(2, 1, { proctorFeeCents: 500 })],
    fee: 2000,
  },
  {
    held: 'a package with a fee of its own',
    lots: [aLot(1, 3, { proctorFeeCents: 500 })],
    fee: 500,
  },
  {
    held: 'a package with a higher fee',
    lots: [aLot(1, 2), aLot(2, 1, { proctorFeeCents: 2500 })],
    fee: 2500,
  },
])('a new usual proctor fee counts when it is spent: $held', ({ lots, fee }) => {
  expect(spendPlan({ ...exam, usualProctorFeeCents: 2000 }, lots, false)).toMatchObject({
    proctorFeeCents: fee,
    usualProctorFeeCents: 2000,
  });
});

test('an exam without a price spends nothing and has the usual fees', () => {
  const plan = spendPlan(
    { ...exam, credits: 0 },
    [aLot(1, 3, { proctorFeeCents: 0, noAdditionalFees: true })],
    true,
  );
  expect(plan).toEqual({
    lines: [],
    packages: { ids: [] },
    credits: 0,
    proctorFeeCents: 1500,
    usualProctorFeeCents: 1500,
    noAdditionalFees: false,
    freeSeminaryRetake: false,
  });
});

const anyLots = fc
  .array(
    fc.record({
      balance: fc.integer({ min: 0, max: 6 }),
      examsAllowed: fc.constantFrom<number[]>([], [], [101], [102]),
      vendorsAllowed: fc.constantFrom('1,4' as const, '3' as const, null, null),
      proctorFeeCents: fc.constantFrom(0, 500, 1500),
      noAdditionalFees: fc.boolean(),
      isFreeSeminaryRetake: fc.constantFrom(false, false, false, true),
      bought: fc.integer({ min: 1, max: 5 }),
    }),
    { maxLength: 8 },
  )
  .map((rows) =>
    rows.map(({ bought, ...row }, index) =>
      aLot(index + 1, row.balance, { ...row, purchasedAt: day(bought) }),
    ),
  );
const anyExam = fc.record({
  id: fc.constantFrom(101, 102),
  vendorId: fc.constantFrom(1, 2, 3, 4),
  credits: fc.integer({ min: 0, max: 12 }),
  usualProctorFeeCents: fc.constant(1500),
});

test('spending is all or nothing, exact, and leaves no lot below zero', () => {
  fc.assert(
    fc.property(anyExam, anyLots, fc.boolean(), (cost, lots, mayRetakeFree) => {
      const plan = spendPlan(cost, lots, mayRetakeFree);
      const free = lots
        .filter((lot) => lot.isFreeSeminaryRetake)
        .reduce((sum, lot) => sum + lot.balance, 0);
      const isEnough =
        spendable(cost, lots) >= cost.credits || (mayRetakeFree && free >= cost.credits);
      expect(plan !== null).toBe(isEnough);
      if (plan === null) return;
      expect(plan.lines.reduce((sum, line) => sum + line.credits, 0)).toBe(cost.credits);
      expect(new Set(plan.lines.map((line) => line.lotId)).size).toBe(plan.lines.length);
      for (const lot of afterSpending(lots, plan)) expect(lot.balance).toBeGreaterThanOrEqual(0);
    }),
  );
});

test('no lot is touched while an earlier one in the order still has credits', () => {
  fc.assert(
    fc.property(anyExam, anyLots, (cost, lots) => {
      const plan = spendPlan(cost, lots, false);
      if (plan === null || plan.lines.length === 0) return;
      const spent = new Map(plan.lines.map((line) => [line.lotId, line.credits]));
      const group = cost.vendorId === 3 ? '3' : cost.vendorId === 2 ? null : '1,4';
      const rank = (lot: Lot) => {
        if (lot.isFreeSeminaryRetake) return 9;
        if (lot.examsAllowed.length > 0) return lot.examsAllowed.includes(cost.id) ? 0 : 9;
        if (lot.vendorsAllowed === null) return 2;
        return lot.vendorsAllowed === group ? 1 : 9;
      };
      const order = [...lots].sort(
        (a, b) =>
          rank(a) - rank(b) || a.purchasedAt.getTime() - b.purchasedAt.getTime() || a.id - b.id,
      );
      const last = order.findLastIndex((lot) => spent.has(lot.id));
      for (const lot of order.slice(0, last)) expect(spent.get(lot.id) ?? 0).toBe(lot.balance);
    }),
  );
});
