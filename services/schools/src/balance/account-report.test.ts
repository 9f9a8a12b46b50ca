import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { accountReport, type LedgerEntry } from './account-report.ts';

let lastId = 0;
const entry = (about: Partial<LedgerEntry>): LedgerEntry => {
  lastId += 1;
  return {
    id: lastId,
    kind: 'registration',
    day: '2026-11-21',
    comment: null,
    cardLast4: null,
    runId: 7,
    examId: 101,
    subject: 'Algebra',
    vendorName: 'TAL',
    credits: 3,
    cohort: '2026-2027',
    amountCents: -11_400,
    ...about,
  };
};
const money = {
  subject: null,
  vendorName: null,
  credits: null,
  cohort: null,
  runId: null,
  examId: null,
};

test.each([
  {
    row: { kind: 'manual_payment' as const, ...money },
    says: 'Payment',
    cohort: '',
    isPayment: true,
  },
  {
    row: { kind: 'manual_payment' as const, ...money, comment: 'Check 9' },
    says: 'Payment: Check 9',
    cohort: '',
    isPayment: true,
  },
  {
    row: { kind: 'card_payment' as const, ...money, cardLast4: '1111' },
    says: 'Payment by card ending 1111',
    cohort: '',
    isPayment: true,
  },
  {
    row: { kind: 'correction' as const, ...money, comment: 'Typing error' },
    says: 'Correction: Typing error',
    cohort: '',
    isPayment: false,
  },
  { row: {}, says: 'Algebra (TAL), 3 credits', cohort: '2026-2027', isPayment: false },
  {
    row: { credits: 1, cohort: null },
    says: 'Algebra (TAL), 1 credit',
    cohort: null,
    isPayment: false,
  },
  {
    row: { kind: 'cancelled' as const, amountCents: 11_400 },
    says: 'Cancelled: Algebra (TAL)',
    cohort: '2026-2027',
    isPayment: false,
  },
  {
    row: { subject: 'Payment Systems' },
    says: 'Paym. Systems (TAL), 3 credits',
    cohort: '2026-2027',
    isPayment: false,
  },
])('an entry reads $says', ({ row, says, cohort, isPayment }) => {
  expect(accountReport([entry(row)])[0]).toMatchObject({
    quantity: 1,
    description: says,
    cohort,
    isPayment,
  });
});

test('registrations of one run, exam, cohort and price are one row; others have their own', () => {
  const rows = accountReport([
    entry({ kind: 'manual_payment', ...money, amountCents: 100_000 }),
    entry({}),
    entry({ cohort: null }),
    entry({}),
    entry({ amountCents: -7600, credits: 2 }),
    entry({ runId: 8 }),
    entry({ kind: 'cancelled', amountCents: 11_400 }),
    entry({ kind: 'cancelled', amountCents: 11_400 }),
  ]);
  expect(
    rows.map(({ quantity, amountCents, balanceCents }) => [quantity, amountCents, balanceCents]),
  ).toEqual([
    [1, 100_000, 100_000],
    [2, -22_800, 77_200],
    [1, -11_400, 65_800],
    [1, -7600, 58_200],
    [1, -11_400, 46_800],
    [1, 11_400, 58_200],
    [1, 11_400, 69_600],
  ]);
});

test('the last balance is the sum of the ledger, and no entry is lost', () => {
  const any = fc.record({
    kind: fc.constantFrom(
      'manual_payment' as const,
      'registration' as const,
      'cancelled' as const,
      'correction' as const,
    ),
    runId: fc.constantFrom(1, 2),
    cohort: fc.constantFrom(null, '2026-2027'),
    amountCents: fc.integer({ min: -50_000, max: 50_000 }),
  });
  fc.assert(
    fc.property(fc.array(any, { minLength: 1 }), (some) => {
      const rows = accountReport(some.map(entry));
      expect(rows.at(-1)?.balanceCents).toBe(
        some.reduce((sum, { amountCents }) => sum + amountCents, 0),
      );
      expect(rows.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(some.length);
    }),
  );
});
