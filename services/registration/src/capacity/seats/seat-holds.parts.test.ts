import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { connect } from '@portal/kit/database/database';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStudent, PATIENT, refusalOf, refusals } from '@portal/kit/testing';
import { cancelRegistration } from '../../booking/cancelling/cancel-registration.ts';
import { getFeesDue } from '../../booking/session-booking/get-fees-due.ts';
import { scheduleSession } from '../../booking/session-booking/schedule-session.ts';
import { brokenInvariants } from '../../invariants.ts';
import type { Registration } from '../../records/registrations/reading/registration-view.ts';
import { getSession } from '../../records/sessions/get-session.ts';
import { callOffSession } from '../../sessions/calling-off/call-off-session.ts';
import { aRegistration, aSession, aWorld, later, seatsLeft, type World } from '../../testing.ts';
import { HOLD_SECONDS, holdSeat } from './hold-seat.ts';
import { releaseOldHolds } from './release-holds.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterEach(async () => {
  expect(await brokenInvariants(world.db)).toEqual({});
});
afterAll(() => world.close());

const now = steadyNow();
const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const hold = ({ id, studentId }: Registration, sessionId: number, at = now) =>
  holdSeat(asService(world.db, 'payments', { now: at }), {
    studentId,
    registrationId: id,
    sessionId,
  });
const book = ({ id, studentId }: Registration, sessionId: number, at = now) =>
  scheduleSession(asStudent(world.db, studentId, { now: at }), { registrationId: id, sessionId });
const seenBy = async ({ studentId }: Registration, sessionId: number) =>
  (await getSession(asStudent(world.db, studentId), sessionId)).seatsLeft;
const holds = async (sessionId: number) =>
  (
    await world.db.one<{
      n: number;
    }>`SELECT count(*)::integer AS n FROM seat_hold WHERE session_id = ${sessionId}`
  ).n;
const registrations = (count: number): Promise<Registration[]> =>
  Promise.all(Array.from({ length: count }, () => aRegistration(world)));

test('a place is held for ten minutes: full for others, bookable for its student', async () => {
  const sessionId = await aSession(world, { seats: 1 });
  const [payer, other] = (await registrations(2)) as [Registration, Registration];
  expect(await hold(payer, sessionId)).toEqual(after(HOLD_SECONDS));
  expect(await seenBy(other, sessionId)).toBe(0);
  expect(await seenBy(payer, sessionId)).toBe(1);
  expect((await refusalOf(book(other, sessionId))).code).toBe('session_full');
  expect((await refusalOf(hold(other, sessionId))).code).toBe('session_full');
  expect((await book(payer, sessionId)).session).toMatchObject({ hasASeat: true, seatsLeft: 0 });
  expect([await holds(sessionId), await seatsLeft(world.db, sessionId)]).toEqual([0, 0]);
});

test.each<[string, { sessionType?: '22'; schoolId?: number }]>([
  ['a branch', {}],
  ['a school, which counts no places', { sessionType: '22', schoolId: 151 }],
])('refuses a place in a session at %s that was called off', async (_at, more) => {
  const sessionId = await aSession(world, more);
  await callOffSession(asService(world.db, 'operator'), sessionId);
  expect((await refusalOf(hold(await aRegistration(world), sessionId))).code).toBe(
    'session_called_off',
  );
});

test('the last place shows its fees to its holder and is refused to others', async () => {
  const sessionId = await aSession(world, { seats: 1 });
  const [payer, other] = (await registrations(2)) as [Registration, Registration];
  await hold(payer, sessionId);
  const due = ({ id, studentId, examId }: Registration) =>
    getFeesDue(asStudent(world.db, studentId, { now }), {
      studentId,
      registrationId: id,
      examId,
      sessionId,
    });
  expect(await due(payer)).toMatchObject({ proctorFeeCents: 0 });
  expect((await refusalOf(due(other))).code).toBe('session_full');
});

test('a hold ends on the second, by the job', async () => {
  const sessionId = await aSession(world, { seats: 3 });
  const [payer] = (await registrations(1)) as [Registration];
  await hold(payer, sessionId);
  await releaseOldHolds(world.db, after(HOLD_SECONDS - 1));
  expect([await holds(sessionId), await seatsLeft(world.db, sessionId)]).toEqual([1, 2]);
  await releaseOldHolds(world.db, after(HOLD_SECONDS));
  await releaseOldHolds(world.db, after(HOLD_SECONDS));
  expect([await holds(sessionId), await seatsLeft(world.db, sessionId)]).toEqual([0, 3]);
});

test('another student may take the expired hold even before the job has run', async () => {
  const sessionId = await aSession(world, { seats: 1 });
  const [payer, other, third] = (await registrations(3)) as [
    Registration,
    Registration,
    Registration,
  ];
  await hold(payer, sessionId);
  expect((await refusalOf(hold(other, sessionId, after(HOLD_SECONDS - 1)))).code).toBe(
    'session_full',
  );
  expect(await hold(other, sessionId, after(HOLD_SECONDS))).toEqual(after(2 * HOLD_SECONDS));
  expect((await refusalOf(book(payer, sessionId, after(HOLD_SECONDS)))).code).toBe('session_full');
  await book(other, sessionId, after(HOLD_SECONDS));
  expect((await refusalOf(book(third, sessionId, after(HOLD_SECONDS)))).code).toBe('session_full');
});

test('an expired hold still seats its student when the place is free', async () => {
  const sessionId = await aSession(world, { seats: 1 });
  const [payer] = (await registrations(1)) as [Registration];
  await hold(payer, sessionId);
  expect((await book(payer, sessionId, after(HOLD_SECONDS + 5))).session.hasASeat).toBe(true);
});

test('a repeated hold is extended from then on, with one seat', async () => {
  const sessionId = await aSession(world, { seats: 2 });
  const [payer] = (await registrations(1)) as [Registration];
  await hold(payer, sessionId);
  expect(await hold(payer, sessionId, after(300))).toEqual(after(300 + HOLD_SECONDS));
  expect([await holds(sessionId), await seatsLeft(world.db, sessionId)]).toEqual([1, 1]);
});

test('holding another session frees the first one, and so does cancelling the exam', async () => {
  const [first, second] = await Promise.all([
    aSession(world, { seats: 2 }),
    aSession(world, { seats: 2, startsAt: later(now, { days: 12 }) }),
  ]);
  const [payer] = (await registrations(1)) as [Registration];
  await hold(payer, first);
  await hold(payer, second);
  await releaseOldHolds(world.db, now);
  expect([await seatsLeft(world.db, first), await seatsLeft(world.db, second)]).toEqual([2, 1]);
  await hold(payer, first);
  await book(payer, second);
  await releaseOldHolds(world.db, now);
  expect([await seatsLeft(world.db, first), await seatsLeft(world.db, second)]).toEqual([2, 1]);
  await hold(payer, first);
  await cancelRegistration(asStudent(world.db, payer.studentId, { now }), {
    registrationId: payer.id,
    reason: undefined,
  });
  await releaseOldHolds(world.db, now);
  expect([await seatsLeft(world.db, first), await seatsLeft(world.db, second)]).toEqual([2, 2]);
});

test('no hold in a session without a limit, of a school, or of a seated student', async () => {
  const [payer] = (await registrations(1)) as [Registration];
  const [open, school, own] = await Promise.all([
    aSession(world, { seats: undefined }),
    aSession(world, { sessionType: '22', schoolId: 209 }),
    aSession(world, { seats: 5 }),
  ]);
  await book(payer, own);
  expect(await Promise.all([open, school, own].map((sessionId) => hold(payer, sessionId)))).toEqual(
    [null, null, null],
  );
});

test('no place is held in a session that cannot be booked', async () => {
  const sessionId = await aSession(world, { seats: 5 });
  const [payer, other] = (await registrations(2)) as [Registration, Registration];
  expect((await refusalOf(hold(payer, 999_999))).code).toBe('session_not_found');
  expect((await refusalOf(hold({ ...payer, studentId: other.studentId }, sessionId))).code).toBe(
    'registration_not_found',
  );
  await cancelRegistration(asStudent(world.db, payer.studentId), {
    registrationId: payer.id,
    reason: undefined,
  });
  expect((await refusalOf(hold(payer, sessionId))).code).toBe('registration_closed');
  expect(await seatsLeft(world.db, sessionId)).toBe(5);
});

test('forty students race to hold ten seats, and all holders get a seat', async () => {
  const sessionId = await aSession(world, { seats: 10 });
  const rivals = await registrations(40);
  const answers = await Promise.allSettled(rivals.map((rival) => hold(rival, sessionId)));
  expect(refusals(answers)).toEqual(Array(30).fill('session_full'));
  const winners = rivals.filter((_, index) => answers[index]?.status === 'fulfilled');
  const losers = rivals.filter((_, index) => answers[index]?.status === 'rejected');
  const booked = await Promise.allSettled(
    [...winners, ...losers].map((one) => book(one, sessionId)),
  );
  expect(refusals(booked)).toEqual(Array(30).fill('session_full'));
  expect(booked.slice(0, 10).every(({ status }) => status === 'fulfilled')).toBe(true);
});

test('holds that end during payments and bookings lose no seat and free none twice', async () => {
  for (let round = 0; round < 6; round++) {
    const sessionId = await aSession(world, { seats: 4 });
    const [payers, others] = [await registrations(4), await registrations(4)];
    await Promise.all(payers.map((one) => hold(one, sessionId)));
    const late = after(HOLD_SECONDS);
    const settled = await Promise.allSettled([
      ...payers.map((one) => book(one, sessionId, late)),
      ...others.map((one) => hold(one, sessionId, late)),
      ...payers.map((one) => hold(one, sessionId, late)),
      releaseOldHolds(world.db, late),
      releaseOldHolds(world.db, late),
    ]);
    expect(
      refusals(settled).every((code) => ['session_full', 'registration_closed'].includes(code)),
    ).toBe(true);
    expect(await brokenInvariants(world.db)).toEqual({});
  }
});

test('control: a seat released by a read and a later write is released twice', async () => {
  const sessionId = await aSession(world, { seats: 2 });
  const [payer, other] = (await registrations(2)) as [Registration, Registration];
  await hold(payer, sessionId);
  await hold(other, sessionId);
  const own = connect(world.db.url, { max: 4, ...PATIENT });
  const looked = Promise.withResolvers<void>();
  let looks = 0;
  const naive = async () => {
    const due = await own.many`
        SELECT student_id FROM seat_hold WHERE session_id = ${sessionId}
        AND student_id = ${payer.studentId}`;
    looks += 1;
    if (looks === 2) looked.resolve();
    await looked.promise;
    if (due.length === 0) return;
    await own.run`
      DELETE FROM seat_hold WHERE session_id = ${sessionId} AND student_id = ${payer.studentId}`;
    await own.run`UPDATE session SET seats_left = seats_left + 1 WHERE id = ${sessionId}`;
  };
  await Promise.all([naive(), naive()]);
  expect(await brokenInvariants(world.db)).toHaveProperty(
    'seats left are capacity less seated and held',
  );
  await own.run`UPDATE session SET seats_left = 1 WHERE id = ${sessionId}`;
  await own.close();
});
