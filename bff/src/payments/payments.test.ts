import { expect, test } from '@jest/globals';
import type { CallSpec } from '@portal/contract/call';
import * as contract from '@portal/contract/payments';
import { conflict, declined } from '@portal/kit/errors';
import { aPortal, aStaffSession, aStudentSession, type FakeServices, problemIn } from '../testing/portal.ts';
import { aCard, aPackage, aRegistration, catalogOf, someCredits } from '../testing/records.ts';

const newCard = {
  acceptPaymentDescriptor: 'COMMON.ACCEPT.INAPP.PAYMENT',
  acceptPaymentValue: 'eyJjb2RlIjoiNTBfMiJ9',
  ccLast4: '1111',
  ccExpMonth: 12,
  ccExpYear: 30,
  billingZipCode: '10952',
  cardholderName: 'Dana Levi',
  cardType: 'Visa',
};
const cardOfServices = {
  descriptor: 'COMMON.ACCEPT.INAPP.PAYMENT',
  value: 'eyJjb2RlIjoiNTBfMiJ9',
  last4: '1111',
  expMonth: 12,
  expYear: 2030,
  billingZip: '10952',
  cardholderName: 'Dana Levi',
  cardType: 'Visa',
};
const savedMethod = { ccId: '4001', newCard: undefined };
const newMethod = { ccId: undefined, newCard: cardOfServices };
const bought = { credits: someCredits(), successMessage: 'Thank you. 3 credits were added to your account.', card: undefined };
const registered = { registration: aRegistration(), credits: someCredits(), freeSeminaryRetake: false, studyMaterialNotSent: false };

/** A portal whose services note what they were asked and answer as given. */
function portalWith(answers: Record<string, () => unknown>, services: FakeServices = {}) {
  const asked: unknown[] = [];
  const note = (rpc: string) => (request: never) => {
    asked.push(request);
    return answers[rpc]?.();
  };
  const capability = (...rpcs: string[]) => Object.fromEntries(rpcs.map((rpc) => [rpc, note(rpc)]));
  const made = aPortal({
    services: {
      catalog: catalogOf(),
      payments: {
        purchases: capability('buyCredits', 'buyPackage'),
        cards: capability('listCards', 'saveCard'),
        fees: capability('payFees'),
        credits: { ...capability('assignPackage'), listExamOffers: () => ({ offers: [] }) },
      },
      registration: {
        registrations: {
          ...capability('buyExam'),
          listRegistrations: () => ({
            registrations: [aRegistration({ proctorFeeCents: 0 })],
            unfitExamIds: [],
            memberWithoutExam2Years: false,
          }),
        },
      },
      ...services,
    },
  });
  return { made, asked };
}

test.each([
  {
    call: contract.purchaseCreditsWithProfile as CallSpec,
    body: { numberOfCredits: 3, amount: 157.5, ccId: '4001' },
    asked: { numberOfCredits: 3, amountCents: 15_750, method: savedMethod },
  },
  {
    call: contract.purchaseCredits as CallSpec,
    body: { numberOfCredits: 3, amount: 0.29, ...newCard },
    asked: { numberOfCredits: 3, amountCents: 29, method: newMethod },
  },
  {
    call: contract.purchasePackageWithProfile as CallSpec,
    body: { packageId: 5, amount: 450.5, ccId: '4001' },
    asked: { packageId: 5, amountCents: 45_050, method: savedMethod },
  },
  {
    call: contract.purchasePackageWithNewProfile as CallSpec,
    body: { packageId: 5, amount: 450.5, ...newCard },
    asked: { packageId: 5, amountCents: 45_050, method: newMethod },
  },
  {
    call: contract.purchasePackageWithProfile as CallSpec,
    body: { packageId: 5, amount: 0 },
    asked: { packageId: 5, amountCents: 0, method: undefined },
  },
])('$call.path asks in cents for what was agreed to', async ({ call, body, asked: expected }) => {
  const { made, asked } = portalWith({ buyCredits: () => bought, buyPackage: () => ({ ...bought, card: aCard() }) });
  const portal = await made;
  const answer = await portal.post(call.path, body, await portal.signedIn(aStudentSession()));
  expect(call.answer.parse(await answer.json())).toMatchObject({ totCreditsAvailable: 6, successMessage: bought.successMessage });
  expect(asked).toEqual([expected]);
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
  { path: '/api/purchaseCreditsWithProfile', body: { numberOfCredits: 1, amount: 5 }, code: 'no_payment_method' },
  { path: '/api/saveCreditCard', body: {}, code: 'no_payment_method' },
  { path: '/api/purchaseCreditsWithProfile', body: { numberOfCredits: 0, amount: 5, ccId: '1' }, code: 'invalid' },
  { path: '/api/purchaseCreditsWithProfile', body: { numberOfCredits: 1, amount: 5.001, ccId: '1' }, code: 'invalid' },
  { path: '/api/purchaseCreditsWithProfile', body: { numberOfCredits: 1, amount: '5', ccId: '1' }, code: 'invalid' },
])('$path with $body is refused with $code before anybody is asked', async ({ path, body, code, detail }) => {
  const { made, asked } = portalWith({});
  const portal = await made;
  const answer = await portal.post(path, body, await portal.signedIn(aStudentSession()));
  expect(await problemIn(answer)).toMatchObject({ status: 422, code, ...(detail ? { detail } : {}) });
  expect(asked).toEqual([]);
});

test('a card number in any field is refused', async () => {
  const { made, asked } = portalWith({});
  const portal = await made;
  const cookie = await portal.signedIn(aStudentSession());
  for (const field of [{ cardholderName: '4111 1111 1111 1111' }, { cvv: '123' }, { extra: { deep: '378282246310005' } }]) {
    const answer = await portal.post('/api/purchaseCredits', { numberOfCredits: 1, amount: 5, ...newCard, ...field }, cookie);
    expect([answer.status, (await problemIn(answer)).code]).toEqual([400, 'card_data_refused']);
  }
  expect(asked).toEqual([]);
});

test('after ten declined cards the account waits; another account does not', async () => {
  const { made } = portalWith({
    buyCredits: () => {
      throw declined('card_declined', 'There was a problem charging your card.', { reason: 'This transaction has been declined.' });
    },
  });
  const portal = await made;
  const pay = async (cookie: Record<string, string>) =>
    portal.post('/api/purchaseCreditsWithProfile', { numberOfCredits: 1, amount: 5, ccId: '1' }, cookie);
  const [dana, noam] = [await portal.signedIn(aStudentSession(12)), await portal.signedIn(aStudentSession(13))];
  const first = await pay(dana);
  expect(await problemIn(first)).toMatchObject({ status: 402, reason: 'This transaction has been declined.' });
  for (let times = 1; times < 10; times += 1) expect((await pay(dana)).status).toBe(402);
  expect([(await pay(dana)).status, (await pay(noam)).status]).toEqual([429, 402]);
});

test.each([
  { call: contract.submitPaymentAndGetExam as CallSpec, pays: { ccId: '4001' }, method: savedMethod },
  { call: contract.purchasePackageAndRegister as CallSpec, pays: newCard, method: newMethod },
])('$call.path buys credits and registers', async ({ call, pays, method }) => {
  const { made, asked } = portalWith({ buyExam: () => ({ ...registered, card: aCard() }) });
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
  expect(asked).toEqual([{ examId: 101, numberOfCredits: 3, amountCents: 15_750, method }]);
});

test('money that was taken without a registration is told with the new credits', async () => {
  const error = 'Your payment was received and 3 credits were added to your account, but the registration did not go through: gone';
  const { made } = portalWith({ buyExam: () => ({ ...registered, registration: undefined, error }) });
  const portal = await made;
  const body = { examId: 101, numberOfCredits: 3, amount: 157.5, ccId: '4001' };
  const answer = await portal.post('/api/submitPaymentAndGetExam', body, await portal.signedIn(aStudentSession()));
  expect([answer.status, contract.submitPaymentAndGetExam.answer.parse(await answer.json())]).toMatchObject([
    200,
    { exam: null, registrationId: null, successMessage: null, totCreditsAvailable: 6, error },
  ]);
});

test('fees are paid in cents, and the answer tells what is still due', async () => {
  const holdUntil = new Date('2026-03-01T12:10:00Z');
  const { made, asked } = portalWith({ payFees: () => ({ successMessage: 'Thank you.', card: aCard(), holdUntil }) });
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
  const withSaved = await portal.post('/api/payProctorFeeWithPaymentProfile', { ...fees, ccId: '4001' }, cookie);
  expect(contract.payProctorFeeWithPaymentProfile.answer.parse(await withSaved.json())).toMatchObject({ paymentMethod: null });
  const sums = { examId: 101, registrationId: 9001, sessionId: 77, proctorFeeCents: 1500, amountCents: 6500 };
  expect(asked).toEqual([
    { ...sums, method: newMethod },
    { ...sums, method: savedMethod },
  ]);
});

test('an amount that has changed comes back with the right one', async () => {
  const { made } = portalWith({
    payFees: () => {
      throw conflict('amount_changed', 'The amount has changed.', { expected: 0 });
    },
  });
  const portal = await made;
  const fees = { examId: 101, registrationId: 9001, proctorFee: 15, amount: 15, ccId: '4001' };
  const answer = await portal.post('/api/payProctorFeeWithPaymentProfile', fees, await portal.signedIn(aStudentSession()));
  expect(await problemIn(answer)).toMatchObject({ status: 409, code: 'amount_changed', expected: 0 });
});

test('cards are listed and saved under the names of the contract', async () => {
  const { made, asked } = portalWith({ listCards: () => ({ cards: [aCard()] }), saveCard: () => ({ card: aCard(), cards: [aCard()] }) });
  const portal = await made;
  const cookie = await portal.signedIn(aStudentSession());
  const [view] = contract.getPaymentMethods.answer.parse(await (await portal.get('/api/getPaymentMethods', cookie)).json());
  expect(view).toEqual({
    ccId: '4001',
    cardtype: 'Visa',
    cc4digits: '1111',
    ccName: 'Dana Levi',
    ccExpMonth: 12,
    ccExpYear: 2030,
    expired: false,
  });
  const saved = await portal.post('/api/saveCreditCard', newCard, cookie);
  expect(contract.saveCreditCard.answer.parse(await saved.json())).toEqual({ paymentMethod: view, paymentMethods: [view] });
  expect(asked[1]).toEqual({ card: cardOfServices });
});

test('a package is assigned only by those who may', async () => {
  const { made } = portalWith({ assignPackage: () => ({ credits: someCredits({ total: 16 }) }) });
  const portal = await made;
  const assign = async (...roles: string[]) =>
    portal.post('/api/admin/purchasePackage', { packageId: 5, student_id: 12 }, await portal.signedIn(aStaffSession(...roles)));
  expect((await assign('ROLE_ADMIN')).status).toBe(403);
  expect(contract.purchasePackage.answer.parse(await (await assign('ROLE_ADVISOR_ADMIN')).json())).toMatchObject({
    totCreditsAvailable: 16,
  });
});

const offered = [
  aPackage(),
  aPackage({ id: 6, adminOnly: true }),
  aPackage({ id: 7, active: false }),
  aPackage({ id: 8, isSpecialProgram: true, seminaryStudyTtiProgramId: 40 }),
  aPackage({ id: 9, isSpecialProgram: true, seminaryStudyTtiProgramId: 41 }),
  aPackage({ id: 10, isSpecialProgram: true, seminaryStudyTtiProgramId: 40, year: 2020 }),
];
const programs = { students: { listStudentPrograms: () => ({ programs: [{ programId: 40, year: 2026 }] }) } };

test.each([
  { who: aStudentSession(), sees: [5, 8], adminOnly: [], comment: null },
  { who: aStaffSession('ROLE_SUPPORT'), sees: [5, 8, 9, 10], adminOnly: [], comment: 'for the office' },
  { who: aStaffSession('ROLE_ADMIN'), sees: [5, 8, 9, 10], adminOnly: [6], comment: 'for the office' },
  { who: aStaffSession('ROLE_ADVISOR_ADMIN'), sees: [5, 8, 9, 10], adminOnly: [6], comment: 'for the office' },
])('a $who.kind with $who.roles sees the packages $sees and $adminOnly', async ({ who, sees, adminOnly, comment }) => {
  const { made } = portalWith({}, { catalog: catalogOf({ packages: offered }), seminary: programs });
  const portal = await made;
  const answer = await portal.get('/api/getPackagesTypesToDisplay', await portal.signedIn(who));
  const shown = contract.getPackagesTypesToDisplay.answer.parse(await answer.json());
  expect([shown.packages.map(({ id }) => id), shown.adminOnlyPackages.map(({ id }) => id)]).toEqual([sees, adminOnly]);
  expect(shown.packages[0]).toMatchObject({ purchase_price: 450.5, proctor_fee_price: 10, internal_comment: comment });
});
