import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import {
  getRetakeFee,
  makeVendorApprovedExamRetakeRegistration,
  payRetakeFeeAndRegisterWithNewPaymentProfile,
  payRetakeFeeAndRegisterWithPaymentProfile,
} from '@portal/contract/exams/retakes';
import { payProctorFee } from '@portal/contract/purchases/payments';
import { scheduleSessionForRegistration } from '@portal/contract/sessions/sessions';
import { sql } from '../../../portal/databases.ts';
import { mailTo } from '../../../portal/mails.ts';
import { breakPartner, mendPartners } from '../../../portal/processor.ts';
import { asOffice, services } from '../../../portal/services.ts';
import { until } from '../../../portal/until.ts';
import type { Person } from '../../../portal-user/person.ts';
import { graded, type Sat, sat } from '../../exams/papers.ts';
import { feesPaid, rowOf, savedCard, someCard } from '../../exams/registrations.ts';
import { aSession } from '../../exams/sessions.ts';
import { charged } from '../../payments/charged.ts';
import { ageUnknownCharges } from '../../payments/unknown-charges.ts';
import { signedInStaff } from '../../people/staff.ts';
import { refusal } from '../every-call/refusal.ts';

let office: Person;
let support: Person;
let admin: Person;
beforeAll(async () => {
  [office, support, admin] = await Promise.all([
    signedInStaff('ROLE_SUPER_ADMIN'),
    signedInStaff('ROLE_SUPPORT'),
    signedInStaff('ROLE_ADMIN'),
  ]);
});
afterEach(() => mendPartners());

/** Creates a student with a failed exam. */
async function failedOnce(): Promise<Sat> {
  const one = await sat();
  await graded(office, [{ registrationId: one.registrationId, grade: '41', comment: 'Fail' }]);
  return one;
}
const statesOf = (studentId: number) =>
  sql<{ status: string }>(
    'registration',
    'SELECT status FROM registration WHERE student_id = $1 ORDER BY id',
    [studentId],
  ).then((rows) => rows.map(({ status }) => status));
const chargesOf = async (studentId: number) =>
  (await services.charges.listCharges({}, asOffice(null, studentId))).charges.filter(
    ({ chargeTypeId }) => chargeTypeId === '4',
  );

describe('getRetakeFee', () => {
  test('gives support and admins the fee of a retake, and refuses students', async () => {
    for (const person of [support, admin])
      expect(await person.do(getRetakeFee, {})).toEqual({ amount: 60 });
    const { person } = await failedOnce();
    expect(refusal(await person.ask(getRetakeFee, {}))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
  });
});

describe('makeVendorApprovedExamRetakeRegistration', () => {
  const ask = (examId: number, student_id: number, caller = support, key: string = randomUUID()) =>
    caller.ask(makeVendorApprovedExamRetakeRegistration, { examId, student_id }, key);

  test('registers without credits and fees, with the proctor fee due for its sitting', async () => {
    const { id, person, exam, email } = await failedOnce();
    const { status, body } = await ask(exam.id, id);
    expect([status, makeVendorApprovedExamRetakeRegistration.answer.safeParse(body).error]).toEqual(
      [200, undefined],
    );
    expect(body.successMessage).toBe(`The retake of ${exam.subject} is registered.`);
    const row = await rowOf(person, exam.id);
    // the same row except the actions of each of the two
    expect({ ...row, actions: [] }).toEqual({ ...body.exam, actions: [] });
    expect(row).toMatchObject({
      status: 'registered',
      registration_id: body.registrationId,
      vendor_approved_retake: true,
      vendor_approved_retake_with_fee: false,
      isRetakeNotYetTaken: true,
      isFreeAdditionnalFees: true,
      chargeAdditionalCharge: false,
      proctor_fee_price: 15,
      is_retake_dates: expect.stringMatching(/^\d{4}-\d\d-\d\d\*\*Fail$/),
    });
    expect(await charged(id)).toHaveLength(1);
    await feesPaid(person, row);
    await person.do(scheduleSessionForRegistration, {
      registrationId: body.registrationId,
      sessionId: await aSession(),
    });
    await mailTo(email, `You are registered for ${exam.subject}`, { count: 2 });
  });

  test('waives the additional fee of the exam', async () => {
    const one = await sat({
      holds: (exam: Exam) =>
        exam.additionalCharge > 0 &&
        exam.registration_id === null &&
        exam.fitRequirements &&
        exam.program_content_code === null &&
        exam.phonesystem_active &&
        !exam.online_only,
    });
    await graded(office, [{ registrationId: one.registrationId, comment: 'Fail' }]);
    const { body } = await ask(one.exam.id, one.id, admin);
    expect(body.exam).toMatchObject({
      isFreeAdditionnalFees: true,
      chargeAdditionalCharge: false,
      proctor_fee_price: 15,
    });
    const { registrationId } = body;
    const tooMuch = {
      examId: one.exam.id,
      registrationId,
      proctorFee: 15,
      amount: 15 + one.exam.additionalCharge,
      ...(await someCard()),
    };
    expect((await one.person.ask(payProctorFee, tooMuch, randomUUID())).body).toMatchObject({
      code: 'amount_changed',
      expected: 15,
    });
  });

  test('registers once for one key, and once for two concurrent keys', async () => {
    const [one, other] = [await failedOnce(), await failedOnce()];
    const key = randomUUID();
    const first = await ask(one.exam.id, one.id, support, key);
    expect((await ask(one.exam.id, one.id, support, key)).body).toEqual(first.body);
    const answers = await Promise.all([
      ask(other.exam.id, other.id),
      ask(other.exam.id, other.id, admin),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.map(({ body }) => body.code)).toContain('already_registered');
    expect(await statesOf(other.id)).toEqual(['graded', 'registered']);
  });
});

describe('payRetakeFeeAndRegisterWithPaymentProfile', () => {
  const pay = async (one: Sat, more: object = {}, key: string = randomUUID()) => {
    const ccId = 'ccId' in more ? undefined : (await savedCard(one.person)).ccId;
    return support.ask(
      payRetakeFeeAndRegisterWithPaymentProfile,
      { examId: one.exam.id, student_id: one.id, amount: 60, ccId, ...more },
      key,
    );
  };

  test('charges sixty dollars and registers, once per key', async () => {
    const one = await failedOnce();
    const { ccId } = await savedCard(one.person);
    const key = randomUUID();
    const { status, body } = await pay(one, { ccId }, key);
    expect([
      status,
      payRetakeFeeAndRegisterWithPaymentProfile.answer.safeParse(body).error,
    ]).toEqual([200, undefined]);
    expect((await pay(one, { ccId }, key)).body).toEqual(body);
    expect(body).toMatchObject({
      paymentMethod: null,
      exam: {
        vendor_approved_retake: true,
        vendor_approved_retake_with_fee: true,
        status: 'registered',
        proctor_fee_price: 15,
      },
    });
    expect(await chargesOf(one.id)).toMatchObject([
      { amountCents: 6000, status: 'succeeded', registrationId: body.registrationId },
    ]);
    expect((await charged(one.id)).map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([
      15, 60,
    ]);
  });

  test("refuses another amount, another student's card, and a missing card", async () => {
    const [one, other] = [await failedOnce(), await failedOnce()];
    for (const amount of [0, 59.99, 120]) {
      const { status, body } = await pay(one, { amount });
      expect([status, body.code, body.expected]).toEqual([409, 'amount_changed', 60]);
    }
    const { ccId } = await savedCard(other.person);
    expect(refusal(await pay(one, { ccId }))).toMatchObject({
      status: 404,
      code: 'payment_method_not_found',
    });
    expect(refusal(await pay(one, { ccId: undefined }))).toMatchObject({
      status: 422,
      code: 'no_payment_method',
    });
    expect([await statesOf(one.id), await chargesOf(one.id)]).toMatchObject([
      expect.not.arrayContaining(['registered', 'pending']),
      [],
    ]);
  });

  test('registers nothing when the card is declined', async () => {
    const one = await failedOnce();
    const { ccId } = await savedCard(one.person);
    await breakPartner({ partner: 'cards', mode: 'decline' });
    expect(refusal(await pay(one, { ccId }))).toEqual({
      status: 402,
      code: 'card_declined',
      detail: 'There was a problem charging your card.',
    });
    await mendPartners();
    expect((await rowOf(one.person, one.exam.id)).status).toBe('graded');
    expect((await pay(one, { ccId })).status).toBe(200);
    expect((await chargesOf(one.id)).filter(({ status }) => status === 'succeeded')).toHaveLength(
      1,
    );
  });

  test('reports an unknown payment, and finishes it with a single charge', async () => {
    const one = await failedOnce();
    const { ccId } = await savedCard(one.person);
    await breakPartner({ partner: 'cards', mode: 'timeout', ms: 0 });
    expect(refusal(await pay(one, { ccId }))).toMatchObject({
      status: 502,
      code: 'charge_unknown',
    });
    await mendPartners();
    await ageUnknownCharges('student_id', one.id);
    const charges = await until(
      () => chargesOf(one.id),
      (found) => found.every(({ status }) => status !== 'unknown' && status !== 'pending'),
      60,
      250,
    );
    const paid = charges.filter(({ status }) => status === 'succeeded');
    const row = await until(
      () => rowOf(one.person, one.exam.id),
      ({ status }) => status === (paid.length === 1 ? 'registered' : 'graded'),
      30,
      250,
    );
    expect([paid.length, row.vendor_approved_retake_with_fee]).toEqual(
      paid.length === 1 ? [1, true] : [0, false],
    );
  });
});

describe('payRetakeFeeAndRegisterWithNewPaymentProfile', () => {
  const pay = async (one: Sat, more: object = {}) =>
    support.ask(
      payRetakeFeeAndRegisterWithNewPaymentProfile,
      { examId: one.exam.id, student_id: one.id, amount: 60, ...(await someCard()), ...more },
      randomUUID(),
    );

  test('saves the card for the student, charges the fee and registers', async () => {
    const one = await failedOnce();
    const { status, body } = await pay(one);
    expect([
      status,
      payRetakeFeeAndRegisterWithNewPaymentProfile.answer.safeParse(body).error,
    ]).toEqual([200, undefined]);
    expect(body.paymentMethod).toMatchObject({ cardtype: 'Visa' });
    expect(await chargesOf(one.id)).toMatchObject([
      { amountCents: 6000, registrationId: body.registrationId },
    ]);
    expect((await rowOf(one.person, one.exam.id)).vendor_approved_retake_with_fee).toBe(true);
  });

  test('refuses invalid amounts, fields and cards, and reports an unknown payment', async () => {
    const one = await failedOnce();
    expect((await pay(one, { amount: 50 })).body).toMatchObject({
      code: 'amount_changed',
      expected: 60,
    });
    expect(refusal(await pay(one, { ccLast4: '11' }))).toMatchObject({
      status: 422,
      code: 'card_fields_invalid',
    });
    const noCard = await support.ask(
      payRetakeFeeAndRegisterWithNewPaymentProfile,
      { examId: one.exam.id, student_id: one.id, amount: 60 },
      randomUUID(),
    );
    expect(refusal(noCard)).toMatchObject({ status: 422, code: 'no_payment_method' });
    await breakPartner({ partner: 'cards', mode: 'decline' });
    expect(refusal(await pay(one))).toMatchObject({ status: 402, code: 'card_declined' });
    await mendPartners();
    expect((await rowOf(one.person, one.exam.id)).status).toBe('graded');
    await breakPartner({
      partner: 'cards',
      mode: 'drop-after-charge',
      count: 1,
      operation: 'createTransactionRequest',
    } as never);
    const lost = await pay(one);
    await mendPartners();
    // the response was lost: looked up at once, or reported as unknown and finished later
    if (lost.status !== 200)
      expect(refusal(lost)).toMatchObject({ status: 502, code: 'charge_unknown' });
    await until(
      () => rowOf(one.person, one.exam.id),
      ({ status }) => status === 'registered',
      60,
      250,
    );
    expect((await chargesOf(one.id)).filter(({ status }) => status === 'succeeded')).toHaveLength(
      1,
    );
  });
});
