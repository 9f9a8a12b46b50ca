import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStaff, asStudent, refusalOf } from '@portal/kit/testing';
import { cancelRegistration } from '../../booking/cancelling/cancel-registration.ts';
import { changeToCourse } from '../../booking/retakes/change-to-course.ts';
import { cancelSession } from '../../booking/session-booking/cancel-session.ts';
import { changeToOnline } from '../../booking/session-booking/change-to-online.ts';
import { scheduleSession } from '../../booking/session-booking/schedule-session.ts';
import { brokenInvariants } from '../../invariants.ts';
import type { Registration } from '../../records/registrations/reading/registration-view.ts';
import { callOffSession } from '../../sessions/calling-off/call-off-session.ts';
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
import { HOLD_SECONDS, holdSeat } from './hold-seat.ts';
import { releaseOldHolds } from './release-holds.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(async () => {
  expect(await brokenInvariants(world.db)).toEqual({});
  await world.close();
});

const now = steadyNow();
const overdue = new Date(now.getTime() + HOLD_SECONDS * 1000);
const office = (studentId: number) => asStaff(world.db, ['ROLE_ADMIN'], { studentId });
const book = ({ id, studentId }: Registration, sessionId: number) =>
  scheduleSession(office(studentId), { registrationId: id, sessionId });
const hold = ({ id, studentId }: Registration, sessionId: number, at = now) =>
  holdSeat(asService(world.db, 'payments', { now: at }), {
    studentId,
    registrationId: id,
    sessionId,
  });
/** The events of a session, oldest first. */
const freedEvents = async (sessionId: number) => {
  const rows = await world.db.many<{ data: object }>`
    SELECT payload->'data' AS data FROM outbox
    WHERE type = 'registration.seat_freed'
      AND (payload->'data'->>'sessionId')::bigint = ${sessionId}
    ORDER BY id`;
  return rows.map(({ data }) => data);
};
const shipped = { sessionType: '23', seats: 5, lastDate: '2099-01-01' } as const;

test.each<{ how: string; session?: object; leave: (one: Registration) => Promise<unknown> }>([
  {
    how: 'the student gives the session up',
    leave: ({ id, studentId }) =>
      cancelSession(asStudent(world.db, studentId), { registrationId: id, reason: undefined }),
  },
  {
    how: 'the student cancels the exam',
    leave: ({ id, studentId }) =>
      cancelRegistration(asStudent(world.db, studentId), { registrationId: id, reason: undefined }),
  },
  {
    how: 'the student moves to another session',
    leave: async (one) => book(one, await aSession(world)),
  },
  {
    how: 'the exam is to be sat online',
    session: shipped,
    leave: ({ id, studentId }) =>
      changeToOnline(office(studentId), { registrationId: id, reason: 5 }),
  },
  {
    how: 'the exam becomes a course',
    leave: async ({ examId, studentId }) => {
      const course = { alternateCourseVersion: examId, programContentCode: 'P-1' };
      await aRegistration(world, { examId: anExam(world, course) });
      return changeToCourse(asStaff(world.db, ['ROLE_SUPPORT'], { studentId }), { examId });
    },
  },
])('a freed seat is announced once: $how', async ({ session, leave }) => {
  const sessionId = await aSession(world, { seats: 5, ...session });
  const one = await aRegistration(world, { studentId: aStudent(world, { collegeId: 269 }) });
  await book(one, sessionId);
  expect(await freedEvents(sessionId)).toEqual([]);
  await leave(one);
  expect(await seatsLeft(world.db, sessionId)).toBe(5);
  expect(await freedEvents(sessionId)).toEqual([{ sessionId, seats: 1 }]);
});

test('expired holds are announced together', async () => {
  const sessionId = await aSession(world, { seats: 5 });
  for (let i = 0; i < 3; i++) await hold(await aRegistration(world), sessionId);
  await releaseOldHolds(world.db, overdue);
  await releaseOldHolds(world.db, overdue);
  expect(await seatsLeft(world.db, sessionId)).toBe(5);
  expect(await freedEvents(sessionId)).toEqual([{ sessionId, seats: 3 }]);
});

test('of expired holds, a seat that is taken at once is not announced', async () => {
  const [one, two] = [await aSession(world, { seats: 1 }), await aSession(world, { seats: 2 })];
  await hold(await aRegistration(world), one);
  await hold(await aRegistration(world), one, overdue);
  expect(await freedEvents(one)).toEqual([]);
  await hold(await aRegistration(world), two);
  await hold(await aRegistration(world), two);
  await hold(await aRegistration(world), two, overdue);
  expect(await freedEvents(two)).toEqual([{ sessionId: two, seats: 1 }]);
  expect(await seatsLeft(world.db, two)).toBe(1);
});

test('a student who keeps a place in the session frees no seat', async () => {
  const sessionId = await aSession(world);
  const studentId = aStudent(world);
  const [first, second] = [
    await aRegistration(world, { studentId }),
    await aRegistration(world, { studentId }),
  ];
  await book(first, sessionId);
  await book(second, sessionId);
  await cancelSession(asStudent(world.db, studentId), {
    registrationId: first.id,
    reason: undefined,
  });
  expect(await freedEvents(sessionId)).toEqual([]);
});

test.each([
  { session: 'without a limit', more: { seats: undefined } },
  { session: 'of a school', more: { sessionType: '22', schoolId: 209 } as const },
])('a session $session announces no seats', async ({ more }) => {
  const sessionId = await aSession(world, more);
  const one = await aRegistration(world, { studentId: aStudent(world, { schoolId: 209 }) });
  await book(one, sessionId);
  await cancelSession(office(one.studentId), { registrationId: one.id, reason: 2 });
  expect(await freedEvents(sessionId)).toEqual([]);
});

test('a called-off session offers its seats to no student', async () => {
  const sessionId = await aSession(world, { seats: 5 });
  await book(await aRegistration(world), sessionId);
  await hold(await aRegistration(world), sessionId);
  await callOffSession(asService(world.db, 'operator'), sessionId);
  expect(await seatsLeft(world.db, sessionId)).toBe(5);
  expect(await freedEvents(sessionId)).toEqual([]);
});

test('a refused move frees no seat and emits no event', async () => {
  const [from, full] = [await aSession(world), await aSession(world, { seats: 1 })];
  const one = await aRegistration(world);
  await book(one, from);
  await book(await aRegistration(world), full);
  // the session looked free when it was read: its last seat goes while this one books
  await world.db.run`UPDATE session SET seats = 2, seats_left = 1 WHERE id = ${full}`;
  await world.db.run`
    CREATE FUNCTION lose_seat() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`;
  await world.db.pool.query(
    `
      CREATE TRIGGER lose BEFORE UPDATE ON session FOR EACH ROW WHEN (NEW.id = ${full})
      EXECUTE FUNCTION lose_seat()`,
  );
  expect((await refusalOf(book(one, full))).code).toBe('session_full');
  await world.db.pool.query('DROP TRIGGER lose ON session; DROP FUNCTION lose_seat');
  expect(await freedEvents(from)).toEqual([]);
  expect(await seatsLeft(world.db, from)).toBe(19);
});

test('the event names no student', async () => {
  const sessionId = await aSession(world, { startsAt: later(now, { days: 3 }) });
  const one = await aRegistration(world);
  await book(one, sessionId);
  await cancelSession(asStudent(world.db, one.studentId), {
    registrationId: one.id,
    reason: undefined,
  });
  const [event = {}] = await freedEvents(sessionId);
  expect(Object.keys(event).toSorted()).toEqual(['seats', 'sessionId']);
});
