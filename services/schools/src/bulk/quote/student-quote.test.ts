import { expect, test } from '@jest/globals';
import { BulkStudentQuote } from '@portal/proto/payments/v1/bulk';
import fc from 'fast-check';
import { checkOrder } from './order-checks.ts';
import {
  examCost,
  type FactsOfStudent,
  type OfferedExam,
  quoteOrder,
  quoteStudent,
} from './student-quote.ts';

const exam = (id: number, about: Partial<OfferedExam> = {}): OfferedExam => ({
  id,
  subject: `Exam ${id}`,
  vendorName: 'TAL',
  credits: 3,
  additionalChargeCents: 0,
  isOffered: true,
  ...about,
});
const exams = new Map(
  [exam(101), exam(102, { additionalChargeCents: 2000 }), exam(103, { isOffered: false })].map(
    (one) => [one.id, one],
  ),
);
const at = { schoolId: 151, prepays: true, gender: '2', exams };
const PRICE = 4500;

/** A student who would pay these numbers of credits. */
const student = (
  due: [examId: number, creditsToPay: number][],
  about: Partial<FactsOfStudent> = {},
): FactsOfStudent => ({
  ordered: { studentId: 2001, examIds: [101, 102], ccId: null, amountCents: null },
  person: { schoolId: 151, email: 'a@student.test', gender: '2', cohort: null },
  inSession: new Set(),
  quote: BulkStudentQuote.fromPartial({
    studentId: 2001,
    pricePerCreditCents: PRICE,
    availableCredits: 3,
    freeSchoolCredits: 3,
    exams: due.map(([examId, creditsToPay]) => ({
      examId,
      credits: 3,
      creditsFromBalance: 3 - creditsToPay,
      creditsToPay,
      amountCents: creditsToPay * PRICE + (exams.get(examId)?.additionalChargeCents ?? 0),
    })),
  }),
  ...about,
});

test('the cost of an exam is its credits at the price, and its additional charge', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 0, max: 200 }),
      fc.integer({ min: 0, max: 200 }),
      (credits, price, extra) => {
        expect(examCost(credits, price * 100, extra * 100)).toBe((credits * price + extra) * 100);
      },
    ),
  );
});

test('a quote shows the full cost of each exam and the part to pay', () => {
  expect(
    quoteStudent(
      student([
        [101, 0],
        [102, 3],
      ]),
      at,
    ),
  ).toMatchObject({
    creditsNeeded: 6,
    creditsFromBalance: 3,
    creditsToPay: 3,
    pricePerCreditCents: PRICE,
    additionalChargesCents: 2000,
    amountCents: 15_500,
    error: null,
    examError: null,
    ccId: null,
    exams: [
      { examId: 101, costCents: 13_500 },
      { examId: 102, costCents: 15_500 },
    ],
  });
});

test('an exam of the session costs nothing; reports an exam that cannot be chosen', () => {
  const ordered = { studentId: 2001, examIds: [101, 103], ccId: null, amountCents: null };
  const quote = quoteStudent(student([], { ordered, inSession: new Set([101]) }), at);
  expect([quote.amountCents, quote.error, quote.examError]).toEqual([
    0,
    null,
    'This exam is not available.',
  ]);
});

const cards = [{ ccId: 'new' }, { ccId: 'old' }];
test.each([
  { named: null, has: cards, shows: 'new', error: null },
  { named: 'old', has: cards, shows: 'old', error: null },
  { named: 'of somebody else', has: cards, shows: null, error: 'No credit card on file.' },
  { named: null, has: [], shows: null, error: 'No credit card on file.' },
])(
  'with $named named, the card that would be charged is $shows',
  ({ named, has, shows, error }) => {
    const facts = student([[101, 3]]);
    const ordered = { ...facts.ordered, ccId: named };
    const quoted = quoteStudent(
      { ...facts, ordered, quote: BulkStudentQuote.fromPartial({ ...facts.quote, cards: has }) },
      { ...at, prepays: false },
    );
    expect([quoted.ccId, quoted.error]).toEqual([shows, error]);
  },
);

const order = (facts: FactsOfStudent[], balance: number | null) => {
  const quote = quoteOrder(
    facts.map((one) => quoteStudent(one, { ...at, prepays: balance !== null })),
    balance,
  );
  return () => checkOrder(facts, quote, balance);
};
const withAmount = (facts: FactsOfStudent, amountCents: number): FactsOfStudent => ({
  ...facts,
  ordered: { ...facts.ordered, amountCents },
});

test('an order that is right in all begins', () => {
  const facts = withAmount(student([[101, 3]]), 13_500);
  expect(order([facts], 13_500)).not.toThrow();
});

test('refuses students before amounts, and amounts before the balance', () => {
  const wrong = withAmount(
    student([[101, 3]], { person: { schoolId: 151, email: null, gender: '2', cohort: null } }),
    1,
  );
  const changed = withAmount(student([[101, 3]]), 1);
  expect(order([wrong, changed], 0)).toThrow(
    expect.objectContaining({
      code: 'student_not_allowed',
      extra: { errors: [{ path: '2001', message: 'Email missing' }] },
    }),
  );
  expect(order([changed], 0)).toThrow(
    expect.objectContaining({
      code: 'amount_changed',
      extra: { expected: 13_500, students: [{ studentId: 2001, expected: 13_500 }] },
    }),
  );
  expect(order([student([[101, 3]])], 13_499)).toThrow(
    expect.objectContaining({
      code: 'school_balance_too_low',
      extra: { expected: 13_500, balance: 13_499 },
    }),
  );
});

test('an order that needs credits is refused while credits have no price', () => {
  const unpriced = (due: number) => ({
    ...student([[101, due]]),
    quote: BulkStudentQuote.fromPartial({
      ...student([[101, due]]).quote,
      pricePerCreditCents: 0,
      priceMissing: true,
    }),
  });
  expect(order([unpriced(3)], 13_500)).toThrow(expect.objectContaining({ code: 'price_not_set' }));
  expect(order([unpriced(0)], 0)).not.toThrow();
});

test('an order by card must name the card', () => {
  const facts = student([[101, 3]]);
  const withCard = { ...facts, quote: BulkStudentQuote.fromPartial({ ...facts.quote, cards }) };
  expect(order([withCard], null)).toThrow(expect.objectContaining({ code: 'student_not_allowed' }));
  expect(order([{ ...withCard, ordered: { ...facts.ordered, ccId: 'old' } }], null)).not.toThrow();
});

test.each([null, 152])(
  'a student of the school %s is an error without credits, price, card or exams',
  (schoolId) => {
    const person = { schoolId, email: 'a@student.test', gender: '2', cohort: null };
    const other = quoteStudent(student([[101, 3]], { person, inSession: new Set([103]) }), {
      ...at,
      prepays: false,
    });
    const unknown = quoteStudent(student([], { person: undefined, quote: undefined }), {
      ...at,
      prepays: false,
    });
    expect(other).toEqual(unknown);
    expect(other).toMatchObject({
      error: 'The student is not in this school.',
      availableCredits: 0,
      creditsNeeded: 0,
      pricePerCreditCents: 0,
      amountCents: 0,
      ccId: null,
    });
  },
);
