import { expect, test } from '@jest/globals';
import { getOwnPayments } from '@portal/contract/payments/own-payments';
import { OwnPayment } from '@portal/proto/payments/v1/charges';
import { ownPaymentView, readPlace, writePlace } from './own-payments.ts';

const at = new Date('2026-11-02T03:00:00.123Z');
const row = (refundId: number) =>
  OwnPayment.fromPartial({
    place: { at, refundId, paymentId: 8 },
    descriptions: ['Proctor fee', 'Additional fee'],
    amountCents: 4250,
    cardType: 'Visa',
    cardLast4: '1111',
  });

test('a payment names its purpose and card; a return is a refund of it', () => {
  expect(ownPaymentView(row(0))).toEqual({
    paymentId: 8,
    kind: 'payment',
    date: '2026-11-02T03:00:00.123Z',
    description: 'Proctor fee, Additional fee',
    amount: 42.5,
    cardtype: 'Visa',
    cc4digits: '1111',
  });
  expect(ownPaymentView(row(3))).toMatchObject({ paymentId: 8, kind: 'refund' });
});

test('a place comes back as it went out, in the form that the contract takes', () => {
  const before = writePlace(row(3));
  expect(getOwnPayments.body.parse({ before })).toEqual({ before, limit: 20 });
  expect(readPlace(before)).toEqual({ at, refundId: 3, paymentId: 8 });
});
