import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { getStudentInfo } from '@portal/contract/student';
import * as contract from '@portal/contract/study';
import { sql } from '../databases.ts';
import { breakPartner, mendPartners } from '../processor.ts';
import { aStudent } from '../students.ts';
import {
  aBankAccount,
  anInterested,
  anOwnInterested,
  aProgram,
  aStudyCard,
  atTti,
  makeBusy,
  type Program,
  setFree,
  studyBook,
  switchAch,
} from '../study.ts';
import { until } from '../until.ts';
import { refusal } from './refusal.ts';
import {
  admin,
  admissions,
  fillMethods,
  first,
  info,
  join,
  joined,
  nobody,
  programsOf,
  refusesWhatTtiDoesNotKnow,
  rest,
  save,
  withStudyStaff,
} from './study-orders.ts';

withStudyStaff();

describe('getTTIStudentInfo', () => {
  refusesWhatTtiDoesNotKnow(info, ['no_student', 'no_interest', 'not_woodmont', 'partner_failed']);

  test('gives the whole price for a full join and its first part otherwise, and tells what is known', async () => {
    const who = await anInterested({ programs: [aProgram(), aProgram({ name: 'Other' })] });
    const { body } = await info(who, { paymentTo: 'TTI' });
    expect(body).toEqual({
      student: { First: 'Rivka', Last: 'Stern' },
      amount: 1200,
      programs: who.programs.map(({ programId, name }) => ({ ProgramId: programId, Name: name })),
      programName: 'Year in Israel',
      totalPaid: 0,
      currentPaymentMethod: null,
      warning: null,
    });
    expect((await info(who, { fullJoin: false })).body.amount).toBe(500);
    expect((await info(who, { fullJoin: undefined })).body.amount).toBe(500);
  });

  test('warns of what was paid, and asks for the rest', async () => {
    const who = await anInterested();
    await joined(who, { fullJoin: false });
    const warning = 'Student already paid $500.00 for seminary study.';
    expect((await info(who, { isSecondPayment: true })).body).toMatchObject({ amount: 700, totalPaid: 500, warning });
    expect((await info(who)).body).toMatchObject({ amount: 700, currentPaymentMethod: { PaymentMethodType: 'CC', AccountLast4: null } });
    expect((await info(who, { isRefund: true })).body.amount).toBe(0);
  });

  test('asks 1 of a test student', async () => {
    for (const name of ['test', 'Test 3', 'TEST-girl', 'test7']) {
      const who = await anInterested({ first: name });
      expect((await info(who)).body.amount).toBe(1);
    }
    expect((await info(await anInterested({ first: 'Tester' }))).body.amount).toBe(1200);
  });

  test('refuses an account that is none, and second payment and refund of who has paid nothing', async () => {
    const who = await anInterested();
    for (const paymentTo of ['TTIX', 'tti', ''])
      expect(refusal(await info(who, { paymentTo }))).toEqual({
        status: 422,
        code: 'payment_to_unknown',
        detail: '"PaymentTo" not recognized.',
      });
    for (const more of [{ isSecondPayment: true }, { isRefund: true }])
      expect(refusal(await info(who, more))).toEqual({ status: 404, code: 'no_payments', detail: 'No payments found for student.' });
  });

  test('shows a student her own record and nobody else’s (R-362, R-366)', async () => {
    const own = await anOwnInterested();
    const who = { id: own.ttiStudentId, programs: own.programs };
    expect((await info(who, {}, own.person)).body).toMatchObject({ amount: 1200, student: { First: own.firstName } });
    const other = await anInterested();
    const stranger = await aStudent();
    for (const [person, whose] of [
      [own.person, other],
      [stranger.person, who],
      [stranger.person, nobody],
    ] as const)
      expect(refusal(await info(whose, {}, person))).toEqual({
        status: 403,
        code: 'other_student',
        detail: 'You can only do this for your own account.',
      });
  });
});

describe('chargeAndJoin', () => {
  refusesWhatTtiDoesNotKnow(join, ['no_student', 'no_interest', 'not_woodmont', 'partner_failed']);

  test('charges, joins and puts a new member on record', async () => {
    const who = await anInterested({ collegeId: 234 });
    const key = randomUUID();
    const card = await aStudyCard('TTINJ');
    const answer = await join(who, { paymentTo: 'TTINJ', chargedBy: 'morah', ...card }, key);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        isNewMember: true,
        currentPaymentMethod: { PaymentMethodType: 'CC', CardLast4: expect.stringMatching(/^\d{4}$/), AccountLast4: null },
        messages: ['The payment of $1,200.00 was received.', 'The student is now a TTI member.'],
        payment: {
          StudentPaymentId: expect.any(Number),
          AddDate: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
          Amount: 1200,
          PaymentGateway: 'TTINJ',
          PaymentMethodType: 'CC',
        },
      },
    ]);
    expect((await join(who, { paymentTo: 'TTINJ', chargedBy: 'morah', ...card }, key)).body).toEqual(answer.body);
    expect([await studyBook(who.id, 'TTINJ'), await studyBook(who.id)]).toEqual([['authCapture 1200'], []]);
    expect(await atTti(who.id)).toMatchObject({ member: true, payments: [{ amount: 1200, paymentGateway: 'TTINJ' }] });
    const { student } = await admin.do(getStudentInfo, { isTtiMember: true, student_id: who.id });
    expect(student).toMatchObject({ firstName: 'Rivka', email: who.email, ttiStudentId: who.id, isTtiMember: true });
    const { programs } = await programsOf(student.id);
    expect(programs).toMatchObject([{ programId: first(who).programId }]);
  });

  test('a student joins by herself, with a bank account, and keeps her record', async () => {
    const own = await anOwnInterested();
    const who = { id: own.ttiStudentId, programs: own.programs };
    const { status, body } = await join(who, { ...(await aBankAccount()) }, randomUUID(), own.person);
    expect([status, body.currentPaymentMethod]).toEqual([
      200,
      { PaymentMethodType: 'ACH', CardLast4: null, AccountLast4: expect.any(String) },
    ]);
    const { student } = await admin.do(getStudentInfo, { isTtiMember: true, student_id: who.id });
    expect(student).toMatchObject({ id: own.id, isTtiMember: true });
    const other = await anInterested();
    expect(refusal(await join(other, {}, randomUUID(), own.person))).toMatchObject({ status: 403, code: 'other_student' });
    expect(await studyBook(other.id)).toEqual([]);
  });

  test('pays with the current method, and without one refuses with no_payment_method', async () => {
    const who = await anInterested();
    expect(refusal(await join(who, { chargeCurrentPaymentMethod: true }))).toMatchObject({ status: 409, code: 'no_payment_method' });
    expect(refusal(await join(who, { method: null }))).toMatchObject({ status: 422, code: 'no_payment_method' });
    await save(who, await aBankAccount());
    expect(refusal(await join(who, { chargeCurrentPaymentMethod: true, paymentTo: 'TTINJ' }))).toMatchObject({ code: 'no_payment_method' });
    expect((await joined(who, { chargeCurrentPaymentMethod: true })).payment).toMatchObject({
      PaymentMethodType: 'ACH',
      PaymentGateway: 'TTI',
    });
  });

  test('takes the sum from TTI, not from the page, and 1 from a test student', async () => {
    const who = await anInterested();
    const { status, body } = await join(who, { amount: 1 });
    expect([status, body.code, body.expected]).toEqual([409, 'amount_changed', 1200]);
    const test = await anInterested({ first: 'Test' });
    expect((await join(test)).body).toMatchObject({ code: 'amount_changed', expected: 1 });
    await joined(test, { amount: 1 });
    expect(refusal(await join(test, { amount: 1 }))).toEqual({
      status: 409,
      code: 'already_paid',
      detail: 'Student already paid $1.00 for seminary study.',
    });
    expect([await studyBook(who.id), await studyBook(test.id)]).toEqual([[], ['authCapture 1']]);
  });

  test('is paid once: with email_in_use, already_paid, charge_pending and payment_to_unknown nothing is charged', async () => {
    const used = await anInterested({ email: (await aStudent()).email });
    expect(refusal(await join(used))).toEqual({
      status: 409,
      code: 'email_in_use',
      detail: 'This email address is already in the JSE database.',
    });
    expect(refusal(await join(used, { paymentTo: 'XX' }))).toMatchObject({ status: 422, code: 'payment_to_unknown' });
    expect(await studyBook(used.id)).toEqual([]);
    const who = await anInterested();
    await joined(who, { fullJoin: false });
    await makeBusy(who.id);
    expect(refusal(await join(who, { amount: 700 }))).toMatchObject({ status: 409, code: 'charge_pending' });
    await setFree(who.id);
    await joined(who, { amount: 700 });
    const already = { status: 409, code: 'already_paid', detail: 'Student already paid $1,200.00 for seminary study.' };
    expect(refusal(await join(who, { amount: 700 }))).toEqual(already);
    expect(await studyBook(who.id)).toEqual(['authCapture 500', 'authCapture 700']);
  });

  test('a click on two tabs pays once', async () => {
    const who = await anInterested();
    const answers = await Promise.all([join(who, { fullJoin: false }), join(who, { fullJoin: false })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await studyBook(who.id)).toEqual(['authCapture 500']);
  });

  test('a card that is declined says card_declined, a wrong field card_fields_invalid, a bank account that is not taken ach_not_available', async () => {
    const who = await anInterested();
    const declined = await join(who, { ...(await aStudyCard('TTI', { zip: '46282' })) });
    expect(refusal(declined)).toEqual({ status: 402, code: 'card_declined', detail: 'There was a problem charging your card.' });
    expect(refusal(await join(who, { ...(await aBankAccount()), routingNumber: '1' }))).toEqual({
      status: 422,
      code: 'card_fields_invalid',
      detail: 'Please fill in all the fields accurately.',
    });
    for (const wrong of [{ last4accountNumber: '123456789' }, { accountNumber: '123456789' }])
      expect(refusal(await join(who, { ...(await aBankAccount()), ...wrong }))).toMatchObject({ status: 400, code: 'card_data_refused' });
    await switchAch('TTINJ', false);
    const bank = await aBankAccount('TTINJ');
    const noAch = await join(who, { paymentTo: 'TTINJ', ...bank }).finally(() => switchAch('TTINJ', true));
    expect(refusal(noAch)).toEqual({ status: 422, code: 'ach_not_available', detail: 'ACH not available' });
    expect([await studyBook(who.id), await studyBook(who.id, 'TTINJ'), (await atTti(who.id)).payments]).toEqual([[], [], []]);
  });

  test('no more than ten methods are kept: then too_many_cards', async () => {
    const who = await anInterested();
    await fillMethods(who);
    expect(refusal(await join(who))).toMatchObject({ status: 409, code: 'too_many_cards' });
    expect(await studyBook(who.id)).toEqual([]);
  });

  test('a charge of which nobody knows is told by charge_unknown, and no other one begins', async () => {
    const who = await anInterested();
    const key = randomUUID();
    const card = await aStudyCard();
    await breakPartner({ partner: 'cards', mode: 'garbage', operation: 'createTransactionRequest' });
    const unknown = await join(who, card, key).finally(mendPartners);
    expect(refusal(unknown)).toMatchObject({ status: 502, code: 'charge_unknown' });
    expect(refusal(await join(who))).toMatchObject({ status: 409, code: 'charge_pending' });
    expect(await studyBook(who.id)).toEqual([]);
  });

  test('TTI that goes away after the charge is told later, and the answer says so', async () => {
    const who = await anInterested();
    await breakPartner({ partner: 'tti', mode: 'down', operation: `POST /tti/students/${who.id}/payments` });
    const { isNewMember, messages } = await joined(who).finally(mendPartners);
    expect([isNewMember, messages]).toEqual([
      false,
      [
        'The payment of $1,200.00 was received.',
        'TTI cannot be reached at the moment. It will be told as soon as it answers; please do not pay again.',
      ],
    ]);
    await until(
      () => atTti(who.id),
      ({ member, payments }) => member && payments.length === 1,
    );
  });
});

describe('secondPayment', () => {
  refusesWhatTtiDoesNotKnow(
    (who) => rest(who, { programId: first(who).programId }),
    ['no_student', 'no_interest', 'not_woodmont', 'partner_failed'],
  );

  test('charges the rest with the current method at its account', async () => {
    const who = await anInterested();
    await joined(who, { fullJoin: false, paymentTo: 'TTINJ' });
    expect((await rest(who, { amount: 1 })).body).toMatchObject({ code: 'amount_changed', expected: 700 });
    await makeBusy(who.id);
    expect(refusal(await rest(who))).toMatchObject({ status: 409, code: 'charge_pending' });
    await setFree(who.id);
    const { status, body } = await rest(who, { user: 'morah' });
    expect([status, body]).toMatchObject([
      200,
      { success: true, payment: { Amount: 700, PaymentGateway: 'TTINJ' }, payments: [{ Amount: 500 }, { Amount: 700 }] },
    ]);
    expect(await studyBook(who.id, 'TTINJ')).toEqual(['authCapture 500', 'authCapture 700']);
    expect(refusal(await rest(who))).toEqual({
      status: 409,
      code: 'nothing_due',
      detail: 'Student already paid $1,200.00 for seminary study.',
    });
  });

  test('needs a payment before it, a method, and a programme when several are open', async () => {
    const who = await anInterested({ programs: [aProgram(), aProgram()] });
    expect(refusal(await rest(who))).toEqual({ status: 404, code: 'no_payments', detail: 'No payments found for student.' });
    expect(refusal(await rest(who, { programId: first(who).programId }))).toMatchObject({ status: 404, code: 'no_payments' });
    await joined(who, { fullJoin: false });
    await joined({ ...who, programs: [who.programs[1] as Program] }, { fullJoin: false });
    expect(refusal(await rest(who))).toMatchObject({ status: 422, code: 'invalid' });
    expect((await rest(who, { programId: first(who).programId })).status).toBe(200);
    expect((await rest(who)).status).toBe(200);
    const without = await anInterested();
    await joined(without, { fullJoin: false });
    await sql('payments', 'DELETE FROM study_method WHERE tti_student_id = $1', [without.id]);
    expect(refusal(await rest(without))).toMatchObject({ status: 409, code: 'no_payment_method' });
  });

  test('a decline is card_declined, an answer that is lost charge_unknown', async () => {
    const who = await anInterested();
    await joined(who, { fullJoin: false });
    await breakPartner({ partner: 'cards', mode: 'decline', count: 1 });
    expect(refusal(await rest(who))).toMatchObject({ status: 402, code: 'card_declined' });
    await breakPartner({ partner: 'cards', mode: 'garbage', operation: 'createTransactionRequest' });
    expect(refusal(await rest(who).finally(mendPartners))).toMatchObject({ status: 502, code: 'charge_unknown' });
  });
});

describe('addPaymentMethod', () => {
  refusesWhatTtiDoesNotKnow(save, ['no_student', 'no_interest', 'not_woodmont', 'partner_failed']);

  test('saves a card or bank account as the current method of its account and charges nothing', async () => {
    const who = await anInterested();
    const saved = await save(who, {}, 'TTINJ');
    expect([saved.status, saved.body]).toEqual([
      200,
      {
        currentPaymentMethod: { PaymentMethodType: 'CC', CardLast4: expect.any(String), AccountLast4: null },
        messages: ['The payment method was saved.'],
      },
    ]);
    const bank = await aBankAccount('TTI');
    await save(who, bank);
    const account = { PaymentMethodType: 'ACH', CardLast4: null, AccountLast4: bank.last4accountNumber };
    expect((await info(who)).body.currentPaymentMethod).toEqual(account);
    expect((await info(who, { paymentTo: 'TTINJ' })).body.currentPaymentMethod).toEqual(saved.body.currentPaymentMethod);
    await until(
      () => atTti(who.id),
      ({ paymentMethod }) => paymentMethod?.last4 === bank.last4accountNumber,
    );
    expect([await studyBook(who.id), await studyBook(who.id, 'TTINJ')]).toEqual([[], []]);
  });

  test('is for the student herself too, and for nobody else’s record', async () => {
    const own = await anOwnInterested();
    const who = { id: own.ttiStudentId, programs: own.programs };
    expect((await save(who, {}, 'TTI', own.person)).status).toBe(200);
    expect(refusal(await save(await anInterested(), {}, 'TTI', own.person))).toMatchObject({ status: 403, code: 'other_student' });
  });

  test('refuses with card_refused, card_fields_invalid, no_payment_method, payment_to_unknown, ach_not_available and too_many_cards', async () => {
    const who = await anInterested();
    const refused = await save(who, { ...(await aStudyCard('TTI', { zip: '46282' })) });
    expect(refusal(refused)).toEqual({ status: 402, code: 'card_refused', detail: 'There was a problem adding your card' });
    expect(refusal(await save(who, { ...(await aStudyCard()), ccLast4: '1' }))).toMatchObject({ status: 422, code: 'card_fields_invalid' });
    const place = { ttiStudentId: who.id, paymentTo: 'TTI' };
    expect(refusal(await admissions.ask(contract.addPaymentMethod, place, randomUUID()))).toMatchObject({
      status: 422,
      code: 'no_payment_method',
    });
    expect(refusal(await save(who, { paymentTo: 'XX' }))).toMatchObject({ status: 422, code: 'payment_to_unknown' });
    await switchAch('TTINJ', false);
    const bank = await aBankAccount('TTINJ');
    const noAch = await save(who, bank, 'TTINJ').finally(() => switchAch('TTINJ', true));
    expect(refusal(noAch)).toEqual({ status: 422, code: 'ach_not_available', detail: 'ACH not available' });
    await fillMethods(who);
    expect(refusal(await save(who))).toMatchObject({ status: 409, code: 'too_many_cards' });
  });
});
