import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { dayInNewYork, dayPlus } from '@portal/kit/clock';
import type { Call } from '@portal/kit/commands/command';
import { connect } from '@portal/kit/database/database';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, asStudent, PATIENT, refusalOf, refusals, together } from '@portal/kit/testing';
import { scheduleSession } from '../../../booking/session-booking/schedule-session.ts';
import { brokenInvariants } from '../../../invariants.ts';
import { countRoomUse } from '../../../platform/catalogue-use/count-room-use.ts';
import { aBranch, aRoom } from '../../../testing/branch-rooms.ts';
import { aRegistration, aSession, aWorld, type World } from '../../../testing.ts';
import { callOffSession } from '../../calling-off/call-off-session.ts';
import { moveSession } from '../../moving-sessions/move-session.ts';
import { previewMove } from '../../moving-sessions/preview-move.ts';
import { addOfficeSeries } from '../adding/add-series.ts';
import { addOfficeSession } from '../adding/add-session.ts';
import { copyTerm } from '../adding/copy-term.ts';
import type { WantedSession } from '../adding/planned-session.ts';
import { type ChangeSession, changeOfficeSessionFrom } from '../changing/change-session.ts';
import { setSessionStates } from '../changing/set-session-states.ts';
import type { WantedRoom } from './plan-rooms.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterEach(async () => {
  expect(await brokenInvariants(world.db)).toEqual({});
});
afterAll(() => world.close());

/** The first Monday of a February, when no holiday but a federal one can be. */
const DAY = (() => {
  const { year } = Temporal.PlainDate.from(dayInNewYork(steadyNow()));
  const first = new Temporal.PlainDate(year + 1, 2, 1);
  return first.add({ days: (8 - first.dayOfWeek) % 7 }).toString();
})();
const later = (days: number): string => dayPlus(DAY, { days });
const office = (): Call => asStaff(world.db, ['ROLE_ADMIN'], { key: randomUUID() });

const template = (locationId: number, rooms: WantedRoom[]) => ({
  ...({ sessionType: '21', time: '10:00', locationId, schoolId: null, title: null } as const),
  address: null,
  gender: '3',
  seats: null,
  limitTo1Test: false,
  proctor: null,
  rooms,
  closingDate: null,
  closingTime: null,
  shipDate: null,
  returnDueDate: null,
  lastDate: null,
  remark: null,
  draft: false,
});
const add = (
  locationId: number,
  rooms: WantedRoom[],
  about: Partial<WantedSession> & { dryRun?: boolean } = {},
) =>
  addOfficeSession(office(), {
    ...template(locationId, rooms),
    date: DAY,
    confirmDay: false,
    dryRun: false,
    ...about,
  });
const change = (about: Partial<ChangeSession> & { sessionId: number }) =>
  changeOfficeSessionFrom(office(), { version: 0, confirmDay: false, ...about });

/** A branch with a hall of 24, and a special room of 6. */
async function twoRooms() {
  const [hall, special] = [aRoom(), aRoom({ name: 'Room 2', capacity: 6, special: true })];
  const branch = await aBranch(world, [hall, special]);
  return { branch, hall: hall.id, special: special.id };
}

test('a session in rooms has the seats of those that are not special', async () => {
  const { branch, hall, special } = await twoRooms();
  const rooms = [
    { roomId: hall, places: 20 },
    { roomId: special, places: 4 },
  ];
  const seen = {
    seats: 20,
    seatsLeft: 20,
    specialPlaces: 4,
    specialTaken: 0,
    rooms: [
      { roomId: hall, name: 'Hall', special: false, places: 20 },
      { roomId: special, name: 'Room 2', special: true, places: 4 },
    ],
  };
  expect((await add(branch, rooms, { dryRun: true })).session).toMatchObject({ id: 0, ...seen });
  const { session } = await add(branch, rooms);
  expect(session).toMatchObject(seen);

  const smaller = await change({
    sessionId: session.id,
    rooms: [{ roomId: hall, places: 12 }],
  });
  expect(smaller).toMatchObject({ seats: 12, seatsLeft: 12, specialPlaces: 0, version: 1 });
  const none = await change({ sessionId: session.id, version: 1, rooms: [], seats: 7 });
  expect(none).toMatchObject({ seats: 7, rooms: [], version: 2 });
});

test.each<[string, (rooms: { hall: number; special: number }) => WantedRoom[], string]>([
  ['more places than the room has', ({ hall }) => [{ roomId: hall, places: 25 }], 'room_too_small'],
  ['a room of elsewhere', () => [{ roomId: 1, places: 5 }], 'invalid'],
  [
    'special rooms alone, and no seats',
    ({ special }) => [{ roomId: special, places: 1 }],
    'invalid',
  ],
])('a session with %s is refused', async (_what, rooms, code) => {
  const { branch, ...ids } = await twoRooms();
  expect((await refusalOf(add(branch, rooms(ids)))).code).toBe(code);
});

test('seats are changed by the rooms, where they say them', async () => {
  const { branch, hall } = await twoRooms();
  const { session } = await add(branch, [{ roomId: hall, places: 20 }]);
  expect(await refusalOf(change({ sessionId: session.id, seats: 21 }))).toMatchObject({
    code: 'invalid',
    detail: 'The rooms have 20 places.',
  });
});

test('one room is in one session at a time, until that one is called off or deleted', async () => {
  const { branch, hall } = await twoRooms();
  const rooms = [{ roomId: hall, places: 10 }];
  const first = await add(branch, rooms, { draft: true });
  // 210 minutes from 10:00
  expect(await refusalOf(add(branch, rooms, { time: '13:29' }))).toMatchObject({
    code: 'room_taken',
    detail: 'Hall is used by another session at this time.',
    extra: {},
  });
  expect((await refusalOf(add(branch, rooms, { time: '06:31' }))).code).toBe('room_taken');
  const next = await add(branch, rooms, { time: '13:30' });
  const before = await add(branch, rooms, { time: '06:30' });

  const sessions = [{ sessionId: first.session.id, version: 0 }];
  await setSessionStates(office(), { sessions, action: 'delete_draft' });
  const again = await add(branch, rooms);
  await callOffSession(office(), again.session.id);
  expect((await add(branch, rooms)).session.rooms).toHaveLength(1);
  expect([next, before].map(({ session }) => session.seats)).toEqual([10, 10]);
});

test('a session goes to another time or branch only where its rooms are free', async () => {
  const { branch, hall } = await twoRooms();
  const { session } = await add(branch, [{ roomId: hall, places: 10 }], { time: '06:30' });
  await add(branch, [{ roomId: hall, places: 10 }], { date: later(1), time: '09:00' });
  const sessionId = session.id;
  expect((await refusalOf(change({ sessionId, date: later(1) }))).code).toBe('room_taken');
  expect(await change({ sessionId, date: later(1), rooms: [], seats: 10 })).toMatchObject({
    seats: 10,
    rooms: [],
  });
  const elsewhere = { sessionId, version: 1, locationId: 13 };
  expect(
    (await refusalOf(change({ ...elsewhere, rooms: [{ roomId: hall, places: 1 }] }))).code,
  ).toBe('invalid');
  expect(await change(elsewhere)).toMatchObject({ locationId: 13, seats: 10 });
});

test('a move takes rooms along, or chooses others', async () => {
  const [{ branch, hall, special }, other] = [await twoRooms(), await twoRooms()];
  const { session } = await add(branch, [{ roomId: hall, places: 10 }]);
  await add(branch, [{ roomId: hall, places: 10 }], { date: later(1) });
  const move = {
    sessionId: session.id,
    version: 0,
    date: later(1),
    time: '10:00',
    locationId: null,
    closingDate: null,
    message: null,
    confirmDay: false,
    rooms: null,
  };
  expect((await refusalOf(previewMove(office(), move))).code).toBe('room_taken');

  const elsewhere = { ...move, rooms: [{ roomId: special, places: 2 }] };
  const { previewHash } = await previewMove(office(), elsewhere);
  await moveSession(office(), { ...elsewhere, previewHash });
  const now = await change({ sessionId: session.id, version: 1, proctor: 'Ada' });
  expect(now).toMatchObject({ seats: 10, specialPlaces: 2, rooms: [{ roomId: special }] });

  const away = { ...move, version: 2, date: later(2), locationId: other.branch };
  const preview = await previewMove(office(), away);
  const chosen = { ...away, rooms: [{ roomId: other.hall, places: 15 }] };
  const { code } = await refusalOf(
    moveSession(office(), { ...chosen, previewHash: preview.previewHash }),
  );
  expect(code).toBe('preview_outdated');
  await moveSession(office(), { ...away, previewHash: preview.previewHash });
  expect(await change({ sessionId: session.id, version: 3, proctor: 'Eva' })).toMatchObject({
    locationId: other.branch,
    seats: 10,
    specialPlaces: 0,
    rooms: [],
  });
});

test('a session that moves into rooms has their seats, less those of its students', async () => {
  const { branch, hall } = await twoRooms();
  const sessionId = await aSession(world, { locationId: branch, seats: undefined });
  const book = async () => {
    const { id: registrationId, studentId } = await aRegistration(world);
    return scheduleSession(asStudent(world.db, studentId), { registrationId, sessionId });
  };
  await book();
  await book();
  const intoRooms = (places: number) => ({
    sessionId,
    version: 0,
    date: later(3),
    time: '10:00',
    locationId: null,
    closingDate: null,
    message: null,
    confirmDay: true,
    rooms: [{ roomId: hall, places }],
  });
  expect(await refusalOf(previewMove(office(), intoRooms(1)))).toMatchObject({
    status: 409,
    code: 'seats_below_taken',
    extra: { least: 2 },
  });
  const { previewHash } = await previewMove(office(), intoRooms(3));
  const { session } = await moveSession(office(), { ...intoRooms(3), previewHash });
  expect(session).toMatchObject({ seats: 3, seatsLeft: 1 });
  await book();
  expect((await refusalOf(book())).code).toBe('session_full');
});

test('a series whose room is taken on some days names them and adds no session', async () => {
  const { branch, hall } = await twoRooms();
  await add(branch, [{ roomId: hall, places: 10 }], { date: later(7), time: '12:00' });
  const rule = { startDate: DAY, endDate: later(14), weekdays: [1], everyWeeks: 1 };
  const series = (rooms: WantedRoom[]) => ({
    ...rule,
    skip: [],
    exceptions: [],
    dryRun: false,
    template: template(branch, rooms),
  });
  expect(
    await refusalOf(addOfficeSeries(office(), series([{ roomId: hall, places: 24 }]))),
  ).toMatchObject({
    code: 'room_taken',
    extra: { dates: [later(7)] },
  });
  const tooMany = addOfficeSeries(office(), series([{ roomId: hall, places: 25 }]));
  expect((await refusalOf(tooMany)).code).toBe('room_too_small');
  // of one session alone they are said too
  const one = { ...series([{ roomId: hall, places: 24 }]), startDate: later(7), endDate: later(7) };
  for (const dryRun of [true, false])
    expect((await refusalOf(addOfficeSeries(office(), { ...one, dryRun }))).extra).toEqual({
      dates: [later(7)],
    });
  const { entries } = await addOfficeSeries(office(), {
    ...series([{ roomId: hall, places: 24 }]),
    exceptions: [{ date: later(7), time: '16:00' }],
  });
  expect(entries.filter(({ made }) => made)).toHaveLength(3);
  const uses = await countRoomUse(office(), [{ id: hall, moreThan: 0 }]);
  expect(uses).toEqual([{ id: hall, count: 4 }]);
  expect(await countRoomUse(office(), [{ id: hall, moreThan: 10 }])).toEqual([
    { id: hall, count: 3 },
  ]);
});

test('a copy uses the same rooms, but not one that is smaller by now', async () => {
  const { branch, hall } = await twoRooms();
  await add(branch, [{ roomId: hall, places: 20 }]);
  const copy = (about: object) =>
    copyTerm(office(), {
      fromStart: DAY,
      fromEnd: later(1),
      toStart: later(28),
      locationId: branch,
      skip: [],
      asDraft: false,
      dryRun: false,
      ...about,
    });
  expect((await copy({})).entries).toMatchObject([{ made: true }]);
  expect(await refusalOf(copy({}))).toMatchObject({
    code: 'room_taken',
    extra: { dates: [later(28)] },
  });
  await world.db.run`UPDATE room_copy SET capacity = 19 WHERE id = ${hall}`;
  expect((await refusalOf(copy({ toStart: later(35) }))).code).toBe('series_empty');
});

test('a branch in Israel plans on the second day of a yom tov', async () => {
  const israel = await aBranch(world, [], { israel: true });
  const abroad = await aBranch(world, []);
  const second = passoverAfter(steadyNow());
  const day = { date: second, seats: 5 };
  expect((await refusalOf(add(abroad, [], day))).code).toBe('day_left_out');
  const { session } = await add(israel, [], day);
  expect(session.marks.some(({ leavesOut }) => leavesOut)).toBe(false);
});

/** The 16th of Nisan that is next, or the one after it where it is a Sabbath. */
function passoverAfter(now: Date): string {
  let day = Temporal.PlainDate.from(dayInNewYork(now)).add({ days: 1 });
  for (;;) {
    const { monthCode, day: date } = day.withCalendar('hebrew');
    if (monthCode === 'M07' && date === 16 && day.dayOfWeek !== 6) return day.toString();
    day = day.add({ days: 1 });
  }
}

test('of two offices that take a room at the same moment one hears that it is taken', async () => {
  const { branch, hall } = await twoRooms();
  const rooms = [{ roomId: hall, places: 10 }];
  const answers = await Promise.allSettled([
    add(branch, rooms),
    add(branch, rooms, { time: '11:00' }),
    add(branch, rooms, { time: '12:00' }),
    add(branch, rooms, { time: '12:30' }),
  ]);
  expect(refusals(answers)).toEqual(Array(3).fill('room_taken'));
});

test('positive control: without the constraint both have the room', async () => {
  const [one, other] = [await aSession(world), await aSession(world)];
  const own = connect(world.db.url, { max: 2, ...PATIENT });
  const { definition } = await own.one<{ definition: string }>`
    SELECT pg_get_constraintdef(oid) AS definition FROM pg_constraint
    WHERE conname = 'session_room_once'`;
  await own.run`ALTER TABLE session_room DROP CONSTRAINT session_room_once`;
  const bothHaveLooked = together(2);
  const naive = (sessionId: number) =>
    own.transaction(async (tx) => {
      const taken = await tx.many`SELECT 1 AS taken FROM session_room WHERE room_id = 1`;
      await bothHaveLooked();
      if (taken.length > 0) return;
      await tx.run`
        INSERT INTO session_room (session_id, room_id, special, places, starts_at, ends_at)
        VALUES (${sessionId}, 1, false, 5, now(), now() + interval '1 hour')`;
    });
  await Promise.all([naive(one), naive(other)]);
  const { count } = await own.one<{ count: number }>`
    SELECT count(*)::int AS count FROM session_room WHERE room_id = 1`;
  expect(count).toBe(2);
  await own.run`DELETE FROM session_room WHERE room_id = 1`;
  await world.db.pool.query(
    `ALTER TABLE session_room ADD CONSTRAINT session_room_once ${definition}`,
  );
  await own.close();
});
