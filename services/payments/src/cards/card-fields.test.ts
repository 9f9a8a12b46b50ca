import { expect, test } from '@jest/globals';
import { checkMethod, checkNewCard, expiresSoon, isExpired, type NewCard } from './card-fields.ts';

const now = new Date('2026-11-21T12:00:00Z');
const card: NewCard = {
  descriptor: 'COMMON.ACCEPT.INAPP.PAYMENT',
  value: 'opaque',
  last4: '1111',
  expMonth: 11,
  expYear: 2026,
  billingZip: '11219',
  cardholderName: 'Dana Gold',
  cardType: 'Visa',
};

test('a card is good until the month it names has ended in New York', () => {
  expect(isExpired({ expMonth: 10, expYear: 2026 }, now)).toBe(true);
  expect(isExpired({ expMonth: 11, expYear: 2026 }, now)).toBe(false);
  expect(isExpired({ expMonth: 11, expYear: 2026 }, new Date('2026-12-01T04:59:59Z'))).toBe(false);
  expect(isExpired({ expMonth: 11, expYear: 2026 }, new Date('2026-12-01T05:00:00Z'))).toBe(true);
});

test.each([
  [10, 2026, false],
  [11, 2026, true],
  [12, 2026, true],
  [1, 2027, false],
  [11, 2027, false],
])('in November 2026 a card of %i/%i expires soon: %j', (expMonth, expYear, soon) => {
  expect(expiresSoon({ expMonth, expYear }, now)).toBe(soon);
});

test('in December a card of January expires soon, by the day in New York', () => {
  const january = { expMonth: 1, expYear: 2027 };
  expect(expiresSoon(january, new Date('2026-12-01T04:59:59Z'))).toBe(false);
  expect(expiresSoon(january, new Date('2026-12-01T05:00:00Z'))).toBe(true);
});

test('a year of two digits is of this century', () => {
  expect(checkNewCard({ ...card, expYear: 30 }, now).expYear).toBe(2030);
});

test.each([
  ['acceptPaymentDescriptor', { descriptor: '' }],
  ['acceptPaymentValue', { value: 'x'.repeat(8193) }],
  ['ccLast4', { last4: '11a1' }],
  ['ccExpMonth', { expMonth: 13, expYear: 2027 }],
  ['ccExpYear', { expMonth: 10 }],
  ['billingZipCode', { billingZip: '11' }],
  ['cardholderName', { cardholderName: ' ' }],
  ['cardholderName', { cardholderName: '<b>Dana</b>' }],
  ['cardholderName', { cardholderName: 'Dana 😀' }],
  ['cardholderName', { cardholderName: 'Dana\u202eGold' }],
  ['cardholderName', { cardholderName: 'Dana\nGold' }],
  ['cardholderName', { cardholderName: 'x'.repeat(101) }],
  ['cardType', { cardType: 'Diners' }],
] as const)('a wrong %s is refused and named', (path, wrong) => {
  const errors = [{ path, message: 'Please fill in all the fields accurately.' }];
  expect(() => checkNewCard({ ...card, ...wrong }, now)).toThrow(
    expect.objectContaining({ status: 422, code: 'card_fields_invalid', extra: { errors } }),
  );
});

test.each(["Sinéad O'Brien", 'Ruth Ben‐David', 'St. John Jr.', 'דנה גולד', 'Smith & Co. (NY) 3'])(
  'the holder %s is taken',
  (cardholderName) => {
    expect(checkNewCard({ ...card, cardholderName }, now).cardholderName).toBe(cardholderName);
  },
);

test('a whole card number in a field is refused', () => {
  const wrong = { ...card, cardholderName: '4111 1111 1111 1111' };
  expect(() => checkNewCard(wrong, now)).toThrow(
    expect.objectContaining({ status: 400, code: 'card_data_refused' }),
  );
});

test('no card at all is refused with its own sentence', () => {
  const refusal = expect.objectContaining({
    code: 'no_payment_method',
    detail: 'Please enter your payment details.',
  });
  expect(() => checkMethod(undefined, now)).toThrow(refusal);
  expect(() => checkMethod({}, now)).toThrow(refusal);
  expect(checkMethod({ ccId: '910000001' }, now)).toEqual({ ccId: '910000001', newCard: null });
});
