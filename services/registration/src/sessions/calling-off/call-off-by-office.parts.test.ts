import { beforeEach, expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asService, asStaff, diesAt, refusalOf } from '@portal/kit/testing';
import { scheduleSession } from '../../booking/session-booking/schedule-session.ts';
import { holdSeat } from '../../capacity/seats/hold-seat.ts';
import { onSessionCalledOff } from '../../emails/events/on-session-called-off.ts';
import { onSessionCancelled } from '../../emails/events/on-session-cancelled.ts';
import { withWorld, world } from '../../testing/with-world.ts';
import { anExam, aRegistration, aSession, aStudent, later, seatsLeft } from '../../testing.ts';
import { getSessionRun, type SessionRun } from '../session-operations/session-run.ts';
import { arriveAll } from '../session-operations/testing.ts';
import { callOffByOffice, callOffProcess, callOffSession } from './call-off-session.ts';
import { type CallOffChoice, previewCallOff } from './preview-call-off.ts';

withWorld();
beforeEach(() => {
  world.payments.refunds.length = 0;
  world.payments.refundError = undefined;
  world.payments.isAway = false;
});

const now = steadyNow();
const office = () => asStaff(world.db, ['ROLE_ADMIN']);

/** A student with an exam in a session, paid for unless said otherwise. */
async function aSeatIn(sessionId: number, { studentId = aStudent(world), isPaid = true } = {}) {
  const { id } = await aRegistration(world, { studentId, examId: anExam(world), isPaid });
  if (!isPaid)
    await world.db.run`
      INSERT INTO proctor_payment (registration_id, payment_id, cents, state)
      VALUES (${id}, NULL, 0, 'held')`;
  await scheduleSession(asStaff(world.db, ['ROLE_ADMIN'], { studentId }), {
    registrationId: id,
    sessionId,
  });
  return { registrationId: id, studentId };
}
const choice = (sessionId: number, about: Partial<CallOffChoice> = {}): CallOffChoice => ({
  sessionId,
  version: 0,
  refundFees: false,
  message: null,
  ...about,
});
/** Resumes an interrupted run until its end. */
async function ended({ runId }: Pick<SessionRun, 'runId'>): Promise<SessionRun> {
  for (;;) {
    const run = await getSessionRun(office(), runId);
    if (run.finished) return run;
    await world.db.run`
      UPDATE process SET next_run_at = clock_timestamp()
      WHERE status = 'running' AND lease_until < clock_timestamp()`;
    await callOffProcess.resume(world.db);
  }
}
/** Calls a session off as it is previewed. */
async function calledOff(sessionId: number, about: Partial<CallOffChoice> = {}) {
  const chosen = choice(sessionId, about);
  const { previewHash } = await previewCallOff(office(), chosen);
  return ended(await callOffByOffice(office(), { ...chosen, previewHash }));
}
const registrationOf = (id: number) =>
  world.db.one<object>`
    SELECT status, session_id, admin_cancel_session_reason_code AS code,
      (SELECT state FROM proctor_payment WHERE registration_id = registration.id) AS payment
    FROM registration WHERE id = ${id}`;
const mailOf = async (studentId: number) =>
  (await arriveAll(onSessionCancelled)).get(studentId) ?? [];

test('the preview shows the students, their payments and the refunds', async () => {
  const sessionId = await aSession(world);
  const first = await aSeatIn(sessionId);
  await aSeatIn(sessionId, { studentId: first.studentId });
  await aSeatIn(sessionId, { isPaid: false });
  world.payments.refundQuote = { nowCents: 1500, laterCents: 1500 };
  const preview = await previewCallOff(office(), choice(sessionId, { refundFees: true }));
  expect(preview).toMatchObject({
    students: 2,
    exams: 3,
    begun: 0,
    paidCount: 2,
    paidCents: 3000,
    waived: 1,
    refundNowCents: 1500,
    refundLaterCents: 1500,
    schoolName: undefined,
  });
  expect(preview.mailText).toContain('Your proctor fee of {amount} will be refunded');
  const kept = await previewCallOff(office(), choice(sessionId));
  expect(kept).toMatchObject({ paidCents: 3000, refundNowCents: 0, refundLaterCents: 0 });
  expect(kept.mailText).toContain('Your proctor fee is kept for the next session.');
  expect(await seatsLeft(world.db, sessionId)).toBe(18);
});

test('fees are kept: exams stay registered, seats are free, one letter a student', async () => {
  const sessionId = await aSession(world, { startsAt: later(now, { hours: 3 }) });
  const first = await aSeatIn(sessionId);
  const second = await aSeatIn(sessionId, { studentId: first.studentId });
  const payer = await aRegistration(world);
  await holdSeat(asService(world.db, 'payments'), {
    studentId: payer.studentId,
    registrationId: payer.id,
    sessionId,
  });
  const run = await calledOff(sessionId, { message: 'The proctor is ill.' });
  expect(run).toMatchObject({ left: 2, begun: 0, done: 1, total: 1, refundedCents: 0 });
  expect(run.session).toMatchObject({ state: 'called_off', version: 1, actions: [] });
  expect(await seatsLeft(world.db, sessionId)).toBe(20);
  for (const { registrationId } of [first, second])
    expect(await registrationOf(registrationId)).toEqual({
      status: 'registered',
      sessionId: null,
      code: 'ER',
      payment: 'held',
    });
  expect(world.payments.refunds).toEqual([]);
  const [mail, ...more] = await mailOf(first.studentId);
  expect(more).toEqual([]);
  expect(mail?.subject).toMatch(/^Your session for Exam \d+ and Exam \d+ is called off$/);
  expect(mail?.bodyText).toContain(
    'Your exam stays registered.\n\nThe proctor is ill.\n\nYour proctor fee is kept for the ' +
      'next session.',
  );
  expect(mail?.attachments[0]?.content.match(/UID:/g)).toHaveLength(2);
});

test('paid fees are refunded once, waivers are held', async () => {
  const sessionId = await aSession(world);
  const paid = await aSeatIn(sessionId);
  const waived = await aSeatIn(sessionId, { isPaid: false });
  const run = await calledOff(sessionId, { refundFees: true });
  expect(run).toMatchObject({ left: 2, refundedCents: 5000, refundsOpen: 0 });
  expect(await registrationOf(paid.registrationId)).toMatchObject({ payment: 'refunded' });
  expect(await registrationOf(waived.registrationId)).toMatchObject({ payment: 'held' });
  expect(world.payments.refunds).toMatchObject([
    { registrationId: paid.registrationId, additionalFee: false, proctorFee: true },
  ]);
  const [mail] = await mailOf(paid.studentId);
  expect(mail?.bodyText).toContain('Your proctor fee of $15.00 will be refunded to your card.');
  expect(mail?.bodyText).not.toContain('is kept');
  const [other] = await mailOf(waived.studentId);
  expect(other?.bodyText).toContain('Your proctor fee is kept for the next session.');
});

test('a refund that the processor refuses stays open there, and the run is over', async () => {
  const sessionId = await aSession(world);
  await aSeatIn(sessionId);
  world.payments.refundError = 'The card is closed.';
  expect(await calledOff(sessionId, { refundFees: true })).toMatchObject({
    finished: true,
    left: 1,
    refundedCents: 0,
    refundsOpen: 1,
  });
});

test('students leave the session while payments is unavailable; refunds follow', async () => {
  const sessionId = await aSession(world);
  const { registrationId, studentId } = await aSeatIn(sessionId);
  const chosen = choice(sessionId, { refundFees: true });
  const { previewHash } = await previewCallOff(office(), chosen);
  world.payments.isAway = true;
  const run = await callOffByOffice(office(), { ...chosen, previewHash });
  for (let left = 0; left === 0; ) left = (await getSessionRun(office(), run.runId)).left;
  expect(await registrationOf(registrationId)).toMatchObject({ sessionId: null });
  expect(await mailOf(studentId)).toHaveLength(1);
  world.payments.isAway = false;
  expect(await ended(run)).toMatchObject({ refundedCents: 5000 });
});

test("calling off a school's session mails its admins the count of students", async () => {
  const sessionId = await aSession(world, { sessionType: '22', schoolId: 151 });
  const studentId = aStudent(world, { schoolId: 151 });
  const { registrationId } = await aSeatIn(sessionId, { studentId });
  const preview = await previewCallOff(office(), choice(sessionId, { refundFees: true }));
  expect(preview).toMatchObject({ schoolName: 'Bais Rivka', paidCount: 1 });
  expect(await calledOff(sessionId, { refundFees: true })).toMatchObject({ left: 1 });
  expect(await registrationOf(registrationId)).toMatchObject({ payment: 'refunded' });
  const mail = (await arriveAll(onSessionCalledOff, 'admin@school.test')).get(0)?.at(-1);
  expect(mail?.subject).toMatch(/^A session of Bais Rivka is called off: \w+day, \w+ \d+, \d{4}$/);
  expect(mail?.bodyText).toContain('1 student was told by email.');
  expect(mail?.bodyText).toMatch(/\nTime: \d+:\d\d [AP]M \(New York\)/);
  expect(mail?.bodyText).toContain('Open sessions: ');
  const other = (await arriveAll(onSessionCalledOff, 'head@school.test')).get(0)?.at(-1);
  expect(other).toEqual(mail);
});

test('an exam that has begun stays, and keeps the session', async () => {
  const sessionId = await aSession(world);
  const { registrationId } = await aSeatIn(sessionId);
  await world.db.run`
    WITH opened AS (
      UPDATE registration SET status = 'online_access' WHERE id = ${registrationId} RETURNING id)
    INSERT INTO online_sitting (registration_id, online_access) SELECT id, true FROM opened`;
  expect(await previewCallOff(office(), choice(sessionId))).toMatchObject({ exams: 0, begun: 1 });
  expect(await calledOff(sessionId)).toMatchObject({ left: 0, begun: 1 });
  expect(await registrationOf(registrationId)).toMatchObject({ sessionId });
  await world.db.run`
    WITH closed AS (
      UPDATE registration SET status = 'registered', session_id = NULL
      WHERE id = ${registrationId} RETURNING id)
    UPDATE online_sitting SET online_access = false
    WHERE registration_id = (SELECT id FROM closed)`;
  await world.db.run`DELETE FROM student_session WHERE session_id = ${sessionId}`;
  await world.db.run`UPDATE session SET seats_left = seats WHERE id = ${sessionId}`;
  await world.db.run`
    UPDATE proctor_payment SET state = 'held', session_id = NULL
    WHERE registration_id = ${registrationId}`;
});

test('a request that differs from the preview is refused, and the session stays', async () => {
  const sessionId = await aSession(world);
  await aSeatIn(sessionId);
  const chosen = choice(sessionId);
  const { previewHash } = await previewCallOff(office(), chosen);
  const refused = async (about: Partial<CallOffChoice>) =>
    (await refusalOf(callOffByOffice(office(), { ...chosen, ...about, previewHash }))).code;
  expect(await refused({ refundFees: true })).toBe('preview_outdated');
  expect(await refused({ message: 'Sorry' })).toBe('preview_outdated');
  await aSeatIn(sessionId);
  expect(await refused({})).toBe('preview_outdated');
  expect(await world.db.one`SELECT version FROM session WHERE id = ${sessionId}`).toEqual({
    version: 0,
  });
});

test('a past, called-off, changed or unknown session is refused', async () => {
  const refusalCode = async (sessionId: number, about: Partial<CallOffChoice> = {}) =>
    (await refusalOf(previewCallOff(office(), choice(sessionId, about)))).code;
  expect(await refusalCode(999_999)).toBe('session_not_found');
  const sessionId = await aSession(world);
  expect(await refusalCode(sessionId, { version: 2 })).toBe('session_changed');
  await callOffSession(asService(world.db, 'operator'), sessionId);
  expect(await refusalCode(sessionId)).toBe('called_off');
  const past = await aSession(world);
  await world.db.run`
    UPDATE session SET starts_at = ${later(now, { hours: -4 })} WHERE id = ${past}`;
  expect(await refusalCode(past)).toBe('session_over');
  // a draft stays one, and is over all the same
  await world.db.run`UPDATE session SET draft = true WHERE id = ${past}`;
  expect(await refusalCode(past)).toBe('session_over');
});

test.each([
  'callOffSession.begin.commit',
  'callOffSession.empty.before',
  'callOffSession.free.commit',
  'callOffSession.empty.ran',
  'callOffSession.empty.commit',
  'callOffSession.refund.before',
  'callOffSession.refund.ran',
  'callOffSession.refund.commit',
])('a run that dies at %s resumes: one email per student, one refund per fee', async (mark) => {
  const sessionId = await aSession(world);
  const seated = [];
  while (seated.length < 4) seated.push(await aSeatIn(sessionId));
  const chosen = choice(sessionId, { refundFees: true });
  const { previewHash } = await previewCallOff(office(), chosen);
  const call = office();
  await diesAt(mark, async () => {
    await callOffByOffice(call, { ...chosen, previewHash });
    // the answer comes before the end: dies where it dies
    for (let isOver = false; !isOver; ) {
      const { open } = await world.db.one<{ open: number }>`
        SELECT count(*)::integer AS open FROM process
        WHERE status = 'running' AND lease_until > clock_timestamp()`;
      isOver = open === 0;
    }
  });
  const run = await ended(await callOffByOffice(call, { ...chosen, previewHash }));
  expect(run).toMatchObject({ left: 4, done: 4, total: 4, refundedCents: 20_000 });
  const ids = seated.map(({ registrationId }) => registrationId);
  expect(world.payments.refunds.map(({ registrationId }) => registrationId).toSorted()).toEqual(
    ids.toSorted(),
  );
  const events = await world.db.many<{ n: number }>`
    SELECT count(*)::integer AS n FROM outbox
    WHERE type = 'registration.session_cancelled'
      AND (payload->'data'->>'registrationId')::bigint = ANY (${ids}::bigint[])
    GROUP BY payload->'data'->>'registrationId'`;
  expect(events).toEqual(ids.map(() => ({ n: 1 })));
  expect(await seatsLeft(world.db, sessionId)).toBe(20);
});
