import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { instantInNewYork } from '@portal/kit/clock';
import { inTransaction } from '@portal/kit/commands/command';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStaff, asStudent } from '@portal/kit/testing';
import type { ApprovedAccommodation } from '@portal/proto/identity/v1/students';
import { register } from 'prom-client';
import { cancelSession } from '../../booking/session-booking/cancel-session.ts';
import { scheduleSession } from '../../booking/session-booking/schedule-session.ts';
import { seatGaugesJob } from '../../capacity/seats/seat-gauges.ts';
import { fitPlaces } from '../../capacity/seats/special-places/special-places.ts';
import { APART_DAY, aSessionApart, granted, OWN_ROOM } from '../../testing/session-apart.ts';
import { anExam, aRegistration, aStudent, aWorld, type World } from '../../testing.ts';
import type { Registration } from '../registrations/reading/registration-view.ts';
import { listBookingsNeedingAttention } from './list-bookings-needing-attention.ts';

let world: World;
let runGauges: () => Promise<void>;
beforeAll(async () => {
  world = await aWorld();
  const job = seatGaugesJob(world.db);
  runGauges = async () => void (await job.run());
});
// each test is about its own bookings alone
beforeEach(
  () => world.db.run`UPDATE session SET called_off_at = now() WHERE called_off_at IS NULL`,
);
afterAll(() => world.close());

const registered = (approvedAccommodations: ApprovedAccommodation[] = [], minutes = 90) =>
  aRegistration(world, {
    studentId: aStudent(world, { approvedAccommodations }),
    examId: anExam(world, { durationMinutes: minutes }),
  });
const bookByStaff = ({ id, studentId }: Registration, sessionId: number) =>
  scheduleSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId, key: randomUUID() }), {
    registrationId: id,
    sessionId,
  });
/** Changes the accommodations of a booked student. */
const grant = async ({ studentId }: Registration, now: ApprovedAccommodation[]) => {
  const list = now.map(
    ({ kind, percent = null, minutes = null, validFrom, validUntil = null }) => ({
      kind,
      percent,
      minutes,
      validFrom,
      validUntil,
    }),
  );
  await inTransaction(asService(world.db, 'registration'), 'fit', async (tx) => {
    await tx.run`
      UPDATE student_copy SET accommodations = ${JSON.stringify(list)} WHERE id = ${studentId}`;
    await fitPlaces(tx, studentId, list, null);
  });
};
const needingAttention = (limit = 50) =>
  listBookingsNeedingAttention({ db: world.db, now: steadyNow() }, limit);
const gauge = async () => {
  await runGauges();
  const metric = register.getSingleMetric('portal_accommodations_without_room');
  return (await metric?.get())?.values[0]?.value;
};

test('a student booked without a special place is counted until one frees', async () => {
  const { sessionId } = await aSessionApart(world, 1);
  const [first, second] = [await registered(OWN_ROOM), await registered(OWN_ROOM)];
  await bookByStaff(first, sessionId);
  expect([(await needingAttention()).count, await gauge()]).toEqual([0, 0]);

  await bookByStaff(second, sessionId);
  const { count, oldest, bookings } = await needingAttention();
  expect([count, await gauge()]).toEqual([1, 1]);
  expect(oldest).toBeInstanceOf(Date);
  expect(bookings).toMatchObject([
    {
      sessionId,
      studentId: second.studentId,
      problem: { kind: 'no_special_place' },
      since: oldest,
    },
  ]);

  await cancelSession(asStudent(world.db, first.studentId), {
    registrationId: first.id,
    reason: undefined,
  });
  expect([await needingAttention(), await gauge()]).toEqual([
    { count: 0, oldest: null, bookings: [] },
    0,
  ]);
});

test('a booking that ends after the branch closes is listed with the closing time', async () => {
  const { sessionId } = await aSessionApart(world, 0, { time: '18:00', closesAt: '22:00' });
  const long = await registered([], 150);
  await bookByStaff(long, sessionId);
  expect((await needingAttention()).count).toBe(0);
  await grant(long, [granted('extra_time', { percent: 100 })]);
  expect(await needingAttention()).toMatchObject({
    count: 1,
    oldest: null,
    bookings: [
      {
        studentId: long.studentId,
        problem: { kind: 'branch_closes', at: instantInNewYork(APART_DAY, '22:00') },
        since: null,
      },
    ],
  });
  expect(await gauge()).toBe(0);
});

test('an accommodation that ended the day before changes no booking', async () => {
  const { sessionId } = await aSessionApart(world, 0);
  const booked = await registered();
  await bookByStaff(booked, sessionId);
  await grant(booked, [granted('own_room', { validUntil: '2026-02-01' })]);
  expect((await needingAttention()).count).toBe(0);
});

test('of many the soonest are given, and all are counted', async () => {
  const later = await aSessionApart(world, 0, { time: '15:00' });
  const sooner = await aSessionApart(world, 0, { time: '09:00' });
  for (const { sessionId } of [later, sooner]) {
    const one = await registered();
    await bookByStaff(one, sessionId);
    await grant(one, OWN_ROOM);
  }
  const { count, bookings } = await needingAttention(1);
  expect([count, bookings.map(({ sessionId }) => sessionId)]).toEqual([2, [sooner.sessionId]]);
  expect(await gauge()).toBe(2);
});

test('a session that is called off waits for nothing', async () => {
  const { sessionId } = await aSessionApart(world, 0);
  const one = await registered();
  await bookByStaff(one, sessionId);
  await grant(one, OWN_ROOM);
  expect((await needingAttention()).count).toBe(1);
  await world.db.run`UPDATE session SET called_off_at = now() WHERE id = ${sessionId}`;
  expect([(await needingAttention()).count, await gauge()]).toEqual([0, 0]);
});
