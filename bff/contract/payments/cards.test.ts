import { expect, test } from '@jest/globals';
import { cardFieldsInvalid, noPaymentMethod, readNewCard, readSavedCard } from './cards.ts';

const card = {
  acceptPaymentDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT',
  acceptPaymentValue: 'eyJjb2RlIjoiNTBfMiJ9',
  ccLast4: '1111',
  ccExpMonth: 12,
  ccExpYear: 2090,
  billingZipCode: '10952',
  cardholderName: 'Dana Levi',
  cardType: 'Visa',
};

test('a year of two digits becomes one of this century', () => {
  expect(readNewCard({ ...card, ccExpYear: 90 })).toEqual(card);
});

test.each([
  { field: 'ccExpYear', value: 2020 },
  { field: 'ccExpMonth', value: 13 },
  { field: 'ccLast4', value: '411111' },
  { field: 'cardType', value: 'Diners' },
  { field: 'billingZipCode', value: '1' },
  { field: 'cardholderName', value: undefined },
  { field: 'acceptPaymentValue', value: 'x'.repeat(8193) },
])('a card whose $field is $value is refused with the field named', ({ field, value }) => {
  expect(readNewCard({ ...card, [field]: value })).toEqual({
    code: 'card_fields_invalid',
    detail: cardFieldsInvalid,
    errors: [{ path: field, message: cardFieldsInvalid }],
  });
});

test('requires a card if none is saved', () => {
  expect(readNewCard({ amount: 5 })).toMatchObject({
    code: 'no_payment_method',
    detail: noPaymentMethod,
  });
  expect(readSavedCard({ amount: 5 })).toMatchObject({
    code: 'no_payment_method',
    detail: noPaymentMethod,
  });
  expect(readSavedCard({ amount: 5, ccId: ['1'] })).toMatchObject({ code: 'no_payment_method' });
});

test('an amount of 0 needs no card', () => {
  expect(readNewCard({ amount: 0 })).toBeNull();
  expect(readSavedCard({ amount: 0 })).toBeNull();
});

test('a saved card is read', () => {
  expect(readSavedCard({ amount: 5, ccId: '40000001', other: 1 })).toEqual({ ccId: '40000001' });
});
