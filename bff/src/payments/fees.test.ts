import { expect, test } from '@jest/globals';
import * as contract from '@portal/contract/purchases/payments';
import { conflict } from '@portal/kit/errors';
import { newCard, newMethod, portalWith, savedMethod } from '../testing/paying-portal.ts';
import { aStudentSession, problemIn } from '../testing/portal.ts';
import { aCard } from '../testing/records.ts';

test('fees are paid in cents, and the answer tells what is still due', async () => {
  const holdUntil = new Date('2026-03-01T12:10:00Z');
  const { made, requests } = portalWith({
    payFees: () => ({ successMessage: 'Thank you.', card: aCard(), holdUntil }),
  });
  const portal = await made;
  const fees = { examId: 101, registrationId: 9001, sessionId: 77, proctorFee: 15, amount: 65 };
  const cookie = await portal.signedIn(aStudentSession());
  const withNew = await portal.post('/api/payProctorFee', { ...fees, ...newCard }, cookie);
  expect(contract.payProctorFee.answer.parse(await withNew.json())).toMatchObject({
    proctorFee: 0,
    registrationId: 9001,
    paymentMethod: { ccId: '4001' },
    holdUntil: '2026-03-01T12:10:00.000Z',
  });
  const withSaved = await portal.post(
    '/api/payProctorFeeWithPaymentProfile',
    { ...fees, ccId: '4001' },
    cookie,
  );
  expect(
    contract.payProctorFeeWithPaymentProfile.answer.parse(await withSaved.json()),
  ).toMatchObject({ paymentMethod: null });
  const sums = {
    examId: 101,
    registrationId: 9001,
    sessionId: 77,
    proctorFeeCents: 1500,
    amountCents: 6500,
  };
  expect(requests).toEqual([
    { ...sums, method: newMethod },
    { ...sums, method: savedMethod },
  ]);
});

test('an amount that has changed comes back with the right one', async () => {
  const { made } = portalWith({
    payFees: () => {
      throw conflict('amount_changed', 'The amount has changed. Please check it and try again.', {
        expected: 0,
      });
    },
  });
  const portal = await made;
  const fees = { examId: 101, registrationId: 9001, proctorFee: 15, amount: 15, ccId: '4001' };
  const answer = await portal.post(
    '/api/payProctorFeeWithPaymentProfile',
    fees,
    await portal.signedIn(aStudentSession()),
  );
  expect(await problemIn(answer)).toMatchObject({
    status: 409,
    code: 'amount_changed',
    expected: 0,
  });
});
