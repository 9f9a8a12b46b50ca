import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asStaff, asStudent, refusalOf } from '@portal/kit/testing';
import { brokenInvariants } from '../invariants.ts';
import { anExam, aRegistration, aSession, aStudent, aWorld, later, MAN, payFees, seatsLeft, type World } from '../testing.ts';
import { cancelSession } from './cancel-session.ts';
import { scheduleSession } from './schedule-session.ts';

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
    await world.db.many<{ state: string; sessionId: number | null }>`
      SELECT state, session_id FROM proctor_payment WHERE registration_id = ${registrationId} ORDER BY id`
  ).map(({ state, sessionId }) => [state, sessionId]);

test('a student books a session: seat and minutes are taken, the payment is attached, the event says so', async () => {
  const { id, studentId } = await aRegistration(world);
  const sessionId = await aSession(world, { seats: 2 });
  const { registration, session } = await scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId });
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
    SELECT payload FROM outbox WHERE type = 'registration.session_booked' AND payload->'data'->>'registrationId' = ${String(id)}`;
  expect(sent.payload.data).toEqual({ registrationId: id, studentId, sessionId, calendarSequence: 1 });
  expect(
    await world.db.many`SELECT from_status, to_status, to_session_id FROM registration_log WHERE registration_id = ${id} ORDER BY id`,
  ).toEqual([
    { fromStatus: 'pending', toStatus: 'registered', toSessionId: null },
    { fromStatus: 'registered', toStatus: 'scheduled', toSessionId: sessionId },
  ]);
});

test('a booking without a paid fee says what is due, the additional fee with it', async () => {
  const examId = anExam(world, { additionalChargeCents: 5000 });
  const { id, studentId } = await aRegistration(world, { examId, isPaid: false });
  const sessionId = await aSession(world);
  const refusal = await refusalOf(scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId }));
  expect(refusal).toMatchObject({ code: 'fees_due', status: 409, extra: { expected: 6500 } });
  await payFees(world, id, { proctorFeeCents: 1500, additionalFeeCents: 5000 });
  await scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId });
  expect(await seatsLeft(world.db, sessionId)).toBe(19);
});

test('two exams in one session take one seat and both their minutes', async () => {
  const studentId = aStudent(world);
  const [first, second] = [await aRegistration(world, { studentId }), await aRegistration(world, { studentId })];
  const sessionId = await aSession(world, { seats: 1 });
  await scheduleSession(asStudent(world.db, studentId), { registrationId: first.id, sessionId });
  const { session } = await scheduleSession(asStudent(world.db, studentId), { registrationId: second.id, sessionId });
  expect(session).toMatchObject({ seatsLeft: 0, minutesLeft: 30 });
  const third = await aRegistration(world, { studentId });
  expect((await refusalOf(scheduleSession(asStudent(world.db, studentId), { registrationId: third.id, sessionId }))).code).toBe(
    'session_booked_up',
  );

  const left = await cancelSession(asStudent(world.db, studentId), { registrationId: first.id, reason: undefined });
  expect(left.session).toMatchObject({ seatsLeft: 0, hasASeat: true, minutesLeft: 120 });
  const empty = await cancelSession(asStudent(world.db, studentId), { registrationId: second.id, reason: undefined });
  expect(empty.session).toMatchObject({ seatsLeft: 1, hasASeat: false, minutesLeft: 210 });
});

test('a session for one test is filled by any exam and empty again when it leaves', async () => {
  const studentId = aStudent(world);
  const [first, second] = [await aRegistration(world, { studentId }), await aRegistration(world, { studentId })];
  const sessionId = await aSession(world, { limitTo1Test: true });
  const { session } = await scheduleSession(asStudent(world.db, studentId), { registrationId: first.id, sessionId });
  expect(session.minutesLeft).toBe(0);
  expect((await refusalOf(scheduleSession(asStudent(world.db, studentId), { registrationId: second.id, sessionId }))).code).toBe(
    'session_booked_up',
  );
  await cancelSession(asStudent(world.db, studentId), { registrationId: first.id, reason: undefined });
  expect((await scheduleSession(asStudent(world.db, studentId), { registrationId: second.id, sessionId })).session.minutesLeft).toBe(0);
});

test('a change in time moves seat and payment, and clears what a staff cancel had left', async () => {
  const { id, studentId } = await aRegistration(world);
  const [from, to] = [await aSession(world), await aSession(world, { locationId: 14 })];
  await scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId: from });
  const { registration } = await scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId: to });
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
  const again = await scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId: from });
  expect(again.registration.adminCancelSessionReasonCode).toBeUndefined();
});

test('leaving a session less than 24 hours away asks a new fee first, and loses the old one', async () => {
  const now = new Date();
  const { id, studentId } = await aRegistration(world);
  const [soon, other] = [await aSession(world, { startsAt: later(now, { hours: 20 }) }), await aSession(world)];
  const booked = await scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId: soon });
  expect(booked.registration).toMatchObject({ proctorFeeCents: 0, proctorFeeIfMovedCents: 1500 });
  const refusal = await refusalOf(scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId: other }));
  expect(refusal).toMatchObject({ code: 'fees_due', extra: { expected: 1500 } });
  await payFees(world, id);
  const { registration } = await scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId: other });
  expect(registration).toMatchObject({ sessionId: other, proctorFeeCents: 0, proctorFeeIfMovedCents: 0 });
  expect(await paymentStates(id)).toEqual([
    ['forfeited', soon],
    ['attached', other],
  ]);
});

test('a session given up late loses its payment, in time it keeps it', async () => {
  const now = new Date();
  for (const [hours, state, due] of [
    [20, 'forfeited', 1500],
    [30, 'held', 0],
  ] as const) {
    const { id, studentId } = await aRegistration(world);
    const sessionId = await aSession(world, { startsAt: later(now, { hours }) });
    await scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId });
    const { registration } = await cancelSession(asStudent(world.db, studentId), { registrationId: id, reason: undefined });
    expect(registration).toMatchObject({ status: 'registered', proctorFeeCents: due, sessionId: undefined });
    expect((await paymentStates(id))[0]?.[0]).toBe(state);
  }
});

test('the same key books once and answers alike', async () => {
  const { id, studentId } = await aRegistration(world);
  const sessionId = await aSession(world, { seats: 5 });
  const call = asStudent(world.db, studentId, { key: 'book once' });
  const first = await scheduleSession(call, { registrationId: id, sessionId });
  expect(await scheduleSession(call, { registrationId: id, sessionId })).toEqual(first);
  expect((await refusalOf(scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId }))).code).toBe('same_session');
  expect(await seatsLeft(world.db, sessionId)).toBe(4);
});

test("somebody else's registration and an unknown session are not found", async () => {
  const { id } = await aRegistration(world);
  const { id: own, studentId } = await aRegistration(world);
  const sessionId = await aSession(world);
  expect((await refusalOf(scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId }))).code).toBe(
    'registration_not_found',
  );
  expect((await refusalOf(scheduleSession(asStudent(world.db, studentId), { registrationId: own, sessionId: 999_999 }))).code).toBe(
    'session_not_found',
  );
  expect((await refusalOf(cancelSession(asStudent(world.db, studentId), { registrationId: id, reason: undefined }))).code).toBe(
    'registration_not_found',
  );
  expect((await refusalOf(cancelSession(asStudent(world.db, studentId), { registrationId: own, reason: undefined }))).code).toBe(
    'no_session',
  );
});

test('a man calls the office, which books for him', async () => {
  const { id, studentId } = await aRegistration(world, { studentId: aStudent(world, { gender: MAN }) });
  const sessionId = await aSession(world);
  expect(await refusalOf(scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId }))).toMatchObject({
    code: 'call_office',
    status: 403,
    detail: 'Please call the office to book this session.',
  });
  const { registration } = await scheduleSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), { registrationId: id, sessionId });
  expect(registration.sessionId).toBe(sessionId);
});

test('a branch of a programme is open to those who are in it', async () => {
  const [inside, outside] = [await aRegistration(world), await aRegistration(world)];
  world.programs.set(inside.studentId, [2]);
  const sessionId = await aSession(world, { locationId: 17 });
  expect((await refusalOf(scheduleSession(asStudent(world.db, outside.studentId), { registrationId: outside.id, sessionId }))).code).toBe(
    'call_office',
  );
  const { registration } = await scheduleSession(asStudent(world.db, inside.studentId), { registrationId: inside.id, sessionId });
  expect(registration.branchId).toBe(17);
});

test('another exam at that time in another place keeps a session out', async () => {
  const studentId = aStudent(world);
  const startsAt = later(new Date(), { days: 5 });
  const [first, second] = [await aRegistration(world, { studentId }), await aRegistration(world, { studentId })];
  const [here, there] = [
    await aSession(world, { startsAt }),
    await aSession(world, { startsAt: later(startsAt, { hours: 3 }), locationId: 14 }),
  ];
  await scheduleSession(asStudent(world.db, studentId), { registrationId: first.id, sessionId: here });
  expect((await refusalOf(scheduleSession(asStudent(world.db, studentId), { registrationId: second.id, sessionId: there }))).code).toBe(
    'time_overlap',
  );
});

test('staff seat a student in a session of her school, which asks no fee then and counts no seats', async () => {
  const studentId = aStudent(world, { schoolId: 151 });
  const { id } = await aRegistration(world, { studentId, isPaid: false });
  const sessionId = await aSession(world, { sessionType: '22', schoolId: 151, gender: '2' });
  const { registration, session } = await scheduleSession(asStaff(world.db, ['ROLE_TECH_SUPPORT'], { studentId }), {
    registrationId: id,
    sessionId,
  });
  expect(registration).toMatchObject({ sessionType: '22', proctorFeeCents: 1500, branchId: undefined });
  expect(session).toMatchObject({ seatsLeft: undefined, minutesLeft: 210 });
  expect((await refusalOf(cancelSession(asStudent(world.db, studentId), { registrationId: id, reason: undefined }))).code).toBe(
    'office_only',
  );
  const { registration: freed } = await cancelSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), { registrationId: id, reason: 3 });
  expect(freed.status).toBe('registered');
});

test('staff must say why they cancel a session', async () => {
  const { id, studentId } = await aRegistration(world);
  await scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId: await aSession(world) });
  expect(
    await refusalOf(cancelSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), { registrationId: id, reason: undefined })),
  ).toMatchObject({
    code: 'reason_required',
    status: 422,
    detail: 'Please select a cancelling reason',
  });
});
