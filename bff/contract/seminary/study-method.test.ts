import { expect, test } from '@jest/globals';
import { TEST_NOW } from '@portal/access/testing/test-clock';
import { readNewStudyMethod, readStudyMethod } from './study-method.ts';

const token = {
  acceptPaymentDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT',
  acceptPaymentValue: 'b3BhcXVl',
  isAuthNet: true,
};
const card = {
  ...token,
  paymentType: 'CC',
  name: 'Dana Levi',
  ccLast4: '1111',
  ccExpMonth: 12,
  ccExpYear: TEST_NOW.getFullYear() + 3,
  billingZipCode: '11230',
  cardType: 'Visa',
};
const bank = {
  ...token,
  paymentType: 'ACH',
  name: 'Dana Levi',
  last4accountNumber: '6789',
  routingNumber: '121042882',
  accountType: 'savings',
};
const codeOf = (read: unknown) => (read as { code?: string } | null)?.code ?? 'ok';
const pathsOf = (read: unknown) =>
  (read as { errors?: { path: string }[] }).errors?.map(({ path }) => path);

test.each([
  ['CC', card],
  [1, card],
  ['1', card],
  ['ACH', bank],
  [2, bank],
  ['2', bank],
])('payment type %j is read (R-309)', (paymentType, fields) => {
  expect(codeOf(readNewStudyMethod({ ...fields, paymentType }))).toBe('ok');
});

test('the holder of a card goes by name or by cardholderName', () => {
  expect(readNewStudyMethod(card)).toMatchObject({
    card: { cardholderName: 'Dana Levi', ccLast4: '1111' },
  });
  expect(
    readNewStudyMethod({ ...card, name: undefined, cardholderName: 'Leah Levi' }),
  ).toMatchObject({
    card: { cardholderName: 'Leah Levi' },
  });
});

test('the current method needs no fields, and counts only where it may', () => {
  expect(readStudyMethod({ chargeCurrentPaymentMethod: true })).toBeNull();
  expect(readStudyMethod({ chargeCurrentPaymentMethod: 'true', ...card })).toBeNull();
  expect(codeOf(readStudyMethod({ chargeCurrentPaymentMethod: false }))).toBe('no_payment_method');
  expect(codeOf(readNewStudyMethod({ chargeCurrentPaymentMethod: true }))).toBe(
    'no_payment_method',
  );
});

test.each([
  ['paymentType', { ...card, paymentType: 'cash' }],
  ['paymentType', { ...card, paymentType: undefined }],
  ['isAuthNet', { ...card, isAuthNet: false }],
  ['isAuthNet', { ...bank, isAuthNet: undefined }],
  ['ccLast4', { ...card, ccLast4: '111' }],
  ['ccExpYear', { ...card, ccExpYear: 2020 }],
  ['cardholderName', { ...card, name: '' }],
  ['routingNumber', { ...bank, routingNumber: '12345678' }],
  ['routingNumber', { ...bank, routingNumber: 121_042_882 }],
  ['accountType', { ...bank, accountType: 'giro' }],
  ['last4accountNumber', { ...bank, last4accountNumber: '678' }],
  ['name', { ...bank, name: undefined }],
])('%s that is wrong is named', (path, fields) => {
  const read = readNewStudyMethod(fields);
  expect([codeOf(read), pathsOf(read)]).toEqual(['card_fields_invalid', [path]]);
});

test.each([
  ['last4accountNumber', '123456789'],
  ['last4accountNumber', 123456789],
  ['name', 'Dana 1234 567 89'],
])('a whole account number in %s is refused as such', (path, value) => {
  expect(codeOf(readNewStudyMethod({ ...bank, [path]: value }))).toBe('card_data_refused');
});
