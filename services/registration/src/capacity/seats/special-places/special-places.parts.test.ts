import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { dayPlus } from '@portal/kit/clock';
import { inTransaction } from '@portal/kit/commands/command';
import { connect, type Database } from '@portal/kit/database/database';
import { steadyNow } from '@portal/kit/steady-clock';
import {
  asService,
  asStaff,
  asStudent,
  PATIENT,
  refusalOf,
  refusals,
  together,
} from '@portal/kit/testing';
import type { ApprovedAccommodation } from '@portal/proto/identity/v1/students';
import { cancelSession } from '../../../booking/session-booking/cancel-session.ts';
import { scheduleSession } from '../../../booking/session-booking/schedule-session.ts';
import { brokenInvariants } from '../../../invariants.ts';
import type { Registration } from '../../../records/registrations/reading/registration-view.ts';
import { listOpenSessions } from '../../../records/sessions/list-open-sessions.ts';
import { addOfficeSession } from '../../../sessions/calendar/adding/add-session.ts';
import { changeOfficeSessionFrom } from '../../../sessions/calendar/changing/change-session.ts';
import { callOffSession } from '../../../sessions/calling-off/call-off-session.ts';
import { moveSession } from '../../../sessions/moving-sessions/move-session.ts';
import { previewMove } from '../../../sessions/moving-sessions/preview-move.ts';
import {
  APART_DAY,
  aSessionApart as apartSession,
  granted,
  OWN_ROOM,
} from '../../../testing/session-apart.ts';
import { waitingForLocks } from '../../../testing/waiting-for-locks.ts';
import { anExam, aRegistration, aStudent, aWorld, type World } from '../../../testing.ts';
import { holdSeat } from '../hold-seat.ts';
import { listPlaceNames } from '../places/place-names.ts';
import { releaseOldHolds } from '../release-holds.ts';
import { assignLeftoverSpecialPlaces, fitPlaces } from './special-places.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterEach(async () => {
  expect(await brokenInvariants(world.db)).toEqual({});
});
afterAll(() => world.close());

const office = () => asStaff(world.db, ['ROLE_ADMIN'], { key: randomUUID() });

const DAY = APART_DAY;
type Terms = Parameters<typeof apartSession>[2];
const aSessionApart = (special = 1, terms: Terms = {}) => apartSession(world, special, terms);
/** Makes a registration of a student with these accommodations. */
const registered = (approvedAccommodations: ApprovedAccommodation[] = [], minutes = 90) =>
  aRegistration(world, {
    studentId: aStudent(world, { approvedAccommodations }),
    examId: anExam(world, { durationMinutes: minutes }),
  });
const book = ({ id, studentId }: Registration, sessionId: number) =>
  scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId });
const bookByStaff = ({ id, studentId }: Registration, sessionId: number) =>
  scheduleSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), {
    registrationId: id,
    sessionId,
  });
const leave = ({ id, studentId }: Registration) =>
  cancelSession(asStudent(world.db, studentId), { registrationId: id, reason: undefined });
const left = (sessionId: number) =>
  world.db.one<{ seatsLeft: number; specialLeft: number }>`
    SELECT seats_left, special_left FROM session WHERE id = ${sessionId}`;
const takes = async ({ studentId }: Registration, sessionId: number) =>
  (
    await world.db.maybe<{ takes: string }>`
      SELECT takes FROM student_session
      WHERE session_id = ${sessionId} AND student_id = ${studentId}`
  )?.takes;
/** Accommodations, as the projection stores them. */
const asCopied = (now: ApprovedAccommodation[]) =>
  now.map(({ kind, percent = null, minutes = null, validFrom, validUntil = null }) => ({
    kind,
    percent,
    minutes,
    validFrom,
    validUntil,
  }));
/** Changes the accommodations of a student. */
const grant = async ({ studentId }: Registration, now: ApprovedAccommodation[]) => {
  const list = asCopied(now);
  await inTransaction(asService(world.db, 'registration'), 'fit', async (tx) => {
    await tx.run`
      UPDATE student_copy SET accommodations = ${JSON.stringify(list)} WHERE id = ${studentId}`;
    await fitPlaces(tx, studentId, list, null);
  });
};

test('a student with an own room takes a special place, not a seat, and releases it', async () => {
  const { sessionId } = await aSessionApart(2);
  const [apart, other] = [await registered(OWN_ROOM), await registered()];
  expect(await book(apart, sessionId)).toMatchObject({ session: { seatsLeft: 1, hasASeat: true } });
  await book(other, sessionId);
  expect(await left(sessionId)).toEqual({ seatsLeft: 9, specialLeft: 1 });
  expect(await listPlaceNames(world.db, sessionId)).toEqual([
    { studentId: apart.studentId, place: 'Room 2' },
    { studentId: other.studentId, place: 'Hall' },
  ]);
  await leave(apart);
  expect(await left(sessionId)).toEqual({ seatsLeft: 9, specialLeft: 2 });
});

test('a second exam of the same student takes no further place', async () => {
  const { sessionId } = await aSessionApart(1);
  const first = await registered(OWN_ROOM);
  const second = await aRegistration(world, {
    studentId: first.studentId,
    examId: anExam(world, { durationMinutes: 60 }),
  });
  await book(first, sessionId);
  await book(second, sessionId);
  expect(await left(sessionId)).toEqual({ seatsLeft: 10, specialLeft: 0 });
  await leave(first);
  expect(await left(sessionId)).toEqual({ seatsLeft: 10, specialLeft: 0 });
});

test('a student without a special place is refused as full, others are not', async () => {
  const { sessionId, branch } = await aSessionApart(0);
  const [apart, other] = [await registered([granted('reader')]), await registered()];
  expect(await refusalOf(book(apart, sessionId))).toMatchObject({
    code: 'no_room_for_accommodation',
    detail: 'This session has no room for your accommodations. Please call the office.',
  });
  const seen = async ({ studentId }: Registration) =>
    (await listOpenSessions(asStudent(world.db, studentId), branch))[0]?.seatsLeft;
  expect([await seen(apart), await seen(other)]).toEqual([0, 10]);
  await book(other, sessionId);
});

test('the office books without a special place, and the student gets a freed one', async () => {
  const { sessionId } = await aSessionApart(1);
  const [first, second, third] = [
    await registered(OWN_ROOM),
    await registered(OWN_ROOM),
    await registered(OWN_ROOM),
  ];
  await book(first, sessionId);
  await bookByStaff(second, sessionId);
  await bookByStaff(third, sessionId);
  expect([await takes(second, sessionId), await takes(third, sessionId)]).toEqual(
    Array(2).fill('nothing'),
  );
  expect(await left(sessionId)).toEqual({ seatsLeft: 10, specialLeft: 0 });
  await leave(first);
  expect([await takes(second, sessionId), await takes(third, sessionId)]).toEqual([
    'special',
    'nothing',
  ]);
  await leave(third);
  await leave(second);
  expect(await left(sessionId)).toEqual({ seatsLeft: 10, specialLeft: 1 });
});

test('tech support books with a special place, and not without one', async () => {
  const { sessionId } = await aSessionApart(1);
  const [first, second] = [await registered(OWN_ROOM), await registered(OWN_ROOM)];
  const bookByTech = ({ id, studentId }: Registration) =>
    scheduleSession(asStaff(world.db, ['ROLE_TECH_SUPPORT'], { studentId }), {
      registrationId: id,
      sessionId,
    });
  await bookByTech(first);
  expect((await refusalOf(bookByTech(second))).code).toBe('no_room_for_accommodation');
  expect(await takes(second, sessionId)).toBeUndefined();
  const { id: registrationId, studentId } = second;
  const hold = (roles: string[]) =>
    holdSeat(asStaff(world.db, roles, { studentId }), { registrationId, studentId, sessionId });
  expect((await refusalOf(hold(['ROLE_TECH_SUPPORT']))).code).toBe('no_room_for_accommodation');
  expect(await hold(['ROLE_ADMIN'])).toBeNull();
});

test('added special places go to waiting students; fewer than taken are refused', async () => {
  const { sessionId, hall, apart } = await aSessionApart(1);
  const [first, second] = [await registered(OWN_ROOM), await registered(OWN_ROOM)];
  await book(first, sessionId);
  await bookByStaff(second, sessionId);
  const rooms = (places: number) => [
    { roomId: hall, places: 10 },
    ...(places > 0 ? [{ roomId: apart, places }] : []),
  ];
  const change = (version: number, places: number) =>
    changeOfficeSessionFrom(office(), {
      sessionId,
      version,
      confirmDay: false,
      rooms: rooms(places),
    });
  expect(await change(0, 2)).toMatchObject({ specialPlaces: 2, specialTaken: 2 });
  expect(await takes(second, sessionId)).toBe('special');
  expect(await refusalOf(change(1, 1))).toMatchObject({
    code: 'special_taken',
    detail: '2 special places are taken.',
  });
  expect((await refusalOf(change(1, 0))).code).toBe('special_taken');
});

test('a special place is held while it is paid for, and free again afterwards', async () => {
  const { sessionId } = await aSessionApart(1);
  const [first, second] = [await registered(OWN_ROOM), await registered(OWN_ROOM)];
  const hold = ({ id: registrationId, studentId }: Registration) =>
    holdSeat(asService(world.db, 'payments'), { registrationId, studentId, sessionId });
  expect(await hold(first)).toBeInstanceOf(Date);
  expect(await left(sessionId)).toEqual({ seatsLeft: 10, specialLeft: 0 });
  expect((await refusalOf(hold(second))).code).toBe('no_room_for_accommodation');
  await bookByStaff(second, sessionId);
  await world.db.run`
      UPDATE seat_hold SET held_until = now() - interval '1 second'
      WHERE session_id = ${sessionId}`;
  await releaseOldHolds(world.db, steadyNow());
  expect(await takes(second, sessionId)).toBe('special');
  await leave(second);
  await hold(first);
  await book(first, sessionId);
  expect(await left(sessionId)).toEqual({ seatsLeft: 10, specialLeft: 0 });
});

test('changing the session frees the special place of the old one', async () => {
  const [one, other] = [await aSessionApart(1), await aSessionApart(1, { time: '14:00' })];
  const [apart, waits] = [await registered(OWN_ROOM), await registered(OWN_ROOM)];
  await book(apart, one.sessionId);
  await bookByStaff(waits, one.sessionId);
  await book(apart, other.sessionId);
  expect(await takes(waits, one.sessionId)).toBe('special');
  expect(await left(other.sessionId)).toEqual({ seatsLeft: 10, specialLeft: 0 });
});

test('calling off frees special places for no student', async () => {
  const { sessionId } = await aSessionApart(1);
  const [apart, waits] = [await registered(OWN_ROOM), await registered(OWN_ROOM)];
  await book(apart, sessionId);
  await bookByStaff(waits, sessionId);
  await callOffSession(office(), sessionId);
  expect(await left(sessionId)).toEqual({ seatsLeft: 10, specialLeft: 1 });
});

test('a session too short for a student is refused, with the exams that would fit', async () => {
  // 240 minutes before closing
  const { sessionId, branch } = await aSessionApart(0, { time: '18:00', closesAt: '22:00' });
  const double = [granted('extra_time', { percent: 100 })];
  const [long, short] = [await registered(double, 125), await registered(double, 120)];
  expect(await refusalOf(book(long, sessionId))).toMatchObject({
    code: 'session_too_short',
    detail:
      'This session is too short for your accommodations. Please choose an earlier one or call ' +
      'the office.',
  });
  expect((await refusalOf(bookByStaff(long, sessionId))).code).toBe('session_too_short');
  const [seen] = await listOpenSessions(asStudent(world.db, long.studentId), branch);
  expect(seen?.minutesLeft).toBe(120);
  await book(short, sessionId);
  await book(await registered([], 125), sessionId);
});

test('rooms are reserved until the last student ends, and a later end is refused', async () => {
  const { sessionId, branch, hall } = await aSessionApart(0);
  const ends = () =>
    world.db.many<{ minutes: number }>`
      SELECT (extract(epoch FROM ends_at - starts_at) / 60)::int AS minutes FROM session_room
      WHERE session_id = ${sessionId}`;
  const double = [granted('extra_time', { percent: 100 })];
  const long = await registered(double, 120);
  await book(long, sessionId);
  expect(await ends()).toEqual([{ minutes: 240 }]);
  await leave(long);
  expect(await ends()).toEqual([{ minutes: 210 }]);
  await addOfficeSession(office(), {
    sessionType: '21',
    date: DAY,
    time: '13:30',
    locationId: branch,
    schoolId: null,
    title: null,
    address: null,
    gender: '3',
    seats: null,
    limitTo1Test: false,
    proctor: null,
    closingDate: null,
    closingTime: null,
    shipDate: null,
    returnDueDate: null,
    lastDate: null,
    remark: null,
    draft: false,
    confirmDay: true,
    dryRun: false,
    rooms: [{ roomId: hall, places: 5 }],
  });
  expect((await refusalOf(book(long, sessionId))).code).toBe('session_too_short');
  expect(await left(sessionId)).toEqual({ seatsLeft: 10, specialLeft: 0 });
});

test('a later accommodation changes the place, and loses no booking', async () => {
  const { sessionId } = await aSessionApart(1);
  const [first, second] = [await registered(), await registered()];
  await book(first, sessionId);
  await book(second, sessionId);
  await grant(first, OWN_ROOM);
  await grant(second, OWN_ROOM);
  expect([await takes(first, sessionId), await takes(second, sessionId)]).toEqual([
    'special',
    'seat',
  ]);
  expect(await left(sessionId)).toEqual({ seatsLeft: 9, specialLeft: 0 });
  await grant(first, []);
  expect([await takes(first, sessionId), await takes(second, sessionId)]).toEqual([
    'seat',
    'special',
  ]);
  expect(await left(sessionId)).toEqual({ seatsLeft: 9, specialLeft: 0 });
});

test('a move to a day without accommodations turns a special place into a seat', async () => {
  const { sessionId } = await aSessionApart(1);
  const apart = await registered([granted('own_room', { validUntil: DAY })]);
  await book(apart, sessionId);
  const move = {
    sessionId,
    version: 0,
    date: dayPlus(DAY, { days: 1 }),
    time: '10:00',
    locationId: null,
    closingDate: null,
    message: null,
    confirmDay: true,
    rooms: null,
  };
  const { previewHash } = await previewMove(office(), move);
  await moveSession(office(), { ...move, previewHash });
  expect(await takes(apart, sessionId)).toBe('seat');
  expect(await left(sessionId)).toEqual({ seatsLeft: 9, specialLeft: 1 });
});

test('a move to a branch without special rooms keeps the booking, which waits', async () => {
  const { sessionId } = await aSessionApart(1);
  const apart = await registered(OWN_ROOM);
  await book(apart, sessionId);
  const move = {
    sessionId,
    version: 0,
    date: dayPlus(DAY, { days: 1 }),
    time: '10:00',
    locationId: 14,
    closingDate: null,
    message: null,
    confirmDay: true,
    rooms: null,
  };
  const { previewHash } = await previewMove(office(), move);
  await moveSession(office(), { ...move, previewHash });
  expect(await takes(apart, sessionId)).toBe('nothing');
  expect(await left(sessionId)).toEqual({ seatsLeft: 10, specialLeft: 0 });
});

test('the last special place goes to one of ten concurrent students', async () => {
  const { sessionId } = await aSessionApart(1);
  const rivals = await Promise.all(Array.from({ length: 10 }, () => registered(OWN_ROOM)));
  const answers = await Promise.allSettled(rivals.map((rival) => book(rival, sessionId)));
  expect(refusals(answers)).toEqual(Array(9).fill('no_room_for_accommodation'));
  expect(await left(sessionId)).toEqual({ seatsLeft: 10, specialLeft: 0 });
});

test('the last seat and the last special place of one session go to one student each', async () => {
  const { sessionId } = await aSessionApart(1, { seats: 1 });
  const apart = await Promise.all(Array.from({ length: 4 }, () => registered(OWN_ROOM)));
  const others = await Promise.all(Array.from({ length: 4 }, () => registered()));
  const answers = await Promise.allSettled(
    [...apart, ...others].map((rival) => book(rival, sessionId)),
  );
  expect(refusals(answers).toSorted()).toEqual([
    ...Array(3).fill('no_room_for_accommodation'),
    ...Array(3).fill('session_full'),
  ]);
  expect(await left(sessionId)).toEqual({ seatsLeft: 0, specialLeft: 0 });
});

test('a student who books without a place while one frees gets it', async () => {
  for (let round = 0; round < 6; round++) {
    const { sessionId } = await aSessionApart(1);
    const [first, second] = [await registered(OWN_ROOM), await registered(OWN_ROOM)];
    await book(first, sessionId);
    await Promise.all([leave(first), bookByStaff(second, sessionId)]);
    await assignLeftoverSpecialPlaces(world.db, steadyNow());
    expect(await takes(second, sessionId)).toBe('special');
    expect(await left(sessionId)).toEqual({ seatsLeft: 10, specialLeft: 0 });
  }
});

test('an accommodation granted during a booking is applied to that booking', async () => {
  const { sessionId } = await aSessionApart(1);
  const own = connect(world.db.url, { max: 1, ...PATIENT });
  const [booksFirst, grantedFirst] = [await registered(), await registered()];

  let begun: Promise<unknown>[] = [];
  await own.transaction(async (tx) => {
    await tx.run`SELECT 1 FROM session WHERE id = ${sessionId} FOR UPDATE`;
    const booking = book(booksFirst, sessionId);
    await waitingForLocks(world.db, 1);
    const granting = grant(booksFirst, OWN_ROOM);
    begun = [booking, granting];
    await Promise.race([granting, waitingForLocks(world.db, 2)]);
  });
  await Promise.all(begun);
  expect(await takes(booksFirst, sessionId)).toBe('special');
  await leave(booksFirst);

  await own.transaction(async (tx) => {
    await tx.run`
      UPDATE student_copy SET accommodations = ${JSON.stringify(asCopied(OWN_ROOM))}
      WHERE id = ${grantedFirst.studentId}`;
    begun = [book(grantedFirst, sessionId)];
    await Promise.race([...begun, waitingForLocks(world.db, 1)]);
  });
  await Promise.all(begun);
  expect(await takes(grantedFirst, sessionId)).toBe('special');
  expect(await left(sessionId)).toEqual({ seatsLeft: 10, specialLeft: 0 });
  await own.close();
});

test('positive control: a read and a later write oversell special places', async () => {
  const { sessionId } = await aSessionApart(1);
  const own = connect(world.db.url, { max: 4, ...PATIENT });
  await own.run`ALTER TABLE session DROP CONSTRAINT session_special_not_oversold`;
  const allHaveRead = together(4);
  const naive = (db: Database, studentId: number) =>
    db.transaction(async (tx) => {
      const { specialLeft: free } = await tx.one<{ specialLeft: number }>`
        SELECT special_left FROM session WHERE id = ${sessionId}`;
      await allHaveRead();
      if (free === 0) return;
      await tx.run`
        INSERT INTO student_session (session_id, student_id, minutes_left, exams, takes)
        VALUES (${sessionId}, ${studentId}, 120, 1, 'special')`;
      await tx.run`UPDATE session SET special_left = ${free - 1} WHERE id = ${sessionId}`;
    });
  await Promise.all(Array.from({ length: 4 }, (_, index) => naive(own, 910_000 + index)));
  expect(await brokenInvariants(world.db)).toHaveProperty(
    'special places left are those of the rooms less taken and held',
  );
  await own.run`DELETE FROM student_session WHERE session_id = ${sessionId}`;
  await own.run`UPDATE session SET special_left = special_places WHERE id = ${sessionId}`;
  await own.run`
    ALTER TABLE session ADD CONSTRAINT session_special_not_oversold CHECK (special_left >= 0)`;
  await own.close();
});

test('the database itself refuses a special place below zero', async () => {
  const { sessionId } = await aSessionApart(0);
  await expect(
    world.db.run`UPDATE session SET special_left = special_left - 1 WHERE id = ${sessionId}`,
  ).rejects.toMatchObject({ code: '23514' });
});
