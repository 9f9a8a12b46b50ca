import { describe, expect, test } from '@jest/globals';
import { chargeItems, refundNote } from '../charges/records/charge-note.ts';
import type { NewCharge } from '../charges/records/new-charge.ts';
import { singleCreditsLot } from '../credits/granting/grant-lot.ts';
import type { TransactionDetails } from '../partners/list-transactions.ts';
import { inWords } from './in-words.ts';
import {
  type Books,
  type Difference,
  type OwnPayment,
  type Remembered,
  whatDiffers,
} from './what-differs.ts';

const SINCE = new Date('2026-11-23T05:00:00Z');
const LATER = new Date('2026-11-23T15:00:00Z');
const [PAYMENT, STUDENT, REGISTRATION] = [9, 7, 44];

const part = (typeId: NewCharge['typeId'], amountCents: number, registrationId: number | null) => ({
  typeId,
  description: `of type ${typeId}`,
  amountCents,
  registrationId,
});
const CREDITS = part('2', 5000, REGISTRATION);
const FEE = part('1', 1500, REGISTRATION);

/** A charge as the processor has it. */
function there(
  parts: readonly NewCharge[],
  more: Partial<TransactionDetails> & { school?: number; tti?: string; nobody?: boolean } = {},
): TransactionDetails {
  const { school, tti, nobody, ...rest } = more;
  const payer = school || tti || nobody ? 0 : STUDENT;
  const lot = singleCreditsLot(2, 5000, null);
  const noted = { paymentId: PAYMENT, purpose: 'exam:5', studentId: payer, lot };
  return {
    transactionId: 't-1',
    invoiceNumber: 'i-1',
    state: 'captured',
    kind: 'charge',
    amountCents: parts.reduce((sum, { amountCents }) => sum + amountCents, 0),
    submittedAt: LATER,
    account: 'TTI',
    refTransactionId: null,
    description: 'of something',
    items: chargeItems({ ...noted, schoolId: school, ttiStudentId: tti }, parts),
    cardType: 'Visa',
    last4: '1111',
    customerProfileId: null,
    ccId: null,
    ...rest,
  };
}

const refundThere = (amountCents: number, more: Partial<TransactionDetails> = {}) =>
  there([], {
    transactionId: 't-2',
    invoiceNumber: 'r-1',
    kind: 'refund',
    amountCents,
    refTransactionId: 't-1',
    ...more,
  });

const books = (more: Partial<Books> = {}): Books => ({
  payments: [],
  unfinished: new Set(),
  refunds: new Set(),
  spendings: [],
  students: new Set([STUDENT]),
  ...more,
});
const own = (parts: readonly NewCharge[], more: Partial<OwnPayment> = {}): OwnPayment => ({
  id: PAYMENT,
  invoiceNumber: 'i-1',
  transactionId: 't-1',
  state: 'captured',
  amountCents: parts.reduce((sum, { amountCents }) => sum + amountCents, 0),
  capturedAt: LATER,
  charges: parts.map(({ typeId, amountCents, registrationId }, index) => ({
    id: index + 1,
    typeId,
    registrationId,
    amountCents,
    leftCents: amountCents,
  })),
  ...more,
});
const remembered = (more: Partial<Remembered> = {}): Remembered => ({
  completeFrom: 40,
  registrations: [],
  feePayments: [],
  retakePayments: [],
  schoolPayments: [],
  studyPayments: [],
  ...more,
});
const registration = (status: string, creditsSpent = 0) => ({
  id: REGISTRATION,
  studentId: STUDENT,
  examId: 5,
  status,
  creditsSpent,
  freeSeminaryRetake: false,
});
const differ = (
  theirs: TransactionDetails[],
  ours: Partial<Books> = {},
  others: Partial<Remembered> = {},
): Difference[] => whatDiffers(theirs, books(ours), remembered(others), SINCE);
const acts = (...args: Parameters<typeof differ>) => differ(...args).map(({ act }) => act);

describe('a charge that only the processor has', () => {
  test.each<[string, TransactionDetails, Partial<Remembered>, object]>([
    [
      'for an exam that is registered is booked with its credits',
      there([CREDITS]),
      { registrations: [registration('registered')] },
      { act: 'book', hasLot: true },
    ],
    [
      'for an exam that was cancelled since is booked too: the credits are the student’s',
      there([CREDITS]),
      { registrations: [registration('cancelled')] },
      { act: 'book', hasLot: true },
    ],
    ['for an exam that nobody knows is refunded', there([CREDITS]), {}, { act: 'refund' }],
    [
      'for fees that are noted at a registration is booked',
      there([FEE]),
      { registrations: [registration('scheduled')], feePayments: [PAYMENT] },
      { act: 'book', hasLot: false, keepsFees: true },
    ],
    [
      'for fees that no registration has is refunded',
      there([FEE]),
      { registrations: [registration('scheduled')] },
      { act: 'refund' },
    ],
    [
      'for credits and fees, of which the fees are noted nowhere, is booked without these',
      there([CREDITS, FEE]),
      { registrations: [registration('registered')] },
      { act: 'book', hasLot: true, keepsFees: false },
    ],
    [
      'for credits of a student on record is booked',
      there([part('2', 5000, null)]),
      {},
      { act: 'book', hasLot: true },
    ],
    [
      'for a retake that is registered is booked',
      there([part('4', 6000, REGISTRATION)]),
      { retakePayments: [PAYMENT] },
      { act: 'book', hasLot: false },
    ],
    [
      'for a school that has it in its account is booked',
      there([part('5', 6000, null)], { school: 151 }),
      { schoolPayments: [PAYMENT] },
      { act: 'book', hasLot: false },
    ],
    [
      'for a school that has it not is refunded',
      there([part('5', 6000, null)], { school: 151 }),
      {},
      { act: 'refund' },
    ],
    [
      'for seminary study that knows it is booked',
      there([part('6', 6000, null)], { tti: 'T-5' }),
      { studyPayments: [PAYMENT] },
      { act: 'book', hasLot: false },
    ],
    [
      'which was voided there is booked as taken and given back',
      there([CREDITS], { state: 'voided' }),
      { registrations: [registration('registered')] },
      { act: 'refund' },
    ],
    [
      'without a note is for a person',
      there([CREDITS], { items: [] }),
      { registrations: [registration('registered')] },
      { act: 'look' },
    ],
    [
      'whose items are not its sum is for a person',
      there([CREDITS], { amountCents: 4999 }),
      { registrations: [registration('registered')] },
      { act: 'look' },
    ],
    ['of nobody is for a person', there([CREDITS], { nobody: true }), {}, { act: 'look' }],
  ])('%s', (_name, charge, others, expected) => {
    expect(differ([charge], {}, others)).toMatchObject([expected]);
  });

  test('for credits of a student who is not on record is refunded', () => {
    expect(acts([there([part('2', 5000, null)])], { students: new Set() })).toEqual(['refund']);
  });

  test.each(['declined', 'review', 'failed', 'unclear'] as const)(
    'and is %s is nothing',
    (state) => {
      expect(differ([there([CREDITS], { state })])).toEqual([]);
    },
  );

  test('of a payment that is not at its end is left to the repair job', () => {
    expect(differ([there([CREDITS])], { unfinished: new Set(['i-1']) })).toEqual([]);
  });

  test('for a registration that was paid once more since is refunded', () => {
    const again = own([CREDITS], { id: 1_000_001, transactionId: 't-9' });
    const others = { registrations: [registration('registered')] };
    expect(
      differ([there([CREDITS])], { payments: [{ ...again, capturedAt: SINCE }] }, others),
    ).toMatchObject([{ act: 'refund', why: expect.stringContaining('another charge') }]);
  });
});

describe('a charge that both have', () => {
  test('is nothing when it is the same', () => {
    expect(differ([there([CREDITS])], { payments: [own([CREDITS])] })).toEqual([]);
  });

  test('of another sum is for a person', () => {
    expect(acts([there([CREDITS], { amountCents: 1 })], { payments: [own([CREDITS])] })).toEqual([
      'look',
    ]);
  });

  test('and that was voided there is booked so, once', () => {
    const voided = there([CREDITS], { state: 'voided' });
    expect(acts([voided], { payments: [own([CREDITS])] })).toEqual(['book void']);
    expect(acts([voided], { payments: [own([CREDITS], { state: 'voided' })] })).toEqual([]);
  });

  test('is for a person when only we have it, of the time that is compared', () => {
    expect(acts([], { payments: [own([CREDITS])] })).toEqual(['look']);
    expect(acts([], { payments: [own([CREDITS], { capturedAt: SINCE })] })).toEqual([]);
  });
});

describe('a refund that only the processor has', () => {
  const ours = { payments: [own([FEE, part('3', 1500, REGISTRATION)])] };
  const kept = { feePayments: [PAYMENT] };
  const charge = there([FEE, part('3', 1500, REGISTRATION)]);

  test('is booked at the charge that it names, with its cause', () => {
    const description = refundNote({ typeId: '3', registrationId: REGISTRATION }, 'exam_cancelled');
    expect(differ([charge, refundThere(1500, { description })], ours, kept)).toMatchObject([
      { act: 'book refund', paymentId: PAYMENT, chargeId: 2, cause: 'exam_cancelled' },
    ]);
  });

  test('without a note is booked at the charge whose rest it is', () => {
    expect(differ([charge, refundThere(1500)], ours, kept)).toMatchObject([
      { act: 'book refund', chargeId: 1, cause: 'not_recorded' },
    ]);
  });

  test('is nothing when we have it, and for a person when it is too much or of nothing', () => {
    expect(
      differ([charge, refundThere(1500)], { ...ours, refunds: new Set(['r-1']) }, kept),
    ).toEqual([]);
    expect(acts([charge, refundThere(1501)], ours, kept)).toEqual(['look']);
    expect(acts([charge, refundThere(5, { refTransactionId: 't-8' })], ours, kept)).toEqual([
      'look',
    ]);
  });
});

describe('credits and fees', () => {
  const spending = (more = {}) => ({
    registrationId: REGISTRATION,
    studentId: STUDENT,
    credits: 2,
    isReturned: false,
    ...more,
  });

  test('that a registration holds and the books do not are spent', () => {
    const registrations = [registration('scheduled', 2)];
    expect(acts([], {}, { registrations })).toEqual(['spend']);
    expect(acts([], { spendings: [spending()] }, { registrations })).toEqual([]);
  });

  test.each(['pending', 'cancelled', 'dropped'])('of one that is %s are not', (status) => {
    expect(acts([], {}, { registrations: [registration(status, 2)] })).toEqual([]);
  });

  test('of a registration that is cancelled, or not known though it should be, go back', () => {
    const spendings = [spending()];
    expect(acts([], { spendings }, { registrations: [registration('cancelled')] })).toEqual([
      'return',
    ]);
    expect(acts([], { spendings })).toEqual(['return']);
    expect(acts([], { spendings }, { completeFrom: REGISTRATION + 1 })).toEqual([]);
    expect(acts([], { spendings: [spending({ isReturned: true })] })).toEqual([]);
  });

  test('that no registration has noted go back', () => {
    const payments = [own([FEE])];
    expect(differ([there([FEE])], { payments })).toEqual([
      { act: 'refund fees', paymentId: PAYMENT, cents: 1500 },
    ]);
    expect(differ([there([FEE])], { payments }, { feePayments: [PAYMENT] })).toEqual([]);
  });
});

test('an operator reads what would be done, without a person’s data', () => {
  const [difference] = differ([there([CREDITS])]);
  expect(inWords(difference as Difference)).toBe(
    'refund transaction t-1 of $50.00 (exam:5): its registration is not known any more',
  );
});
