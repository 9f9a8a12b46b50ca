import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exam';
import { cancelExamRegistration } from '@portal/contract/exams';
import {
  payProctorFee,
  payProctorFeeWithPaymentProfile,
  purchasePackageAndRegister,
  submitPaymentAndGetExam,
} from '@portal/contract/payments';
import { getSession, scheduleSessionForRegistration } from '@portal/contract/sessions';
import { getCreditsInfo } from '@portal/contract/student';
import { charged } from '../charged.ts';
import { sql } from '../databases.ts';
import { anExam } from '../exams.ts';
import { booked, examThat, isPlain, registered, rowOf, savedCard, someCard } from '../flows.ts';
import { mailTo } from '../mails.ts';
import type { Person } from '../person.ts';
import { aSession } from '../sessions.ts';
import { signedInStaff } from '../staff.ts';
import { aStudent } from '../students.ts';
import { until } from '../until.ts';
import { cardFor, chargesOnce } from './charges.ts';
import { refusesPlaces } from './places.ts';
import { refusal } from './refusal.ts';

const isThree = (exam: Exam): boolean => isPlain(exam) && exam.credits === 3 && exam.study_materials.length > 0;

/** A student with one credit and an exam of three: two are missing. */
async function twoMissing() {
  const student = await aStudent({ credits: 1 });
  const [{ pricePerCredit }, exam] = [await student.person.do(getCreditsInfo, {}), await examThat(student.person, isThree)];
  return { student, exam, price: pricePerCredit, input: { examId: exam.id, numberOfCredits: 2, amount: 2 * pricePerCredit } };
}

/** Refusals of registration that every BUY has, before any charge. */
function registrationRules(call: typeof submitPaymentAndGetExam | typeof purchasePackageAndRegister): void {
  const card = (person: Person) => cardFor({ call }, { person });
  const ask = async (about: { credits?: number }, holds: (exam: Exam) => boolean, number = 8) => {
    const student = await aStudent(about);
    const exam = await examThat(student.person, holds);
    const { pricePerCredit } = await student.person.do(getCreditsInfo, {});
    const input = { examId: exam.id, numberOfCredits: number, amount: number * pricePerCredit, ...(await card(student.person)) };
    const refused = refusal(await student.person.ask(call, input, randomUUID()));
    expect(await charged(student.id)).toEqual([]);
    return refused;
  };

  test('refuses what is not in the catalogue, before any charge', async () => {
    const { student, input } = await twoMissing();
    const answer = await student.person.ask(call, { ...input, examId: 2_000_000_001, ...(await card(student.person)) }, randomUUID());
    expect(refusal(answer)).toMatchObject({ status: 404, code: 'exam_not_found' });
    expect(await charged(student.id)).toEqual([]);
  });

  test('refuses what only the office registers, before any charge', async () => {
    expect(await ask({}, (exam) => !exam.phonesystem_active && exam.credits <= 8)).toMatchObject({ status: 403, code: 'admin_only_exam' });
  });

  test('refuses an exam whose requirements are not met, before any charge', async () => {
    expect(await ask({}, (exam) => !exam.fitRequirements && exam.phonesystem_active)).toMatchObject({
      status: 403,
      code: 'requirements_not_met',
    });
  });

  test('refuses what is registered already, before any charge', async () => {
    const student = await aStudent({ credits: 3 });
    const { exam } = await registered(student.person, await examThat(student.person, isThree));
    const { pricePerCredit } = await student.person.do(getCreditsInfo, {});
    const input = { examId: exam.id, numberOfCredits: 3, amount: 3 * pricePerCredit, ...(await card(student.person)) };
    expect(refusal(await student.person.ask(call, input, randomUUID()))).toEqual({
      status: 409,
      code: 'already_registered',
      detail: 'You are already registered for this exam.',
    });
    expect(await charged(student.id)).toEqual([]);
  });

  test('refuses fewer credits than are missing, and more than are sold at once', async () => {
    expect(await ask({ credits: 1 }, isThree, 1)).toMatchObject({ status: 422, code: 'too_few_credits' });
    expect(await ask({ credits: 1 }, isThree, 9)).toMatchObject({ status: 422, code: 'invalid' });
  });

  test('charges nothing when nothing is missing any more', async () => {
    const { student, input, exam } = await twoMissing();
    const other = await aStudent({ credits: exam.credits });
    const answer = await other.person.ask(call, { ...input, ...(await card(other.person)) }, randomUUID());
    expect([answer.status, answer.body.code, answer.body.expected]).toEqual([409, 'amount_changed', 0]);
    expect(await charged(other.id)).toEqual([]);
    expect(await charged(student.id)).toEqual([]);
  });
}

describe('purchasePackageAndRegister', () => {
  test('saves the card, buys the credits, registers, and mails receipt and study materials', async () => {
    const { student, exam, input } = await twoMissing();
    const card = await someCard();
    const answer = await student.person.do(purchasePackageAndRegister, { ...input, ...card });
    expect(answer).toMatchObject({
      totCreditsAvailable: 0,
      exam: { id: exam.id, status: 'registered', registration_id: answer.registrationId, proctor_fee_price: 15 },
      proctorFee: 15,
      paymentMethod: { cc4digits: card.ccLast4 },
      error: null,
      studyMaterialNotSent: false,
    });
    expect((await charged(student.id)).map(({ amount }) => amount)).toEqual([input.amount]);
    expect((await mailTo(student.email, /receipt|payment/i)).text).toContain(`$${input.amount.toFixed(2)}`);
    expect((await mailTo(student.email, /study materials|registered/i)).text).toContain(exam.subject);
  });

  test('keeps credits above the need on the account', async () => {
    const { student, exam, price } = await twoMissing();
    const answer = await student.person.do(purchasePackageAndRegister, {
      examId: exam.id,
      numberOfCredits: 5,
      amount: 5 * price,
      ...(await someCard()),
    });
    expect(answer).toMatchObject({ totCreditsAvailable: 3, error: null });
    const { totCreditsAvailable } = await student.person.do(cancelExamRegistration, { registrationId: answer.registrationId ?? 0 });
    expect(totCreditsAvailable).toBe(6);
  });

  test('lets staff buy for a student', async () => {
    const [{ student, input }, admin] = await Promise.all([twoMissing(), signedInStaff('ROLE_ADMIN')]);
    const { exam } = await admin.do(purchasePackageAndRegister, { ...input, ...(await someCard()), student_id: student.id });
    expect(await rowOf(student.person, input.examId)).toMatchObject({ status: 'registered', registration_id: exam?.registration_id });
  });

  // 'exam_not_found', 'admin_only_exam', 'requirements_not_met', 'already_registered', 'too_few_credits'
  registrationRules(purchasePackageAndRegister);
  chargesOnce({ call: purchasePackageAndRegister, make: twoMissing }, [
    'amount_changed',
    'card_declined',
    'charge_pending',
    'charge_unknown',
    'no_payment_method',
    'card_fields_invalid',
    'buying_disabled',
    'registration_denied',
  ]);
});

describe('submitPaymentAndGetExam', () => {
  test('charges the saved card for what is missing and registers', async () => {
    const { student, exam, input } = await twoMissing();
    const { ccId } = await savedCard(student.person);
    const answer = await student.person.do(submitPaymentAndGetExam, { ...input, ccId });
    expect(answer).toMatchObject({ totCreditsAvailable: 0, exam: { id: exam.id, status: 'registered' }, paymentMethod: null, error: null });
    expect((await charged(student.id)).map(({ amount }) => amount)).toEqual([input.amount]);
  });

  test('sells exactly what is missing when that is more than eight', async () => {
    const { person, id } = await aStudent({ credits: 1 });
    const examId = await anExam({ credits: 10 });
    const { pricePerCredit } = await person.do(getCreditsInfo, {});
    const { ccId } = await savedCard(person);
    const ask = (number: number) =>
      person.ask(submitPaymentAndGetExam, { examId, numberOfCredits: number, amount: number * pricePerCredit, ccId }, randomUUID());
    expect(refusal(await ask(8))).toMatchObject({ status: 422, code: 'too_few_credits' });
    expect(refusal(await ask(10))).toMatchObject({ status: 422, code: 'invalid' });
    expect((await ask(9)).body).toMatchObject({ totCreditsAvailable: 0, error: null });
    expect((await charged(id)).map(({ amount }) => amount)).toEqual([9 * pricePerCredit]);
  });

  // 'exam_not_found', 'admin_only_exam', 'requirements_not_met', 'already_registered', 'too_few_credits'
  registrationRules(submitPaymentAndGetExam);
  chargesOnce({ call: submitPaymentAndGetExam, make: twoMissing }, [
    'amount_changed',
    'card_declined',
    'charge_pending',
    'charge_unknown',
    'no_payment_method',
    'payment_method_not_found',
    'buying_disabled',
    'registration_denied',
  ]);
});

/** A registration that owes the proctor fee. */
async function feeDue() {
  const student = await aStudent({ credits: 8 });
  const { exam, registrationId } = await registered(student.person, await examThat(student.person, isThree));
  return { student, exam, registrationId, input: { examId: exam.id, registrationId, proctorFee: 15, amount: 15 } };
}
const hasExtraFee = (exam: Exam): boolean =>
  exam.additionalCharge > 0 && exam.phonesystem_active && exam.fitRequirements && exam.registration_id === null && !exam.online_only;

/** Refusals of both calls that pay fees, before any charge. */
function feeRules(call: typeof payProctorFee | typeof payProctorFeeWithPaymentProfile): void {
  const card = (person: Person) => cardFor({ call }, { person });

  test('takes proctor fee and additional fee together, and then nothing is due', async () => {
    const student = await aStudent({ credits: 12 });
    const { person } = student;
    const { exam, registrationId } = await registered(person, await examThat(person, hasExtraFee));
    const amount = 15 + exam.additionalCharge;
    const input = { examId: exam.id, registrationId, proctorFee: 15, amount };
    const answer = await person.ask(call, { ...input, ...(await card(person)) }, randomUUID());
    expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ proctorFee: 0, registrationId })]);
    expect(answer.body.exam).toMatchObject({ id: exam.id, proctor_fee_price: 0, chargeAdditionalCharge: false, status: 'registered' });
    expect((await charged(student.id)).map(({ amount }) => amount)).toEqual([amount]);
    const again = await person.ask(call, { ...input, ...(await card(person)) }, randomUUID());
    expect([again.status, again.body.code, again.body.expected]).toEqual([409, 'amount_changed', 0]);
  });

  test('refuses a registration that is cancelled, or not there, or of another exam', async () => {
    const { student, input, registrationId } = await feeDue();
    const { person } = student;
    const ask = async (more: object) => refusal(await person.ask(call, { ...input, ...more, ...(await card(person)) }, randomUUID()));
    expect(await ask({ registrationId: 2_000_000_002 })).toMatchObject({ status: 404, code: 'registration_not_found' });
    const other = await examThat(person, (exam) => isPlain(exam) && exam.id !== input.examId);
    expect(await ask({ examId: other.id })).toMatchObject({ status: 404, code: 'registration_not_found' });
    await person.do(cancelExamRegistration, { registrationId });
    expect(await ask({})).toMatchObject({ status: 409, code: 'registration_closed' });
    expect(await charged(student.id)).toEqual([]);
  });

  test('refuses before any charge when the session that is wanted is full', async () => {
    const { student, input } = await feeDue();
    const sessionId = await aSession({ seats: 0 });
    expect(refusal(await student.person.ask(call, { ...input, sessionId, ...(await card(student.person)) }, randomUUID()))).toMatchObject({
      status: 409,
      code: 'session_full',
    });
    expect(await charged(student.id)).toEqual([]);
  });

  test('keeps the last place for who pays, for ten minutes, and it is hers when she books', async () => {
    const [{ student, input, registrationId }, other, sessionId] = await Promise.all([feeDue(), feeDue(), aSession({ seats: 1 })]);
    const { person } = student;
    const before = Date.now();
    const answer = await person.ask(call, { ...input, sessionId, ...(await card(person)) }, randomUUID());
    const heldFor = (Date.parse(answer.body.holdUntil ?? '') - before) / 60_000;
    expect([answer.status, heldFor > 9, heldFor < 11]).toEqual([200, true, true]);
    const theirs = { ...other.input, sessionId, ...(await card(other.student.person)) };
    expect((await other.student.person.ask(call, theirs, randomUUID())).body.code).toBe('session_full');
    expect((await other.student.person.do(getSession, { sessionId })).remainingSeats).toBe(0);
    expect((await person.do(getSession, { sessionId })).remainingSeats).toBe(1);
    expect((await person.do(scheduleSessionForRegistration, { registrationId, sessionId })).session).toMatchObject({ hasASeat: true });
  });

  test('gives the place back on the second when it is not booked', async () => {
    const [{ student, input }, sessionId] = await Promise.all([feeDue(), aSession({ seats: 1 })]);
    const { person } = student;
    await person.ask(call, { ...input, sessionId, ...(await card(person)) }, randomUUID());
    await sql('registration', `UPDATE seat_hold SET held_until = now() + interval '1 second' WHERE session_id = $1`, [sessionId]);
    const other = await aStudent();
    const free = await until(
      () => other.person.do(getSession, { sessionId }),
      ({ remainingSeats }) => remainingSeats === 1,
    );
    expect(free.hasASeat).toBe(false);
  });
}

describe('payProctorFee', () => {
  test('books nothing; the fee is held, and refunded to nobody', async () => {
    const { student, input } = await feeDue();
    const { paymentMethod, exam: row } = await student.person.do(payProctorFee, { ...input, ...(await someCard()) });
    expect([paymentMethod?.cardtype, row.status, row.testSessionId, row.proctor_fee_price]).toEqual(['Visa', 'registered', null, 0]);
    expect((await charged(student.id)).map(({ amount }) => amount)).toEqual([15]);
    expect((await mailTo(student.email, /receipt|payment/i)).text).toContain('Proctor fee: $15.00');
  });

  test('takes a second fee beside the first only before leaving a session less than 24 hours away', async () => {
    const student = await aStudent({ credits: 8 });
    const { person } = student;
    const { exam, registrationId } = await booked(person, await examThat(person, isThree), await aSession({ inHours: 23 }));
    expect(exam.proctor_fee_if_moved).toBe(15);
    const input = { examId: exam.id, registrationId, proctorFee: 15, amount: 15 };
    const answer = await person.do(payProctorFee, { ...input, ...(await someCard()) });
    expect(answer.exam.proctor_fee_if_moved).toBe(0);
    expect((await person.ask(payProctorFee, { ...input, ...(await someCard()) }, randomUUID())).body.code).toBe('amount_changed');
    expect(await charged(student.id)).toHaveLength(2);
  });

  // 'registration_closed', 'registration_not_found', 'session_full'
  feeRules(payProctorFee);
  refusesPlaces(payProctorFee, [
    'session_not_found',
    'call_office',
    'office_only',
    'session_closed',
    'session_booked_up',
    'time_overlap',
    'online_only',
    'course_not_completed',
  ]);
  chargesOnce({ call: payProctorFee, make: feeDue }, [
    'amount_changed',
    'card_declined',
    'charge_pending',
    'charge_unknown',
    'no_payment_method',
    'card_fields_invalid',
  ]);
});

describe('payProctorFeeWithPaymentProfile', () => {
  test('charges the saved card and says what is still due', async () => {
    const { student, input } = await feeDue();
    const { ccId } = await savedCard(student.person);
    expect(await student.person.do(payProctorFeeWithPaymentProfile, { ...input, ccId })).toMatchObject({
      proctorFee: 0,
      paymentMethod: null,
    });
    expect(await rowOf(student.person, input.examId)).toMatchObject({ status: 'registered', proctor_fee_price: 0 });
    expect((await charged(student.id)).map(({ amount }) => amount)).toEqual([15]);
  });

  // 'registration_closed', 'registration_not_found', 'session_full'
  feeRules(payProctorFeeWithPaymentProfile);
  refusesPlaces(payProctorFeeWithPaymentProfile, [
    'session_not_found',
    'call_office',
    'office_only',
    'session_closed',
    'session_booked_up',
    'time_overlap',
    'online_only',
    'course_not_completed',
  ]);
  chargesOnce({ call: payProctorFeeWithPaymentProfile, make: feeDue }, [
    'amount_changed',
    'card_declined',
    'charge_pending',
    'charge_unknown',
    'no_payment_method',
    'payment_method_not_found',
  ]);
});
