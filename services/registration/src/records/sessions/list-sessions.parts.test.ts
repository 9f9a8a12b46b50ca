import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dayInNewYork, instantInNewYork } from '@portal/kit/clock';
import { checkSubject } from '@portal/kit/commands/authorize';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, asStudent, refusalOf } from '@portal/kit/testing';
import { scheduleSession } from '../../booking/session-booking/schedule-session.ts';
import { findSubject } from '../../projections/find-subject.ts';
import { aRegistration, aSession, aStudent, aWorld, later, type World } from '../../testing.ts';
import { getLastLocation } from './get-last-location.ts';
import { getSession } from './get-session.ts';
import { listOpenSessions } from './list-open-sessions.ts';
import { listStudentSessions } from './list-student-sessions.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(() => world.close());

const noon = instantInNewYork('2027-02-03', '12:00');
const at = (day: string, time: string) => instantInNewYork(day, time);
const idsOf = (sessions: { id: number }[]) => sessions.map(({ id }) => id);

test("unknown students are refused, and a school admin knows only their school's", async () => {
  const [own, other] = [aStudent(world, { schoolId: 151 }), aStudent(world)];
  const check = (role: string, studentId: number) =>
    checkSubject(
      asStaff(world.db, [role], { schoolId: 151, studentId }),
      { permission: 'session.read', callers: [] },
      findSubject,
    );
  await check('ROLE_SCHOOL_ADMIN', own);
  await check('ROLE_ADMIN', other);
  for (const [role, studentId] of [
    ['ROLE_SCHOOL_ADMIN', other],
    ['ROLE_SCHOOL_ADMIN', 2_000_000],
    ['ROLE_ADMIN', 2_000_000],
  ] as const)
    expect((await refusalOf(check(role, studentId))).code).toBe('student_not_found');
});

test('the list has all sessions that a woman may see by time and place, closed too', async () => {
  const { id, studentId } = await aRegistration(world);
  const [second, first] = [
    // Brooklyn comes after Bergen, which is not listed
    await aSession(world, { startsAt: at('2027-02-10', '10:00') }),
    await aSession(world, { startsAt: at('2027-02-08', '10:00'), closedByStaff: true }),
  ];
  const full = await aSession(world, {
    startsAt: at('2027-02-10', '10:00'),
    locationId: 14,
    seats: 0,
  });
  const women = await aSession(world, { startsAt: at('2027-02-11', '10:00'), gender: '2' });
  const men = await aSession(world, { startsAt: at('2027-02-11', '11:00'), gender: '1' });
  const office = await aSession(world, { startsAt: at('2027-02-12', '10:00'), locationId: 15 });
  const byAppointment = await aSession(world, {
    startsAt: at('2027-02-13', '10:00'),
    locationId: 16,
  });
  const seminary = await aSession(world, { startsAt: at('2027-02-14', '10:00'), locationId: 17 });
  const running = await aSession(world, { startsAt: at('2027-02-03', '09:00') });
  const over = await aSession(world, { startsAt: at('2027-02-03', '08:30') });
  const mine = await aSession(world, { startsAt: at('2027-02-20', '10:00'), seats: 4 });
  await scheduleSession(asStudent(world.db, studentId, { now: noon }), {
    registrationId: id,
    sessionId: mine,
  });

  const seen = await listOpenSessions(asStudent(world.db, studentId, { now: noon }), undefined);
  expect(idsOf(seen)).toEqual([running, first, second, full, women, byAppointment, mine]);
  expect(seen.find((one) => one.id === first)).toMatchObject({ closed: true });
  expect(seen.find((one) => one.id === full)).toMatchObject({
    seatsLeft: 0,
    hasASeat: false,
    minutesLeft: 210,
  });
  expect(seen.find((one) => one.id === mine)).toMatchObject({
    seatsLeft: 3,
    hasASeat: true,
    minutesLeft: 120,
    proctorFeeKeptUntil: at('2027-02-19', '10:00'),
  });
  expect(seen.find((one) => one.id === byAppointment)).toMatchObject({
    byAppointment: true,
    firstName: 'Rachel',
    lastName: 'Stern',
    phone: '845-555-0100',
  });

  const staff = await listOpenSessions(
    asStaff(world.db, ['ROLE_ADMIN'], { studentId, now: noon }),
    undefined,
  );
  expect(idsOf(staff)).toEqual(expect.arrayContaining([men, office, seminary]));
  expect(idsOf(staff)).not.toContain(over);
  const here = await listOpenSessions(asStudent(world.db, studentId, { now: noon }), 14);
  expect(idsOf(here)).toEqual([full]);

  world.programs.set(studentId, [2]);
  const inProgram = await listOpenSessions(
    asStudent(world.db, studentId, { now: later(noon, { hours: 1 }) }),
    17,
  );
  expect(idsOf(inProgram)).toEqual([seminary]);
});

test('a student sees only sessions that they could book or sit in', async () => {
  const { studentId } = await aRegistration(world);
  const [open, men, office, shipped] = [
    await aSession(world),
    await aSession(world, { gender: '1' }),
    await aSession(world, { locationId: 15 }),
    await aSession(world, { sessionType: '23', address: '1 Far Street' }),
  ];
  const call = asStudent(world.db, studentId);
  expect(await getSession(call, open)).toMatchObject({ id: open, minutesLeft: 210 });
  for (const hidden of [men, office, shipped, 999_999])
    expect((await refusalOf(getSession(call, hidden))).code).toBe('session_not_found');
  const admin = asStaff(world.db, ['ROLE_ADMIN'], { studentId });
  for (const id of [men, office, shipped]) expect((await getSession(admin, id)).id).toBe(id);
  const school = asStaff(world.db, ['ROLE_SCHOOL_ADMIN'], { schoolId: 151 });
  const own = await aSession(world, { sessionType: '22', schoolId: 151 });
  expect((await getSession(school, own)).schoolId).toBe(151);
  expect((await refusalOf(getSession(school, open))).code).toBe('session_not_found');
});

test("a student's own sessions of every kind are listed once, until they are over", async () => {
  const studentId = aStudent(world, { schoolId: 151 });
  const admin = (now?: Date) =>
    asStaff(world.db, ['ROLE_ADMIN'], { studentId, ...(now ? { now } : {}) });
  const [first, second, third] = [
    await aRegistration(world, { studentId }),
    await aRegistration(world, { studentId }),
    await aRegistration(world, { studentId }),
  ];
  const startsAt = later(steadyNow(), { days: 3 });
  const [location, school] = [
    await aSession(world, { startsAt }),
    await aSession(world, {
      sessionType: '22',
      schoolId: 151,
      startsAt: later(startsAt, { days: 1 }),
      lastDate: dayInNewYork(later(startsAt, { days: 5 })),
    }),
  ];
  await scheduleSession(admin(), { registrationId: first.id, sessionId: location });
  await scheduleSession(admin(), { registrationId: second.id, sessionId: location });
  await scheduleSession(admin(), { registrationId: third.id, sessionId: school });
  const seenAt = async (now: Date) =>
    idsOf(await listStudentSessions(asStudent(world.db, studentId, { now })));
  expect(await seenAt(steadyNow())).toEqual([location, school]);
  expect(await seenAt(later(startsAt, { hours: 3 }))).toEqual([location, school]);
  expect(await seenAt(later(startsAt, { hours: 4 }))).toEqual([school]);
  expect(await seenAt(later(startsAt, { days: 4 }))).toEqual([school]);
  expect(await seenAt(later(startsAt, { days: 7 }))).toEqual([]);
});

test('the last location is that of the newest booked session, if open to the student', async () => {
  const { id, studentId } = await aRegistration(world);
  const call = asStudent(world.db, studentId);
  expect(await getLastLocation(call)).toBeUndefined();
  await scheduleSession(call, {
    registrationId: id,
    sessionId: await aSession(world, { locationId: 14 }),
  });
  expect(await getLastLocation(call)).toBe(14);
  await scheduleSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), {
    registrationId: id,
    sessionId: await aSession(world, { locationId: 15 }),
  });
  expect(await getLastLocation(call)).toBeUndefined();
  expect(await getLastLocation(asStaff(world.db, ['ROLE_ADMIN'], { studentId }))).toBe(15);
});
