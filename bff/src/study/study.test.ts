import { expect, test } from '@jest/globals';
import { TEST_NOW } from '@portal/access/testing/test-clock';
import * as contract from '@portal/contract/seminary/study';
import type { CallOptions } from '@portal/kit/grpc/client';
import { aPortal, aStaffSession, aStudentSession, problemIn } from '../testing/portal.ts';

const paid = {
  id: 9001,
  at: new Date('2026-11-22T02:00:00Z'),
  amountCents: 60_000,
  account: 'TTINJ',
  methodType: 'ACH',
};
const visa = { account: 'TTI', type: 'CC', last4: '1111' };
const card = {
  paymentType: 'CC',
  isAuthNet: true,
  acceptPaymentDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT',
  acceptPaymentValue: 'b3BhcXVl',
  name: 'Dana Levi',
  ccLast4: '1111',
  ccExpMonth: 12,
  ccExpYear: TEST_NOW.getFullYear() + 3,
  billingZipCode: '11230',
  cardType: 'Visa',
};
const bank = {
  paymentType: 2,
  isAuthNet: true,
  acceptPaymentDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT',
  acceptPaymentValue: 'b3BhcXVl',
  name: 'Dana Levi',
  last4accountNumber: '6789',
  routingNumber: '121042882',
  accountType: 'checking',
};
const place = { ttiStudentId: 'T-1', programId: 12, paymentTo: 'TTI' };

async function aDesk(session = aStaffSession('ROLE_ADMISSIONS')) {
  const requests: unknown[] = [];
  const limits: (number | undefined)[] = [];
  const record = (given: unknown) => (request: never, by: CallOptions) => {
    requests.push(request);
    limits.push(by.deadlineMs);
    return given;
  };
  const study = {
    getStudyInfo: record({
      firstName: 'Rivka',
      lastName: 'Stern',
      amountCents: 60_000,
      programs: [{ programId: 12, name: 'Year in Israel' }],
      programName: 'Year in Israel',
      totalPaidCents: 60_050,
      currentMethod: visa,
      warning: 'Student already paid $600.50 for seminary study.',
    }),
    chargeAndJoin: record({
      isNewMember: true,
      currentMethod: visa,
      messages: ['The student is now a TTI member.'],
      payment: paid,
    }),
    payRest: record({ payment: paid, payments: [paid], messages: [] }),
    saveMethod: record({
      currentMethod: { ...visa, type: 'ACH', last4: '6789' },
      messages: ['The payment method was saved.'],
    }),
    getRefundData: record({
      payments: [paid, { ...paid, amountCents: -5000 }],
      refundable: true,
      message: undefined,
      maxRefundCents: 55_000,
    }),
    refundAndUnjoin: record({ payments: [paid], errors: ['No.'] }),
  };
  const portal = await aPortal({ services: { seminary: { study } } });
  const cookie = await portal.signedIn(session);
  const ask = async (path: string, body: object) => {
    const answer = await portal.post(path, body, cookie);
    return { status: answer.status, body: (await answer.json()) as { code?: string } };
  };
  return { portal, cookie, requests, limits, ask };
}

test('the amount due follows the contract, in dollars', async () => {
  const { requests, ask } = await aDesk(aStudentSession());
  const { body } = await ask('/api/getTTIStudentInfo', {
    student_id: 1001,
    programId: 12,
    fullJoin: 'true',
    paymentTo: 'TTI',
  });
  expect(contract.getTTIStudentInfo.answer.parse(body)).toEqual({
    student: { First: 'Rivka', Last: 'Stern' },
    amount: 600,
    programs: [{ ProgramId: 12, Name: 'Year in Israel' }],
    programName: 'Year in Israel',
    totalPaid: 600.5,
    currentPaymentMethod: { PaymentMethodType: 'CC', CardLast4: '1111', AccountLast4: null },
    warning: 'Student already paid $600.50 for seminary study.',
  });
  expect(requests).toEqual([
    {
      ttiStudentId: '1001',
      programId: 12,
      isSecondPayment: false,
      fullJoin: true,
      isRefund: false,
      paymentTo: 'TTI',
    },
  ]);
});

test('TTI and the processor have their whole time before the office stops waiting', async () => {
  const { limits, ask } = await aDesk();
  const program = { ttiStudentId: 'T-1', programId: 12, studentProgramId: 5001 };
  await ask('/api/getTTIStudentInfo', { student_id: 'T-1', programId: 12, paymentTo: 'TTI' });
  await ask('/api/tti/getRefundData', program);
  await ask('/api/tti/secondPayment', { ttiStudentId: 'T-1', user: 'morah' });
  await ask('/api/tti/refundAndUnjoin', {
    ...program,
    keepMembership: 'false',
    requestedRefundAmount: 55.5,
  });
  expect(limits).toEqual([20_000, 20_000, 65_000, 65_000]);
});

test('joining sends a card, a bank account, or neither with the current method', async () => {
  const { requests, ask } = await aDesk();
  const join = {
    ...place,
    amount: 1200.5,
    programName: 'Year in Israel',
    fullJoin: true,
    chargedBy: 'morah',
  };
  const { status, body } = await ask('/api/tti/chargeAndJoin', { ...join, ...card });
  expect(status).toBe(200);
  expect(contract.chargeAndJoin.answer.parse(body)).toEqual({
    isNewMember: true,
    currentPaymentMethod: { PaymentMethodType: 'CC', CardLast4: '1111', AccountLast4: null },
    messages: ['The student is now a TTI member.'],
    payment: {
      StudentPaymentId: 9001,
      AddDate: '2026-11-21',
      Amount: 600,
      PaymentGateway: 'TTINJ',
      PaymentMethodType: 'ACH',
    },
  });
  await ask('/api/tti/chargeAndJoin', { ...join, ...bank, userName: 'rivka' });
  await ask('/api/tti/chargeAndJoin', { ...join, chargeCurrentPaymentMethod: true });
  const order = { ...place, amountCents: 120_050, fullJoin: true };
  expect(requests).toMatchObject([
    { ...order, saidBy: 'morah', method: { card: { cardholderName: 'Dana Levi', last4: '1111' } } },
    {
      ...order,
      saidBy: 'rivka',
      method: {
        bankAccount: { last4: '6789', routingNumber: '121042882', accountType: 'checking' },
      },
    },
    { ...order, method: undefined },
  ]);
});

test('a wrong field, no method, and a whole account number never reach a service', async () => {
  const { requests, ask } = await aDesk();
  const refused = async (body: object) => {
    const { status, body: problem } = await ask('/api/tti/chargeAndJoin', {
      ...place,
      amount: 1,
      ...body,
    });
    return [status, problem.code];
  };
  expect(await refused({ ...card, ccLast4: '1' })).toEqual([422, 'card_fields_invalid']);
  expect(await refused({})).toEqual([422, 'no_payment_method']);
  expect(await refused({ ...bank, last4accountNumber: '123456789' })).toEqual([
    400,
    'card_data_refused',
  ]);
  expect(await refused({ ...bank, accountNumber: '12345' })).toEqual([400, 'card_data_refused']);
  expect(await refused({ ...card, paymentTo: undefined })).toEqual([422, 'invalid']);
  expect(requests).toEqual([]);
});

test('second payment, payment method and refund pass on the response', async () => {
  const { requests, ask } = await aDesk();
  const second = await ask('/api/tti/secondPayment', {
    ttiStudentId: 'T-1',
    user: 'morah',
    amount: 600,
  });
  expect(contract.secondPayment.answer.parse(second.body)).toMatchObject({
    success: true,
    payments: [{ Amount: 600 }],
  });
  const saved = await ask('/api/tti/addPaymentMethod', { ...place, ...bank });
  expect(contract.addPaymentMethod.answer.parse(saved.body)).toEqual({
    currentPaymentMethod: { PaymentMethodType: 'ACH', CardLast4: null, AccountLast4: '6789' },
    messages: ['The payment method was saved.'],
  });
  const program = { ttiStudentId: 'T-1', programId: 12, studentProgramId: 5001 };
  const data = await ask('/api/tti/getRefundData', program);
  expect(contract.getRefundData.answer.parse(data.body)).toMatchObject({
    refundable: true,
    message: null,
    maxRefund: 550,
    payments: [{}, { Amount: -50 }],
  });
  const back = await ask('/api/tti/refundAndUnjoin', {
    ...program,
    keepMembership: 'false',
    requestedRefundAmount: 55.5,
  });
  expect(contract.refundAndUnjoin.answer.parse(back.body)).toMatchObject({ errors: ['No.'] });
  expect(requests).toMatchObject([
    { ttiStudentId: 'T-1', amountCents: 60_000, saidBy: 'morah' },
    { ...place, method: { bankAccount: { name: 'Dana Levi' } } },
    program,
    { ...program, keepMembership: false, amountCents: 5550 },
  ]);
  expect(
    (
      await ask('/api/tti/refundAndUnjoin', {
        ...program,
        keepMembership: true,
        requestedRefundAmount: 0,
      })
    ).status,
  ).toBe(422);
});

test('money back and second payments are the office’s alone (R-362)', async () => {
  const { portal, cookie } = await aDesk(aStudentSession());
  for (const path of [
    '/api/tti/secondPayment',
    '/api/tti/getRefundData',
    '/api/tti/refundAndUnjoin',
  ])
    expect(await problemIn(await portal.post(path, {}, cookie))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
  const other = await aDesk(aStaffSession('ROLE_ADVISOR', 'ROLE_SUPPORT', 'ROLE_SCHOOL_ADMIN'));
  for (const path of [
    '/api/getTTIStudentInfo',
    '/api/tti/chargeAndJoin',
    '/api/tti/addPaymentMethod',
  ])
    expect((await other.ask(path, {})).status).toBe(403);
});
