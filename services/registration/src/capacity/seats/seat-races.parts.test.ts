import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { connect, type Database } from '@portal/kit/database/database';
import { asStudent, PATIENT, refusals, together } from '@portal/kit/testing';
import { cancelRegistration } from '../../booking/cancelling/cancel-registration.ts';
import { cancelSession } from '../../booking/session-booking/cancel-session.ts';
import { scheduleSession } from '../../booking/session-booking/schedule-session.ts';
import { brokenInvariants } from '../../invariants.ts';
import type { Registration } from '../../records/registrations/reading/registration-view.ts';
import { aRegistration, aSession, aWorld, seatsLeft, type World } from '../../testing.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterAll(async () => {
  await world.close();
});

const registrations = (count: number): Promise<Registration[]> =>
  Promise.all(Array.from({ length: count }, () => aRegistration(world)));
const book = ({ id, studentId }: Registration, sessionId: number) =>
  scheduleSession(asStudent(world.db, studentId), { registrationId: id, sessionId });
const whole = async () => expect(await brokenInvariants(world.db)).toEqual({});

test('the last seat goes to one of two concurrent students', async () => {
  const sessionId = await aSession(world, { seats: 1 });
  const rivals = await registrations(2);
  const answers = await Promise.allSettled(rivals.map((rival) => book(rival, sessionId)));
  expect(refusals(answers)).toEqual(['session_full']);
  expect(await seatsLeft(world.db, sessionId)).toBe(0);
  await whole();
});

test('forty students race for ten seats: ten sit, the others keep their payment', async () => {
  const sessionId = await aSession(world, { seats: 10 });
  const rivals = await registrations(40);
  const answers = await Promise.allSettled(rivals.map((rival) => book(rival, sessionId)));
  expect(refusals(answers)).toEqual(Array(30).fill('session_full'));
  expect(await seatsLeft(world.db, sessionId)).toBe(0);
  const { held } = await world.db.one<{ held: number }>`
    SELECT count(*)::integer AS held FROM proctor_payment WHERE state = 'held'
      AND registration_id = ANY (${rivals.map(({ id }) => id)}::bigint[])`;
  expect(held).toBe(30);
  await whole();
});

test('positive control: a read and a later write of the seats oversell the session', async () => {
  const sessionId = await aSession(world, { seats: 3 });
  const own = connect(world.db.url, { max: 10, ...PATIENT });
  await own.run`ALTER TABLE session DROP CONSTRAINT session_not_oversold`;
  const allHaveRead = together(10);
  const naive = (db: Database, studentId: number) =>
    db.transaction(async (tx) => {
      const { seatsLeft: left } = await tx.one<{
        seatsLeft: number;
      }>`SELECT seats_left FROM session WHERE id = ${sessionId}`;
      await allHaveRead();
      if (left === 0) return;
      await tx.run`
        INSERT INTO student_session (session_id, student_id, minutes_left, exams)
        VALUES (${sessionId}, ${studentId}, 120, 1)`;
      await tx.run`UPDATE session SET seats_left = ${left - 1} WHERE id = ${sessionId}`;
    });
  await Promise.all(Array.from({ length: 10 }, (_, index) => naive(own, 900_000 + index)));
  expect(await brokenInvariants(world.db)).toHaveProperty(
    'seats left are capacity less seated and held',
  );
  await own.run`DELETE FROM student_session WHERE session_id = ${sessionId}`;
  await own.run`UPDATE session SET seats_left = seats WHERE id = ${sessionId}`;
  await own.run`ALTER TABLE session ADD CONSTRAINT session_not_oversold CHECK (seats_left >= 0)`;
  await own.close();
  await whole();
});

test('the database itself refuses a seat below zero', async () => {
  const sessionId = await aSession(world, { seats: 0 });
  await expect(
    world.db.run`UPDATE session SET seats_left = seats_left - 1 WHERE id = ${sessionId}`,
  ).rejects.toMatchObject({
    code: '23514',
  });
});

test('students who swap sessions again and again do not block each other', async () => {
  const [a, b] = [await aSession(world, { seats: 3 }), await aSession(world, { seats: 3 })];
  const [left, right] = [await registrations(2), await registrations(2)];
  await Promise.all([...left.map((one) => book(one, a)), ...right.map((one) => book(one, b))]);
  for (let round = 0; round < 8; round++) {
    const [toLeft, toRight] = round % 2 === 0 ? [b, a] : [a, b];
    const answers = await Promise.allSettled([
      ...left.map((one) => book(one, toLeft)),
      ...right.map((one) => book(one, toRight)),
    ]);
    // with one seat free on each side a swap may find the other side full for a moment, but nothing
    // else
    expect(refusals(answers).every((code) => ['session_full', 'same_session'].includes(code))).toBe(
      true,
    );
    await whole();
  }
});

test('positive control: sessions locked in the order of requests deadlock', async () => {
  const [a, b] = [await aSession(world), await aSession(world)];
  const own = connect(world.db.url, { max: 2, ...PATIENT });
  const bothHoldOne = together(2);
  const swap = (first: number, second: number) =>
    own.transaction(async (tx) => {
      await tx.run`UPDATE session SET seats_left = seats_left WHERE id = ${first}`;
      await bothHoldOne();
      await tx.run`UPDATE session SET seats_left = seats_left WHERE id = ${second}`;
    });
  const answers = await Promise.allSettled([swap(a, b), swap(b, a)]);
  await own.close();
  expect(answers.filter(({ status }) => status === 'rejected')).toMatchObject([
    { reason: { code: '40P01' } },
  ]);
});

test('booking, leaving and cancelling one exam at the same time lose no seat', async () => {
  const sessionId = await aSession(world, { seats: 20 });
  const all = await registrations(8);
  await Promise.allSettled(
    all.flatMap((one) => [
      book(one, sessionId),
      cancelRegistration(asStudent(world.db, one.studentId), {
        registrationId: one.id,
        reason: undefined,
      }),
      cancelSession(asStudent(world.db, one.studentId), {
        registrationId: one.id,
        reason: undefined,
      }),
      book(one, sessionId),
    ]),
  );
  await whole();
  const { sitting } = await world.db.one<{ sitting: number }>`
    SELECT count(*)::integer AS sitting FROM registration WHERE status = 'scheduled'
      AND id = ANY (${all.map(({ id }) => id)}::bigint[])`;
  expect(await seatsLeft(world.db, sessionId)).toBe(20 - sitting);
});

test('two exams of one student for the last seat: both sit on it', async () => {
  const sessionId = await aSession(world, { seats: 1 });
  const [first] = await registrations(1);
  const second = await aRegistration(world, { studentId: (first as Registration).studentId });
  await Promise.all([book(first as Registration, sessionId), book(second, sessionId)]);
  expect(await seatsLeft(world.db, sessionId)).toBe(0);
  await whole();
});
