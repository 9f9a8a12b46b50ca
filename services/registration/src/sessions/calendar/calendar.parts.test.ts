import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { dayInNewYork, dayPlus } from '@portal/kit/clock';
import type { Call } from '@portal/kit/commands/command';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStaff, asStudent, refusalOf, refusals } from '@portal/kit/testing';
import { scheduleSession } from '../../booking/session-booking/schedule-session.ts';
import { holdSeat } from '../../capacity/seats/hold-seat.ts';
import { brokenInvariants } from '../../invariants.ts';
import { getSession } from '../../records/sessions/get-session.ts';
import { listOpenSessions } from '../../records/sessions/list-open-sessions.ts';
import {
  anExam,
  aRegistration,
  aSession,
  aStudent,
  aWorld,
  later,
  MAN,
  seatsLeft,
  type World,
} from '../../testing.ts';
import { saveSchoolSession } from '../school-sessions/save-school-session.ts';
import { joinWaitingList } from '../waiting-list-commands/join-waiting-list.ts';
import { leaveWaitingList } from '../waiting-list-commands/leave-waiting-list.ts';
import { addOfficeSession } from './adding/add-session.ts';
import type { WantedSession } from './adding/planned-session.ts';
import { type ChangeSession, changeOfficeSessionFrom } from './changing/change-session.ts';
import { type StateAction, setSessionStates } from './changing/set-session-states.ts';
import { getOfficeSession, listOfficeSessions } from './queries/list-office-sessions.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(async () => {
  expect(await brokenInvariants(world.db)).toEqual({});
  await world.close();
});

/** A Monday to Thursday without holidays, weeks away. */
const aDay = (): string => {
  const first = Temporal.PlainDate.from(dayInNewYork(steadyNow())).add({ days: 30 });
  return first.add({ days: (8 - first.dayOfWeek) % 7 }).toString();
};
const DAY = aDay();
const office = (): Call => asStaff(world.db, ['ROLE_ADMIN'], { key: randomUUID() });
const wanted: WantedSession = {
  sessionType: '21',
  date: DAY,
  time: '09:30',
  locationId: 13,
  schoolId: null,
  title: null,
  address: null,
  gender: '3',
  seats: 12,
  limitTo1Test: false,
  rooms: [],
  proctor: 'Ada',
  closingDate: null,
  closingTime: null,
  shipDate: null,
  returnDueDate: null,
  lastDate: null,
  remark: 'key at the desk',
  draft: false,
  confirmDay: true,
};
const add = (about: Partial<WantedSession> = {}, dryRun = false) =>
  addOfficeSession(office(), { ...wanted, ...about, dryRun });
const change = (about: Partial<ChangeSession> & { sessionId: number }, call = office()) =>
  changeOfficeSessionFrom(call, { version: 0, confirmDay: true, ...about });
const setState = (sessionId: number, action: StateAction, version = 0) =>
  setSessionStates(office(), { sessions: [{ sessionId, version }], action });
const read = (call: Call, about: object = {}) =>
  listOfficeSessions(call, {
    from: DAY,
    to: DAY,
    locationId: null,
    schoolId: null,
    vendorId: null,
    sessionType: null,
    gender: null,
    proctor: null,
    state: null,
    page: null,
    ...about,
  });
const listed = async (call: Call, about: object = {}) => {
  const { sessions } = await read(call, about);
  return sessions.map(({ id }) => id);
};

/** A student with a place in a session. */
async function seated(sessionId: number, about: { gender?: string; exams?: number } = {}) {
  const { exams = 1, gender = '2' } = about;
  const studentId = aStudent(world, { gender });
  for (let made = 0; made < exams; made++) {
    const { id } = await aRegistration(world, {
      studentId,
      examId: anExam(world, { durationMinutes: 60 }),
    });
    await scheduleSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), {
      registrationId: id,
      sessionId,
    });
  }
  return studentId;
}

test('the office makes a session at a branch, which students can book', async () => {
  const { session, warnings } = await add();
  expect(session).toMatchObject({
    state: 'open',
    locationName: 'Brooklyn',
    seats: 12,
    taken: 0,
    held: 0,
    seatsLeft: 12,
    proctor: 'Ada',
    remark: 'key at the desk',
    version: 0,
    actions: ['edit', 'move', 'call_off', 'close'],
  });
  expect(warnings).toEqual(session.marks.map(({ name }) => name));
  const open = await listOpenSessions(asStudent(world.db, aStudent(world)), 13);
  expect(open.map(({ id }) => id)).toContain(session.id);
});

test('the same key makes one session, a dry run none', async () => {
  const call = office();
  const first = await addOfficeSession(call, { ...wanted, dryRun: false });
  const again = await addOfficeSession(call, { ...wanted, dryRun: false });
  expect(again.session.id).toBe(first.session.id);
  const before = await listed(office());
  const { session } = await add({}, true);
  expect(session).toMatchObject({ id: 0, locationName: 'Brooklyn', seatsLeft: 12 });
  expect(await listed(office())).toEqual(before);
});

test('a session of a school closes and is due back as its school has it', async () => {
  const { session } = await add({
    sessionType: '22',
    locationId: null,
    schoolId: 151,
    seats: null,
    gender: '3',
  });
  expect(session).toMatchObject({ schoolName: 'Bais Rivka', gender: '2', closingTime: '14:00' });
  expect(session.closingDate).toBe(dayPlus(DAY, { days: -4 }));
});

test.each([
  [{ locationId: 999 }, 'location_not_found'],
  [
    { sessionType: '22', locationId: null, schoolId: 999, seats: null } as const,
    'school_not_found',
  ],
  [{ seats: null }, 'invalid'],
  [{ date: '2020-01-06' }, 'in_past'],
])('a session with %j is refused as %s', async (about, code) => {
  expect((await refusalOf(add(about))).code).toBe(code);
});

test('a branch that is retired takes no session', async () => {
  await world.db.run`UPDATE location_copy SET active = false WHERE id = 14`;
  expect((await refusalOf(add({ locationId: 14 }))).code).toBe('location_retired');
  await world.db.run`UPDATE location_copy SET active = true WHERE id = 14`;
});

test('only staff see a draft, and it takes no bookings until it is published', async () => {
  const { session } = await add({ draft: true });
  const studentId = aStudent(world);
  const student = asStudent(world.db, studentId);
  const { id: registrationId } = await aRegistration(world, { studentId });
  const book = (call: Call) => scheduleSession(call, { registrationId, sessionId: session.id });
  expect(await listed(office())).toContain(session.id);
  const open = async () => (await listOpenSessions(student, 13)).map(({ id }) => id);
  expect(await open()).not.toContain(session.id);
  expect((await refusalOf(getSession(student, session.id))).code).toBe('session_not_found');
  expect((await refusalOf(book(student))).code).toBe('session_not_found');
  const staff = asStaff(world.db, ['ROLE_ADMIN'], { studentId });
  expect((await refusalOf(book(staff))).code).toBe('session_not_found');
  const hold = () =>
    holdSeat(asService(world.db, 'payments'), { studentId, registrationId, sessionId: session.id });
  expect((await refusalOf(hold())).code).toBe('session_not_found');

  expect(await setState(session.id, 'publish')).toEqual([
    { sessionId: session.id, done: true, text: 'done', version: 1 },
  ]);
  expect(await open()).toContain(session.id);
  await book(asStudent(world.db, studentId));
});

test('seating a student finds no session while its draft is being deleted', async () => {
  const { session } = await add({ draft: true });
  const [result] = await setState(session.id, 'delete_draft');
  expect(result).toMatchObject({ done: true });
  expect(await listed(office())).not.toContain(session.id);
});

test.each<[StateAction, object, string]>([
  ['delete_draft', {}, 'Only a draft can be deleted.'],
  ['publish', {}, 'No change'],
  ['open', {}, 'No change'],
  [
    'open',
    { closedByStaff: true, closingDate: '2026-01-01' },
    'The closing date has passed. Change it first.',
  ],
  ['close', { startsAt: new Date('2026-01-05T15:00:00Z') }, 'This session is over.'],
])('%s of a session with %j: %s', async (action, about, text) => {
  const id = await aSession(world, about);
  expect(await setState(id, action)).toEqual([{ sessionId: id, done: false, text, version: 0 }]);
});

test('many sessions close and open one by one, and a replay changes nothing', async () => {
  const [one, two] = [await aSession(world), await aSession(world)];
  const call = office();
  const sessions = [
    { sessionId: one, version: 0 },
    { sessionId: two, version: 7 },
    { sessionId: 999_999, version: 0 },
  ];
  const results = await setSessionStates(call, { sessions, action: 'close' });
  expect(results.map(({ done }) => done)).toEqual([true, false, false]);
  expect(results[1]?.text).toBe('Somebody changed this session meanwhile.');
  expect(await setSessionStates(call, { sessions, action: 'close' })).toEqual(results);
  const student = asStudent(world.db, aStudent(world));
  expect(await getSession(student, one)).toMatchObject({ closed: true });
  await setState(one, 'open', 1);
  expect(await getSession(student, one)).toMatchObject({ closed: false });
});

test('seats are changed with students in it, never below those taken or held', async () => {
  const { session } = await add({ seats: 3 });
  await seated(session.id);
  const studentId = aStudent(world);
  const { id: registrationId } = await aRegistration(world, { studentId, isPaid: false });
  await holdSeat(asService(world.db, 'payments'), {
    studentId,
    registrationId,
    sessionId: session.id,
  });
  const refusal = await refusalOf(change({ sessionId: session.id, seats: 1 }));
  expect([refusal.code, refusal.extra.least]).toEqual(['seats_below_taken', 2]);
  const fewer = await change({ sessionId: session.id, seats: 2 });
  expect(fewer).toMatchObject({ seats: 2, taken: 1, held: 1, seatsLeft: 0, version: 1 });
  await change({ sessionId: session.id, version: 1, seats: 9 });
  expect(await seatsLeft(world.db, session.id)).toBe(7);
  const freed = await world.db.many`
    SELECT payload -> 'data' ->> 'seats' AS seats FROM outbox
    WHERE type = 'registration.seat_freed'
      AND payload -> 'data' ->> 'sessionId' = ${String(session.id)}`;
  expect(freed).toEqual([{ seats: '7' }]);
});

test('a shipped session without a limit gets no fewer seats than are taken in it', async () => {
  const { session } = await add({
    sessionType: '23',
    locationId: null,
    seats: null,
    title: 'Mrs. Gold',
    date: dayPlus(DAY, { days: 1 }),
  });
  await seated(session.id);
  await seated(session.id);
  const refusal = await refusalOf(change({ sessionId: session.id, seats: 1 }));
  expect([refusal.code, refusal.extra.least]).toEqual(['seats_below_taken', 2]);
  const limited = await change({ sessionId: session.id, seats: 2 });
  expect(limited).toMatchObject({ seats: 2, taken: 2, seatsLeft: 0, version: 1 });
});

test('students who book while seats are removed never exceed the seats', async () => {
  const { session } = await add({ seats: 4 });
  const rivals = await Promise.all(
    Array.from({ length: 4 }, async () => {
      const studentId = aStudent(world);
      const { id } = await aRegistration(world, { studentId });
      return { id, studentId };
    }),
  );
  const results = await Promise.allSettled([
    ...rivals.map(({ id, studentId }) =>
      scheduleSession(asStudent(world.db, studentId), {
        registrationId: id,
        sessionId: session.id,
      }),
    ),
    change({ sessionId: session.id, seats: 2 }),
  ]);
  const refused = refusals(results);
  expect([['session_full', 'session_full'], ['seats_below_taken']]).toContainEqual(refused);
});

test('a change from an older version changes nothing, and names editor and fields', async () => {
  const { session } = await add({ seats: 5 });
  await change({ sessionId: session.id, seats: 8, title: 'Finals' });
  const refusal = await refusalOf(change({ sessionId: session.id, proctor: 'Eva' }));
  expect(refusal.code).toBe('session_changed');
  expect(refusal.extra.changes).toEqual([
    { field: 'seats', from: 5, to: 8 },
    { field: 'title', from: null, to: 'Finals' },
  ]);
  const { session: now } = await getOfficeSession(office(), session.id);
  expect(now).toMatchObject({ proctor: 'Ada', seats: 8, version: 1 });
});

test('of two concurrent changes of a session, the second is refused with the first', async () => {
  const { session } = await add();
  const results = await Promise.allSettled([
    change({ sessionId: session.id, proctor: 'Eva' }),
    change({ sessionId: session.id, proctor: 'Ina' }),
  ]);
  expect(refusals(results)).toEqual(['session_changed']);
});

test('a booking does not raise the version', async () => {
  const { session } = await add();
  await seated(session.id);
  expect(await change({ sessionId: session.id, title: 'Finals' })).toMatchObject({ version: 1 });
});

test("a change on the school's own page is logged too", async () => {
  const { session } = await add({
    sessionType: '22',
    locationId: null,
    schoolId: 151,
    seats: null,
  });
  await saveSchoolSession(office(), {
    sessionId: session.id,
    schoolId: 151,
    gender: null,
    testDate: DAY,
    startTime: '10:00',
    closingDate: null,
    returnDate: null,
  });
  const refusal = await refusalOf(change({ sessionId: session.id, proctor: 'Eva' }));
  expect(refusal.code).toBe('session_changed');
});

test('a session with students keeps day, time and branch; an empty one is moved', async () => {
  const [taken, empty] = [await add(), await add()];
  await seated(taken.session.id);
  for (const about of [{ time: '10:30' }, { date: dayPlus(DAY, { days: 1 }) }, { locationId: 14 }])
    expect((await refusalOf(change({ sessionId: taken.session.id, ...about }))).code).toBe(
      'has_people',
    );
  const moved = await change({ sessionId: empty.session.id, time: '10:30', locationId: 14 });
  expect(moved).toMatchObject({ locationName: 'Lakewood' });
});

test('gender and the limit to one exam must fit the students in the session', async () => {
  const { session } = await add();
  await seated(session.id, { exams: 2 });
  await seated(session.id, { gender: MAN });
  const codes = [];
  for (const about of [{ gender: '1' }, { gender: '2' }, { limitTo1Test: true }])
    codes.push((await refusalOf(change({ sessionId: session.id, ...about }))).code);
  expect(codes).toEqual(['gender_taken', 'gender_taken', 'one_exam_taken']);
});

test('a session limited to one exam gives its minutes back when the limit is lifted', async () => {
  const { session } = await add();
  const studentId = await seated(session.id);
  const minutes = async () =>
    world.db.one`
      SELECT minutes_left FROM student_session
      WHERE session_id = ${session.id} AND student_id = ${studentId}`;
  expect(await minutes()).toEqual({ minutesLeft: 150 });
  await change({ sessionId: session.id, limitTo1Test: true });
  expect(await minutes()).toEqual({ minutesLeft: 0 });
  await change({ sessionId: session.id, version: 1, limitTo1Test: false });
  expect(await minutes()).toEqual({ minutesLeft: 150 });
});

test('a past or called-off session cannot be changed', async () => {
  const over = await aSession(world, { startsAt: new Date('2026-01-05T15:00:00Z') });
  expect((await refusalOf(change({ sessionId: over, seats: 9 }))).code).toBe('session_over');
  const { session: draft } = await add({ draft: true });
  await world.db.run`
    UPDATE session SET starts_at = ${later(steadyNow(), { hours: -4 })} WHERE id = ${draft.id}`;
  expect((await refusalOf(change({ sessionId: draft.id, seats: 9 }))).code).toBe('session_over');
  expect(await setState(draft.id, 'delete_draft')).toMatchObject([{ done: true }]);
  const off = await aSession(world);
  await world.db.run`UPDATE session SET called_off_at = now() WHERE id = ${off}`;
  expect((await refusalOf(change({ sessionId: off, seats: 9 }))).code).toBe('called_off');
});

test('the calendar is filtered by place, kind, state, proctor and vendor', async () => {
  const { session: here } = await add({ proctor: 'Zelda' });
  const { session: there } = await add({ locationId: 14, draft: true });
  const studentId = aStudent(world);
  const { id } = await aRegistration(world, {
    studentId,
    examId: anExam(world, { vendorId: 4 }),
  });
  await scheduleSession(asStudent(world.db, studentId), {
    registrationId: id,
    sessionId: here.id,
  });
  expect(await listed(office(), { proctor: 'Zelda' })).toEqual([here.id]);
  expect(await listed(office(), { vendorId: 4 })).toEqual([here.id]);
  expect(await listed(office(), { locationId: 14 })).toContain(there.id);
  expect(await listed(office(), { locationId: 14 })).not.toContain(here.id);
  expect(await listed(office(), { state: 'draft' })).toContain(there.id);
  expect(await listed(office(), { state: 'draft' })).not.toContain(here.id);
  expect(await listed(office(), { sessionType: '23' })).toEqual([]);
  const page = { number: 2, size: 1 };
  const all = await listed(office());
  expect(await listed(office(), { page })).toEqual([all[1]]);
});

test('a list with a limit per day reads only the first sessions of a full day', async () => {
  await Promise.all([add(), add(), add()]);
  const { sessions: all, counts: none } = await read(office());
  expect(all.length).toBeGreaterThan(2);
  expect(none).toEqual([]);
  const { sessions, total, counts } = await read(office(), { perDay: 2 });
  expect(sessions).toEqual(all.slice(0, 2));
  expect(total).toBe(all.length);
  expect(counts).toEqual([{ date: DAY, sessions: all.length }]);
});

test('the filter for waiting lists shows only sessions with a waiting student', async () => {
  const [{ session: full }, { session: other }] = [await add({ seats: 1 }), await add()];
  await seated(full.id);
  const studentId = aStudent(world);
  const { id: registrationId } = await aRegistration(world, { studentId });
  const student = asStudent(world.db, studentId);
  const entry = await joinWaitingList(student, { registrationId, sessionId: full.id });
  const waitedFor = await listed(office(), { waitingOnly: true });
  expect(waitedFor).toContain(full.id);
  expect(waitedFor).not.toContain(other.id);
  expect(await listed(office(), { waitingOnly: false })).toContain(other.id);
  await leaveWaitingList(student, { waitingId: entry.id });
  expect(await listed(office(), { waitingOnly: true })).not.toContain(full.id);
});

test('a school admin sees the sessions of the own school, and no remark', async () => {
  const school = { sessionType: '22', locationId: null, schoolId: 151, seats: null } as const;
  const { session } = await add(school);
  const { session: other } = await add({ ...school, schoolId: 209 });
  const own = asStaff(world.db, ['ROLE_SCHOOL_ADMIN'], { schoolId: 151 });
  const ids = await listed(own);
  expect(ids).toContain(session.id);
  expect(ids).not.toContain(other.id);
  const seen = await getOfficeSession(own, session.id);
  expect(seen.session).toMatchObject({ remark: undefined, actions: [] });
  expect((await refusalOf(getOfficeSession(own, other.id))).code).toBe('session_not_found');
});

test('a time that is too long is refused', async () => {
  const after = (days: number) => ({ to: dayPlus(DAY, { days }) });
  const inPages = { page: { number: 1, size: 50 } };
  await expect(listed(office(), after(62))).resolves.toBeDefined();
  expect((await refusalOf(listed(office(), after(63)))).code).toBe('range_too_long');
  await expect(listed(office(), { ...after(366), ...inPages })).resolves.toBeDefined();
  expect((await refusalOf(listed(office(), { ...after(367), ...inPages }))).code).toBe(
    'range_too_long',
  );
});

test('the history of a session shows its changes with their actors', async () => {
  const { session } = await add();
  await change({ sessionId: session.id, seats: 30 });
  const { history } = await getOfficeSession(office(), session.id);
  expect(history.map(({ op }) => op)).toEqual(['update', 'insert']);
  expect(history[0]?.text).toContain('12 → 30');
});

test('a concurrent change of a remark is shown to the office, not to a school', async () => {
  const { session } = await add({
    sessionType: '22',
    locationId: null,
    schoolId: 151,
    seats: null,
    remark: 'a secret',
  });
  await change({ sessionId: session.id, remark: 'another secret' });
  const refusal = await refusalOf(change({ sessionId: session.id, remark: 'mine' }));
  expect(refusal.extra.changes).toEqual([
    { field: 'remark', from: 'a secret', to: 'another secret' },
  ]);
  const own = asStaff(world.db, ['ROLE_SCHOOL_ADMIN'], { schoolId: 151 });
  const { history } = await getOfficeSession(own, session.id);
  expect(history[0]?.text).toContain('remark: changed');
  expect(JSON.stringify(history)).not.toContain('secret');
});
