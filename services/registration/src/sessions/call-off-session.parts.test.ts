import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { asService, asStaff, asStudent, refusalOf } from '@portal/kit/testing';
import { brokenInvariants } from '../invariants.ts';
import { anExam, aRegistration, aSession, aStudent, aWorld, later, seatsLeft, type World } from '../testing.ts';
import { callOffSession } from './call-off-session.ts';
import { scheduleSession } from './schedule-session.ts';

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
      (SELECT state FROM proctor_payment WHERE registration_id = registration.id) AS payment FROM registration WHERE id = ${id}`;

test('whoever had a place in a session that is called off keeps exam and fee, however near it is, and is told', async () => {
  const sessionId = await aSession(world, { startsAt: later(new Date(), { hours: 3 }), seats: 5 });
  const [first, second] = [await aRegistration(world), await aRegistration(world)];
  for (const { id, studentId } of [first, second]) await scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId });
  expect(await callOffSession(operator(), sessionId)).toEqual({ freed: 2, kept: 0 });
  for (const { id, studentId } of [first, second]) {
    expect(await seen(id)).toEqual({ status: 'registered', sessionId: null, adminCancelSessionId: sessionId, code: 'ER', payment: 'held' });
    const events = await world.db.many<{ data: object }>`
      SELECT payload->'data' AS data FROM outbox WHERE type = 'registration.session_cancelled' AND payload->'data'->>'registrationId' = ${String(id)}`;
    expect(events.map(({ data }) => data)).toEqual([{ registrationId: id, studentId, sessionId, calendarSequence: 2 }]);
  }
  expect(await seatsLeft(world.db, sessionId)).toBe(5);
});

test('nobody books it afterwards, and calling it off again changes nothing', async () => {
  const sessionId = await aSession(world);
  await callOffSession(operator(), sessionId);
  const { id, studentId } = await aRegistration(world);
  const booking = scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId });
  expect((await refusalOf(booking)).code).toBe('session_closed');
  expect(await callOffSession(operator(), sessionId)).toEqual({ freed: 0, kept: 0 });
});

test('an exam that has begun stays where it is', async () => {
  const sessionId = await aSession(world, { sessionType: '23', startsAt: later(new Date(), { hours: 1 }), lastDate: '2099-01-01' });
  const studentId = aStudent(world);
  const { id } = await aRegistration(world, { studentId, examId: anExam(world) });
  await scheduleSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), { registrationId: id, sessionId });
  await world.db.run`UPDATE registration SET status = 'online_access', online_access = true WHERE id = ${id}`;
  expect(await callOffSession(operator(), sessionId)).toEqual({ freed: 0, kept: 1 });
  expect(await seen(id)).toMatchObject({ status: 'online_access', sessionId });
  await world.db.run`UPDATE registration SET status = 'scheduled', online_access = false WHERE id = ${id}`; // as its log says
});

test('a session of a school is not called off, nor one that is not there', async () => {
  const ofSchool = await aSession(world, { sessionType: '22', schoolId: 151 });
  for (const sessionId of [ofSchool, 999_999])
    expect((await refusalOf(callOffSession(operator(), sessionId))).code).toBe('session_not_found');
});
