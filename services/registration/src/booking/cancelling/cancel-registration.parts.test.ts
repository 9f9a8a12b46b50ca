import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, asStudent, refusalOf, refusals } from '@portal/kit/testing';
import { brokenInvariants } from '../../invariants.ts';
import {
  aGradedExam,
  anExam,
  aRegistration,
  aSession,
  aStudent,
  aWorld,
  later,
  payFees,
  seatsLeft,
  type World,
} from '../../testing.ts';
import { registerExam } from '../purchases/register-exam.ts';
import { scheduleSession } from '../session-booking/schedule-session.ts';
import { cancelRegistration, cancelRegistrationProcess } from './cancel-registration.ts';
import { studentToCancelFor } from './student-to-cancel-for.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(async () => {
  expect(await brokenInvariants(world.db)).toEqual({});
  await world.close();
});

const paymentStates = async (registrationId: number) =>
  (
    await world.db.many<{
      state: string;
    }>`SELECT state FROM proctor_payment WHERE registration_id = ${registrationId} ORDER BY id`
  ).map(({ state }) => state);
const refundOf = (registrationId: number) =>
  world.payments.refunds.filter((refund) => refund.registrationId === registrationId);

test('cancelling frees the seat, returns the credits and drops the proctor payment', async () => {
  const { id, studentId } = await aRegistration(world);
  const sessionId = await aSession(world);
  await scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId });
  const answer = await cancelRegistration(asStudent(world.db, studentId), {
    registrationId: id,
    reason: 4,
  });
  expect(answer).toMatchObject({
    registration: undefined,
    sessionId,
    credits: { total: 9 },
    refundNoCharge: true,
    refundedCents: 0,
    refundError: undefined,
  });
  expect(await seatsLeft(world.db, sessionId)).toBe(20);
  expect(await paymentStates(id)).toEqual(['gone']);
  expect(refundOf(id)).toEqual([]);
  const sent = await world.db.one<{ payload: { data: unknown } }>`
    SELECT payload FROM outbox WHERE type = 'registration.cancelled'
      AND payload->'data'->>'registrationId' = ${String(id)}`;
  expect(sent.payload.data).toMatchObject({ sessionId, calendarSequence: 2, creditsReturned: 3 });
  expect(await world.db.one`SELECT cancel_reason FROM registration WHERE id = ${id}`).toEqual({
    cancelReason: null,
  });
  expect(
    (
      await registerExam(asStudent(world.db, studentId), {
        examId: answer.credits ? await examOf(id) : 0,
      })
    ).registration?.status,
  ).toBe('registered');
});

const examOf = async (id: number) =>
  (await world.db.one<{ examId: number }>`SELECT exam_id FROM registration WHERE id = ${id}`)
    .examId;

test('a paid additional fee is refunded, and so is a surplus proctor payment', async () => {
  const examId = anExam(world, { additionalChargeCents: 5000 });
  const { id, studentId } = await aRegistration(world, { examId, isPaid: false });
  await payFees(world, id, { proctorFeeCents: 1500, additionalFeeCents: 5000 });
  const sessionId = await aSession(world, { startsAt: later(steadyNow(), { hours: 20 }) });
  await scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId });
  const further = await payFees(world, id);
  const answer = await cancelRegistration(asStudent(world.db, studentId), {
    registrationId: id,
    reason: undefined,
  });
  expect(answer).toMatchObject({ refundNoCharge: false, refundedCents: 5000 });
  expect(refundOf(id)).toMatchObject([
    { additionalFee: true, proctorFee: true, paymentIds: [further] },
  ]);
  expect(await paymentStates(id)).toEqual(['gone', 'refunded']);
  const sent = await world.db.one<{ payload: { data: unknown } }>`
    SELECT payload FROM outbox WHERE type = 'registration.cancelled'
      AND payload->'data'->>'registrationId' = ${String(id)}`;
  expect(sent.payload.data).toMatchObject({
    creditsReturned: 3,
    additionalFeeRefundedCents: 5000,
    proctorFeeRefundedCents: 1500,
  });
});

test('staff who cancel a school exam release the proctor fee, and need a reason', async () => {
  const studentId = aStudent(world, { schoolId: 209 });
  const { id } = await aRegistration(world, { studentId, isPaid: false });
  const paymentId = await payFees(world, id);
  const admin = asStaff(world.db, ['ROLE_ADMIN'], { studentId });
  await scheduleSession(admin, {
    registrationId: id,
    sessionId: await aSession(world, { sessionType: '22', schoolId: 209 }),
  });
  expect(
    (
      await refusalOf(
        cancelRegistration(asStudent(world.db, studentId), {
          registrationId: id,
          reason: undefined,
        }),
      )
    ).code,
  ).toBe('office_only');
  expect(
    (await refusalOf(cancelRegistration(admin, { registrationId: id, reason: undefined }))).code,
  ).toBe('reason_required');
  await cancelRegistration(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), {
    registrationId: id,
    reason: 6,
  });
  expect(refundOf(id)).toMatchObject([
    { additionalFee: false, proctorFee: true, paymentIds: [paymentId] },
  ]);
  expect(await paymentStates(id)).toEqual(['refunded']);
});

test('a school admin cancels only in sessions of the own school', async () => {
  const studentId = aStudent(world, { schoolId: 209 });
  const { id } = await aRegistration(world, { studentId });
  await scheduleSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), {
    registrationId: id,
    sessionId: await aSession(world, { sessionType: '22', schoolId: 209 }),
  });
  const of = (schoolId: number) => asStaff(world.db, ['ROLE_SCHOOL_ADMIN'], { schoolId });
  expect(
    (await refusalOf(cancelRegistration(of(151), { registrationId: id, reason: 6 }))).code,
  ).toBe('registration_not_found');
  expect(
    (await cancelRegistration(of(209), { registrationId: id, reason: 6 })).credits?.total,
  ).toBe(9);
});

test('a failed refund is reported, and the exam stays cancelled', async () => {
  const examId = anExam(world, { additionalChargeCents: 5000 });
  const { id, studentId } = await aRegistration(world, { examId, isPaid: false });
  await payFees(world, id, { additionalFeeCents: 5000 });
  world.payments.refundError = 'The card was closed.';
  const answer = await cancelRegistration(asStudent(world.db, studentId), {
    registrationId: id,
    reason: undefined,
  });
  world.payments.refundError = undefined;
  expect(answer.refundError).toBe(
    'Your exam is cancelled, but there was a problem processing the refund of the additional ' +
      'fee that you paid for this exam. Error: The card was closed.',
  );
});

test('an earlier try comes back as the row of the exam', async () => {
  const studentId = aStudent(world);
  const examId = anExam(world);
  await aGradedExam(world, { studentId, examId, comment: 'Fail' });
  const { id } = await aRegistration(world, { studentId, examId });
  const answer = await cancelRegistration(asStudent(world.db, studentId), {
    registrationId: id,
    reason: undefined,
  });
  expect(answer.registration).toMatchObject({ status: 'graded', gradeComment: 'Fail' });
});

test('a second cancel with another key is refused, with the same key it is replayed', async () => {
  const { id, studentId } = await aRegistration(world);
  const call = asStudent(world.db, studentId);
  const first = await cancelRegistration(call, { registrationId: id, reason: undefined });
  expect(await cancelRegistration(call, { registrationId: id, reason: undefined })).toEqual(first);
  expect(
    (
      await refusalOf(
        cancelRegistration(asStudent(world.db, studentId), {
          registrationId: id,
          reason: undefined,
        }),
      )
    ).code,
  ).toBe('already_cancelled');
  expect(world.payments.returned.filter((one) => one === id)).toHaveLength(1);
});

test('of two concurrent cancels one succeeds, and credits return once', async () => {
  const { id, studentId } = await aRegistration(world);
  const settled = await Promise.allSettled([
    cancelRegistration(asStudent(world.db, studentId), { registrationId: id, reason: undefined }),
    cancelRegistration(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), {
      registrationId: id,
      reason: 2,
    }),
  ]);
  expect(refusals(settled)).toEqual(['already_cancelled']);
  expect(world.payments.balance.get(studentId)).toBe(9);
});

test('an exam is cancelled while payments is unavailable; the worker returns credits', async () => {
  const { id, studentId } = await aRegistration(world);
  const call = asStudent(world.db, studentId);
  world.payments.isAway = true;
  expect(
    (await refusalOf(cancelRegistration(call, { registrationId: id, reason: undefined }))).code,
  ).toBe('unavailable');
  expect(await world.db.one`SELECT status FROM registration WHERE id = ${id}`).toEqual({
    status: 'cancelled',
  });
  expect(world.payments.balance.get(studentId)).toBe(6);
  world.payments.isAway = false;
  await world.db.run`UPDATE process SET next_run_at = clock_timestamp() WHERE status = 'running'`;
  await cancelRegistrationProcess.resume(world.db);
  expect(world.payments.balance.get(studentId)).toBe(9);
  expect(
    (await cancelRegistration(call, { registrationId: id, reason: undefined })).credits?.total,
  ).toBe(9);
});

test("another student's registration is not found", async () => {
  const { id } = await aRegistration(world);
  expect(
    (
      await refusalOf(
        cancelRegistration(asStudent(world.db, aStudent(world)), {
          registrationId: id,
          reason: undefined,
        }),
      )
    ).code,
  ).toBe('registration_not_found');
});

describe('an exam of a school, of which staff name no student', () => {
  const OTHER_SCHOOL = 151;
  async function aSchoolExam() {
    const studentId = aStudent(world, { schoolId: 209 });
    const sessionId = await aSession(world, { sessionType: '22', schoolId: 209 });
    const { id: registrationId } = await aRegistration(world, { studentId });
    const admin = asStaff(world.db, ['ROLE_ADMIN'], { studentId });
    await scheduleSession(admin, { registrationId, sessionId });
    return { registrationId, studentId };
  }
  const schoolAdmin = (schoolId: number) => asStaff(world.db, ['ROLE_SCHOOL_ADMIN'], { schoolId });

  test('is about the student of the registration', async () => {
    const { registrationId, studentId } = await aSchoolExam();
    expect(await studentToCancelFor(schoolAdmin(209), registrationId)).toBe(studentId);
    const input = { registrationId, reason: 6, schoolId: 209 };
    expect(await cancelRegistration(schoolAdmin(209), input)).toMatchObject({ studentId });
    expect(await refusalOf(cancelRegistration(schoolAdmin(209), input))).toMatchObject({
      code: 'already_cancelled',
    });
  });

  test('is not found by an admin of another school', async () => {
    const { registrationId } = await aSchoolExam();
    expect(
      await refusalOf(studentToCancelFor(schoolAdmin(OTHER_SCHOOL), registrationId)),
    ).toMatchObject({ status: 404, code: 'registration_not_found' });
  });

  test.each(['ROLE_ADMIN', 'ROLE_TECH_SUPPORT', 'ROLE_SCHOOL_ADMIN'] as const)(
    'is not found by %s who names another school',
    async (role) => {
      const { registrationId } = await aSchoolExam();
      const staff = asStaff(world.db, [role], { schoolId: 209 });
      const input = { registrationId, reason: 6, schoolId: OTHER_SCHOOL };
      expect(await refusalOf(cancelRegistration(staff, input))).toMatchObject({
        status: 404,
        code: 'registration_not_found',
      });
    },
  );
});
