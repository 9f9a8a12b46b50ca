import { expect, test } from '@jest/globals';
import { type Lot, singleCredits } from '../../lots/lot.ts';
import { creditTotals } from './credit-totals.ts';
import { examOffers, hasSpecialLots } from './exam-offers.ts';

const aLot = (id: number, balance: number, rules: Partial<Lot> = {}): Lot => ({
  ...singleCredits,
  id,
  balance,
  purchasedAt: new Date(Date.UTC(2026, 0, id)),
  ...rules,
});
const price = { pricePerCreditCents: 4200, buyingDisabled: false };

test('a student without credits has zeros everywhere', () => {
  expect(creditTotals([], price)).toEqual({
    total: 0,
    vendors14: 0,
    vendor3: 0,
    generic: 0,
    pricePerCreditCents: 4200,
    priceMissing: false,
    specialPackages: [],
    examAllowedPackages: [],
    examAllowedBalance: 0,
    vendorSpecific: false,
    buyingDisabled: false,
    freeSeminaryRetake: 0,
  });
});

test('credits stand in their group, packages for exams apart, and free retakes in neither', () => {
  const special = { packageId: 7, packageName: 'Seminary', isSpecialProgram: true };
  const totals = creditTotals(
    [
      aLot(1, 2),
      aLot(2, 3, { vendorsAllowed: '1,4' }),
      aLot(3, 4, { vendorsAllowed: '3' }),
      aLot(4, 5, { ...special, examsAllowed: [102, 101], vendorsAllowed: '3' }),
      aLot(5, 1, { ...special, examsAllowed: [101, 102] }),
      aLot(6, 9, { isFreeSeminaryRetake: true, isSpecialProgram: true }),
      aLot(7, 0, { packageId: 8, packageName: 'Used up', isSpecialProgram: true }),
    ],
    price,
  );
  expect(totals).toMatchObject({
    total: 15,
    vendors14: 3,
    vendor3: 4,
    generic: 2,
    vendorSpecific: true,
    examAllowedBalance: 6,
    freeSeminaryRetake: 9,
    specialPackages: [{ id: 7, displayName: 'Seminary' }],
    examAllowedPackages: [{ id: 7, displayName: 'Seminary', examsAllowed: [101, 102], balance: 6 }],
  });
});

test('packages for exams are listed one by one, the oldest first', () => {
  const totals = creditTotals(
    [
      aLot(2, 1, { packageId: 5, packageName: 'Late', examsAllowed: [101] }),
      aLot(1, 1, { packageId: 6, packageName: 'Early', examsAllowed: [102] }),
    ],
    price,
  );
  expect(totals.examAllowedPackages.map((line) => line.displayName)).toEqual(['Early', 'Late']);
});

const exams = [
  { id: 101, vendorId: 1, credits: 3, usualProctorFeeCents: 1500 },
  { id: 301, vendorId: 3, credits: 2, usualProctorFeeCents: 1500 },
  { id: 401, vendorId: 4, credits: 0, usualProctorFeeCents: 1500 },
];

test('only exams that differ from the usual are offered apart', () => {
  const lots = [
    aLot(1, 3, { vendorsAllowed: '1,4', proctorFeeCents: 0, noAdditionalFees: true }),
    aLot(2, 9),
  ];
  expect(hasSpecialLots(lots, 1500)).toBe(true);
  expect(examOffers(exams, lots, new Set())).toEqual([
    { examId: 101, proctorFeeCents: 0, noAdditionalFees: true, freeSeminaryRetake: false },
  ]);
});

test('a prepaid lot that does not reach the cost changes nothing', () => {
  expect(examOffers(exams, [aLot(1, 2, { proctorFeeCents: 0 }), aLot(2, 1)], new Set())).toEqual([
    { examId: 301, proctorFeeCents: 0, noAdditionalFees: false, freeSeminaryRetake: false },
  ]);
  expect(hasSpecialLots([aLot(1, 9)], 1500)).toBe(false);
  expect(hasSpecialLots([aLot(1, 0, { proctorFeeCents: 0 })], 1500)).toBe(false);
});

test('a package that costs what is usual is nothing special until that changes', () => {
  const lots = [aLot(1, 3, { proctorFeeCents: 1500 })];
  expect([1500, 2000].map((usual) => hasSpecialLots(lots, usual))).toEqual([false, true]);
});

test('free retake credits are offered only for exams whose last try failed', () => {
  const lots = [aLot(1, 3, { isFreeSeminaryRetake: true })];
  expect(examOffers(exams, lots, new Set())).toEqual([]);
  expect(examOffers(exams, lots, new Set([101]))).toEqual([
    { examId: 101, proctorFeeCents: 1500, noAdditionalFees: false, freeSeminaryRetake: true },
  ]);
});
