import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import {
  payProctorFee,
  payProctorFeeWithPaymentProfile,
} from '@portal/contract/purchases/payments';
import { getSession, scheduleSessionForRegistration } from '@portal/contract/sessions/sessions';
import { steadyNow } from '@portal/kit/steady-clock';
import { sql } from '../../../portal/databases.ts';
import { mailTo } from '../../../portal/mails.ts';
import { until } from '../../../portal/until.ts';
import type { Person } from '../../../portal-user/person.ts';
import {
  booked,
  examThat,
  isOfThreeCredits,
  registered,
  rowOf,
  savedCard,
  someCard,
} from '../../exams/registrations.ts';
import { aSession } from '../../exams/sessions.ts';
import { charged } from '../../payments/charged.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';
import { cardFor, chargesOnce } from './charges.ts';

/** Creates a registration whose proctor fee is due. */
async function feeDue() {
  const student = await aStudent({ credits: 8 });
  const { exam, registrationId } = await registered(
    student.person,
    await examThat(student.person, isOfThreeCredits),
  );
  return {
    student,
    exam,
    registrationId,
    input: { examId: exam.id, registrationId, proctorFee: 15, amount: 15 },
  };
}
const hasExtraFee = (exam: Exam): boolean =>
  exam.additionalCharge > 0 &&
  exam.phonesystem_active &&
  exam.fitRequirements &&
  exam.registration_id === null &&
  !exam.online_only;

/** Tests common to both calls that pay fees. */
function feeRules(call: typeof payProctorFee | typeof payProctorFeeWithPaymentProfile): void {
  const card = (person: Person) => cardFor({ call }, { person });

  test('charges proctor fee and additional fee together, after which none is due', async () => {
    const student = await aStudent({ credits: 12 });
    const { person } = student;
    const { exam, registrationId } = await registered(person, await examThat(person, hasExtraFee));
    const amount = 15 + exam.additionalCharge;
    const input = { examId: exam.id, registrationId, proctorFee: 15, amount };
    const answer = await person.ask(call, { ...input, ...(await card(person)) }, randomUUID());
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({ proctorFee: 0, registrationId }),
    ]);
    expect(answer.body.exam).toMatchObject({
      id: exam.id,
      proctor_fee_price: 0,
      chargeAdditionalCharge: false,
      status: 'registered',
    });
    expect((await charged(student.id)).map(({ amount }) => amount)).toEqual([amount]);
    const again = await person.ask(call, { ...input, ...(await card(person)) }, randomUUID());
    expect([again.status, again.body.code, again.body.expected]).toEqual([
      409,
      'amount_changed',
      0,
    ]);
    const nothing = { examId: exam.id, registrationId, proctorFee: 0, amount: 0 };
    const forNothing = await person.ask(
      call,
      { ...nothing, ...(await card(person)) },
      randomUUID(),
    );
    expect([forNothing.status, forNothing.body.code, forNothing.body.expected]).toEqual([
      409,
      'amount_changed',
      0,
    ]);
  });

  test('refuses before any charge when the session is full', async () => {
    const { student, input } = await feeDue();
    const sessionId = await aSession({ seats: 0 });
    expect(
      refusal(
        await student.person.ask(
          call,
          { ...input, sessionId, ...(await card(student.person)) },
          randomUUID(),
        ),
      ),
    ).toMatchObject({
      status: 409,
      code: 'session_full',
    });
    expect(await charged(student.id)).toEqual([]);
  });

  test('holds the last seat for the payer for ten minutes, until they book', async () => {
    const [{ student, input, registrationId }, other, sessionId] = await Promise.all([
      feeDue(),
      feeDue(),
      aSession({ seats: 1 }),
    ]);
    const { person } = student;
    const before = steadyNow().getTime();
    const answer = await person.ask(
      call,
      { ...input, sessionId, ...(await card(person)) },
      randomUUID(),
    );
    const heldFor = (Date.parse(answer.body.holdUntil ?? '') - before) / 60_000;
    expect([answer.status, heldFor > 9, heldFor < 11]).toEqual([200, true, true]);
    const theirs = { ...other.input, sessionId, ...(await card(other.student.person)) };
    expect((await other.student.person.ask(call, theirs, randomUUID())).body.code).toBe(
      'session_full',
    );
    expect((await other.student.person.do(getSession, { sessionId })).remainingSeats).toBe(0);
    expect((await person.do(getSession, { sessionId })).remainingSeats).toBe(1);
    expect(
      (await person.do(scheduleSessionForRegistration, { registrationId, sessionId })).session,
    ).toMatchObject({ hasASeat: true });
  });

  test('releases the held seat when it expires without a booking', async () => {
    const [{ student, input }, sessionId] = await Promise.all([feeDue(), aSession({ seats: 1 })]);
    const { person } = student;
    await person.ask(call, { ...input, sessionId, ...(await card(person)) }, randomUUID());
    await sql(
      'registration',
      `UPDATE seat_hold SET held_until = now() + interval '1 second' WHERE session_id = $1`,
      [sessionId],
    );
    const other = await aStudent();
    const free = await until(
      () => other.person.do(getSession, { sessionId }),
      ({ remainingSeats }) => remainingSeats === 1,
    );
    expect(free.hasASeat).toBe(false);
  });
}

describe('payProctorFee', () => {
  test('books nothing; the fee is held and not refunded', async () => {
    const { student, input } = await feeDue();
    const { paymentMethod, exam: row } = await student.person.do(payProctorFee, {
      ...input,
      ...(await someCard()),
    });
    expect([paymentMethod?.cardtype, row.status, row.testSessionId, row.proctor_fee_price]).toEqual(
      ['Visa', 'registered', null, 0],
    );
    expect((await charged(student.id)).map(({ amount }) => amount)).toEqual([15]);
    expect((await mailTo(student.email, /receipt|payment/i)).text).toContain('Proctor fee: $15.00');
  });

  test('charges a second fee only to leave a session within 24 hours of its start', async () => {
    const student = await aStudent({ credits: 8 });
    const { person } = student;
    const { exam, registrationId } = await booked(
      person,
      await examThat(person, isOfThreeCredits),
      await aSession({ inHours: 23 }),
    );
    expect(exam.proctor_fee_if_moved).toBe(15);
    const input = { examId: exam.id, registrationId, proctorFee: 15, amount: 15 };
    const answer = await person.do(payProctorFee, { ...input, ...(await someCard()) });
    expect(answer.exam.proctor_fee_if_moved).toBe(0);
    expect(
      (await person.ask(payProctorFee, { ...input, ...(await someCard()) }, randomUUID())).body
        .code,
    ).toBe('amount_changed');
    expect(await charged(student.id)).toHaveLength(2);
  });

  // registration tries each unbookable session on rows: booking/session-booking/fees
  feeRules(payProctorFee);
  chargesOnce({ call: payProctorFee, make: feeDue });
});

describe('payProctorFeeWithPaymentProfile', () => {
  test('charges the saved card and returns the amount still due', async () => {
    const { student, input } = await feeDue();
    const { ccId } = await savedCard(student.person);
    expect(
      await student.person.do(payProctorFeeWithPaymentProfile, { ...input, ccId }),
    ).toMatchObject({
      proctorFee: 0,
      paymentMethod: null,
    });
    expect(await rowOf(student.person, input.examId)).toMatchObject({
      status: 'registered',
      proctor_fee_price: 0,
    });
    expect((await charged(student.id)).map(({ amount }) => amount)).toEqual([15]);
  });

  feeRules(payProctorFeeWithPaymentProfile);
  chargesOnce({ call: payProctorFeeWithPaymentProfile, make: feeDue });
});
