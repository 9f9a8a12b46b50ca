import { expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStaff, asStudent, refusalOf } from '@portal/kit/testing';
import { callOffSession } from '../../sessions/calling-off/call-off-session.ts';
import { unbookableSessions } from '../../testing/unbookable-sessions.ts';
import { withWorld, world } from '../../testing/with-world.ts';
import { anExam, aRegistration, aSession, aStudent, later, MAN, seatsLeft } from '../../testing.ts';
import { cancelSession } from './cancel-session.ts';
import { scheduleSession } from './schedule-session.ts';

withWorld();

test('two exams in one session take one seat and both their minutes', async () => {
  const studentId = aStudent(world);
  const [first, second] = [
    await aRegistration(world, { studentId }),
    await aRegistration(world, { studentId }),
  ];
  const sessionId = await aSession(world, { seats: 1 });
  await scheduleSession(asStudent(world.db, studentId), { registrationId: first.id, sessionId });
  const { session } = await scheduleSession(asStudent(world.db, studentId), {
    registrationId: second.id,
    sessionId,
  });
  expect(session).toMatchObject({ seatsLeft: 0, minutesLeft: 30 });
  const third = await aRegistration(world, { studentId });
  expect(
    (
      await refusalOf(
        scheduleSession(asStudent(world.db, studentId), { registrationId: third.id, sessionId }),
      )
    ).code,
  ).toBe('session_booked_up');

  const left = await cancelSession(asStudent(world.db, studentId), {
    registrationId: first.id,
    reason: undefined,
  });
  expect(left.session).toMatchObject({ seatsLeft: 0, hasASeat: true, minutesLeft: 120 });
  const empty = await cancelSession(asStudent(world.db, studentId), {
    registrationId: second.id,
    reason: undefined,
  });
  expect(empty.session).toMatchObject({ seatsLeft: 1, hasASeat: false, minutesLeft: 210 });
});

test('a session for one test is filled by any exam and empty again when it leaves', async () => {
  const studentId = aStudent(world);
  const [first, second] = [
    await aRegistration(world, { studentId }),
    await aRegistration(world, { studentId }),
  ];
  const sessionId = await aSession(world, { limitTo1Test: true });
  const { session } = await scheduleSession(asStudent(world.db, studentId), {
    registrationId: first.id,
    sessionId,
  });
  expect(session.minutesLeft).toBe(0);
  expect(
    (
      await refusalOf(
        scheduleSession(asStudent(world.db, studentId), { registrationId: second.id, sessionId }),
      )
    ).code,
  ).toBe('session_booked_up');
  await cancelSession(asStudent(world.db, studentId), {
    registrationId: first.id,
    reason: undefined,
  });
  expect(
    (
      await scheduleSession(asStudent(world.db, studentId), {
        registrationId: second.id,
        sessionId,
      })
    ).session.minutesLeft,
  ).toBe(0);
});

test.each(unbookableSessions)(
  'refuses $reason with $code',
  async ({ code, student, exam, session = () => aSession(world) }) => {
    const studentId = aStudent(world, student);
    const { id: registrationId } = await aRegistration(world, {
      studentId,
      examId: anExam(world, exam),
    });
    const sessionId = await session(world, studentId);
    const booking = scheduleSession(asStudent(world.db, studentId), { registrationId, sessionId });
    expect((await refusalOf(booking)).code).toBe(code);
  },
);

test('refuses staff a session that has begun or is called off', async () => {
  const { id: registrationId, studentId } = await aRegistration(world);
  const [begun, off] = [
    await aSession(world, { startsAt: later(steadyNow(), { hours: -1 }) }),
    await aSession(world),
  ];
  await callOffSession(asService(world.db, 'operator'), off);
  const codeOf = async (sessionId: number) =>
    (
      await refusalOf(
        scheduleSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), {
          registrationId,
          sessionId,
        }),
      )
    ).code;
  expect([await codeOf(begun), await codeOf(off)]).toEqual([
    'session_closed',
    'session_called_off',
  ]);
});

test('leaves a registration in a begun session to the office', async () => {
  const { id: registrationId, studentId } = await aRegistration(world);
  const begun = await aSession(world);
  const call = () => asStudent(world.db, studentId);
  await scheduleSession(call(), { registrationId, sessionId: begun });
  await world.db.run`
    UPDATE session SET starts_at = ${later(steadyNow(), { hours: -1 })} WHERE id = ${begun}`;
  const other = { registrationId, sessionId: await aSession(world) };
  expect((await refusalOf(scheduleSession(call(), other))).code).toBe('office_only');
});

test('the same key books once and answers alike', async () => {
  const { id, studentId } = await aRegistration(world);
  const sessionId = await aSession(world, { seats: 5 });
  const call = asStudent(world.db, studentId, { key: 'book once' });
  const first = await scheduleSession(call, { registrationId: id, sessionId });
  expect(await scheduleSession(call, { registrationId: id, sessionId })).toEqual(first);
  expect(
    (
      await refusalOf(
        scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId }),
      )
    ).code,
  ).toBe('same_session');
  expect(await seatsLeft(world.db, sessionId)).toBe(4);
});

test("another student's registration and an unknown session are not found", async () => {
  const { id } = await aRegistration(world);
  const { id: own, studentId } = await aRegistration(world);
  const sessionId = await aSession(world);
  expect(
    (
      await refusalOf(
        scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId }),
      )
    ).code,
  ).toBe('registration_not_found');
  expect(
    (
      await refusalOf(
        scheduleSession(asStudent(world.db, studentId), {
          registrationId: own,
          sessionId: 999_999,
        }),
      )
    ).code,
  ).toBe('session_not_found');
  expect(
    (
      await refusalOf(
        cancelSession(asStudent(world.db, studentId), { registrationId: id, reason: undefined }),
      )
    ).code,
  ).toBe('registration_not_found');
  expect(
    (
      await refusalOf(
        cancelSession(asStudent(world.db, studentId), { registrationId: own, reason: undefined }),
      )
    ).code,
  ).toBe('no_session');
});

test('a man calls the office, which books for him', async () => {
  const { id, studentId } = await aRegistration(world, {
    studentId: aStudent(world, { gender: MAN }),
  });
  const sessionId = await aSession(world);
  expect(
    await refusalOf(
      scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId }),
    ),
  ).toMatchObject({
    code: 'call_office',
    status: 403,
    detail: 'Please call the office to book this session.',
  });
  const { registration } = await scheduleSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), {
    registrationId: id,
    sessionId,
  });
  expect(registration.sessionId).toBe(sessionId);
});

test('a branch of a programme is open to its students', async () => {
  const [inside, outside] = [await aRegistration(world), await aRegistration(world)];
  world.programs.set(inside.studentId, [2]);
  const sessionId = await aSession(world, { locationId: 17 });
  expect(
    (
      await refusalOf(
        scheduleSession(asStudent(world.db, outside.studentId), {
          registrationId: outside.id,
          sessionId,
        }),
      )
    ).code,
  ).toBe('call_office');
  const { registration } = await scheduleSession(asStudent(world.db, inside.studentId), {
    registrationId: inside.id,
    sessionId,
  });
  expect(registration.branchId).toBe(17);
});

test('another exam at that time in another place keeps a session out', async () => {
  const studentId = aStudent(world);
  const startsAt = later(steadyNow(), { days: 5 });
  const [first, second] = [
    await aRegistration(world, { studentId }),
    await aRegistration(world, { studentId }),
  ];
  const [here, there] = [
    await aSession(world, { startsAt }),
    await aSession(world, { startsAt: later(startsAt, { hours: 3 }), locationId: 14 }),
  ];
  await scheduleSession(asStudent(world.db, studentId), {
    registrationId: first.id,
    sessionId: here,
  });
  expect(
    (
      await refusalOf(
        scheduleSession(asStudent(world.db, studentId), {
          registrationId: second.id,
          sessionId: there,
        }),
      )
    ).code,
  ).toBe('time_overlap');
});

test('staff seat a student in a session of their school, without fee or seat count', async () => {
  const studentId = aStudent(world, { schoolId: 151 });
  const { id } = await aRegistration(world, { studentId, isPaid: false });
  const sessionId = await aSession(world, { sessionType: '22', schoolId: 151, gender: '2' });
  const { registration, session } = await scheduleSession(
    asStaff(world.db, ['ROLE_TECH_SUPPORT'], { studentId }),
    {
      registrationId: id,
      sessionId,
    },
  );
  expect(registration).toMatchObject({
    sessionType: '22',
    proctorFeeCents: 1500,
    branchId: undefined,
  });
  expect(session).toMatchObject({ seatsLeft: undefined, minutesLeft: 210 });
  expect(
    (
      await refusalOf(
        cancelSession(asStudent(world.db, studentId), { registrationId: id, reason: undefined }),
      )
    ).code,
  ).toBe('office_only');
  const { registration: freed } = await cancelSession(
    asStaff(world.db, ['ROLE_ADMIN'], { studentId }),
    { registrationId: id, reason: 3 },
  );
  expect(freed.status).toBe('registered');
});

test('staff must say why they cancel a session', async () => {
  const { id, studentId } = await aRegistration(world);
  await scheduleSession(asStudent(world.db, studentId), {
    registrationId: id,
    sessionId: await aSession(world),
  });
  expect(
    await refusalOf(
      cancelSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), {
        registrationId: id,
        reason: undefined,
      }),
    ),
  ).toMatchObject({
    code: 'reason_required',
    status: 422,
    detail: 'Please select a cancelling reason',
  });
});
