import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { getStudentInfo } from '@portal/contract/students/student';
import { breakPartner, mendPartners } from '../../../portal/processor.ts';
import { until } from '../../../portal/until.ts';
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
  refusesByTti(join);

  test('charges, joins and stores a new member', async () => {
    const ttiStudent = await anInterested({ collegeId: 234 });
    const key = randomUUID();
    const card = await aStudyCard('TTINJ');
    const answer = await join(ttiStudent, { paymentTo: 'TTINJ', chargedBy: 'morah', ...card }, key);
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
      (await join(ttiStudent, { paymentTo: 'TTINJ', chargedBy: 'morah', ...card }, key)).body,
    ).toEqual(answer.body);
    expect([await studyBook(ttiStudent.id, 'TTINJ'), await studyBook(ttiStudent.id)]).toEqual([
      ['authCapture 1200'],
      [],
    ]);
    expect(await atTti(ttiStudent.id)).toMatchObject({
      member: true,
      payments: [{ amount: 1200, paymentGateway: 'TTINJ' }],
    });
    const { student } = await admin.do(getStudentInfo, {
      isTtiMember: true,
      student_id: ttiStudent.id,
    });
    expect(student).toMatchObject({
      firstName: 'Rivka',
      email: ttiStudent.email,
      ttiStudentId: ttiStudent.id,
      isTtiMember: true,
    });
    const { programs } = await programsOf(student.id);
    expect(programs).toMatchObject([{ programId: first(ttiStudent).programId }]);
  });

  test('lets students join with a bank account, and keeps their record', async () => {
    const own = await anOwnInterested();
    const ttiStudent = { id: own.ttiStudentId, programs: own.programs };
    const { status, body } = await join(
      ttiStudent,
      { ...(await aBankAccount()) },
      randomUUID(),
      own.person,
    );
    expect([status, body.currentPaymentMethod]).toEqual([
      200,
      { PaymentMethodType: 'ACH', CardLast4: null, AccountLast4: expect.any(String) },
    ]);
    const { student } = await admin.do(getStudentInfo, {
      isTtiMember: true,
      student_id: ttiStudent.id,
    });
    expect(student).toMatchObject({ id: own.id, isTtiMember: true });
    const other = await anInterested();
    expect(refusal(await join(other, {}, randomUUID(), own.person))).toMatchObject({
      status: 403,
      code: 'other_student',
    });
    expect(await studyBook(other.id)).toEqual([]);
  });

  test('charges the current method, and refuses with no_payment_method without one', async () => {
    const ttiStudent = await anInterested();
    expect(refusal(await join(ttiStudent, { chargeCurrentPaymentMethod: true }))).toMatchObject({
      status: 409,
      code: 'no_payment_method',
    });
    expect(refusal(await join(ttiStudent, { method: null }))).toMatchObject({
      status: 422,
      code: 'no_payment_method',
    });
    await save(ttiStudent, await aBankAccount());
    expect(
      refusal(await join(ttiStudent, { chargeCurrentPaymentMethod: true, paymentTo: 'TTINJ' })),
    ).toMatchObject({ code: 'no_payment_method' });
    expect((await joined(ttiStudent, { chargeCurrentPaymentMethod: true })).payment).toMatchObject({
      PaymentMethodType: 'ACH',
      PaymentGateway: 'TTI',
    });
  });

  test('charges the amount of TTI, not of the page, and 1 for a test student', async () => {
    const ttiStudent = await anInterested();
    const { status, body } = await join(ttiStudent, { amount: 1 });
    expect([status, body.code, body.expected]).toEqual([409, 'amount_changed', 1200]);
    const test = await anInterested({ first: 'Test' });
    expect((await join(test)).body).toMatchObject({ code: 'amount_changed', expected: 1 });
    await joined(test, { amount: 1 });
    expect(refusal(await join(test, { amount: 1 }))).toEqual({
      status: 409,
      code: 'already_paid',
      detail: 'Student already paid $1.00 for seminary study.',
    });
    expect([await studyBook(ttiStudent.id), await studyBook(test.id)]).toEqual([
      [],
      ['authCapture 1'],
    ]);
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
    const ttiStudent = await anInterested();
    await joined(ttiStudent, { fullJoin: false });
    await makeBusy(ttiStudent.id);
    expect(refusal(await join(ttiStudent, { amount: 700 }))).toMatchObject({
      status: 409,
      code: 'charge_pending',
    });
    await setFree(ttiStudent.id);
    await joined(ttiStudent, { amount: 700 });
    const already = {
      status: 409,
      code: 'already_paid',
      detail: 'Student already paid $1,200.00 for seminary study.',
    };
    expect(refusal(await join(ttiStudent, { amount: 700 }))).toEqual(already);
    expect(await studyBook(ttiStudent.id)).toEqual(['authCapture 500', 'authCapture 700']);
  });

  test('charges once for concurrent calls', async () => {
    const ttiStudent = await anInterested();
    const answers = await Promise.all([
      join(ttiStudent, { fullJoin: false }),
      join(ttiStudent, { fullJoin: false }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await studyBook(ttiStudent.id)).toEqual(['authCapture 500']);
  });

  test('refuses declined cards, invalid fields and unaccepted bank accounts', async () => {
    const ttiStudent = await anInterested();
    const declined = await join(ttiStudent, { ...(await aStudyCard('TTI', { zip: '46282' })) });
    expect(refusal(declined)).toEqual({
      status: 402,
      code: 'card_declined',
      detail: 'There was a problem charging your card.',
    });
    expect(
      refusal(await join(ttiStudent, { ...(await aBankAccount()), routingNumber: '1' })),
    ).toEqual({
      status: 422,
      code: 'card_fields_invalid',
      detail: 'Please fill in all the fields accurately.',
    });
    for (const wrong of [{ last4accountNumber: '123456789' }, { accountNumber: '123456789' }])
      expect(
        refusal(await join(ttiStudent, { ...(await aBankAccount()), ...wrong })),
      ).toMatchObject({
        status: 400,
        code: 'card_data_refused',
      });
    await switchAch('TTINJ', false);
    const bank = await aBankAccount('TTINJ');
    const noAch = await join(ttiStudent, { paymentTo: 'TTINJ', ...bank }).finally(() =>
      switchAch('TTINJ', true),
    );
    expect(refusal(noAch)).toEqual({
      status: 422,
      code: 'ach_not_available',
      detail: 'ACH not available',
    });
    expect([
      await studyBook(ttiStudent.id),
      await studyBook(ttiStudent.id, 'TTINJ'),
      (await atTti(ttiStudent.id)).payments,
    ]).toEqual([[], [], []]);
  });

  test('refuses an eleventh method with too_many_cards', async () => {
    const ttiStudent = await anInterested();
    await fillMethods(ttiStudent);
    expect(refusal(await join(ttiStudent))).toMatchObject({ status: 409, code: 'too_many_cards' });
    expect(await studyBook(ttiStudent.id)).toEqual([]);
  });

  test('returns charge_unknown for an unknown charge, and begins no other', async () => {
    const ttiStudent = await anInterested();
    const key = randomUUID();
    const card = await aStudyCard();
    await breakPartner({
      partner: 'cards',
      mode: 'garbage',
      operation: 'createTransactionRequest',
    });
    const unknown = await join(ttiStudent, card, key).finally(mendPartners);
    expect(refusal(unknown)).toMatchObject({ status: 502, code: 'charge_unknown' });
    expect(refusal(await join(ttiStudent))).toMatchObject({ status: 409, code: 'charge_pending' });
    expect(await studyBook(ttiStudent.id)).toEqual([]);
  });

  test('notifies TTI later when it is unavailable after the charge', async () => {
    const ttiStudent = await anInterested();
    await breakPartner({
      partner: 'tti',
      mode: 'down',
      operation: `POST /tti/students/${ttiStudent.id}/payments`,
    });
    const { isNewMember, messages } = await joined(ttiStudent).finally(mendPartners);
    expect([isNewMember, messages]).toEqual([
      false,
      [
        'The payment of $1,200.00 was received.',
        'TTI cannot be reached at the moment. ' +
          'It will be told as soon as it answers; please do not pay again.',
      ],
    ]);
    await until(
      () => atTti(ttiStudent.id),
      ({ member, payments }) => member && payments.length === 1,
    );
  });
});
