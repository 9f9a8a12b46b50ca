import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStaff, asStudent, refusalOf } from '@portal/kit/testing';
import { brokenInvariants } from '../../invariants.ts';
import { recordFeesPaid } from '../../records/registrations/changing/record-fees-paid.ts';
import type { Registration } from '../../records/registrations/reading/registration-view.ts';
import { unbookableSessions } from '../../testing/unbookable-sessions.ts';
import {
  anExam,
  aRegistration,
  aSession,
  aStudent,
  aWorld,
  later,
  payFees,
  type World,
} from '../../testing.ts';
import { cancelRegistration } from '../cancelling/cancel-registration.ts';
import { getFeesDue } from './get-fees-due.ts';
import { scheduleSession } from './schedule-session.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(async () => {
  expect(await brokenInvariants(world.db)).toEqual({});
  await world.close();
});

const due = ({ id, studentId, examId }: Registration, sessionId?: number) =>
  getFeesDue(asStudent(world.db, studentId), { registrationId: id, studentId, examId, sessionId });
/** The same for the office, which may book sessions that students may not. */
const dueByOffice = ({ id, studentId, examId }: Registration, sessionId?: number) =>
  getFeesDue(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), {
    registrationId: id,
    studentId,
    examId,
    sessionId,
  });

test('both fees are due once, and nothing after they were paid', async () => {
  const registration = await aRegistration(world, {
    examId: anExam(world, { additionalChargeCents: 10_500 }),
    isPaid: false,
  });
  expect(await due(registration)).toEqual({
    proctorFeeCents: 1500,
    proctorFeeIfMovedCents: 0,
    additionalFeeCents: 10_500,
  });
  await payFees(world, registration.id, { additionalFeeCents: 10_500 });
  expect(await due(registration)).toEqual({
    proctorFeeCents: 0,
    proctorFeeIfMovedCents: 0,
    additionalFeeCents: 0,
  });
});

test('the additional fee alone can be paid, before a course', async () => {
  const registration = await aRegistration(world, {
    examId: anExam(world, { additionalChargeCents: 5000 }),
    isPaid: false,
  });
  await payFees(world, registration.id, { proctorFeeCents: 0, additionalFeeCents: 5000 });
  expect(await due(registration)).toMatchObject({ proctorFeeCents: 1500, additionalFeeCents: 0 });
});

test('a repeated payment changes nothing, with any key', async () => {
  const registration = await aRegistration(world, { isPaid: false });
  const paid = {
    registrationId: registration.id,
    paymentId: 77_001,
    proctorFeeCents: 1500,
    additionalFeeCents: 0,
  };
  const call = asService(world.db, 'payments');
  await recordFeesPaid(call, paid);
  await recordFeesPaid(call, paid);
  await recordFeesPaid(asService(world.db, 'payments'), paid);
  expect(
    await world.db
      .many`SELECT state FROM proctor_payment WHERE registration_id = ${registration.id}`,
  ).toEqual([{ state: 'held' }]);
});

test('leaving inside 24 hours charges a further fee, once', async () => {
  const registration = await aRegistration(world);
  const sessionId = await aSession(world, { startsAt: later(steadyNow(), { hours: 5 }) });
  await scheduleSession(asStudent(world.db, registration.studentId), {
    registrationId: registration.id,
    sessionId,
  });
  expect(await due(registration)).toEqual({
    proctorFeeCents: 0,
    proctorFeeIfMovedCents: 1500,
    additionalFeeCents: 0,
  });
  await payFees(world, registration.id);
  expect(await due(registration)).toEqual({
    proctorFeeCents: 0,
    proctorFeeIfMovedCents: 0,
    additionalFeeCents: 0,
  });
});

test('a fee for a full session is refused before the charge, unless already seated', async () => {
  const registration = await aRegistration(world, { isPaid: false });
  const full = await aSession(world, { seats: 0 });
  expect((await refusalOf(due(registration, full))).code).toBe('session_full');
  const last = await aSession(world, { seats: 1 });
  await payFees(world, registration.id);
  await scheduleSession(asStudent(world.db, registration.studentId), {
    registrationId: registration.id,
    sessionId: last,
  });
  const second = await aRegistration(world, { studentId: registration.studentId, isPaid: false });
  expect(await due(second, last)).toMatchObject({ proctorFeeCents: 1500 });
});

test.each(unbookableSessions)(
  'refuses the fee of a booking with $code: $reason',
  async ({ code, student, exam, session = () => aSession(world) }) => {
    const studentId = aStudent(world, student);
    const examId = anExam(world, exam);
    const registration = await aRegistration(world, { studentId, examId, isPaid: false });
    expect((await refusalOf(due(registration, await session(world, studentId)))).code).toBe(code);
  },
);

test('leaves the fee of leaving a begun session, and closed sessions, to the office', async () => {
  const registration = await aRegistration(world);
  const begun = await aSession(world, { startsAt: later(steadyNow(), { hours: 5 }) });
  await scheduleSession(asStudent(world.db, registration.studentId), {
    registrationId: registration.id,
    sessionId: begun,
  });
  await world.db.run`
    UPDATE session SET starts_at = ${later(steadyNow(), { hours: -1 })} WHERE id = ${begun}`;
  expect((await refusalOf(due(registration, await aSession(world)))).code).toBe('office_only');
  const other = await aRegistration(world, { isPaid: false });
  expect(await dueByOffice(other, await aSession(world, { closedByStaff: true }))).toMatchObject({
    proctorFeeCents: 1500,
  });
});

test('a session too short for a further exam is refused before its fee is charged', async () => {
  const first = await aRegistration(world, { examId: anExam(world, { durationMinutes: 150 }) });
  const sessionId = await aSession(world);
  await scheduleSession(asStudent(world.db, first.studentId), {
    registrationId: first.id,
    sessionId,
  });
  const second = await aRegistration(world, { studentId: first.studentId, isPaid: false });
  expect((await refusalOf(due(second, sessionId))).code).toBe('session_booked_up');
});

test('a barred student may still pay the fees of existing registrations', async () => {
  const registration = await aRegistration(world, { isPaid: false });
  await world.db.run`
      UPDATE student_copy SET booking_barred_until = '9999-12-31'
      WHERE id = ${registration.studentId}`;
  expect(await due(registration, await aSession(world))).toMatchObject({ proctorFeeCents: 1500 });
});

test("a shipped session has no proctor fee, a school session the school's choice", async () => {
  const studentId = aStudent(world, { schoolId: 151 });
  const registration = await aRegistration(world, { studentId, isPaid: false });
  expect(
    await dueByOffice(registration, await aSession(world, { sessionType: '23' })),
  ).toMatchObject({ proctorFeeCents: 0 });
  const charging = await aSession(world, { sessionType: '22', schoolId: 151 });
  expect(await dueByOffice(registration, charging)).toMatchObject({ proctorFeeCents: 1500 });
  const other = await aRegistration(world, {
    studentId: aStudent(world, { schoolId: 209 }),
    isPaid: false,
  });
  const free = await aSession(world, { sessionType: '22', schoolId: 209 });
  expect(await dueByOffice(other, free)).toMatchObject({ proctorFeeCents: 0 });
});

test('payments is refused fees of a cancelled exam before and after the charge', async () => {
  const registration = await aRegistration(world, { isPaid: false });
  await cancelRegistration(asStudent(world.db, registration.studentId), {
    registrationId: registration.id,
    reason: undefined,
  });
  expect((await refusalOf(due(registration))).code).toBe('registration_closed');
  expect((await refusalOf(payFees(world, registration.id))).code).toBe('registration_closed');
});

test('fees paid during a cancellation are refunded or refused, never kept', async () => {
  for (let round = 0; round < 6; round++) {
    const registration = await aRegistration(world, {
      examId: anExam(world, { additionalChargeCents: 5000 }),
      isPaid: false,
    });
    const [paid] = await Promise.allSettled([
      payFees(world, registration.id, { proctorFeeCents: 0, additionalFeeCents: 5000 }),
      cancelRegistration(asStudent(world.db, registration.studentId), {
        registrationId: registration.id,
        reason: undefined,
      }),
    ]);
    const refunded = world.payments.refunds.some(
      ({ registrationId }) => registrationId === registration.id,
    );
    expect(refunded).toBe(paid?.status === 'fulfilled');
  }
});

test('another exam, student or number is not found', async () => {
  const registration = await aRegistration(world, { isPaid: false });
  expect((await refusalOf(due({ ...registration, examId: 1 }))).code).toBe(
    'registration_not_found',
  );
  expect((await refusalOf(due({ ...registration, studentId: 1 }))).code).toBe(
    'registration_not_found',
  );
  expect((await refusalOf(due({ ...registration, id: 999_999 }))).code).toBe(
    'registration_not_found',
  );
});
