import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { cancelExamRegistration } from '@portal/contract/exams/exams';
import {
  chargeRefund,
  payProctorFee,
  purchaseCreditsWithProfile,
} from '@portal/contract/purchases/payments';
import { getCreditsInfo } from '@portal/contract/students/student';
import { sql } from '../../../portal/databases.ts';
import { mailTo } from '../../../portal/mails.ts';
import { mendPartners, settle } from '../../../portal/processor.ts';
import { until } from '../../../portal/until.ts';
import type { Person } from '../../../portal-user/person.ts';
import { creditPrice } from '../../cards/credit-price.ts';
import { booked, examThat, rowOf, savedCard, someCard } from '../../exams/registrations.ts';
import { aSession } from '../../exams/sessions.ts';
import {
  aPayer,
  losingARefund,
  refundsOf,
  refusedByProcessor,
  refusingRefunds,
  retryRefunds,
} from '../../payments/refunds.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

let superAdmin: Person;
let techSupport: Person;
beforeAll(async () => {
  [superAdmin, techSupport] = await Promise.all([
    signedInStaff('ROLE_SUPER_ADMIN'),
    signedInStaff('ROLE_TECH_SUPPORT'),
  ]);
});

describe('chargeRefund', () => {
  const ask = (
    person: Person,
    chargeId: number,
    refundAmt: number,
    key: string = randomUUID(),
    about: { student_id?: number } = {},
  ) => person.ask(chargeRefund, { chargeId, refundAmt, ...about }, key);

  test('refunds partially once per key, emails the student, and shows the rest', async () => {
    const payer = await aPayer();
    const { id, amount } = payer.additionalCharge;
    const key = randomUUID();
    const first = await ask(superAdmin, id, 12.5, key, { student_id: payer.id });
    expect(first.status).toBe(200);
    expect(first.body.charges).toContainEqual(
      expect.objectContaining({
        id,
        status: 'partly refunded',
        refundAmount: 12.5,
        refundable: amount - 12.5,
        refundError: null,
      }),
    );
    expect((await ask(superAdmin, id, 12.5, key, { student_id: payer.id })).body).toEqual(
      first.body,
    );
    expect(refusal(await ask(superAdmin, id, 13, key))).toMatchObject({
      status: 422,
      code: 'idempotency_key_reused',
    });
    expect(await refundsOf(payer)).toEqual([12.5]);
    expect((await mailTo(payer.email, 'Your refund')).text).toContain('$12.50');
  });

  test('refuses more than is left, and a charge that is refunded fully', async () => {
    const payer = await aPayer();
    const { id, amount } = payer.additionalCharge;
    await ask(superAdmin, id, 10);
    expect(refusal(await ask(superAdmin, id, amount))).toEqual({
      status: 422,
      code: 'refund_too_large',
      detail: `The refund cannot be more than $${(amount - 10).toFixed(2)}.`,
    });
    await ask(superAdmin, id, amount - 10);
    expect(refusal(await ask(superAdmin, id, 1))).toEqual({
      status: 409,
      code: 'not_refundable',
      detail: 'This charge cannot be refunded.',
    });
    expect(await refundsOf(payer)).toEqual([10, amount - 10]);
  });

  test('refuses an unknown charge, and one of another student', async () => {
    const payer = await aPayer();
    expect(refusal(await ask(superAdmin, 2_000_000_000, 1))).toMatchObject({
      status: 404,
      code: 'charge_not_found',
    });
    expect(
      refusal(
        await ask(superAdmin, payer.proctorCharge, 1, randomUUID(), { student_id: payer.id + 1 }),
      ),
    ).toMatchObject({
      status: 404,
      code: 'charge_not_found',
    });
  });

  test('refuses part of an unsettled payment, and voids a whole one', async () => {
    const payer = await aPayer({ settled: false });
    const { id } = payer.additionalCharge;
    expect(refusal(await ask(superAdmin, id, 10))).toEqual({
      status: 409,
      code: 'charge_not_settled',
      detail: 'This charge is not settled yet. Please try again tomorrow.',
    });
    const { refundAdditionalFees } = await payer.person.do(cancelExamRegistration, {
      registrationId: payer.registrationId,
    });
    expect(refundAdditionalFees).toMatchObject({
      error: null,
      msg: expect.stringContaining('within a few days'),
    });
    const { body } = await ask(superAdmin, payer.proctorCharge, 15);
    expect(body.charges.map(({ status }) => status)).toEqual(['voided', 'voided']);
  });

  test('keeps the credits that the charge bought, and allows only tech support', async () => {
    const student = await aStudent();
    const pricePerCredit = await creditPrice(student.person);
    const { ccId } = await savedCard(student.person);
    await student.person.do(purchaseCreditsWithProfile, {
      numberOfCredits: 2,
      amount: 2 * pricePerCredit,
      ccId,
    });
    await settle();
    const [charge] = await sql<{ id: string }>(
      'payments',
      'SELECT charge.id FROM charge JOIN payment ON payment.id = payment_id WHERE student_id = $1',
      [student.id],
    );
    const chargeId = Number(charge?.id);
    expect(refusal(await ask(superAdmin, chargeId, pricePerCredit))).toMatchObject({
      status: 403,
      code: 'tech_support_only',
    });
    expect((await ask(techSupport, chargeId, pricePerCredit)).body.charges).toMatchObject([
      { status: 'partly refunded' },
    ]);
    expect((await student.person.do(getCreditsInfo, {})).totalCredits).toBe(2);
    const payer = await aPayer();
    expect(refusal(await ask(techSupport, payer.proctorCharge, 1))).toMatchObject({
      status: 403,
      code: 'forbidden',
    });
  });

  test("returns the processor's refusal, and changes nothing", async () => {
    const payer = await aPayer();
    const { id } = payer.additionalCharge;
    const mend = await refusingRefunds(payer);
    expect(refusal(await ask(superAdmin, id, 10))).toEqual({
      status: 502,
      code: 'refund_failed',
      detail: refusedByProcessor,
    });
    await mend();
    expect((await ask(superAdmin, id, 10)).body.charges).toContainEqual(
      expect.objectContaining({ id, refundAmount: 10 }),
    );
  });

  test('reports an unknown result, and resolves it automatically', async () => {
    const payer = await aPayer();
    const { id } = payer.additionalCharge;
    await losingARefund(payer);
    const key = randomUUID();
    try {
      expect(refusal(await ask(superAdmin, id, 10, key))).toEqual({
        status: 502,
        code: 'charge_unknown',
        detail: 'The refund is being checked. Please do not repeat it.',
      });
    } finally {
      await mendPartners();
    }
    await retryRefunds('student_id', payer.id);
    const { body } = await until(
      () => ask(superAdmin, id, 10, key),
      ({ status }) => status === 200,
      30,
      500,
    );
    expect(body.charges).toContainEqual(expect.objectContaining({ id, refundAmount: 10 }));
    expect(await refundsOf(payer)).toEqual([10]);
  });
});

test('retries a refund that fails at a cancellation, and reports it to staff', async () => {
  const payer = await aPayer();
  const { id, amount } = payer.additionalCharge;
  const mend = await refusingRefunds(payer);
  const { exam, refundAdditionalFees } = await payer.person.do(cancelExamRegistration, {
    registrationId: payer.registrationId,
  });
  expect(exam).toMatchObject({ registration_id: null });
  const error = refusedByProcessor;
  expect(refundAdditionalFees).toEqual({
    noCharge: false,
    refundAmount: 0,
    msg: null,
    error:
      'Your exam is cancelled, but there was a problem processing the refund of the additional ' +
      `fee that you paid for this exam. Error: ${error}`,
  });
  const email = await mailTo('support@jse.test', `A refund could not be made: student ${payer.id}`);
  for (const part of [String(payer.registrationId), error]) expect(email.text).toContain(part);
  const { body } = await superAdmin.ask(
    chargeRefund,
    { chargeId: payer.proctorCharge, refundAmt: 0.01 },
    randomUUID(),
  );
  expect(body).toMatchObject({ code: 'refund_failed' });

  await mend();
  await retryRefunds('student_id', payer.id);
  await until(
    () => refundsOf(payer),
    (refunds) => refunds.join() === String(amount),
    30,
    200,
  );
  const { charges } = await superAdmin.do(chargeRefund, {
    chargeId: payer.proctorCharge,
    refundAmt: 1,
  });
  expect(charges).toContainEqual(
    expect.objectContaining({ id, status: 'refunded', refundError: null, refundNextTry: null }),
  );
});

test('refunds an unused second proctor fee once when the exam is cancelled', async () => {
  const student = await aStudent({ credits: 20 });
  const sessionId = await aSession({ inHours: 48 });
  const { exam, registrationId } = await booked(
    student.person,
    await examThat(student.person),
    sessionId,
  );
  await sql(
    'registration',
    "UPDATE session SET starts_at = now() + interval '20 hours' WHERE id = $1",
    [sessionId],
  );
  const row = await rowOf(student.person, exam.id);
  expect([row.proctor_fee_price, row.proctor_fee_if_moved]).toEqual([0, 15]);
  const fees = {
    examId: exam.id,
    registrationId,
    proctorFee: 15,
    amount: 15,
    ...(await someCard()),
  };
  await student.person.do(payProctorFee, fees);
  expect((await rowOf(student.person, exam.id)).proctor_fee_if_moved).toBe(0);

  const { refundAdditionalFees } = await student.person.do(cancelExamRegistration, {
    registrationId,
  });
  expect(refundAdditionalFees).toMatchObject({ refundAmount: 15, error: null });
  const states = () =>
    sql('payments', 'SELECT state FROM payment WHERE student_id = $1 ORDER BY id', [student.id]);
  expect(await states()).toEqual([{ state: 'captured' }, { state: 'voided' }]);
  expect((await mailTo(student.email, 'Your refund')).text).toContain('$15.00');
});
