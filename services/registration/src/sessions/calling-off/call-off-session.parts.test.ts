import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStaff, asStudent, refusalOf } from '@portal/kit/testing';
import { scheduleSession } from '../../booking/session-booking/schedule-session.ts';
import { brokenInvariants } from '../../invariants.ts';
import { listRegistrations } from '../../records/registrations/reading/list-registrations.ts';
import {
  anExam,
  aRegistration,
  aSession,
  aStudent,
  aWorld,
  later,
  seatsLeft,
  type World,
} from '../../testing.ts';
import { callOffProcess, callOffSession } from './call-off-session.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(async () => {
  expect(await brokenInvariants(world.db)).toEqual({});
  await world.close();
});

const operator = () => asService(world.db, 'operator');
const seen = (id: number) =>
  world.db.one<object>`
    SELECT status, session_id, admin_cancel_session_id, admin_cancel_session_reason_code AS code,
      (SELECT state FROM proctor_payment WHERE registration_id = registration.id) AS payment
        FROM registration WHERE id = ${id}`;

test('students of an imminent called-off session keep exam and fee and are notified', async () => {
  const sessionId = await aSession(world, { startsAt: later(steadyNow(), { hours: 3 }), seats: 5 });
  const [first, second] = [await aRegistration(world), await aRegistration(world)];
  for (const { id, studentId } of [first, second])
    await scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId });
  expect(await callOffSession(operator(), sessionId)).toEqual({ freed: 2, kept: 0 });
  for (const { id, studentId } of [first, second]) {
    expect(await seen(id)).toEqual({
      status: 'registered',
      sessionId: null,
      adminCancelSessionId: sessionId,
      code: 'ER',
      payment: 'held',
    });
    const [row] = (await listRegistrations(asStudent(world.db, studentId))).registrations;
    expect(row).toMatchObject({
      status: 'registered',
      leftSessionCalledOff: true,
      proctorFeeCents: 0,
    });
    const events = await world.db.many<{ data: object }>`
      SELECT payload->'data' AS data FROM outbox WHERE type = 'registration.session_cancelled'
        AND payload->'data'->>'registrationId' = ${String(id)}`;
    expect(events.map(({ data }) => data)).toEqual([
      {
        registrationId: id,
        studentId,
        sessionId,
        calendarSequence: 2,
        calledOff: true,
        proctorFeeKept: true,
      },
    ]);
  }
  expect(await seatsLeft(world.db, sessionId)).toBe(5);
});

test('it takes no more bookings, and calling it off again changes nothing', async () => {
  const sessionId = await aSession(world);
  await callOffSession(operator(), sessionId);
  const { id, studentId } = await aRegistration(world);
  const booking = scheduleSession(asStudent(world.db, studentId), {
    registrationId: id,
    sessionId,
  });
  expect((await refusalOf(booking)).code).toBe('session_called_off');
  expect(await callOffSession(operator(), sessionId)).toEqual({ freed: 0, kept: 0 });
});

test('staff cannot book it either, nor a student who pays for it', async () => {
  const sessionId = await aSession(world);
  const { id, studentId } = await aRegistration(world);
  await callOffSession(operator(), sessionId);
  const booking = scheduleSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), {
    registrationId: id,
    sessionId,
  });
  expect((await refusalOf(booking)).code).toBe('session_called_off');
});

test('a registration that fails to leave blocks no other one, and is retried', async () => {
  const sessionId = await aSession(world, { seats: 5 });
  const all = [await aRegistration(world), await aRegistration(world), await aRegistration(world)];
  for (const { id, studentId } of all)
    await scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId });
  const stuck = (all[1] as { id: number }).id;
  await world.db.run`
      CREATE FUNCTION refuse_change() RETURNS trigger
      LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''stuck''; END'`;
  const condition = `WHEN (NEW.id = ${stuck})`;
  await world.db.pool.query(
    `
      CREATE TRIGGER stuck BEFORE UPDATE ON registration FOR EACH ROW ${condition}
      EXECUTE FUNCTION refuse_change()`,
  );
  await expect(callOffSession(operator(), sessionId)).rejects.toThrow(
    'not all students of a session could be worked on',
  );
  expect(await seatsLeft(world.db, sessionId)).toBe(4);
  await world.db.pool.query('DROP TRIGGER stuck ON registration; DROP FUNCTION refuse_change');
  await world.db.run`
      UPDATE process SET lease_until = '-infinity', next_run_at = '-infinity'
      WHERE status = 'running'`;
  expect(await callOffProcess.resume(world.db)).toBe(1);
  expect(await seatsLeft(world.db, sessionId)).toBe(5);
});

test('an exam that has begun stays where it is', async () => {
  const sessionId = await aSession(world, {
    sessionType: '23',
    startsAt: later(steadyNow(), { hours: 1 }),
    lastDate: '2099-01-01',
  });
  const studentId = aStudent(world);
  const { id } = await aRegistration(world, { studentId, examId: anExam(world) });
  await scheduleSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), {
    registrationId: id,
    sessionId,
  });
  await world.db.run`
    WITH opened AS (UPDATE registration SET status = 'online_access' WHERE id = ${id} RETURNING id)
    INSERT INTO online_sitting (registration_id, online_access) SELECT id, true FROM opened`;
  expect(await callOffSession(operator(), sessionId)).toEqual({ freed: 0, kept: 1 });
  expect(await seen(id)).toMatchObject({ status: 'online_access', sessionId });
  // as its log says
  await world.db.run`
    WITH closed AS (UPDATE registration SET status = 'scheduled' WHERE id = ${id} RETURNING id)
    UPDATE online_sitting SET online_access = false
    WHERE registration_id = (SELECT id FROM closed)`;
});

test('a session that is not there is not called off', async () => {
  expect((await refusalOf(callOffSession(operator(), 999_999))).code).toBe('session_not_found');
});
