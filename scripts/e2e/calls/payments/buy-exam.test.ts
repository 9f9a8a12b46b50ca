import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { cancelExamRegistration } from '@portal/contract/exams/exams';
import {
  purchasePackageAndRegister,
  submitPaymentAndGetExam,
} from '@portal/contract/purchases/payments';
import { mailTo } from '../../../portal/mails.ts';
import { creditPrice } from '../../cards/credit-price.ts';
import { anExam } from '../../exams/catalogue.ts';
import {
  examThat,
  isOfThreeCredits,
  registered,
  rowOf,
  savedCard,
  someCard,
} from '../../exams/registrations.ts';
import { charged } from '../../payments/charged.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';
import { chargesOnce } from './charges.ts';

/** Creates a student with one credit for an exam of three. */
async function twoMissing() {
  const student = await aStudent({ credits: 1 });
  const [pricePerCredit, exam] = [
    await creditPrice(student.person),
    await examThat(student.person, isOfThreeCredits),
  ];
  return {
    student,
    exam,
    price: pricePerCredit,
    input: { examId: exam.id, numberOfCredits: 2, amount: 2 * pricePerCredit },
  };
}

/**
 * Tests refusals of registration before any charge, which every purchase of an exam has; one RPC
 * serves both calls.
 */
function registrationRules(): void {
  const call = purchasePackageAndRegister;

  // registration tries each refusal on rows: booking/purchases/buy-exam
  test('refuses a registered exam before any charge', async () => {
    const student = await aStudent({ credits: 3 });
    const { exam } = await registered(
      student.person,
      await examThat(student.person, isOfThreeCredits),
    );
    const pricePerCredit = await creditPrice(student.person);
    const input = {
      examId: exam.id,
      numberOfCredits: 3,
      amount: 3 * pricePerCredit,
      ...(await someCard()),
    };
    expect(refusal(await student.person.ask(call, input, randomUUID()))).toEqual({
      status: 409,
      code: 'already_registered',
      detail: 'You are already registered for this exam.',
    });
    expect(await charged(student.id)).toEqual([]);
  });

  test('charges nothing when the credits suffice in the meantime', async () => {
    const { student, input, exam } = await twoMissing();
    const other = await aStudent({ credits: exam.credits });
    const answer = await other.person.ask(call, { ...input, ...(await someCard()) }, randomUUID());
    expect([answer.status, answer.body.code, answer.body.expected]).toEqual([
      409,
      'amount_changed',
      0,
    ]);
    expect(await charged(other.id)).toEqual([]);
    expect(await charged(student.id)).toEqual([]);
  });
}

describe('purchasePackageAndRegister', () => {
  test('saves the card, buys credits, registers, and emails receipt and materials', async () => {
    const { student, exam, input } = await twoMissing();
    const card = await someCard();
    const answer = await student.person.do(purchasePackageAndRegister, { ...input, ...card });
    expect(answer).toMatchObject({
      totCreditsAvailable: 0,
      exam: {
        id: exam.id,
        status: 'registered',
        registration_id: answer.registrationId,
        proctor_fee_price: 15,
      },
      proctorFee: 15,
      paymentMethod: { cc4digits: card.ccLast4 },
      error: null,
      studyMaterialNotSent: false,
    });
    expect((await charged(student.id)).map(({ amount }) => amount)).toEqual([input.amount]);
    expect((await mailTo(student.email, /receipt|payment/i)).text).toContain(
      `$${input.amount.toFixed(2)}`,
    );
    expect((await mailTo(student.email, /study materials|registered/i)).text).toContain(
      exam.subject,
    );
  });

  test('lets staff buy for a student, and keeps credits above the need', async () => {
    const [{ student, exam, price }, admin] = await Promise.all([
      twoMissing(),
      signedInStaff('ROLE_ADMIN'),
    ]);
    const answer = await admin.do(purchasePackageAndRegister, {
      examId: exam.id,
      numberOfCredits: 5,
      amount: 5 * price,
      ...(await someCard()),
      student_id: student.id,
    });
    expect(answer).toMatchObject({ totCreditsAvailable: 3, error: null });
    expect(await rowOf(student.person, exam.id)).toMatchObject({
      status: 'registered',
      registration_id: answer.registrationId,
    });
    const { totCreditsAvailable } = await student.person.do(cancelExamRegistration, {
      registrationId: answer.registrationId ?? 0,
    });
    expect(totCreditsAvailable).toBe(6);
  });

  registrationRules();
  chargesOnce({ call: purchasePackageAndRegister, make: twoMissing });
});

describe('submitPaymentAndGetExam', () => {
  test('charges the saved card for the missing credits and registers', async () => {
    const { student, exam, input } = await twoMissing();
    const { ccId } = await savedCard(student.person);
    const answer = await student.person.do(submitPaymentAndGetExam, { ...input, ccId });
    expect(answer).toMatchObject({
      totCreditsAvailable: 0,
      exam: { id: exam.id, status: 'registered' },
      paymentMethod: null,
      error: null,
    });
    expect((await charged(student.id)).map(({ amount }) => amount)).toEqual([input.amount]);
  });

  test('sells exactly the missing credits when these are more than eight', async () => {
    const { person, id } = await aStudent({ credits: 1 });
    const examId = await anExam({ credits: 10 });
    const pricePerCredit = await creditPrice(person);
    const { ccId } = await savedCard(person);
    const ask = (number: number) =>
      person.ask(
        submitPaymentAndGetExam,
        { examId, numberOfCredits: number, amount: number * pricePerCredit, ccId },
        randomUUID(),
      );
    expect(refusal(await ask(8))).toMatchObject({ status: 422, code: 'too_few_credits' });
    expect(refusal(await ask(10))).toMatchObject({ status: 422, code: 'invalid' });
    expect((await ask(9)).body).toMatchObject({ totCreditsAvailable: 0, error: null });
    expect((await charged(id)).map(({ amount }) => amount)).toEqual([9 * pricePerCredit]);
  });

  chargesOnce({ call: submitPaymentAndGetExam, make: twoMissing });
});
