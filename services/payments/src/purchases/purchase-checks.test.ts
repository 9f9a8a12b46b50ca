import { expect, test } from '@jest/globals';
import { pricePerCredit } from '../projections/buyer.ts';
import {
  checkAmount,
  checkMayBuy,
  checkNumber,
  checkNumberForExam,
  creditsPrice,
} from './purchase-checks.ts';
import { thanksForCredits } from './thanks.ts';

const student = { kind: 'student' as const };
const staff = { kind: 'staff' as const };
const free = { isDenied: false, isBuyingBarred: false, isBuyingStopped: false };
const code = (name: string, extra = {}) => expect.objectContaining({ code: name, ...extra });

test('a barred student buys nothing, not even through staff', () => {
  for (const actor of [student, staff])
    expect(() => checkMayBuy({ ...free, isDenied: true }, actor)).toThrow(
      code('registration_denied'),
    );
});

test('a student barred only from buying buys nothing and gets the text of a stop', () => {
  for (const actor of [student, staff])
    expect(() => checkMayBuy({ ...free, isBuyingBarred: true }, actor)).toThrow(
      code('buying_disabled'),
    );
});

test('a stop on buying holds for the student and not for staff', () => {
  expect(() => checkMayBuy({ ...free, isBuyingStopped: true }, student)).toThrow(
    code('buying_disabled'),
  );
  expect(() => checkMayBuy({ ...free, isBuyingStopped: true }, staff)).not.toThrow();
  expect(() => checkMayBuy(free, student)).not.toThrow();
});

test('single credits have no price until the office sets one', () => {
  expect(() => creditsPrice(3, { pricePerCreditCents: null })).toThrow(
    code('price_not_set', { status: 409 }),
  );
  expect(creditsPrice(0, { pricePerCreditCents: null })).toBe(0);
  expect(creditsPrice(3, { pricePerCreditCents: 0 })).toBe(0);
  expect(creditsPrice(3, { pricePerCreditCents: 4200 })).toBe(12600);
});

test('an amount that is not the sum of the server is refused with the right one', () => {
  expect(() => checkAmount(4199, 4200)).toThrow(
    code('amount_changed', { status: 409, extra: { expected: 4200 } }),
  );
  expect(() => checkAmount(4200, 4200)).not.toThrow();
});

test.each([
  [0, student, false],
  [1, student, true],
  [8, student, true],
  [9, student, false],
  [9, staff, true],
  [99, staff, true],
  [100, staff, false],
  [1.5, staff, false],
])('%d single credits bought by a %j: %s', (credits, actor, isAllowed) => {
  if (isAllowed) expect(() => checkNumber(credits, actor)).not.toThrow();
  else expect(() => checkNumber(credits, actor)).toThrow(code('invalid', { status: 422 }));
});

test.each([
  { credits: 3, missing: 0, refusal: code('amount_changed', { extra: { expected: 0 } }) },
  { credits: 2, missing: 3, refusal: code('too_few_credits') },
  { credits: 0, missing: 3, refusal: code('invalid') },
  { credits: 9, missing: 3, refusal: code('invalid') },
  { credits: 12, missing: 11, refusal: code('invalid') },
  { credits: 3, missing: 3, refusal: null },
  { credits: 8, missing: 3, refusal: null },
  { credits: 11, missing: 11, refusal: null },
])('$credits credits for an exam that misses $missing', ({ credits, missing, refusal }) => {
  if (refusal) expect(() => checkNumberForExam(credits, missing)).toThrow(refusal);
  else expect(() => checkNumberForExam(credits, missing)).not.toThrow();
});

const portal = { member: 4200, nonmember: 5200 };
test.each([
  { membership: 1, school: null, cents: 4200 },
  { membership: 2, school: null, cents: 5200 },
  { membership: 5, school: null, cents: 5200 },
  { membership: 1, school: { member: 3000, nonmember: 3500 }, cents: 3000 },
  { membership: 2, school: { member: 3000, nonmember: 3500 }, cents: 3500 },
])(
  'membership $membership with the pair of the school $school pays $cents a credit',
  ({ membership, school, cents }) => {
    expect(
      pricePerCredit({ membershipTypeId: membership, isTtiMember: false }, school, portal),
    ).toBe(cents);
  },
);

test('thanks are said in the right number', () => {
  expect(thanksForCredits(1)).toBe('Thank you. 1 credit was added to your account.');
  expect(thanksForCredits(3)).toBe('Thank you. 3 credits were added to your account.');
});

test('a student of the seminary study programme pays the member price', () => {
  const portal = { member: 4200, nonmember: 5200 };
  const student = { membershipTypeId: 2, isTtiMember: true };
  expect(pricePerCredit(student, null, portal)).toBe(4200);
  expect(pricePerCredit(student, { member: 3000, nonmember: 3500 }, portal)).toBe(3000);
});
