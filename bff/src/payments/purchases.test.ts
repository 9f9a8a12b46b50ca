import { expect, test } from '@jest/globals';
import type { CallSpec } from '@portal/contract/call';
import { calls } from '@portal/contract/calls';
import { newCardNames } from '@portal/contract/payments/cards';
import * as contract from '@portal/contract/purchases/payments';
import { exampleOf } from '@portal/contract/testing/examples';
import { declined } from '@portal/kit/errors';
import { newCard, newMethod, portalWith, savedMethod } from '../testing/paying-portal.ts';
import { aStudentSession, problemIn } from '../testing/portal.ts';
import { aCard, aRegistration, someCredits } from '../testing/records.ts';
import { whoMay } from '../testing/refusing-services.ts';

const bought = {
  credits: someCredits(),
  successMessage: 'Thank you. 3 credits were added to your account.',
  card: undefined,
};
const registered = {
  registration: aRegistration(),
  credits: someCredits(),
  freeSeminaryRetake: false,
  studyMaterialNotSent: false,
};

test.each([
  {
    call: contract.purchaseCreditsWithProfile as CallSpec,
    body: { numberOfCredits: 3, amount: 157.5, ccId: '4001' },
    requests: { numberOfCredits: 3, amountCents: 15_750, method: savedMethod },
  },
  {
    call: contract.purchaseCredits as CallSpec,
    body: { numberOfCredits: 3, amount: 0.29, ...newCard },
    requests: { numberOfCredits: 3, amountCents: 29, method: newMethod },
  },
  {
    call: contract.purchasePackageWithProfile as CallSpec,
    body: { packageId: 5, amount: 450.5, ccId: '4001' },
    requests: { packageId: 5, amountCents: 45_050, method: savedMethod },
  },
  {
    call: contract.purchasePackageWithNewProfile as CallSpec,
    body: { packageId: 5, amount: 450.5, ...newCard },
    requests: { packageId: 5, amountCents: 45_050, method: newMethod },
  },
  {
    call: contract.purchasePackageWithProfile as CallSpec,
    body: { packageId: 5, amount: 0 },
    requests: { packageId: 5, amountCents: 0, method: undefined },
  },
])('$call.path charges the agreed amount in cents', async ({ call, body, requests: expected }) => {
  const { made, requests } = portalWith({
    buyCredits: () => bought,
    buyPackage: () => ({ ...bought, card: aCard() }),
  });
  const portal = await made;
  const answer = await portal.post(call.path, body, await portal.signedIn(aStudentSession()));
  expect(call.answer.parse(await answer.json())).toMatchObject({
    totCreditsAvailable: 6,
    successMessage: bought.successMessage,
  });
  expect(requests).toEqual([expected]);
});

test.each([
  {
    path: '/api/purchaseCredits',
    body: { numberOfCredits: 1, amount: 5 },
    code: 'no_payment_method',
    detail: 'Please enter your payment details.',
  },
  {
    path: '/api/purchaseCredits',
    body: { numberOfCredits: 1, amount: 5, ...newCard, ccExpYear: 2020 },
    code: 'card_fields_invalid',
    detail: 'Please fill in all the fields accurately.',
  },
  {
    path: '/api/purchaseCreditsWithProfile',
    body: { numberOfCredits: 1, amount: 5 },
    code: 'no_payment_method',
  },
  { path: '/api/saveCreditCard', body: {}, code: 'no_payment_method' },
  {
    path: '/api/purchaseCreditsWithProfile',
    body: { numberOfCredits: 0, amount: 5, ccId: '1' },
    code: 'invalid',
  },
  {
    path: '/api/purchaseCreditsWithProfile',
    body: { numberOfCredits: 1, amount: 5.001, ccId: '1' },
    code: 'invalid',
  },
  {
    path: '/api/purchaseCreditsWithProfile',
    body: { numberOfCredits: 1, amount: '5', ccId: '1' },
    code: 'invalid',
  },
])(
  '$path with $body is refused with $code before any service call',
  async ({ path, body, code, detail }) => {
    const { made, requests } = portalWith({});
    const portal = await made;
    const answer = await portal.post(path, body, await portal.signedIn(aStudentSession()));
    expect(await problemIn(answer)).toMatchObject({
      status: 422,
      code,
      ...(detail ? { detail } : {}),
    });
    expect(requests).toEqual([]);
  },
);

const cardFields = new Set([...newCardNames, 'ccId']);

/** Every call that takes a new card. */
const withNewCard = calls.filter(({ call }) => call.card === 'new');

test.each(withNewCard)(
  '$name names each field of a new card that is wrong',
  async ({ call, name }) => {
    const { made, requests } = portalWith({});
    const portal = await made;
    const cookie = await portal.signedIn(whoMay(call));
    const wrong = {
      ccLast4: '123',
      ccExpMonth: 13,
      ccExpYear: 2020,
      billingZipCode: '1',
      cardholderName: ' ',
      cardType: 'Diners',
    };
    for (const [path, value] of Object.entries(wrong)) {
      const body = { ...exampleOf(name), ...newCard, [path]: value };
      const answer = await portal.post(call.path, body, cookie);
      expect(await problemIn(answer)).toMatchObject({
        status: 422,
        code: 'card_fields_invalid',
        detail: 'Please fill in all the fields accurately.',
        errors: [{ path }],
      });
    }
    expect(requests).toEqual([]);
  },
);

test.each(calls.filter(({ call }) => call.card === 'new' || call.card === 'saved'))(
  '$name is refused without a card before any service is called',
  async ({ call, name }) => {
    const { made, requests } = portalWith({});
    const portal = await made;
    const cookie = await portal.signedIn(whoMay(call));
    const fields = Object.entries(exampleOf(name));
    const body = Object.fromEntries(fields.filter(([field]) => !cardFields.has(field)));
    expect(await problemIn(await portal.post(call.path, body, cookie))).toMatchObject({
      status: 422,
      code: 'no_payment_method',
      detail: 'Please enter your payment details.',
    });
    expect(requests).toEqual([]);
  },
);

test('a card number in any field is refused', async () => {
  const { made, requests } = portalWith({});
  const portal = await made;
  const cookie = await portal.signedIn(aStudentSession());
  for (const field of [
    { cardholderName: '4111 1111 1111 1111' },
    { cvv: '123' },
    { extra: { deep: '378282246310005' } },
  ]) {
    const answer = await portal.post(
      '/api/purchaseCredits',
      { numberOfCredits: 1, amount: 5, ...newCard, ...field },
      cookie,
    );
    expect([answer.status, (await problemIn(answer)).code]).toEqual([400, 'card_data_refused']);
  }
  expect(requests).toEqual([]);
});

test('after ten declined cards the account waits; another account does not', async () => {
  const { made } = portalWith({
    buyCredits: () => {
      throw declined('card_declined', 'There was a problem charging your card.', {
        reason: 'This transaction has been declined.',
      });
    },
  });
  const portal = await made;
  const pay = async (cookie: Record<string, string>) =>
    portal.post(
      '/api/purchaseCreditsWithProfile',
      { numberOfCredits: 1, amount: 5, ccId: '1' },
      cookie,
    );
  const [dana, noam] = [
    await portal.signedIn(aStudentSession(12)),
    await portal.signedIn(aStudentSession(13)),
  ];
  const first = await pay(dana);
  expect(await problemIn(first)).toMatchObject({
    status: 402,
    reason: 'This transaction has been declined.',
  });
  for (let times = 1; times < 10; times += 1) expect((await pay(dana)).status).toBe(402);
  expect([(await pay(dana)).status, (await pay(noam)).status]).toEqual([429, 402]);
});

test.each([
  {
    call: contract.submitPaymentAndGetExam as CallSpec,
    pays: { ccId: '4001' },
    method: savedMethod,
  },
  { call: contract.purchasePackageAndRegister as CallSpec, pays: newCard, method: newMethod },
])('$call.path buys credits and registers', async ({ call, pays, method }) => {
  const { made, requests } = portalWith({ buyExam: () => ({ ...registered, card: aCard() }) });
  const portal = await made;
  const answer = await portal.post(
    call.path,
    { examId: 101, numberOfCredits: 3, amount: 157.5, ...pays },
    await portal.signedIn(aStudentSession()),
  );
  expect(call.answer.parse(await answer.json())).toMatchObject({
    exam: { id: 101 },
    registrationId: 9001,
    successMessage: 'You are registered for Biology.',
    paymentMethod: { ccId: '4001', cc4digits: '1111', ccExpYear: 2030 },
    error: null,
  });
  expect(requests).toEqual([{ examId: 101, numberOfCredits: 3, amountCents: 15_750, method }]);
});

test('reports the new credits if money was taken without a registration', async () => {
  const error =
    'Your payment was received and 3 credits were added to your account, but the registration ' +
    'did not go through: gone';
  const { made } = portalWith({
    buyExam: () => ({ ...registered, registration: undefined, error }),
  });
  const portal = await made;
  const body = { examId: 101, numberOfCredits: 3, amount: 157.5, ccId: '4001' };
  const answer = await portal.post(
    '/api/submitPaymentAndGetExam',
    body,
    await portal.signedIn(aStudentSession()),
  );
  expect([
    answer.status,
    contract.submitPaymentAndGetExam.answer.parse(await answer.json()),
  ]).toMatchObject([
    200,
    { exam: null, registrationId: null, successMessage: null, totCreditsAvailable: 6, error },
  ]);
});
