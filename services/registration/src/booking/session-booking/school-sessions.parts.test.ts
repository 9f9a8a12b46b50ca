import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, asStudent, refusalOf } from '@portal/kit/testing';
import { listSchoolSessions } from '../../records/sessions/list-school-sessions.ts';
import {
  aRegistration,
  aSession,
  aStudent,
  aWorld,
  later,
  MAN,
  payFees,
  seatsLeft,
  type World,
} from '../../testing.ts';
import { changeToOnline } from './change-to-online.ts';
import { scheduleSession } from './schedule-session.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.close());

const SCHOOL = 209;
const now = steadyNow();
const ofSchool = (more: object = {}) =>
  aSession(world, { sessionType: '22', schoolId: SCHOOL, ...more });
const asAdmin = (studentId?: number) =>
  asStaff(world.db, ['ROLE_ADMIN'], studentId === undefined ? {} : { studentId });
const idsFor = async (call: Parameters<typeof listSchoolSessions>[0], schoolId = SCHOOL) =>
  (await listSchoolSessions(call, schoolId)).map(({ session }) => session.id);

/** A student of the school with an exam in one of its sessions. */
async function inSession(sessionId: number, { isPaid = true } = {}) {
  const studentId = aStudent(world, { schoolId: SCHOOL });
  const { id } = await aRegistration(world, { studentId, isPaid });
  await scheduleSession(asAdmin(studentId), { registrationId: id, sessionId });
  return { studentId, registrationId: id };
}

test('a student sees the coming sessions of their school, staff the past year too', async () => {
  const [coming, past, old, forMen] = await Promise.all([
    ofSchool({ startsAt: later(now, { days: 3 }) }),
    ofSchool({ startsAt: later(now, { days: -30 }) }),
    ofSchool({ startsAt: later(now, { days: -400 }) }),
    ofSchool({ gender: MAN }),
  ]);
  const studentId = aStudent(world, { schoolId: SCHOOL });
  const seen = await idsFor(asStudent(world.db, studentId));
  expect([coming, past, old, forMen].map((id) => seen.includes(id))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  const all = await idsFor(asAdmin());
  expect([coming, past, old, forMen].map((id) => all.includes(id))).toEqual([
    true,
    true,
    false,
    true,
  ]);
  expect(all.indexOf(past)).toBeLessThan(all.indexOf(coming));
});

test('a session shows its number of students, and to a student their own place', async () => {
  const sessionId = await ofSchool({ closingDate: '2020-01-01' });
  const { studentId, registrationId } = await inSession(sessionId);
  await inSession(sessionId);
  const found = (await listSchoolSessions(asAdmin(), SCHOOL)).find(
    ({ session }) => session.id === sessionId,
  );
  expect(found).toMatchObject({
    studentCount: 2,
    closingTime: '23:59',
    session: { closed: true, schoolId: SCHOOL },
  });
  const own = (await listSchoolSessions(asStudent(world.db, studentId), SCHOOL)).find(
    ({ session }) => session.id === sessionId,
  );
  expect(own?.session.hasASeat).toBe(true);
  await changeToOnline(asAdmin(studentId), { registrationId, reason: 5 });
  expect(
    (await listSchoolSessions(asAdmin(), SCHOOL)).find(({ session }) => session.id === sessionId)
      ?.studentCount,
  ).toBe(1);
});

test('students and school admins find no other school; unknown schools are not found', async () => {
  const student = asStudent(world.db, aStudent(world, { schoolId: SCHOOL }));
  const schoolAdmin = asStaff(world.db, ['ROLE_SCHOOL_ADMIN'], { schoolId: SCHOOL });
  for (const call of [student, schoolAdmin]) {
    expect(await refusalOf(listSchoolSessions(call, 151))).toMatchObject({
      status: 404,
      code: 'school_not_found',
    });
    expect(await idsFor(call)).toEqual(expect.any(Array));
  }
  expect((await refusalOf(listSchoolSessions(asAdmin(), 999_999))).code).toBe('school_not_found');
  expect(
    (await refusalOf(listSchoolSessions(asStudent(world.db, aStudent(world)), SCHOOL))).code,
  ).toBe('school_not_found');
});

test('an exam leaves its school session to be sat online, with the fee that was paid', async () => {
  const sessionId = await ofSchool();
  const { studentId, registrationId } = await inSession(sessionId);
  const { registration, sessionId: left } = await changeToOnline(asAdmin(studentId), {
    registrationId,
    reason: 5,
  });
  expect(left).toBe(sessionId);
  expect(registration).toMatchObject({
    status: 'registered',
    sessionType: '99',
    sessionId: undefined,
    adminCancelSessionId: sessionId,
    adminCancelSessionReasonCode: 'CP',
    proctorFeeCents: 0,
    proctorFeePaid: true,
  });
  const [event] = await world.db.many<{ data: object }>`
    SELECT payload->'data' AS data FROM outbox WHERE type = 'registration.changed_to_online'
      AND payload->'data'->>'registrationId' = ${String(registrationId)}`;
  expect(event?.data).toEqual({ registrationId, studentId, sessionId, calendarSequence: 2 });
  expect(
    await world.db.many`
        SELECT reason, to_status FROM registration_log WHERE registration_id = ${registrationId}
        ORDER BY id DESC LIMIT 1`,
  ).toEqual([{ reason: 5, toStatus: 'registered' }]);
});

test('without a paid fee the fee is due before the exam is booked online', async () => {
  const { studentId, registrationId } = await inSession(await ofSchool(), { isPaid: false });
  const { registration } = await changeToOnline(asAdmin(studentId), { registrationId, reason: 5 });
  expect(registration.proctorFeeCents).toBe(1500);
  await payFees(world, registrationId);
});

test('changing to online holds the attached fee again at any hour and frees the seat', async () => {
  const sessionId = await aSession(world, {
    sessionType: '23',
    startsAt: later(now, { hours: 2 }),
    seats: 5,
    lastDate: '2099-01-01',
  });
  const studentId = aStudent(world);
  const { id: registrationId } = await aRegistration(world, { studentId });
  await scheduleSession(asAdmin(studentId), { registrationId, sessionId });
  await world.db.run`
      UPDATE proctor_payment SET state = 'attached', session_id = ${sessionId}
      WHERE registration_id = ${registrationId}`;
  expect(await seatsLeft(world.db, sessionId)).toBe(4);
  const { registration } = await changeToOnline(asAdmin(studentId), { registrationId, reason: 5 });
  expect(registration).toMatchObject({ proctorFeeCents: 0, proctorFeePaid: true });
  expect(await seatsLeft(world.db, sessionId)).toBe(5);
});

test('it is done once a key, and a second time there is no session to leave', async () => {
  const { studentId, registrationId } = await inSession(await ofSchool());
  const call = asAdmin(studentId);
  const first = await changeToOnline(call, { registrationId, reason: 5 });
  expect(await changeToOnline(call, { registrationId, reason: 5 })).toEqual(first);
  expect(
    (await refusalOf(changeToOnline(asAdmin(studentId), { registrationId, reason: 5 }))).code,
  ).toBe('not_a_school_session');
});

test('the registration of another student than the one in view is not found', async () => {
  const { registrationId } = await inSession(await ofSchool());
  expect(
    (await refusalOf(changeToOnline(asAdmin(aStudent(world)), { registrationId, reason: 5 }))).code,
  ).toBe('registration_not_found');
});

test('after the day of the session only tech support changes to online, for the one reason', async () => {
  const { studentId, registrationId } = await inSession(await ofSchool());
  const dayAfter = later(now, { days: 12 }); // the session is in ten
  const change = (role: Parameters<typeof asStaff>[1][number], reason?: number) =>
    changeToOnline(asStaff(world.db, [role], { studentId, now: dayAfter }), {
      registrationId,
      reason,
    });
  for (const reason of [undefined, 1, 6])
    expect((await refusalOf(change('ROLE_TECH_SUPPORT', reason))).code).toBe('reason_required');
  expect((await refusalOf(change('ROLE_ADMIN', 5))).code).toBe('session_over');
  expect((await change('ROLE_TECH_SUPPORT', 5)).registration.sessionType).toBe('99');
});
