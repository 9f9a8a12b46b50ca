import { afterEach, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStaff, asStudent, refusalOf } from '@portal/kit/testing';
import { cancelSession } from '../../booking/session-booking/cancel-session.ts';
import { brokenInvariants } from '../../invariants.ts';
import { getSession } from '../../records/sessions/get-session.ts';
import { listOpenSessions } from '../../records/sessions/list-open-sessions.ts';
import { waitingForLocks } from '../../testing/waiting-for-locks.ts';
import { book, bookByStaff, hold } from '../../testing/ways-to-a-seat.ts';
import { own, withWorldBeside, world } from '../../testing/with-world.ts';
import { anExam, aRegistration, aSession, aStudent, later, seatsLeft } from '../../testing.ts';
import { callOffSession } from './call-off-session.ts';

const SCHOOL = 151;
const NOBODY = 'nobody is booked in a session that was called off, and no seat of it is held';

afterEach(() => longAgo());
withWorldBeside();

const operator = () => asService(world.db, 'operator');

/** Backdates the call-off so that all students must have left. */
const longAgo = () =>
  world.db.run`
      UPDATE session SET called_off_at = now() - interval '1 hour' WHERE called_off_at IS NOT NULL`;

/**
 * Begins to work once the session is being called off, and is let go when that commits: it has read
 * a session that was on.
 */
async function whileCalledOff<T>(
  sessionId: number,
  work: () => Promise<T>,
): Promise<PromiseSettledResult<T>> {
  let working: Promise<PromiseSettledResult<T>[]> | undefined;
  await own.transaction(async (tx) => {
    await tx.run`UPDATE session SET called_off_at = now() WHERE id = ${sessionId}`;
    working = Promise.allSettled([work()]);
    await waitingForLocks(own, 1);
  });
  const [outcome] = (await working) as [PromiseSettledResult<T>];
  return outcome;
}
const codeOf = (outcome: PromiseSettledResult<unknown>) =>
  outcome.status === 'rejected' ? (outcome.reason as { code?: string }).code : 'done';

test.each([
  { who: 'a student', booking: book },
  { who: 'staff', booking: bookByStaff },
  { who: 'who only pays yet', booking: hold },
])(
  'a booking that read an open session is refused where it takes the seat: $who',
  async ({ booking }) => {
    const sessionId = await aSession(world);
    const one = await aRegistration(world);
    const outcome = await whileCalledOff(
      sessionId,
      () => booking(one, sessionId) as Promise<unknown>,
    );
    expect(codeOf(outcome)).toBe('session_called_off');
    expect(await seatsLeft(world.db, sessionId)).toBe(20);
  },
);

test('a student who pays again during a call-off keeps no place in the session', async () => {
  const sessionId = await aSession(world, { seats: 3 });
  const payer = await aRegistration(world);
  await hold(payer, sessionId);
  expect(codeOf(await whileCalledOff(sessionId, () => hold(payer, sessionId)))).toBe(
    'session_called_off',
  );
  await callOffSession(operator(), sessionId);
  expect(await seatsLeft(world.db, sessionId)).toBe(3);
});

test('a seated student gets no second exam in a called-off session', async () => {
  const sessionId = await aSession(world);
  const studentId = aStudent(world);
  const [first, second] = [
    await aRegistration(world, { studentId }),
    await aRegistration(world, { studentId }),
  ];
  await book(first, sessionId);
  expect(codeOf(await whileCalledOff(sessionId, () => bookByStaff(second, sessionId)))).toBe(
    'session_called_off',
  );
  await callOffSession(operator(), sessionId);
  expect(await seatsLeft(world.db, sessionId)).toBe(20);
});

test('a session of a school, which counts no seats, is refused as well', async () => {
  const studentId = aStudent(world, { schoolId: SCHOOL });
  const [one, sessionId] = [
    await aRegistration(world, { studentId }),
    await aSession(world, { sessionType: '22', schoolId: SCHOOL }),
  ];
  expect(codeOf(await whileCalledOff(sessionId, () => bookByStaff(one, sessionId)))).toBe(
    'session_called_off',
  );
});

test('a shipped session without a limit of seats is refused as well', async () => {
  const sessionId = await aSession(world, {
    sessionType: '23',
    lastDate: '2099-01-01',
  });
  const one = await aRegistration(world);
  expect(codeOf(await whileCalledOff(sessionId, () => bookByStaff(one, sessionId)))).toBe(
    'session_called_off',
  );
});

test('positive control: without the mark, bookings succeed and the invariant breaks', async () => {
  const sessionId = await aSession(world);
  const one = await aRegistration(world);
  await own.run`
    CREATE FUNCTION forget_calling_off() RETURNS trigger
      LANGUAGE plpgsql AS 'BEGIN NEW.called_off_at := NULL; RETURN NEW; END'`;
  await own.run`
    CREATE TRIGGER forget BEFORE UPDATE ON session FOR EACH ROW
    EXECUTE FUNCTION forget_calling_off()`;
  expect(codeOf(await whileCalledOff(sessionId, () => bookByStaff(one, sessionId)))).toBe('done');
  await own.run`DROP TRIGGER forget ON session`;
  await own.run`DROP FUNCTION forget_calling_off`;
  await own.run`
    UPDATE session SET called_off_at = now() - interval '1 hour' WHERE id = ${sessionId}`;
  expect(await brokenInvariants(world.db)).toEqual({
    [NOBODY]: [{ sessionId, registrationId: one.id }],
  });
  expect(await callOffSession(operator(), sessionId)).toEqual({
    freed: 1,
    kept: 0,
  });
});

test('a student who leaves after the mark keeps the fee and gets the reason', async () => {
  const near = { startsAt: later(steadyNow(), { hours: 5 }) };
  const [first, second] = [await aSession(world, near), await aSession(world, near)];
  const elsewhere = await aSession(world, {
    startsAt: later(steadyNow(), { days: 9 }),
  });
  const [mover, leaver] = [await aRegistration(world), await aRegistration(world)];
  await book(mover, first);
  await book(leaver, second);
  await world.db.run`UPDATE session SET called_off_at = now() WHERE id IN (${first}, ${second})`;
  const { registration } = await book(mover, elsewhere);
  expect(registration).toMatchObject({
    status: 'scheduled',
    sessionId: elsewhere,
    proctorFeeCents: 0,
  });
  await cancelSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId: leaver.studentId }), {
    registrationId: leaver.id,
    reason: 1,
  });
  const payments = await world.db.many<{ state: string }>`
    SELECT state FROM proctor_payment WHERE registration_id IN (${mover.id}, ${leaver.id})
      ORDER BY registration_id`;
  expect(payments.map(({ state }) => state)).toEqual(['attached', 'held']);
  for (const sessionId of [first, second])
    expect(await callOffSession(operator(), sessionId)).toEqual({
      freed: 0,
      kept: 0,
    });
});

test('places held during a payment are free at once', async () => {
  const sessionId = await aSession(world, { seats: 3 });
  const payer = await aRegistration(world);
  await hold(payer, sessionId);
  await callOffSession(operator(), sessionId);
  expect(await seatsLeft(world.db, sessionId)).toBe(3);
  expect((await refusalOf(book(payer, sessionId))).code).toBe('session_called_off');
});

test('it is offered to no student, and its own page shows that it was called off', async () => {
  const sessionId = await aSession(world);
  const { studentId } = await aRegistration(world);
  await callOffSession(operator(), sessionId);
  for (const call of [
    asStudent(world.db, studentId),
    asStaff(world.db, ['ROLE_ADMIN'], { studentId }),
  ]) {
    expect((await listOpenSessions(call, 13)).filter(({ id }) => id === sessionId)).toEqual([]);
    expect(await getSession(call, sessionId)).toMatchObject({
      closed: true,
      calledOff: true,
      hasASeat: false,
    });
  }
});

test('a called-off session at the same hour does not block another one', async () => {
  const startsAt = later(steadyNow(), { days: 6 });
  const [off, on] = [await aSession(world, { startsAt }), await aSession(world, { startsAt })];
  const studentId = aStudent(world);
  const [first, second] = [
    await aRegistration(world, { studentId }),
    await aRegistration(world, { studentId, examId: anExam(world) }),
  ];
  await book(first, off);
  await world.db.run`UPDATE session SET called_off_at = now() WHERE id = ${off}`;
  expect((await book(second, on)).registration.sessionId).toBe(on);
  await callOffSession(operator(), off);
});

test('an interrupted run resumes where it stopped, and notifies each student once', async () => {
  const sessionId = await aSession(world, { seats: 150 });
  // one by one: a crowd would wait for connections longer than a busy machine gives it
  for (let made = 0; made < 120; made++) await book(await aRegistration(world), sessionId);
  // the operator's process died after some: the mark and the durable process are there, without a
  // worker
  await world.db.run`UPDATE session SET called_off_at = now() WHERE id = ${sessionId}`;
  await Promise.all([callOffSession(operator(), sessionId), callOffSession(operator(), sessionId)]);
  const eventCounts = await world.db.many<{ n: number }>`
    SELECT count(*)::integer AS n FROM outbox
    WHERE type = 'registration.session_cancelled'
      AND (payload->'data'->>'sessionId')::bigint = ${sessionId}
    GROUP BY payload->'data'->>'registrationId'`;
  expect(eventCounts.map(({ n }) => n)).toEqual(Array(120).fill(1));
  expect(await seatsLeft(world.db, sessionId)).toBe(150);
});
