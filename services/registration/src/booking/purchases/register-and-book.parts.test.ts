import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStudent, refusalOf, refusals } from '@portal/kit/testing';
import { timeLimitsOf } from '@portal/kit/testing/calls/time-limits';
import { releaseOldHolds } from '../../capacity/seats/release-holds.ts';
import { brokenInvariants } from '../../invariants.ts';
import { callOffSession } from '../../sessions/calling-off/call-off-session.ts';
import { type Unbookable, unbookableSessions } from '../../testing/unbookable-sessions.ts';
import {
  anExam,
  aRegistration,
  aSession,
  aStudent,
  aWorld,
  seatsLeft,
  statesOf,
  type World,
} from '../../testing.ts';
import { scheduleSession } from '../session-booking/schedule-session.ts';
import { expirePendingRegistrations } from './expire-pending-registrations.ts';
import {
  type RegisterAndBook,
  registerAndBook,
  registerAndBookProcess,
} from './register-and-book.ts';

let world: World;
beforeAll(async () => {
  world = await aWorld();
});
afterEach(() => {
  world.payments.isSpentElsewhere = false;
  world.payments.losesAnswers = 0;
  world.payments.beforeAnswer = async () => {};
});
afterAll(async () => {
  expect(await brokenInvariants(world.db)).toEqual({});
  await world.close();
});

const order = (
  examId: number,
  sessionId: number,
  more: Partial<RegisterAndBook> = {},
): RegisterAndBook => ({
  examId,
  sessionId,
  numberOfCredits: 3,
  amountCents: 17_100,
  method: { ccId: 'visa', newCard: undefined },
  ...more,
});
const feesOf = async (registrationId: number | undefined) =>
  (
    await world.db.many<{ state: string; cents: number }>`
      SELECT state, cents FROM proctor_payment WHERE registration_id = ${registrationId}
        ORDER BY id`
  ).map(({ state, cents }) => [state, cents]);
const holds = async (sessionId: number) =>
  (
    await world.db.one<{
      n: number;
    }>`SELECT count(*)::integer AS n FROM seat_hold
       WHERE session_id = ${sessionId} AND held_until > clock_timestamp()`
  ).n;
const resume = async () => {
  await world.db.run`UPDATE process SET next_run_at = clock_timestamp() WHERE status = 'running'`;
  await registerAndBookProcess.resume(world.db);
};

test('a student pays once, is registered and has a place in the session', async () => {
  const studentId = aStudent(world, { credits: 0 });
  const sessionId = await aSession(world, { seats: 2 });
  const examId = anExam(world, { additionalChargeCents: 5000 });
  const done = await registerAndBook(
    asStudent(world.db, studentId),
    order(examId, sessionId, { amountCents: 22_100 }),
  );
  expect(done).toMatchObject({
    registration: { status: 'scheduled', sessionId, creditsSpent: 3, proctorFeePaid: true },
    session: { id: sessionId, seatsLeft: 1, hasASeat: true },
    error: undefined,
    proctorFeeCents: 1500,
    additionalFeeCents: 5000,
  });
  expect(done.registration?.additionalFeeOwed).toBe(false);
  expect(await feesOf(done.registration?.id)).toEqual([['attached', 1500]]);
  expect(await seatsLeft(world.db, sessionId)).toBe(1);
  expect(await holds(sessionId)).toBe(0);
});

test('the timeout of the payment covers all requests to the processor', async () => {
  const studentId = aStudent(world, { credits: 0 });
  const examId = anExam(world);
  const sessionId = await aSession(world);
  const limits = await timeLimitsOf(() =>
    registerAndBook(asStudent(world.db, studentId), order(examId, sessionId)),
  );
  const path = '/payments.v1.PurchasesService/PayForRegistration';
  expect(limits[path]).toBeGreaterThan(45_000);
});

test('a student with credits and a prepaid fee pays nothing and is booked', async () => {
  const studentId = aStudent(world, { credits: 3 });
  const sessionId = await aSession(world);
  world.payments.proctorFeeCents = 0;
  const done = await registerAndBook(
    asStudent(world.db, studentId),
    order(anExam(world), sessionId, { numberOfCredits: 0, amountCents: 0, method: undefined }),
  );
  world.payments.proctorFeeCents = 1500;
  expect(done).toMatchObject({
    registration: { status: 'scheduled', sessionId },
    error: undefined,
  });
  expect(await feesOf(done.registration?.id)).toEqual([['attached', 0]]);
});

/** What a student orders, by default a plain exam in an open session. */
interface Order extends Partial<Omit<Unbookable, 'exam'>> {
  readonly code: string;
  /** Null: an unknown one. */
  readonly exam?: Unbookable['exam'] | null;
  readonly isRegistered?: boolean;
}
const refusedOrders: readonly Order[] = [
  { code: 'exam_not_found', reason: 'an unknown exam', exam: null },
  { code: 'exam_not_found', reason: 'a retired exam', exam: { active: false } },
  { code: 'admin_only_exam', reason: 'an exam of the office', exam: { phonesystemActive: false } },
  {
    code: 'requirements_not_met',
    reason: 'an exam with requirements',
    exam: { requiredExamIds: [999_999] },
  },
  {
    code: 'registration_denied',
    reason: 'a barred student',
    student: { deniedRegistration: true },
  },
  { code: 'already_registered', reason: 'a registered exam', isRegistered: true },
  {
    code: 'session_not_found',
    reason: 'a session of her school, which needs no branch',
    student: { schoolId: 151 },
    session: (world) => aSession(world, { sessionType: '22', schoolId: 151 }),
  },
  ...unbookableSessions,
];

test.each(refusedOrders)(
  'refuses $reason with $code before any charge, and holds nothing',
  async ({ code, student, exam = {}, isRegistered, session = () => aSession(world) }) => {
    const studentId = aStudent(world, student);
    const examId = exam === null ? 888_888 : anExam(world, exam);
    if (isRegistered) await aRegistration(world, { studentId, examId });
    const sessionId = await session(world, studentId);
    const [paidBefore, statesBefore] = [
      world.payments.paid.size,
      await statesOf(world.db, studentId),
    ];
    const ordered = registerAndBook(asStudent(world.db, studentId), order(examId, sessionId));
    expect((await refusalOf(ordered)).code).toBe(code);
    expect(world.payments.paid.size).toBe(paidBefore);
    expect(await holds(sessionId)).toBe(0);
    expect(await statesOf(world.db, studentId)).toEqual(statesBefore);
  },
);

const FAR = new Date('9999-12-31T00:00:00Z');

test('a bar of one kind refuses only its own actions, and none once it has ended', async () => {
  const open = await aSession(world);
  const ask = (about: object) =>
    registerAndBook(
      asStudent(world.db, aStudent(world, { credits: 0, ...about })),
      order(anExam(world), open),
    );
  const paidBefore = world.payments.paid.size;
  for (const about of [{ buyingBarredUntil: FAR }, { bookingBarredUntil: FAR }])
    expect((await refusalOf(ask(about))).code).toBe('registration_denied');
  expect(world.payments.paid.size).toBe(paidBefore);
  const ended = new Date(steadyNow().getTime() - 1000);
  expect((await ask({ buyingBarredUntil: ended, bookingBarredUntil: ended })).session?.id).toBe(
    open,
  );
  const registered = await aRegistration(world, {
    studentId: aStudent(world, { credits: 3, bookingBarredUntil: FAR }),
  });
  const call = asStudent(world.db, registered.studentId);
  const booking = { registrationId: registered.id, sessionId: open };
  expect((await refusalOf(scheduleSession(call, booking))).code).toBe('registration_denied');
});

test('a bar imposed during a payment stops nothing: the held place is booked', async () => {
  const studentId = aStudent(world, { credits: 0 });
  const sessionId = await aSession(world, { seats: 2 });
  world.payments.beforeAnswer = async () => {
    await world.db.run`
      UPDATE student_copy SET buying_barred_until = ${FAR}, booking_barred_until = ${FAR}
      WHERE id = ${studentId}`;
  };
  const done = await registerAndBook(
    asStudent(world.db, studentId),
    order(anExam(world), sessionId),
  );
  expect(done).toMatchObject({
    registration: { status: 'scheduled', sessionId },
    error: undefined,
  });
  // another session is a new thing
  const booking = { registrationId: done.registration?.id ?? 0, sessionId: await aSession(world) };
  expect((await refusalOf(scheduleSession(asStudent(world.db, studentId), booking))).code).toBe(
    'registration_denied',
  );
});

test('of two students for the last place one pays, the other is refused unpaid', async () => {
  const sessionId = await aSession(world, { seats: 1 });
  const paidBefore = world.payments.paid.size;
  const settled = await Promise.allSettled(
    [0, 1].map(() =>
      registerAndBook(
        asStudent(world.db, aStudent(world, { credits: 0 })),
        order(anExam(world), sessionId),
      ),
    ),
  );
  expect(refusals(settled)).toEqual(['session_full']);
  expect(world.payments.paid.size - paidBefore).toBe(1);
  expect(await seatsLeft(world.db, sessionId)).toBe(0);
});

test('a declined card leaves no registration and releases the seat', async () => {
  const studentId = aStudent(world, { credits: 0 });
  const sessionId = await aSession(world, { seats: 1 });
  const declined = order(anExam(world), sessionId, {
    method: { ccId: 'declined', newCard: undefined },
  });
  expect((await refusalOf(registerAndBook(asStudent(world.db, studentId), declined))).code).toBe(
    'card_declined',
  );
  expect(await statesOf(world.db, studentId)).toEqual(['dropped']);
  await releaseOldHolds(world.db, steadyNow());
  expect(await seatsLeft(world.db, sessionId)).toBe(1);
});

test('a session called off during the charge leaves a registration with paid fees', async () => {
  const studentId = aStudent(world, { credits: 0 });
  const sessionId = await aSession(world);
  world.payments.beforeAnswer = async () => {
    await callOffSession(asService(world.db, 'operator'), sessionId);
  };
  const done = await registerAndBook(
    asStudent(world.db, studentId),
    order(anExam(world), sessionId),
  );
  expect(done).toMatchObject({ registration: { status: 'registered' }, session: undefined });
  expect(done.error).toMatch(
    new RegExp(
      '^Your payment was received and you are registered, but the session could not be ' +
        'booked: .+ Please choose another session\\.$',
    ),
  );
  expect(await feesOf(done.registration?.id)).toEqual([['held', 1500]]);
});

test('credits spent concurrently stay bought, and the response announces a refund', async () => {
  const studentId = aStudent(world, { credits: 0 });
  const sessionId = await aSession(world, { seats: 1 });
  world.payments.isSpentElsewhere = true;
  const done = await registerAndBook(
    asStudent(world.db, studentId),
    order(anExam(world), sessionId),
  );
  expect(done).toMatchObject({ registration: undefined, session: undefined });
  expect(done.error).toBe(
    'Your payment was received and 3 credits were added to your account, but the registration ' +
      'did not go through: the credits were spent for another exam meanwhile. ' +
      'The fees go back to your card.',
  );
  expect(await statesOf(world.db, studentId)).toEqual(['dropped']);
});

test('an exam withdrawn during payment returns credits and refunds the fees once', async () => {
  const studentId = aStudent(world, { credits: 0 });
  const examId = anExam(world);
  const before = world.payments.refunds.length;
  world.payments.beforeAnswer = async () => {
    await world.db.run`UPDATE exam_copy SET active = false WHERE id = ${examId}`;
    world.payments.beforeAnswer = async () => {};
  };
  const call = asStudent(world.db, studentId);
  const input = order(examId, await aSession(world));
  const done = await registerAndBook(call, input);
  expect(done.error).toContain('this exam is no longer available. The fees go back to your card.');
  expect(done.credits?.total).toBe(3);
  expect(world.payments.refunds.slice(before)).toMatchObject([
    { proctorFee: true, additionalFee: false },
  ]);
  expect((await registerAndBook(call, input)).error).toBe(done.error);
  expect(world.payments.refunds.length - before).toBe(1);
});

test('the worker retries after a lost response: one payment, one booked place', async () => {
  const studentId = aStudent(world, { credits: 0 });
  const sessionId = await aSession(world, { seats: 5 });
  const before = world.payments.paid.size;
  world.payments.losesAnswers = 99;
  const input = order(anExam(world), sessionId);
  expect((await refusalOf(registerAndBook(asStudent(world.db, studentId), input))).code).toBe(
    'unavailable',
  );
  world.payments.losesAnswers = 0;
  await expirePendingRegistrations(world.db, new Date(steadyNow().getTime() + 10 * 60_000));
  expect(await statesOf(world.db, studentId)).toEqual(['pending']);
  await resume();
  expect(await statesOf(world.db, studentId)).toEqual(['scheduled']);
  expect(world.payments.paid.size - before).toBe(1);
  expect(await seatsLeft(world.db, sessionId)).toBe(4);
});

test('the same key gives the same answer, and books once', async () => {
  const studentId = aStudent(world, { credits: 0 });
  const sessionId = await aSession(world, { seats: 5 });
  const call = asStudent(world.db, studentId);
  const input = order(anExam(world), sessionId);
  const first = await registerAndBook(call, input);
  expect(await registerAndBook(call, input)).toEqual(first);
  expect(await seatsLeft(world.db, sessionId)).toBe(4);
});
