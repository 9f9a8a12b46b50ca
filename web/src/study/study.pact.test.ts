import { test } from '@jest/globals';
import { meet } from '../shared/api/pact/testing.ts';
import { infoCall, joinCall, saveMethodCall } from './api.ts';

const signedIn = 'a student is signed in';
const place = { ttiStudentId: 'T-1', programId: 12, paymentTo: 'TTI' };
const order = { ...place, programName: 'Year in Israel', fullJoin: false, amount: 600.5 };
const visa = { PaymentMethodType: 'CC' as const, CardLast4: '1111', AccountLast4: null };
const account = { PaymentMethodType: 'ACH' as const, CardLast4: null, AccountLast4: '6789' };
const token = {
  isAuthNet: true as const,
  acceptPaymentDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT',
  acceptPaymentValue: 'eyJjb2RlIjoiNTBfMiJ9',
};
const newCard = {
  ...token,
  paymentType: 'CC' as const,
  name: 'Dana Levi',
  cardholderName: 'Dana Levi',
  ccLast4: '1111',
  ccExpMonth: 12,
  ccExpYear: 2090,
  billingZipCode: '10952',
  cardType: 'Visa' as const,
};
const newAccount = {
  ...token,
  paymentType: 'ACH' as const,
  name: 'Dana Levi',
  last4accountNumber: '6789',
  routingNumber: '121042882',
  accountType: 'checking' as const,
};

test('the amount due, and for a programme without a request', async () => {
  const input = { student_id: 'T-1', programId: 12, paymentTo: 'TTI', fullJoin: false };
  await meet(infoCall, {
    given: signedIn,
    input,
    answer: {
      student: { First: 'Rivka', Last: 'Stern' },
      amount: 600.5,
      programs: [{ ProgramId: 12, Name: 'Year in Israel' }],
      programName: 'Year in Israel',
      totalPaid: 100.5,
      currentPaymentMethod: visa,
      warning: 'Student already paid $100.50 for seminary study.',
    },
  });
  await meet(infoCall, {
    given: 'seminary study was not asked for',
    input,
    refusal: {
      status: 404,
      code: 'no_interest',
      detail: 'Seminary study program interest not found',
    },
  });
});

test('joining with the current method, a declined card, and at a changed price', async () => {
  const payment = {
    StudentPaymentId: 9001,
    AddDate: '2026-11-21',
    Amount: 600.5,
    PaymentGateway: 'TTI' as const,
    PaymentMethodType: 'CC' as const,
  };
  const withCurrent = { ...order, chargeCurrentPaymentMethod: true as const };
  await meet(joinCall, {
    given: signedIn,
    input: withCurrent,
    answer: {
      isNewMember: true,
      currentPaymentMethod: visa,
      messages: ['The student is now a TTI member.'],
      payment,
    },
  });
  await meet(joinCall, {
    given: 'the card is declined',
    input: { ...order, ...newCard },
    refusal: {
      status: 402,
      code: 'card_declined',
      detail: 'There was a problem charging your card.',
      reason: 'This transaction has been declined.',
    },
  });
  await meet(joinCall, {
    given: 'the price has changed',
    input: withCurrent,
    refusal: {
      status: 409,
      code: 'amount_changed',
      detail: 'The amount has changed. Please check it and try again.',
      expected: 180,
    },
  });
});

test('saving a bank account, and a card that is refused', async () => {
  await meet(saveMethodCall, {
    given: signedIn,
    input: { ...place, ...newAccount },
    answer: { currentPaymentMethod: account, messages: ['The payment method was saved.'] },
  });
  await meet(saveMethodCall, {
    given: 'the card is declined',
    input: { ...place, ...newCard },
    refusal: { status: 402, code: 'card_refused', detail: 'There was a problem adding your card' },
  });
});
