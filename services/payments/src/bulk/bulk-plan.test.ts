import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { type Lot, singleCredits } from '../lots/lot.ts';
import { type BulkTerms, bulkPlan, bulkPlans, creditsAtSchool } from './bulk-plan.ts';

const SCHOOL = 151;
let lastId = 0;
const lot = (balance: number, about: Partial<Lot> = {}): Lot => {
  lastId += 1;
  return {
    ...singleCredits,
    id: lastId,
    balance,
    purchasedAt: new Date(Date.UTC(2026, 0, lastId % 28)),
    ...about,
  };
};
const free = (balance: number, about: Partial<Lot> = {}) =>
  lot(balance, { freeSchoolId: SCHOOL, ...about });
const terms = (about: Partial<BulkTerms> = {}): BulkTerms => ({
  schoolId: SCHOOL,
  prepays: false,
  pricePerCreditCents: 4500,
  ...about,
});
const order = (credits: number, additionalChargeCents = 0, mayRetakeFree = false) => ({
  exam: { id: 101, vendorId: 1, credits, usualProctorFeeCents: 1500 },
  additionalChargeCents,
  mayRetakeFree,
});

test.each([
  {
    of: 'prepaying, no credits',
    prepays: true,
    lots: [],
    credits: 3,
    extra: 0,
    has: 0,
    pays: 3,
    amount: 13_500,
    isFree: false,
  },
  {
    of: 'prepaying, own credits',
    prepays: true,
    lots: [lot(9)],
    credits: 3,
    extra: 0,
    has: 0,
    pays: 3,
    amount: 13_500,
    isFree: false,
  },
  {
    of: 'prepaying, some free',
    prepays: true,
    lots: [free(1)],
    credits: 3,
    extra: 2000,
    has: 1,
    pays: 2,
    amount: 11_000,
    isFree: false,
  },
  {
    of: 'prepaying, all free',
    prepays: true,
    lots: [free(5)],
    credits: 3,
    extra: 0,
    has: 3,
    pays: 0,
    amount: 0,
    isFree: true,
  },
  {
    of: 'all free with a charge',
    prepays: true,
    lots: [free(5)],
    credits: 3,
    extra: 2000,
    has: 3,
    pays: 0,
    amount: 2000,
    isFree: false,
  },
  {
    of: 'free of another school',
    prepays: true,
    lots: [lot(5, { freeSchoolId: 209 })],
    credits: 3,
    extra: 0,
    has: 0,
    pays: 3,
    amount: 13_500,
  },
  {
    of: 'not prepaying, own credits',
    prepays: false,
    lots: [lot(9)],
    credits: 3,
    extra: 0,
    has: 3,
    pays: 0,
    amount: 0,
    isFree: false,
  },
  {
    of: 'not prepaying, too few',
    prepays: false,
    lots: [lot(2)],
    credits: 3,
    extra: 500,
    has: 2,
    pays: 1,
    amount: 5000,
    isFree: false,
  },
  {
    of: 'of the wrong vendor',
    prepays: false,
    lots: [lot(2, { vendorsAllowed: '3' })],
    credits: 3,
    extra: 0,
    has: 0,
    pays: 3,
    amount: 13_500,
  },
  {
    of: 'an exam without credits',
    prepays: true,
    lots: [],
    credits: 0,
    extra: 0,
    has: 0,
    pays: 0,
    amount: 0,
    isFree: true,
  },
])(
  '$of: $has credits are used, $pays are paid',
  ({ prepays, lots, credits, extra, has, pays, amount, isFree = false }) => {
    const plan = bulkPlan(order(credits, extra), lots, terms({ prepays }));
    expect([plan.credits, plan.creditsToPay, plan.amountCents, plan.isFree]).toEqual([
      has,
      pays,
      amount,
      isFree,
    ]);
  },
);

test('the additional fee is due as soon as one credit does not waive it (R-091)', () => {
  const waives = (about: Partial<Lot> = {}) => lot(3, { noAdditionalFees: true, ...about });
  const amount = (lots: Lot[], about: Partial<BulkTerms> = {}) =>
    bulkPlan(order(3, 2000), lots, terms(about)).amountCents;
  expect(amount([waives()])).toBe(0);
  expect(amount([lot(1), waives({ vendorsAllowed: '3' })])).toBe(2 * 4500 + 2000);
  expect(amount([waives({ balance: 2 }), lot(1)])).toBe(2000);
  const school = bulkPlan(
    order(3, 2000),
    [waives({ freeSchoolId: SCHOOL })],
    terms({ prepays: true }),
  );
  expect([school.amountCents, school.isFree, school.noAdditionalFees]).toEqual([0, true, true]);
});

test('free school credits go first, oldest first, then those of exam, vendor and package', () => {
  const generic = lot(9, { purchasedAt: new Date('2020-01-01') });
  const vendor = lot(1, { vendorsAllowed: '1,4' });
  const bound = lot(1, { examsAllowed: [101] });
  const late = free(1, { examsAllowed: [101], purchasedAt: new Date('2026-05-02') });
  const early = free(1, { purchasedAt: new Date('2026-05-01') });
  const plan = bulkPlan(order(5), [generic, vendor, bound, late, early], terms());
  expect(plan.lines.map(({ lotId }) => lotId)).toEqual([
    early.id,
    late.id,
    bound.id,
    vendor.id,
    generic.id,
  ]);
});

test('a plan lists the package types that pay, each once, and no other of the student', () => {
  const lots = [
    free(1, { packageId: 7, purchasedAt: new Date('2026-05-01') }),
    free(1, { packageId: 7, purchasedAt: new Date('2026-05-02') }),
    lot(1, { packageId: 8, examsAllowed: [101] }),
    lot(9, { packageId: 9 }),
  ];
  expect(bulkPlan(order(3), lots, terms()).packages).toEqual({ ids: [7, 8] });
  expect(bulkPlan(order(3), lots, terms({ prepays: true })).packages).toEqual({ ids: [7] });
});

test.each([
  { of: 'a failed try', may: true, retake: 3, freeCredits: 0, uses: 'retake' },
  { of: 'no failed try', may: false, retake: 3, freeCredits: 0, uses: 'own' },
  { of: 'too few of them', may: true, retake: 2, freeCredits: 0, uses: 'own' },
  { of: 'free school credits that cover all', may: true, retake: 3, freeCredits: 3, uses: 'free' },
])(
  'free retake credits pay the whole exam or nothing: with $of $uses credits are spent',
  ({ may, retake, freeCredits, uses }) => {
    const lots = {
      retake: lot(retake, { isFreeSeminaryRetake: true }),
      own: lot(3),
      free: free(freeCredits),
    };
    const plan = bulkPlan(order(3, 0, may), Object.values(lots), terms());
    expect([plan.lines.map(({ lotId }) => lotId), plan.freeSeminaryRetake]).toEqual([
      [lots[uses as 'own'].id],
      uses === 'retake',
    ]);
  },
);

test.each([
  { of: 'a package with a higher fee', lots: [lot(2, { proctorFeeCents: 3000 })], fee: 3000 },
  {
    of: 'a package without one and bought credits',
    lots: [lot(2, { proctorFeeCents: 0 })],
    fee: 1500,
  },
  { of: 'a package without one alone', lots: [lot(3, { proctorFeeCents: 0 })], fee: 0 },
])('the proctor fee is the highest of the credits: $of', ({ lots, fee }) => {
  expect(bulkPlan(order(3), lots, terms()).proctorFeeCents).toBe(fee);
});

test.each([
  { of: 'credits without a package', lots: [lot(3)] },
  { of: 'credits that are bought with it', lots: [] },
])('$of have the proctor fee of the day', ({ lots }) => {
  const { exam, ...rest } = order(3);
  const plan = bulkPlan({ ...rest, exam: { ...exam, usualProctorFeeCents: 2000 } }, lots, terms());
  expect(plan).toMatchObject({ proctorFeeCents: 2000, usualProctorFeeCents: 2000 });
});

test('credits used by one exam are not available to the next', () => {
  const plans = bulkPlans([order(3), order(3), order(3)], [lot(4)], terms());
  expect(plans.map((plan) => [plan?.credits, plan?.creditsToPay])).toEqual([
    [3, 0],
    [1, 2],
    [0, 3],
  ]);
});

test('an exam above the agreed amount is skipped; a cheaper one after it still fits', () => {
  const plans = bulkPlans([order(3), order(4), order(1)], [], terms(), 20_000);
  expect(plans.map((plan) => plan?.amountCents ?? null)).toEqual([13_500, null, 4500]);
});

test('counts all usable credits of a student at a school, and the free school credits', () => {
  const lots = [
    lot(2),
    free(3),
    free(4, { isFreeSeminaryRetake: true }),
    lot(5, { freeSchoolId: 209 }),
  ];
  expect(creditsAtSchool(lots, SCHOOL)).toEqual({ available: 10, freeSchool: 3 });
});

const anyLot = fc.record({
  balance: fc.integer({ min: 0, max: 8 }),
  freeSchoolId: fc.constantFrom(null, SCHOOL, 209),
  vendorsAllowed: fc.constantFrom(null, '1,4' as const, '3' as const),
  examsAllowed: fc.constantFrom<number[]>([], [101], [102]),
  isFreeSeminaryRetake: fc.boolean(),
});
const anyOrder = fc.record({
  credits: fc.integer({ min: 0, max: 9 }),
  extra: fc.integer({ min: 0, max: 5 }),
  may: fc.boolean(),
});

test('never overdraws a lot or the agreed amount, and always covers each exam', () => {
  fc.assert(
    fc.property(
      fc.array(anyLot, { maxLength: 6 }),
      fc.array(anyOrder, { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      fc.integer({ min: 0, max: 100_000 }),
      (held, ordered, prepays, agreed) => {
        const lots = held.map(({ balance, ...about }) => lot(balance, about));
        const plans = bulkPlans(
          ordered.map(({ credits, extra, may }) => order(credits, extra * 100, may)),
          lots,
          terms({ prepays }),
          agreed,
        );
        const used = new Map<number, number>();
        for (const line of plans.flatMap((plan) => plan?.lines ?? []))
          used.set(line.lotId, (used.get(line.lotId) ?? 0) + line.credits);
        for (const { id, balance, freeSchoolId, isFreeSeminaryRetake } of lots) {
          expect(used.get(id) ?? 0).toBeLessThanOrEqual(balance);
          if (prepays && (freeSchoolId !== SCHOOL || isFreeSeminaryRetake))
            expect(used.get(id)).toBeUndefined();
        }
        for (const [index, plan] of plans.entries()) {
          if (plan === null) continue;
          const { credits, extra } = ordered[index] as { credits: number; extra: number };
          expect(plan.credits + plan.creditsToPay).toBe(credits);
          expect(plan.lines.reduce((sum, line) => sum + line.credits, 0)).toBe(plan.credits);
          expect(plan.amountCents).toBe(plan.creditsToPay * 4500 + extra * 100);
          if (plan.isFree) expect(plan.amountCents).toBe(0);
        }
        expect(plans.reduce((sum, plan) => sum + (plan?.amountCents ?? 0), 0)).toBeLessThanOrEqual(
          agreed,
        );
      },
    ),
  );
});
