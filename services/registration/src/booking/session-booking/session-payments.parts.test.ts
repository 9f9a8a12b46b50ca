import { expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, asStudent, refusalOf } from '@portal/kit/testing';
import { withWorld, world } from '../../testing/with-world.ts';
import { anExam, aRegistration, aSession, later, payFees, seatsLeft } from '../../testing.ts';
import { cancelSession } from './cancel-session.ts';
import { scheduleSession } from './schedule-session.ts';

withWorld();

const paymentStates = async (registrationId: number) =>
  (
    await world.db.many<{ state: string; sessionId: number | null }>`
      SELECT state, session_id FROM proctor_payment WHERE registration_id = ${registrationId}
        ORDER BY id`
  ).map(({ state, sessionId }) => [state, sessionId]);

test('booking takes seat and minutes, attaches the payment and emits the event', async () => {
  const { id, studentId } = await aRegistration(world);
  const sessionId = await aSession(world, { seats: 2 });
  const { registration, session } = await scheduleSession(asStudent(world.db, studentId), {
    registrationId: id,
    sessionId,
  });
  expect(registration).toMatchObject({
    status: 'scheduled',
    sessionId,
    sessionType: '21',
    branchId: 13,
    proctorFeeCents: 0,
    proctorFeePaid: true,
  });
  expect(session).toMatchObject({ id: sessionId, seatsLeft: 1, hasASeat: true, minutesLeft: 120 });
  expect(await paymentStates(id)).toEqual([['attached', sessionId]]);
  const sent = await world.db.one<{ payload: { data: unknown } }>`
    SELECT payload FROM outbox WHERE type = 'registration.session_booked'
      AND payload->'data'->>'registrationId' = ${String(id)}`;
  expect(sent.payload.data).toEqual({
    registrationId: id,
    studentId,
    sessionId,
    calendarSequence: 1,
  });
  expect(
    await world.db.many`
        SELECT from_status, to_status, to_session_id FROM registration_log
        WHERE registration_id = ${id} ORDER BY id`,
  ).toEqual([
    { fromStatus: 'pending', toStatus: 'registered', toSessionId: null },
    { fromStatus: 'registered', toStatus: 'scheduled', toSessionId: sessionId },
  ]);
});

test('a booking without a paid fee names the due fees, the additional fee too', async () => {
  const examId = anExam(world, { additionalChargeCents: 5000 });
  const { id, studentId } = await aRegistration(world, { examId, isPaid: false });
  const sessionId = await aSession(world);
  const refusal = await refusalOf(
    scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId }),
  );
  expect(refusal).toMatchObject({
    code: 'fees_due',
    status: 409,
    extra: { expected: 6500, proctorFee: 1500 },
  });
  await payFees(world, id, { proctorFeeCents: 1500, additionalFeeCents: 5000 });
  await scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId });
  expect(await seatsLeft(world.db, sessionId)).toBe(19);
});

test('a timely change moves seat and payment, and clears a staff cancellation', async () => {
  const { id, studentId } = await aRegistration(world);
  const [from, to] = [await aSession(world), await aSession(world, { locationId: 14 })];
  await scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId: from });
  const { registration } = await scheduleSession(asStudent(world.db, studentId), {
    registrationId: id,
    sessionId: to,
  });
  expect(registration).toMatchObject({ sessionId: to, branchId: 14 });
  expect([await seatsLeft(world.db, from), await seatsLeft(world.db, to)]).toEqual([20, 19]);
  expect(await paymentStates(id)).toEqual([['attached', to]]);

  const admin = asStaff(world.db, ['ROLE_ADMIN'], { studentId });
  const cancelled = await cancelSession(admin, { registrationId: id, reason: 1 });
  expect(cancelled.registration).toMatchObject({
    status: 'registered',
    adminCancelSessionId: to,
    adminCancelSessionReasonCode: 'NS',
    proctorFeeCents: 1500,
  });
  expect(await paymentStates(id)).toEqual([['forfeited', to]]);
  await payFees(world, id);
  const again = await scheduleSession(asStudent(world.db, studentId), {
    registrationId: id,
    sessionId: from,
  });
  expect(again.registration.adminCancelSessionReasonCode).toBeUndefined();
});

test('leaving a session under 24 hours ahead charges a new fee first', async () => {
  const now = steadyNow();
  const { id, studentId } = await aRegistration(world);
  const [soon, other] = [
    await aSession(world, { startsAt: later(now, { hours: 20 }) }),
    await aSession(world),
  ];
  const booked = await scheduleSession(asStudent(world.db, studentId), {
    registrationId: id,
    sessionId: soon,
  });
  expect(booked.registration).toMatchObject({ proctorFeeCents: 0, proctorFeeIfMovedCents: 1500 });
  const refusal = await refusalOf(
    scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId: other }),
  );
  expect(refusal).toMatchObject({ code: 'fees_due', extra: { expected: 1500 } });
  await payFees(world, id);
  const { registration } = await scheduleSession(asStudent(world.db, studentId), {
    registrationId: id,
    sessionId: other,
  });
  expect(registration).toMatchObject({
    sessionId: other,
    proctorFeeCents: 0,
    proctorFeeIfMovedCents: 0,
  });
  expect(await paymentStates(id)).toEqual([
    ['forfeited', soon],
    ['attached', other],
  ]);
});

test('leaving a session late loses its payment, leaving in time keeps it', async () => {
  const now = steadyNow();
  for (const [hours, state, due] of [
    [20, 'forfeited', 1500],
    [30, 'held', 0],
  ] as const) {
    const { id, studentId } = await aRegistration(world);
    const sessionId = await aSession(world, { startsAt: later(now, { hours }) });
    await scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId });
    const { registration } = await cancelSession(asStudent(world.db, studentId), {
      registrationId: id,
      reason: undefined,
    });
    expect(registration).toMatchObject({
      status: 'registered',
      proctorFeeCents: due,
      sessionId: undefined,
    });
    expect((await paymentStates(id))[0]?.[0]).toBe(state);
  }
});
