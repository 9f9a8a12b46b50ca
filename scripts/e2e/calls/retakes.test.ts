import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exam';
import { payProctorFee } from '@portal/contract/payments';
import {
  changeExamToCourse,
  makeVendorApprovedExamRetakeRegistration,
  payRetakeFeeAndRegisterWithNewPaymentProfile,
  payRetakeFeeAndRegisterWithPaymentProfile,
} from '@portal/contract/retakes';
import { scheduleSessionForRegistration } from '@portal/contract/sessions';
import { charged } from '../charged.ts';
import { sql } from '../databases.ts';
import { booked, examThat, feesPaid, put, registered, rowOf, savedCard, someCard } from '../flows.ts';
import { mailTo } from '../mails.ts';
import { proctored, readyOnline } from '../online.ts';
import { graded, type Sat, sat } from '../papers.ts';
import type { Person } from '../person.ts';
import { breakPartner, mendPartners } from '../processor.ts';
import { asPart, services } from '../services.ts';
import { aSession } from '../sessions.ts';
import { signedInStaff } from '../staff.ts';
import { aStudent, barStudent } from '../students.ts';
import { until } from '../until.ts';
import { refusal } from './refusal.ts';

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

/** A student whose exam was graded. */
async function failedOnce(): Promise<Sat> {
  const one = await sat();
  await graded(office, [{ registrationId: one.registrationId, grade: '41', comment: 'Fail' }]);
  return one;
}
const statesOf = (studentId: number) =>
  sql<{ status: string }>('registration', 'SELECT status FROM registration WHERE student_id = $1 ORDER BY id', [studentId]).then((rows) =>
    rows.map(({ status }) => status),
  );
const chargesOf = async (studentId: number) =>
  (await services.charges.listCharges({}, asPart(null, studentId))).charges.filter(({ chargeTypeId }) => chargeTypeId === '4');

/** What refuses every approved retake, tried with any of its three calls. */
async function refusesRetake(
  ask: (student: { id: number; person: Person }, examId: number) => Promise<ReturnType<typeof refusal>>,
): Promise<void> {
  const one = await failedOnce();
  const exam = await examThat(one.person);
  expect(await ask(one, exam.id)).toEqual({ status: 409, code: 'no_taken_exam', detail: 'The student has not taken this exam.' });
  expect(await ask(one, 2_000_000_001)).toMatchObject({ status: 404, code: 'exam_not_found' });
  await support.do(makeVendorApprovedExamRetakeRegistration, { examId: one.exam.id, student_id: one.id });
  expect(await ask(one, one.exam.id)).toEqual({
    status: 409,
    code: 'already_registered',
    detail: 'You are already registered for this exam.',
  });
  const barred = await failedOnce();
  await barStudent(barred.id, { deniedRegistration: true, buyingStopped: false });
  expect(await ask(barred, barred.exam.id)).toEqual({ status: 403, code: 'registration_denied', detail: 'Student is denied registration' });
}

describe('makeVendorApprovedExamRetakeRegistration', () => {
  const ask = (examId: number, student_id: number, who = support, key: string = randomUUID()) =>
    who.ask(makeVendorApprovedExamRetakeRegistration, { examId, student_id }, key);

  test('registers the exam again without credits and fees; the proctor fee of its sitting is due', async () => {
    const { id, person, exam, email } = await failedOnce();
    const { status, body } = await ask(exam.id, id);
    expect([status, makeVendorApprovedExamRetakeRegistration.answer.safeParse(body).error]).toEqual([200, undefined]);
    expect(body.successMessage).toBe(`The retake of ${exam.subject} is registered.`);
    const row = await rowOf(person, exam.id);
    expect(row).toEqual(body.exam);
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
    await person.do(scheduleSessionForRegistration, { registrationId: body.registrationId, sessionId: await aSession() });
    await mailTo(email, `You are registered for ${exam.subject}`, { count: 2 });
  });

  test('asks for no additional fee of an exam that has one', async () => {
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
    expect(body.exam).toMatchObject({ isFreeAdditionnalFees: true, chargeAdditionalCharge: false, proctor_fee_price: 15 });
    const { registrationId } = body;
    const tooMuch = { examId: one.exam.id, registrationId, proctorFee: 15, amount: 15 + one.exam.additionalCharge, ...(await someCard()) };
    expect((await one.person.ask(payProctorFee, tooMuch, randomUUID())).body).toMatchObject({ code: 'amount_changed', expected: 15 });
  });

  test('is made once by one key, and once by two at the same time', async () => {
    const [one, other] = [await failedOnce(), await failedOnce()];
    const key = randomUUID();
    const first = await ask(one.exam.id, one.id, support, key);
    expect((await ask(one.exam.id, one.id, support, key)).body).toEqual(first.body);
    const answers = await Promise.all([ask(other.exam.id, other.id), ask(other.exam.id, other.id, admin)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await statesOf(other.id)).toEqual(['graded', 'registered']);
  });

  test('refuses what was not taken, what is open, and who is barred', async () => {
    await refusesRetake(async ({ id }, examId) => refusal(await ask(examId, id)));
    // 'no_taken_exam' 'exam_not_found' 'already_registered' 'registration_denied'
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

  test('takes sixty dollars as one charge and registers, once by one key', async () => {
    const one = await failedOnce();
    const { ccId } = await savedCard(one.person);
    const key = randomUUID();
    const { status, body } = await pay(one, { ccId }, key);
    expect([status, payRetakeFeeAndRegisterWithPaymentProfile.answer.safeParse(body).error]).toEqual([200, undefined]);
    expect((await pay(one, { ccId }, key)).body).toEqual(body);
    expect(body).toMatchObject({
      paymentMethod: null,
      exam: { vendor_approved_retake: true, vendor_approved_retake_with_fee: true, status: 'registered', proctor_fee_price: 15 },
    });
    expect(await chargesOf(one.id)).toMatchObject([{ amountCents: 6000, status: 'succeeded', registrationId: body.registrationId }]);
    expect((await charged(one.id)).map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([15, 60]);
  });

  test('refuses as a retake without a fee does, before any charge', async () => {
    await refusesRetake(async ({ id, person }, examId) => {
      const { ccId } = await savedCard(person);
      const answer = await support.ask(
        payRetakeFeeAndRegisterWithPaymentProfile,
        { examId, student_id: id, amount: 60, ccId },
        randomUUID(),
      );
      expect(await chargesOf(id)).toEqual([]);
      return refusal(answer);
    });
    // 'no_taken_exam' 'exam_not_found' 'already_registered' 'registration_denied'
  });

  test('refuses another sum, another student’s card, and no card', async () => {
    const [one, other] = [await failedOnce(), await failedOnce()];
    for (const amount of [0, 59.99, 120]) {
      const { status, body } = await pay(one, { amount });
      expect([status, body.code, body.expected]).toEqual([409, 'amount_changed', 60]);
    }
    const { ccId } = await savedCard(other.person);
    expect(refusal(await pay(one, { ccId }))).toMatchObject({ status: 404, code: 'payment_method_not_found' });
    expect(refusal(await pay(one, { ccId: undefined }))).toMatchObject({ status: 422, code: 'no_payment_method' });
    expect([await statesOf(one.id), await chargesOf(one.id)]).toMatchObject([expect.not.arrayContaining(['registered', 'pending']), []]);
  });

  test('leaves no registration when the card is declined', async () => {
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
    expect((await chargesOf(one.id)).filter(({ status }) => status === 'succeeded')).toHaveLength(1);
  });

  test('says when nobody knows whether it was paid, and finishes by itself without charging twice', async () => {
    const one = await failedOnce();
    const { ccId } = await savedCard(one.person);
    await breakPartner({ partner: 'cards', mode: 'timeout' });
    expect(refusal(await pay(one, { ccId }))).toMatchObject({ status: 502, code: 'charge_unknown' });
    await mendPartners();
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
    expect([paid.length, row.vendor_approved_retake_with_fee]).toEqual(paid.length === 1 ? [1, true] : [0, false]);
  });
});

describe('payRetakeFeeAndRegisterWithNewPaymentProfile', () => {
  const pay = async (one: Sat, more: object = {}) =>
    support.ask(
      payRetakeFeeAndRegisterWithNewPaymentProfile,
      { examId: one.exam.id, student_id: one.id, amount: 60, ...(await someCard()), ...more },
      randomUUID(),
    );

  test('saves the card for the student, takes the fee and registers', async () => {
    const one = await failedOnce();
    const { status, body } = await pay(one);
    expect([status, payRetakeFeeAndRegisterWithNewPaymentProfile.answer.safeParse(body).error]).toEqual([200, undefined]);
    expect(body.paymentMethod).toMatchObject({ cardtype: 'Visa' });
    expect(await chargesOf(one.id)).toMatchObject([{ amountCents: 6000, registrationId: body.registrationId }]);
    expect((await rowOf(one.person, one.exam.id)).vendor_approved_retake_with_fee).toBe(true);
  });

  test('refuses as a retake without a fee does', async () => {
    await refusesRetake(async ({ id }, examId) =>
      refusal(
        await support.ask(
          payRetakeFeeAndRegisterWithNewPaymentProfile,
          { examId, student_id: id, amount: 60, ...(await someCard()) },
          randomUUID(),
        ),
      ),
    );
    // 'no_taken_exam' 'exam_not_found' 'already_registered' 'registration_denied'
  });

  test('refuses another sum, fields that are wrong, no card, a declined one, and says when nobody knows', async () => {
    const one = await failedOnce();
    expect((await pay(one, { amount: 50 })).body).toMatchObject({ code: 'amount_changed', expected: 60 });
    expect(refusal(await pay(one, { ccLast4: '11' }))).toMatchObject({ status: 422, code: 'card_fields_invalid' });
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
    await breakPartner({ partner: 'cards', mode: 'drop-after-charge', count: 1, operation: 'createTransactionRequest' } as never);
    const lost = await pay(one);
    await mendPartners();
    // the answer was lost: it is looked up at once, or told as unknown and finished by itself
    if (lost.status !== 200) expect(refusal(lost)).toMatchObject({ status: 502, code: 'charge_unknown' });
    await until(
      () => rowOf(one.person, one.exam.id),
      ({ status }) => status === 'registered',
      60,
      250,
    );
    expect((await chargesOf(one.id)).filter(({ status }) => status === 'succeeded')).toHaveLength(1);
  });
});

const WOODMONT = 269;
const hasCourse = (exam: Exam): boolean =>
  exam.hasAlternateCourseVersion &&
  exam.registration_id === null &&
  exam.id !== 525 &&
  exam.phonesystem_active &&
  exam.fitRequirements &&
  !exam.online_only;

describe('changeExamToCourse', () => {
  const ask = (examId: number, student_id: number, who = support, key: string = randomUUID()) =>
    who.ask(changeExamToCourse, { examId, student_id }, key);
  const woodmont = () => aStudent({ credits: 12, collegeId: WOODMONT });

  test('makes the registration one of the course, gives the session up and holds its payment; nothing else moves', async () => {
    const { id, person } = await woodmont();
    const sessionId = await aSession({ inHours: 20 });
    const { exam, registrationId } = await booked(person, await examThat(person, hasCourse), sessionId);
    const key = randomUUID();
    const { status, body } = await ask(exam.id, id, support, key);
    expect([status, changeExamToCourse.answer.safeParse(body).error]).toEqual([200, undefined]);
    expect((await ask(exam.id, id, support, key)).body).toEqual(body);
    expect(body).toMatchObject({
      registrationId,
      exam: { alternate_course_version: exam.id, exam_to_course: true, status: 'registered', testSessionId: null, proctor_fee_price: 0 },
    });
    expect(await rowOf(person, body.exam.id)).toMatchObject({ registration_id: registrationId, exam_to_course: true });
    expect((await rowOf(person, exam.id)).registration_id).toBeNull();
    expect(await sql('registration', 'SELECT 1 FROM student_session WHERE session_id = $1', [sessionId])).toEqual([]);
    expect(body.exam.chargeAdditionalCharge).toBe(body.exam.additionalCharge > 0);
  });

  test('gives a booking with the proctor up', async () => {
    const ready = await readyOnline({
      collegeId: WOODMONT,
      holds: (exam: Exam) => hasCourse(exam) && exam.content_code !== null && exam.examProctorCode !== null,
    });
    const { proctorUuid } = await proctored(ready);
    expect((await ask(ready.exam.id, ready.id)).status).toBe(200);
    await until(
      () =>
        sql('registration', "SELECT 1 FROM outbox WHERE type = 'registration.proctor_booking_given_up' AND payload::text LIKE $1", [
          `%${proctorUuid}%`,
        ]),
      (rows) => rows.length === 1,
    );
  });

  test('refuses students of other colleges, exams without a course, and what is not registered', async () => {
    const other = await aStudent({ credits: 12 });
    const { exam } = await registered(other.person, await examThat(other.person, hasCourse));
    expect(refusal(await ask(exam.id, other.id))).toEqual({ status: 422, code: 'not_woodmont', detail: 'This is not a Woodmont student' });
    const { id, person } = await woodmont();
    const plain = await registered(person, await examThat(person));
    expect(refusal(await ask(plain.exam.id, id))).toEqual({
      status: 409,
      code: 'no_course_version',
      detail: 'This exam has no course version.',
    });
    expect(refusal(await ask(exam.id, id))).toMatchObject({ status: 404, code: 'registration_not_found' });
  });

  test('refuses what has begun, or where the student was let in', async () => {
    const { id, person } = await woodmont();
    const { exam, registrationId } = await registered(person, await examThat(person, hasCourse));
    const sessionId = await aSession();
    await feesPaid(person, exam);
    await person.do(scheduleSessionForRegistration, { registrationId, sessionId });
    for (const changes of ["status = 'online_access', online_access = true", "status = 'online_started', online_exam_started = now()"]) {
      await put(registrationId, changes);
      expect(refusal(await ask(exam.id, id))).toEqual({
        status: 409,
        code: 'already_started',
        detail: 'This exam has already been started.',
      });
    }
    await put(registrationId, "status = 'scheduled', online_access = false, online_exam_started = NULL");
    expect((await ask(exam.id, id)).status).toBe(200);
  });

  test('changes exam 525 for tech support only', async () => {
    const { id, person } = await woodmont();
    const exam = await examThat(person, (one) => one.id === 525);
    await registered(person, exam);
    for (const who of [support, admin]) expect(refusal(await ask(525, id, who))).toMatchObject({ status: 404, code: 'exam_not_found' });
    const { status, body } = await ask(525, id, await signedInStaff('ROLE_TECH_SUPPORT'));
    expect([status, body.exam?.id]).toEqual([200, 526]);
  });
});
