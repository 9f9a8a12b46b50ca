import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { inTransaction } from '@portal/kit/commands/command';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStaff, refusalOf } from '@portal/kit/testing';
import type { ApprovedAccommodation } from '@portal/proto/identity/v1/students';
import { scheduleSession } from '../../booking/session-booking/schedule-session.ts';
import { holdSeat } from '../../capacity/seats/hold-seat.ts';
import { fitPlaces } from '../../capacity/seats/special-places/special-places.ts';
import { listWaiting } from '../../capacity/waiting-list/list-waiting.ts';
import type { WaitingView } from '../../capacity/waiting-list/waiting-view.ts';
import { brokenInvariants } from '../../invariants.ts';
import type { Registration } from '../../records/registrations/reading/registration-view.ts';
import { aSessionApart, OWN_ROOM } from '../../testing/session-apart.ts';
import { aRegistration, aStudent, aWorld, later, type World } from '../../testing.ts';
import { changeOfficeSessionFrom } from '../calendar/changing/change-session.ts';
import { callOffSession } from '../calling-off/call-off-session.ts';
import { answerWaitingOffer } from './answer-offer.ts';
import { changeWaitingList } from './change-waiting.ts';
import { joinWaitingList } from './join-waiting-list.ts';
import { keepLines } from './keep-lines.ts';
import { listOpenedSessions } from './list-opened-sessions.ts';
import { lineOfWorld } from './testing.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterEach(async () => {
  expect(await brokenInvariants(world.db)).toEqual({});
});
afterAll(() => world.close());

const now = steadyNow();
const { book, cancel, join, answer, passOn, states, office } = lineOfWorld(() => world, now);
const codeOf = async (call: Promise<unknown>) => (await refusalOf(call)).code;

const registered = (approvedAccommodations: ApprovedAccommodation[] = []) =>
  aRegistration(world, { studentId: aStudent(world, { approvedAccommodations }) });
const places = (sessionId: number) =>
  world.db.one<{ seats: number; special: number; passedSeats: number; passedSpecial: number }>`
    SELECT seats_left AS seats, special_left AS special, passed_seats, passed_special
    FROM session WHERE id = ${sessionId}`;
const takes = async ({ studentId }: Registration, sessionId: number) =>
  (
    await world.db.maybe<{ takes: string }>`
      SELECT takes FROM student_session
      WHERE session_id = ${sessionId} AND student_id = ${studentId}`
  )?.takes;
/** Changes the accommodations of a student. */
const grant = async ({ studentId }: Registration, list: ApprovedAccommodation[]) => {
  const kept = list.map(({ percent = null, minutes = null, validUntil = null, ...one }) => ({
    ...one,
    percent,
    minutes,
    validUntil,
  }));
  await inTransaction(asService(world.db, 'registration'), 'grant', async (tx) => {
    await tx.run`
      UPDATE student_copy SET accommodations = ${JSON.stringify(kept)} WHERE id = ${studentId}`;
    await fitPlaces(tx, studentId, kept, null);
  });
};

/** A session of one seat and one special place, both taken, with their students. */
async function aFullSession() {
  const { sessionId, branch, hall, apart: room } = await aSessionApart(world, 1, { seats: 1 });
  const [seated, apart] = [await registered(), await registered(OWN_ROOM)];
  await book(seated, sessionId);
  await book(apart, sessionId);
  return { sessionId, seated, apart, branch, hall, room };
}
type Waiting = { registration: Registration; entry: WaitingView };
/** In line: a student who needs a special place, one who needs none, and one who does. */
async function aMixedLine(sessionId: number) {
  const waits = async (needs: ApprovedAccommodation[]): Promise<Waiting> => {
    const registration = await registered(needs);
    return { registration, entry: await join(registration, sessionId) };
  };
  return [await waits(OWN_ROOM), await waits([]), await waits(OWN_ROOM)] as const;
}

test('a student who needs a special place joins the same line, as in a full session', async () => {
  const { sessionId, branch } = await aFullSession();
  const apart = await registered(OWN_ROOM);
  const line = async () => {
    const call = asStaff(world.db, ['ROLE_ADMIN'], { now, studentId: apart.studentId });
    return (await listOpenedSessions(call, branch))[0]?.line;
  };
  expect(await line()).toMatchObject({ canJoin: true });
  expect(await join(await registered(), sessionId)).toMatchObject({ needsSpecial: false });
  expect(await join(apart, sessionId)).toMatchObject({ needsSpecial: true, position: 2 });
  expect(await line()).toMatchObject({ canJoin: true, position: 2 });
});

test("a free place of the student's kind is booked without waiting", async () => {
  const { sessionId } = await aSessionApart(world, 1, { seats: 1 });
  await book(await registered(), sessionId);
  expect(await codeOf(join(await registered(OWN_ROOM), sessionId))).toBe('has_places');
  await book(await registered(OWN_ROOM), sessionId);
  expect((await join(await registered(OWN_ROOM), sessionId)).position).toBe(1);
});

test('free seats keep no student from waiting for a special place', async () => {
  const { sessionId } = await aSessionApart(world, 1);
  await book(await registered(OWN_ROOM), sessionId);
  expect((await join(await registered(OWN_ROOM), sessionId)).needsSpecial).toBe(true);
  await book(await registered(), sessionId);
  expect(await codeOf(join(await registered(), sessionId))).toBe('has_places');
});

test('a session without special places has no line for them', async () => {
  const { sessionId, branch } = await aSessionApart(world, 0, { seats: 1 });
  await book(await registered(), sessionId);
  const apart = await registered(OWN_ROOM);
  expect(await codeOf(join(apart, sessionId))).toBe('no_room_for_accommodation');
  const call = asStaff(world.db, ['ROLE_ADMIN'], { now, studentId: apart.studentId });
  expect((await listOpenedSessions(call, branch))[0]?.line.canJoin).toBe(false);
});

test('a freed special place goes to the first student who needs one, only', async () => {
  const { sessionId, apart } = await aFullSession();
  const [first] = await aMixedLine(sessionId);
  await cancel(apart);
  const passed = { seats: 0, special: 0, passedSeats: 0, passedSpecial: 1 };
  expect(await places(sessionId)).toEqual(passed);
  expect(await codeOf(book(await registered(OWN_ROOM), sessionId))).toBe(
    'no_room_for_accommodation',
  );
  await passOn();
  expect(await states(sessionId)).toEqual(['offered', 'waiting', 'waiting']);
  expect((await answer(first.entry)).entry.state).toBe('accepted');
  expect(await takes(first.registration, sessionId)).toBe('special');
  expect(await places(sessionId)).toEqual({ ...passed, passedSpecial: 0 });
});

test('a freed seat passes over a student who needs a special place', async () => {
  const { sessionId, seated } = await aFullSession();
  const [, second] = await aMixedLine(sessionId);
  await cancel(seated);
  await passOn();
  expect(await states(sessionId)).toEqual(['waiting', 'offered', 'waiting']);
  expect((await answer(second.entry)).entry.state).toBe('accepted');
  expect(await takes(second.registration, sessionId)).toBe('seat');
});

test('a seat and a special place that come free at once are offered to one each', async () => {
  const { sessionId, seated, apart } = await aFullSession();
  await aMixedLine(sessionId);
  await Promise.all([cancel(seated), cancel(apart)]);
  await passOn();
  expect(await states(sessionId)).toEqual(['offered', 'offered', 'waiting']);
});

test('a special place that no student in line needs is free for all, as a seat is', async () => {
  const { sessionId, seated, apart } = await aFullSession();
  await join(await registered(), sessionId);
  await cancel(apart);
  await passOn();
  expect(await states(sessionId)).toEqual(['waiting']);
  await book(await registered(OWN_ROOM), sessionId);
  const other = await aFullSession();
  await join(await registered(OWN_ROOM), other.sessionId);
  await cancel(other.seated);
  await passOn();
  expect(await states(other.sessionId)).toEqual(['waiting']);
  await book(await registered(), other.sessionId);
  await cancel(seated);
});

test('a declined or expired special place goes to the next student who needs one', async () => {
  const { sessionId, apart } = await aFullSession();
  const [first] = await aMixedLine(sessionId);
  await cancel(apart);
  await passOn();
  await answer(first.entry, false);
  await passOn();
  expect(await states(sessionId)).toEqual(['declined', 'waiting', 'offered']);
  const late = later(now, { days: 5 });
  await keepLines(world.db, late);
  await passOn(late);
  expect(await states(sessionId)).toEqual(['declined', 'waiting', 'expired']);
  const free = { seats: 0, special: 1, passedSeats: 0, passedSpecial: 0 };
  expect(await places(sessionId)).toEqual(free);
});

test('a student booked without a special place gets a freed one before the line', async () => {
  const { sessionId, apart } = await aFullSession();
  const booked = await registered(OWN_ROOM);
  const asOffice = asStaff(world.db, ['ROLE_ADMIN'], { studentId: booked.studentId });
  await scheduleSession(asOffice, { registrationId: booked.id, sessionId });
  await aMixedLine(sessionId);
  await cancel(apart);
  await passOn();
  expect(await takes(booked, sessionId)).toBe('special');
  expect(await states(sessionId)).toEqual(['waiting', 'waiting', 'waiting']);
});

test('added special places are offered to students who need one', async () => {
  const { sessionId, hall, room } = await aFullSession();
  await aMixedLine(sessionId);
  const rooms = [
    { roomId: hall, places: 1 },
    { roomId: room, places: 3 },
  ];
  await changeOfficeSessionFrom(office(), { sessionId, version: 0, confirmDay: false, rooms });
  const passed = { seats: 0, special: 0, passedSeats: 0, passedSpecial: 2 };
  expect(await places(sessionId)).toEqual(passed);
  await passOn();
  expect(await states(sessionId)).toEqual(['offered', 'waiting', 'offered']);
});

test("the office offers a free place of the student's kind, and no other", async () => {
  const { sessionId, seated, apart } = await aFullSession();
  const [, , last] = await aMixedLine(sessionId);
  const offer = () =>
    changeWaitingList(office(), {
      waitingId: last.entry.id,
      action: 'offerNow',
      position: null,
      reason: 'By phone',
    });
  await cancel(seated);
  expect(await codeOf(offer())).toBe('no_free_seat');
  await cancel(apart);
  await offer();
  await passOn();
  expect(await states(sessionId)).toEqual(['waiting', 'offered', 'offered']);
  await answer(last.entry);
  expect(await takes(last.registration, sessionId)).toBe('special');
});

test('a student put in line by staff needs an admin to be booked without a room', async () => {
  const { sessionId, seated } = await aFullSession();
  const registration = await registered();
  const { id: registrationId, studentId } = registration;
  const asOffice = office(studentId);
  const entry = await joinWaitingList(asOffice, { registrationId, sessionId });
  await cancel(seated);
  await passOn();
  expect(await states(sessionId)).toEqual(['offered']);
  await grant(registration, OWN_ROOM);
  expect(await codeOf(answer(entry))).toBe('no_room_for_accommodation');
  const accepted = { waitingId: entry.id, accept: true };
  const asTech = asStaff(world.db, ['ROLE_TECH_SUPPORT'], { now, studentId });
  expect(await codeOf(answerWaitingOffer(asTech, accepted))).toBe('no_room_for_accommodation');
  expect((await answerWaitingOffer(asOffice, accepted)).entry.state).toBe('accepted');
  expect(await takes(registration, sessionId)).toBe('nothing');
});

test('accommodations granted while a student waits decide the offer', async () => {
  const { sessionId, seated, apart } = await aFullSession();
  const [registration, other] = [await registered(), await registered(OWN_ROOM)];
  const entry = await join(registration, sessionId);
  const second = await join(other, sessionId);
  await grant(registration, OWN_ROOM);
  await grant(other, []);
  const { items } = await listWaiting(office(), {
    sessionId,
    studentId: null,
    locationId: null,
    state: null,
    limit: 9,
    offset: 0,
  });
  expect(items.map(({ needsSpecial }) => needsSpecial)).toEqual([true, false]);
  await cancel(seated);
  await passOn();
  expect(await states(sessionId)).toEqual(['waiting', 'offered']);
  await cancel(apart);
  await passOn();
  expect(await states(sessionId)).toEqual(['offered', 'offered']);
  for (const one of [entry, second]) await answer(one);
  expect([await takes(registration, sessionId), await takes(other, sessionId)]).toEqual([
    'special',
    'seat',
  ]);
});

test('an own room granted after the offer of a seat refuses it before the payment', async () => {
  const { sessionId, seated } = await aFullSession();
  const registration = await registered();
  const entry = await join(registration, sessionId);
  await cancel(seated);
  await passOn();
  await grant(registration, OWN_ROOM);
  expect(await codeOf(answer(entry))).toBe('no_room_for_accommodation');
  const { id: registrationId, studentId } = registration;
  const pay = holdSeat(asService(world.db, 'payments', { now }), {
    registrationId,
    studentId,
    sessionId,
  });
  expect(await codeOf(pay)).toBe('no_room_for_accommodation');
  await answer(entry, false);
});

test('a special place that was offered stays one when nothing is granted any more', async () => {
  const { sessionId, apart } = await aFullSession();
  const registration = await registered(OWN_ROOM);
  const entry = await join(registration, sessionId);
  await cancel(apart);
  await passOn();
  await grant(registration, []);
  expect((await answer(entry)).entry.state).toBe('accepted');
  expect(await takes(registration, sessionId)).toBe('special');
});

test('a session that is called off has all of its special places back', async () => {
  const { sessionId, apart } = await aFullSession();
  await aMixedLine(sessionId);
  await cancel(apart);
  await callOffSession(asService(world.db, 'operator', { now }), sessionId);
  expect(await states(sessionId)).toEqual(['ended', 'ended', 'ended']);
  const free = { seats: 1, special: 1, passedSeats: 0, passedSpecial: 0 };
  expect(await places(sessionId)).toEqual(free);
});

test('a special place that comes free as the list closes is free for all', async () => {
  const { sessionId, apart } = await aFullSession();
  const [first] = await aMixedLine(sessionId);
  await cancel(apart);
  const { startsAt } = await world.db.one<{ startsAt: Date }>`
    SELECT starts_at FROM session WHERE id = ${sessionId}`;
  await keepLines(world.db, later(startsAt, { hours: -4 }));
  expect(await states(sessionId)).toEqual(['ended', 'ended', 'ended']);
  const free = { seats: 0, special: 1, passedSeats: 0, passedSpecial: 0 };
  expect(await places(sessionId)).toEqual(free);
  await book(first.registration, sessionId);
});

test('positive control: where special places are not passed on, a rival has the one', async () => {
  const { sessionId, apart } = await aFullSession();
  await join(await registered(OWN_ROOM), sessionId);
  await world.db.run`UPDATE session SET has_line = false WHERE id = ${sessionId}`;
  await cancel(apart);
  await book(await registered(OWN_ROOM), sessionId);
  await world.db.run`UPDATE session SET has_line = true WHERE id = ${sessionId}`;
});
