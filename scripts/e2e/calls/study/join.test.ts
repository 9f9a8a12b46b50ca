import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { getStudentInfo } from '@portal/contract/students/student';
import { aStudent } from '../../people/students.ts';
import {
  aBankAccount,
  anInterested,
  anOwnInterested,
  aStudyCard,
  atTti,
  makeBusy,
  setFree,
  studyBook,
  switchAch,
} from '../../people/tti-students.ts';
import { breakPartner, mendPartners } from '../../portal/processor.ts';
import { until } from '../../portal/until.ts';
import { refusal } from '../every-call/refusal.ts';
import {
  admin,
  fillMethods,
  first,
  join,
  joined,
  programsOf,
  refusesByTti,
  save,
  withStudyStaff,
} from './orders.ts';

withStudyStaff();

describe('chargeAndJoin', () => {
  refusesByTti(join, ['no_student', 'no_interest', 'not_woodmont', 'partner_failed']);

  test('charges, joins and stores a new member', async () => {
    const who = await anInterested({ collegeId: 234 });
    const key = randomUUID();
    const card = await aStudyCard('TTINJ');
    const answer = await join(who, { paymentTo: 'TTINJ', chargedBy: 'morah', ...card }, key);
    expect([answer.status, answer.body]).toEqual([
      200,
      {
        isNewMember: true,
        currentPaymentMethod: {
          PaymentMethodType: 'CC',
          CardLast4: expect.stringMatching(/^\d{4}$/),
          AccountLast4: null,
        },
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
    expect(
      (await join(who, { paymentTo: 'TTINJ', chargedBy: 'morah', ...card }, key)).body,
    ).toEqual(answer.body);
    expect([await studyBook(who.id, 'TTINJ'), await studyBook(who.id)]).toEqual([
      ['authCapture 1200'],
      [],
    ]);
    expect(await atTti(who.id)).toMatchObject({
      member: true,
      payments: [{ amount: 1200, paymentGateway: 'TTINJ' }],
    });
    const { student } = await admin.do(getStudentInfo, { isTtiMember: true, student_id: who.id });
    expect(student).toMatchObject({
      firstName: 'Rivka',
      email: who.email,
      ttiStudentId: who.id,
      isTtiMember: true,
    });
    const { programs } = await programsOf(student.id);
    expect(programs).toMatchObject([{ programId: first(who).programId }]);
  });

  test('lets students join with a bank account, and keeps their record', async () => {
    const own = await anOwnInterested();
    const who = { id: own.ttiStudentId, programs: own.programs };
    const { status, body } = await join(
      who,
      { ...(await aBankAccount()) },
      randomUUID(),
      own.person,
    );
    expect([status, body.currentPaymentMethod]).toEqual([
      200,
      { PaymentMethodType: 'ACH', CardLast4: null, AccountLast4: expect.any(String) },
    ]);
    const { student } = await admin.do(getStudentInfo, { isTtiMember: true, student_id: who.id });
    expect(student).toMatchObject({ id: own.id, isTtiMember: true });
    const other = await anInterested();
    expect(refusal(await join(other, {}, randomUUID(), own.person))).toMatchObject({
      status: 403,
      code: 'other_student',
    });
    expect(await studyBook(other.id)).toEqual([]);
  });

  test('charges the current method, and refuses with no_payment_method without one', async () => {
    const who = await anInterested();
    expect(refusal(await join(who, { chargeCurrentPaymentMethod: true }))).toMatchObject({
      status: 409,
      code: 'no_payment_method',
    });
    expect(refusal(await join(who, { method: null }))).toMatchObject({
      status: 422,
      code: 'no_payment_method',
    });
    await save(who, await aBankAccount());
    expect(
      refusal(await join(who, { chargeCurrentPaymentMethod: true, paymentTo: 'TTINJ' })),
    ).toMatchObject({ code: 'no_payment_method' });
    expect((await joined(who, { chargeCurrentPaymentMethod: true })).payment).toMatchObject({
      PaymentMethodType: 'ACH',
      PaymentGateway: 'TTI',
    });
  });

  test('charges the amount of TTI, not of the page, and 1 for a test student', async () => {
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

  test('charges nothing with email_in_use, already_paid or payment_to_unknown', async () => {
    const used = await anInterested({ email: (await aStudent()).email });
    expect(refusal(await join(used))).toEqual({
      status: 409,
      code: 'email_in_use',
      detail: 'This email address is already in the JSE database.',
    });
    expect(refusal(await join(used, { paymentTo: 'XX' }))).toMatchObject({
      status: 422,
      code: 'payment_to_unknown',
    });
    expect(await studyBook(used.id)).toEqual([]);
    const who = await anInterested();
    await joined(who, { fullJoin: false });
    await makeBusy(who.id);
    expect(refusal(await join(who, { amount: 700 }))).toMatchObject({
      status: 409,
      code: 'charge_pending',
    });
    await setFree(who.id);
    await joined(who, { amount: 700 });
    const already = {
      status: 409,
      code: 'already_paid',
      detail: 'Student already paid $1,200.00 for seminary study.',
    };
    expect(refusal(await join(who, { amount: 700 }))).toEqual(already);
    expect(await studyBook(who.id)).toEqual(['authCapture 500', 'authCapture 700']);
  });

  test('charges once for concurrent calls', async () => {
    const who = await anInterested();
    const answers = await Promise.all([
      join(who, { fullJoin: false }),
      join(who, { fullJoin: false }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await studyBook(who.id)).toEqual(['authCapture 500']);
  });

  test('refuses declined cards, invalid fields and unaccepted bank accounts', async () => {
    const who = await anInterested();
    const declined = await join(who, { ...(await aStudyCard('TTI', { zip: '46282' })) });
    expect(refusal(declined)).toEqual({
      status: 402,
      code: 'card_declined',
      detail: 'There was a problem charging your card.',
    });
    expect(refusal(await join(who, { ...(await aBankAccount()), routingNumber: '1' }))).toEqual({
      status: 422,
      code: 'card_fields_invalid',
      detail: 'Please fill in all the fields accurately.',
    });
    for (const wrong of [{ last4accountNumber: '123456789' }, { accountNumber: '123456789' }])
      expect(refusal(await join(who, { ...(await aBankAccount()), ...wrong }))).toMatchObject({
        status: 400,
        code: 'card_data_refused',
      });
    await switchAch('TTINJ', false);
    const bank = await aBankAccount('TTINJ');
    const noAch = await join(who, { paymentTo: 'TTINJ', ...bank }).finally(() =>
      switchAch('TTINJ', true),
    );
    expect(refusal(noAch)).toEqual({
      status: 422,
      code: 'ach_not_available',
      detail: 'ACH not available',
    });
    expect([
      await studyBook(who.id),
      await studyBook(who.id, 'TTINJ'),
      (await atTti(who.id)).payments,
    ]).toEqual([[], [], []]);
  });

  test('refuses an eleventh method with too_many_cards', async () => {
    const who = await anInterested();
    await fillMethods(who);
    expect(refusal(await join(who))).toMatchObject({ status: 409, code: 'too_many_cards' });
    expect(await studyBook(who.id)).toEqual([]);
  });

  test('returns charge_unknown for an unknown charge, and begins no other', async () => {
    const who = await anInterested();
    const key = randomUUID();
    const card = await aStudyCard();
    await breakPartner({
      partner: 'cards',
      mode: 'garbage',
      operation: 'createTransactionRequest',
    });
    const unknown = await join(who, card, key).finally(mendPartners);
    expect(refusal(unknown)).toMatchObject({ status: 502, code: 'charge_unknown' });
    expect(refusal(await join(who))).toMatchObject({ status: 409, code: 'charge_pending' });
    expect(await studyBook(who.id)).toEqual([]);
  });

  test('notifies TTI later when it is unavailable after the charge', async () => {
    const who = await anInterested();
    await breakPartner({
      partner: 'tti',
      mode: 'down',
      operation: `POST /tti/students/${who.id}/payments`,
    });
    const { isNewMember, messages } = await joined(who).finally(mendPartners);
    expect([isNewMember, messages]).toEqual([
      false,
      [
        'The payment of $1,200.00 was received.',
        'TTI cannot be reached at the moment. ' +
          'It will be told as soon as it answers; please do not pay again.',
      ],
    ]);
    await until(
      () => atTti(who.id),
      ({ member, payments }) => member && payments.length === 1,
    );
  });
});
