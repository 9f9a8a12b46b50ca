import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CallInput } from '@portal/contract/call';
import { getStudentInfo } from '@portal/contract/student';
import * as contract from '@portal/contract/study';
import { sql } from '../databases.ts';
import type { Person } from '../person.ts';
import { breakPartner, mendPartners, settle } from '../processor.ts';
import { asPart, services } from '../services.ts';
import { signedInStaff } from '../staff.ts';
import { aStudent } from '../students.ts';
import {
  type Account,
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

let admissions: Person;
let admin: Person;
beforeAll(async () => {
  [admissions, admin] = await Promise.all([signedInStaff('ROLE_ADMISSIONS'), signedInStaff('ROLE_ADMIN')]);
});

interface Somebody {
  readonly id: string;
  readonly programs: readonly Program[];
}
const first = ({ programs }: Somebody): Program => programs[0] as Program;
const info = (who: Somebody, more: object = {}, person = admissions) =>
  person.ask(contract.getTTIStudentInfo, { student_id: who.id, programId: first(who).programId, fullJoin: true, ...more });

type Joining = Partial<CallInput<typeof contract.chargeAndJoin>> & Record<string, unknown>;
async function join(who: Somebody, more: Joining = {}, key: string = randomUUID(), person = admissions) {
  const paymentTo = more.paymentTo ?? 'TTI';
  const { programId, name, price, firstPart } = first(who);
  const isFull = more.fullJoin ?? true;
  const method =
    more.chargeCurrentPaymentMethod || more.paymentType || more.method === null
      ? {}
      : await aStudyCard(paymentTo === 'TTINJ' ? 'TTINJ' : 'TTI');
  const { method: _, ...rest } = more;
  const order = {
    ttiStudentId: who.id,
    programId,
    programName: name,
    paymentTo,
    fullJoin: isFull,
    amount: isFull ? price : firstPart,
    ...method,
    ...rest,
  };
  return person.ask(contract.chargeAndJoin, order, key);
}
async function joined(who: Somebody, more: Joining = {}) {
  const answer = await join(who, more);
  if (answer.status !== 200) throw new Error(`not joined: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
const save = async (who: Somebody, more: Record<string, unknown> = {}, account: Account = 'TTI', person = admissions) =>
  person.ask(
    contract.addPaymentMethod,
    {
      ttiStudentId: who.id,
      programId: first(who).programId,
      paymentTo: account,
      ...(more.paymentType ? {} : await aStudyCard(account)),
      ...more,
    },
    randomUUID(),
  );
const rest = (who: Somebody, more: object = {}) => admissions.ask(contract.secondPayment, { ttiStudentId: who.id, ...more }, randomUUID());

/** TTI is away for everybody, and back again afterwards. */
async function withTtiAway<T>(work: () => Promise<T>): Promise<T> {
  await breakPartner({ partner: 'tti', mode: 'down' });
  try {
    return await work();
  } finally {
    await mendPartners();
  }
}
const nobody: Somebody = { id: 'nobody-at-all', programs: [aProgram()] };
const withoutInterest = async (): Promise<Somebody> => ({ id: (await anInterested()).id, programs: [aProgram({ programId: 2_100_000 })] });
const ofAnotherCollege = () => anInterested({ collegeId: 234, programs: [aProgram({ woodmontOnly: true })] });

/** What every call that asks TTI refuses, each with its sentence. */
function refusesWhatTtiDoesNotKnow(ask: (who: Somebody) => Promise<{ status: number; body: object }>, codes: readonly string[]): void {
  const trials: Record<string, () => Promise<unknown>> = {
    no_student: async () =>
      expect(refusal((await ask(nobody)) as never)).toEqual({ status: 404, code: 'no_student', detail: 'No student found' }),
    no_interest: async () =>
      expect(refusal((await ask(await withoutInterest())) as never)).toEqual({
        status: 404,
        code: 'no_interest',
        detail: 'Seminary study program interest not found',
      }),
    not_woodmont: async () =>
      expect(refusal((await ask(await ofAnotherCollege())) as never)).toEqual({
        status: 422,
        code: 'not_woodmont',
        detail: 'This is not a Woodmont student',
      }),
    partner_failed: async () => {
      const who = await anInterested();
      expect(refusal((await withTtiAway(() => ask(who))) as never)).toMatchObject({ status: 502, code: 'partner_failed' });
    },
  };
  test.each(codes)('refuses with %s', (code) => trials[code]?.());
}

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

interface Paid extends Somebody {
  readonly program: { programId: number; studentProgramId: number };
}
/** Somebody who has paid the first part and then the rest. */
async function aPaid(more: Partial<Program> = {}): Promise<Paid> {
  const who = await anInterested({ programs: [aProgram(more)] });
  await joined(who, { fullJoin: false });
  await joined(who, { chargeCurrentPaymentMethod: true, amount: 700 });
  const { studentProgramId = 0 } = (await atTti(who.id)).programs[0] ?? {};
  return { ...who, program: { programId: first(who).programId, studentProgramId } };
}
const data = ({ id, program }: Paid, more: object = {}, person = admissions) =>
  person.ask(contract.getRefundData, { ttiStudentId: id, ...program, ...more });
const refund = ({ id, program }: Paid, requestedRefundAmount: number, more: object = {}, key: string = randomUUID()) =>
  admissions.ask(contract.refundAndUnjoin, { ttiStudentId: id, ...program, keepMembership: false, requestedRefundAmount, ...more }, key);
const unpaid = async (): Promise<Paid> => {
  const who = await anInterested();
  const { studentProgramId = 0 } = (await atTti(who.id)).programs[0] ?? {};
  return { ...who, program: { programId: first(who).programId, studentProgramId } };
};

describe('getRefundData', () => {
  test('lists what was paid and what can be given back', async () => {
    const { status, body } = await data(await aPaid());
    expect([status, body]).toMatchObject([
      200,
      { payments: [{ Amount: 500 }, { Amount: 700 }], refundable: true, message: null, maxRefund: 1200 },
    ]);
    const firm = await data(await aPaid({ refundable: false, notRefundableText: 'Not after September.' }));
    expect(firm.body).toMatchObject({ refundable: false, message: 'Not after September.', maxRefund: 0 });
  });

  test('refuses with no_student, no_payments and partner_failed', async () => {
    const nothing = await unpaid();
    expect(refusal(await data({ ...nothing, id: 'nobody-at-all' }))).toEqual({
      status: 404,
      code: 'no_student',
      detail: 'No student found',
    });
    expect(refusal(await data(nothing))).toEqual({ status: 404, code: 'no_payments', detail: 'No payments found for student.' });
    expect(refusal(await withTtiAway(() => data(nothing)))).toMatchObject({ status: 502, code: 'partner_failed' });
  });
});

describe('refundAndUnjoin', () => {
  test('gives all of it back, newest first, and ends programme and membership', async () => {
    const paid = await aPaid();
    const key = randomUUID();
    const { status, body } = await refund(paid, 1200, { userName: 'morah' }, key);
    expect([status, body.errors, body.payments.map(({ Amount }) => Amount).sort((a, b) => b - a)]).toEqual([
      200,
      [],
      [700, 500, -500, -700],
    ]);
    expect((await refund(paid, 1200, { userName: 'morah' }, key)).body).toEqual(body);
    expect((await studyBook(paid.id)).sort()).toEqual(['authCapture 500', 'authCapture 700', 'void 500', 'void 700']);
    await until(
      () => atTti(paid.id),
      ({ member, programs }) => !member && programs[0]?.active === false,
    );
    expect((await admin.do(getStudentInfo, { isTtiMember: true, student_id: paid.id })).student.isTtiMember).toBe(false);
  });

  test('gives a part back at its own account, and keeps the membership when that is wanted', async () => {
    const who = await anInterested();
    await joined(who, { paymentTo: 'TTINJ' });
    await settle();
    const { studentProgramId = 0 } = (await atTti(who.id)).programs[0] ?? {};
    const paid = { ...who, program: { programId: first(who).programId, studentProgramId } };
    expect((await refund(paid, 200.5, { keepMembership: true })).body).toMatchObject({
      errors: [],
      payments: [{ Amount: 1200 }, { Amount: -200.5, PaymentGateway: 'TTINJ' }],
    });
    expect(await studyBook(who.id, 'TTINJ')).toEqual(['authCapture 1200', 'refund 200.5']);
    await until(
      () => atTti(who.id),
      ({ member, programs }) => member && programs[0]?.active === false,
    );
  });

  test('what waits for settlement is no error, and is made and told after it', async () => {
    const paid = await aPaid();
    expect((await refund(paid, 100)).body.errors).toEqual([]);
    expect((await atTti(paid.id)).member).toBe(true);
    await settle();
    await until(
      () => atTti(paid.id),
      ({ member, payments }) => !member && payments.some(({ amount }) => amount === -100),
      60,
      500,
    );
  });

  test('names the payment that the processor would not give back', async () => {
    const paid = await aPaid();
    await settle();
    await breakPartner({ partner: 'cards', mode: 'error', count: 1, operation: 'createTransactionRequest' });
    const { status, body } = await refund(paid, 1200).finally(mendPartners);
    expect([status, body.errors]).toEqual([
      200,
      [expect.stringMatching(/^The payment of \$700\.00 of \S+ was not refunded: An error occurred during processing/)],
    ]);
    expect((await atTti(paid.id)).member).toBe(true);
    expect((await refund(paid, 700)).body.errors).toEqual([]);
  });

  test('refuses with refund_too_large, not_refundable, no_payments, no_student, charge_pending and partner_failed, and nothing moves', async () => {
    const paid = await aPaid();
    const tooLarge = { status: 422, code: 'refund_too_large', detail: 'Refund amount cannot be more than the original refund amount.' };
    expect(refusal(await refund(paid, 1200.01))).toEqual(tooLarge);
    await makeBusy(paid.id);
    expect(refusal(await refund(paid, 100))).toMatchObject({ status: 409, code: 'charge_pending' });
    await setFree(paid.id);
    expect(refusal(await withTtiAway(() => refund(paid, 100)))).toMatchObject({ status: 502, code: 'partner_failed' });
    const firm = await aPaid({ refundable: false, notRefundableText: 'Not after September.' });
    expect(refusal(await refund(firm, 1))).toEqual({ status: 409, code: 'not_refundable', detail: 'Not after September.' });
    const nothing = await unpaid();
    expect(refusal(await refund(nothing, 1))).toMatchObject({ status: 404, code: 'no_payments' });
    expect(refusal(await refund({ ...nothing, id: 'nobody-at-all' }, 1))).toMatchObject({ status: 404, code: 'no_student' });
    expect(await studyBook(paid.id)).toEqual(['authCapture 500', 'authCapture 700']);
  });

  test('two people at once never give back more than was paid', async () => {
    const paid = await aPaid();
    await settle();
    const both = await Promise.all([refund(paid, 800), refund(paid, 800)]);
    expect(both.map(({ status }) => status)).toContain(200);
    expect(both.some(({ status }) => status >= 400)).toBe(true);
    expect((await studyBook(paid.id)).filter((line) => line.startsWith('refund')).sort()).toEqual(['refund 100', 'refund 700']);
  });
});

/** The programmes that a student has joined, as other parts hear of them. */
const programsOf = (studentId: number) => services.seminaryStudents.listStudentPrograms({}, asPart(null, studentId));

/** Saves as many methods as the processor keeps of one customer. */
async function fillMethods(who: Somebody): Promise<void> {
  for (let kept = 0; kept < 10; kept++) await save(who);
}
