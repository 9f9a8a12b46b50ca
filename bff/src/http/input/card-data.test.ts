import { expect, test } from '@jest/globals';
import { calls } from '@portal/contract/calls';
import { NewCard, SavedCard } from '@portal/contract/payments/cards';
import { StudyMethodBody } from '@portal/contract/seminary/study-method';
import { opaqueFieldsOf } from '../../testing/opaque-fields.ts';
import { holdsCardData, isMadeByMachine } from './card-data.ts';

const nested = (depth: number): unknown => {
  let value: unknown = '4111111111111111';
  for (let level = 0; level < depth; level += 1) value = [value];
  return value;
};

test.each([
  { body: { note: '4111111111111111' } },
  { body: { note: 'my card is 4111 1111 1111 1111, thanks' } },
  { body: { note: '4111-1111-1111-1111' } },
  { body: { note: '378282246310005' } },
  { body: { note: '4222222222222' } },
  { body: { examId: 4111111111111111 } },
  { body: { a: [{ b: { c: '(6011111111111117)' } }] } },
  { body: { '4111111111111111': true } },
  { body: { cvv: '123' } },
  { body: { accountNumber: '123456789' } },
  { body: { bank: { bank_account_number: 123456789 } } },
  { body: { 'card-code': 123 } },
  { body: { card: { securityCode: '1234' } } },
  { body: ['5555555555554444'] },
  { body: '5555555555554444' },
  { body: { email: '4111111111111111' } },
  { body: { email: 'write to 4111111111111111@student.test please' } },
  { body: { note: '4111111111111111@student.test' } },
  { body: { loginName: '4111 1111 1111 1111' } },
  { body: { note: '2223003122003222' } },
  { body: { note: '30569309025904' } },
  { body: { note: '3530111333300000' } },
  { body: { note: '6304000000000000000' } },
  { body: { cellphone: '4111111111111111' } },
  { body: { phone: '4111 1111 1111 1111' } },
  { body: { phone: '3782-822463-10005' } },
  { body: { phone: '+4111111111111111' } },
  { body: { accommodations: 'pays by 4111 1111 1111 1111' } },
  { body: { programName: '4111111111111111', ccId: '5555555555554444' } },
  { body: { cellphone: ['4111111111111111'] } },
  { body: { password: { deep: '4111111111111111' } } },
  { body: { cellphone: '30569309025904 is my card' } },
  { body: { note: '4111.1111.1111.1111' } },
  { body: { note: '4111\u00a01111\u00a01111\u00a01111' } },
  { body: { note: '４１１１１１１１１１１１１１１１' } },
  { body: nested(50_000) },
  { body: { note: 'a4111111111111111' } },
  { body: { note: 'card4111111111111111exp1227' } },
  { body: { note: '4111x1111x1111x1111' } },
  { body: { note: '4111_1111_1111_1111' } },
  { body: { note: '4111/1111/1111/1111' } },
  { body: { note: '_4111111111111111_' } },
  { body: { note: 'n/4111111111111111/visa' } },
  { body: { note: '4111 - 1111 - 1111 - 1111' } },
  { body: { note: '4111  1111  1111  1111' } },
  { body: { note: '4111xx1111xx1111xx1111' } },
  { body: { note: '4a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1' } },
  { body: { note: '41111111x11111111' } },
  { body: { note: '4/1/1/1/1/1/1/1/1/1/1/1/1/1/1/1' } },
  { body: { note: '4111é1111é1111é1111' } },
  { body: { note: '4111 1111 1111 1111 12/27 123' } },
  { body: { note: '2 4111111111111111' } },
  { body: { note: '3782/822463/10005' } },
  { body: { note: '4\u03011111\u03011111\u03011111\u0301111' } },
  { body: { note: '4111\u200b1111\u200b1111\u200b1111' } },
  { body: { note: '04/15/2004 4111 1111 1111 1111' } },
  { body: { token: '4111 1111 1111 1111' } },
  { body: { phone: '4111_1111_1111_1111' } },
  { body: { email: `${'a'.repeat(300)}@student.test 4111111111111111` } },
  { body: { constructor: '4111111111111111' } },
  { body: JSON.parse('{"__proto__":{"note":"4111111111111111"}}') },
])('card data is seen in $body', ({ body }) => {
  expect(holdsCardData(body)).toBe(true);
});

test.each([
  { body: { note: '4111111111111112' } },
  { body: { cellphone: '+1 (845) 555-0100 x123456' } },
  { body: { acceptPaymentValue: 'eyJjb2RlIjoi4111111111111111IiwidG9rZW4i' } },
  { body: { token: '41111111-1111-4111-8111-a11111111111' } },
  { body: { note: '4111111111111111111111' } },
  { body: { cvv: '', cardCode: null } },
  {
    body: {
      ccLast4: '1111',
      ccId: '40000001',
      amount: 52.5,
      dob: '04/15/2004',
      at: '2026-11-21 10:00:00',
    },
  },
  { body: { email: '4111111111111111@student.test' } },
  { body: { email: 'dana.4111111111111111@student.test' } },
  { body: { loginName: '4111111111111111' } },
  { body: { loginName: 'dana.4111111111111111' } },
  { body: { at: 1795249390315 } },
  { body: { note: 'order 1795249390315 and 0049-1512-3456-7802' } },
  { body: { runId: '019a7c3d-e5f6-7a1b-9123-123456789018' } },
  { body: { cellphone: '49 1512 3456 7802' } },
  { body: { phone: '+49 1512 34567802' } },
  { body: { cellphone: '+331 5555 5555 5500' } },
  { body: { password: 'Pass 4111111111111111!' } },
  { body: { note: 'sat 3/15/2026 12/16/2026, born 5/1/2004 or 2004-05-01 1030' } },
  { body: { at: '2026-11-21T10:00:00.123Z', until: '2026-11-21T10:00:00+00:00' } },
  { body: { phone: '5165550100x123456', cellphone: '516-555-0100 x 123456' } },
  { body: { note: 'call 516-555-0100x123, 845-555-0100 or (718) 555-0142 x 3' } },
  { body: { ccId: '4a1b1c1d1e1f1g1h1i1j1k1l1m1n1o1p', token: 'x4111111111111111x' } },
  { body: { recaptchaToken: '03AFcWeA4111111111111111kX' } },
  {
    body: { note: '6F9619FF-8B86-4011-B42D-00C04FC964FF and 55555555-5555-4444-8444-444444444444' },
  },
  { body: { examIds: [4111, 1111, 1111, 1111], page: 4, pageSize: 200 } },
  { body: { constructor: 'a', toString: 1, hasOwnProperty: null, valueOf: {} } },
  { body: JSON.parse('{"__proto__":"a"}') },
  { body: null },
  { body: undefined },
])('nothing of a card is seen in $body', ({ body }) => {
  expect(holdsCardData(body)).toBe(false);
});

test('each field of the contract that a machine fills is known as one, and no other', () => {
  const schemas = [
    ...calls.flatMap(({ call }) => (call.signed ? [] : [call.body, call.query])),
    NewCard,
    SavedCard,
    StudyMethodBody,
  ];
  const { opaque, others } = opaqueFieldsOf(schemas);
  expect(opaque.length).toBeGreaterThan(3);
  expect(opaque.filter((field) => !isMadeByMachine(field))).toEqual([]);
  expect(others.filter(isMadeByMachine)).toEqual([]);
});
