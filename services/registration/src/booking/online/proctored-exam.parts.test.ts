import { expect, test } from '@jest/globals';
import { inTransaction } from '@portal/kit/commands/command';
import { steadyNow } from '@portal/kit/steady-clock';
import { asPublic, asService, asStaff, eventually, refusalOf } from '@portal/kit/testing';
import { ExamDisqualified, ProctorBookingGivenUp } from '@portal/proto/registration/v1/events';
import { listStudentSessions } from '../../records/sessions/list-student-sessions.ts';
import { aSession, later, payFees } from '../../testing.ts';
import { cancelRegistration } from '../cancelling/cancel-registration.ts';
import { cancelSession } from '../session-booking/cancel-session.ts';
import { scheduleSession } from '../session-booking/schedule-session.ts';
import { onExamDisqualified } from './events/on-exam-over.ts';
import { bookProctor, bookProctorProcess } from './proctoring/book-proctor.ts';
import { onProctorBookingGivenUp } from './proctoring/release-booking.ts';
import { checkOnlineAccess } from './reports/check-progress.ts';
import { expireOverdueExams } from './reports/expire-overdue-exams.ts';
import { openExam } from './starting/open-exam.ts';
import { startExam } from './starting/start-exam.ts';
import { startProgram } from './starting/start-program.ts';

import {
  inOnlineWorld,
  keyIn,
  letIn,
  type Made,
  made,
  partners,
  paymentsOf,
  platformReport,
  report,
  stateOf,
  world,
} from './testing.ts';

inOnlineWorld();

test('a proctored exam is booked, let in, started, resumed and taken', async () => {
  const one = await made();
  const booked = await bookProctor(one.as(), one.ids);
  expect(booked).toMatchObject({
    url: 'https://proctor.test/first',
    registration: {
      status: 'scheduled',
      sessionType: '99',
      proctorUuid: booked.proctorUuid,
      proctorFeeCents: 0,
      sessionId: booked.sessionId,
    },
  });
  expect(await paymentsOf(one)).toEqual(['attached']);
  const start = keyIn(partners.of(booked.proctorUuid).startUrl);
  expect(start).toMatchObject({ studentId: one.studentId, ...one.ids });
  expect(await refusalOf(startExam(asPublic(world.db), start))).toMatchObject({
    status: 409,
    code: 'no_online_access',
  });
  expect(await checkOnlineAccess(one.as(), one.ids)).toMatchObject({
    onlineAccess: false,
    examTaken: false,
  });

  await report(booked.proctorUuid, 'let_in');
  expect(await checkOnlineAccess(one.as(), one.ids)).toMatchObject({ onlineAccess: true });
  expect(await startExam(asPublic(world.db), start)).toEqual({
    url: `https://exams.test/exam/${one.registrationId}`,
  });
  expect(await stateOf(one)).toBe('online_started');
  expect(await paymentsOf(one)).toEqual(['used']);
  await report(booked.proctorUuid, 'disconnected', { at: later(steadyNow(), { hours: 0.01 }) });
  expect(await stateOf(one)).toBe('disconnected');
  expect(await startExam(asPublic(world.db), start)).toEqual({
    url: `https://exams.test/exam/${one.registrationId}`,
  });
  expect(await stateOf(one)).toBe('online_started');
  await platformReport(one.registrationId, 'exam_completed');
  expect(await checkOnlineAccess(one.as(), one.ids)).toMatchObject({
    onlineAccess: false,
    examTaken: true,
  });
  expect(await refusalOf(startExam(asPublic(world.db), start))).toMatchObject({
    status: 409,
    code: 'exam_completed',
  });
});

test('proctor and platform get the granted minutes until the exam has begun', async () => {
  const day = { validFrom: '2020-01-01', validUntil: undefined };
  const approvedAccommodations = [
    { ...day, kind: 'extra_time', percent: 50, minutes: undefined },
    { ...day, kind: 'breaks', percent: undefined, minutes: 10 },
  ];
  const one = await made({}, true, { approvedAccommodations });
  const { proctorUuid } = await bookProctor(one.as(), one.ids);
  expect(partners.of(proctorUuid)).toMatchObject({ exam: { minutes: 90 + 45 + 10 } });
  const start = keyIn(partners.of(proctorUuid).startUrl);
  await report(proctorUuid, 'let_in');
  await startExam(asPublic(world.db), start);
  await report(proctorUuid, 'disconnected', { at: later(steadyNow(), { hours: 0.01 }) });
  await startExam(asPublic(world.db), start);
  const [first, resumed] = partners.launchedWith.get(`exam/${one.registrationId}`) ?? [];
  expect(first).toMatchObject({ extraMinutes: 45, breakMinutes: 10 });
  expect(resumed).not.toHaveProperty('extraMinutes');
});

test('a sitting without a known time is listed by the day of its booking', async () => {
  const { ids, as } = await made();
  const { sessionId } = await bookProctor(as(), ids);
  const { createdAt } = await world.db.one<{
    createdAt: Date;
  }>`SELECT created_at FROM session WHERE id = ${sessionId}`;
  expect(await listStudentSessions(as())).toMatchObject([
    { id: sessionId, sessionType: '99', startsAt: createdAt, closed: false },
  ]);
});

test('a second press returns a fresh link to the same booking and start link', async () => {
  const one = await made();
  const first = await bookProctor(one.as(), one.ids);
  const link = partners.of(first.proctorUuid).startUrl;
  const second = await bookProctor(one.as(), one.ids);
  expect(second).toMatchObject({ sessionId: first.sessionId, proctorUuid: first.proctorUuid });
  expect(second.url).not.toBe(first.url);
  expect(partners.of(first.proctorUuid).startUrl).toBe(link);
  expect(
    await world.db.many`SELECT 1 FROM start_token WHERE registration_id = ${one.registrationId}`,
  ).toHaveLength(1);
});

test('two presses at once book one sitting', async () => {
  const one = await made();
  const both = await Promise.all([bookProctor(one.as(), one.ids), bookProctor(one.as(), one.ids)]);
  expect(new Set(both.map(({ sessionId }) => sessionId)).size).toBe(1);
  expect(new Set(both.map(({ proctorUuid }) => proctorUuid)).size).toBe(1);
  expect(await paymentsOf(one)).toEqual(['attached']);
});

test('the secret of a start link is nowhere in the database', async () => {
  const { start } = await letIn();
  await startExam(asPublic(world.db), start);
  for (const table of [
    'start_token',
    'process',
    'idempotency',
    'outbox',
    'audit',
    'registration',
  ]) {
    const { found } = await world.db.one<{ found: number }>`
      SELECT (xpath('count(//text()[contains(., "' || ${start.token}::text || '")])',
        query_to_xml('SELECT * FROM ' || ${table}::text, true, false, '')))[1]::text::integer AS
        found`;
    expect({ table, found }).toEqual({ table, found: 0 });
  }
});

test.each([
  ['paper only', { paperOnly: true }, 'paper_only'],
  ['no code of the platform', { contentCode: '' }, 'not_online'],
  ['no code of the proctoring service', { examProctorCode: '' }, 'not_online'],
  ['a course that is not done', { programContentCode: 'PC' }, 'course_not_completed'],
])('no proctor is booked for an exam with %s', async (_what, exam, code) => {
  const one = await made(exam);
  expect(await refusalOf(bookProctor(one.as(), one.ids))).toMatchObject({ status: 409, code });
  expect(await stateOf(one)).toBe('registered');
});

test('no proctor is booked before payment, beside a session, for others or by staff', async () => {
  const unpaid = await made({}, false);
  expect(await refusalOf(bookProctor(unpaid.as(), unpaid.ids))).toMatchObject({
    code: 'fees_due',
    extra: { expected: 1500 },
  });
  const seated = await made();
  await scheduleSession(seated.as(), {
    registrationId: seated.registrationId,
    sessionId: await aSession(world),
  });
  expect(await refusalOf(bookProctor(seated.as(), seated.ids))).toMatchObject({
    code: 'session_booked',
    detail: 'Please cancel your session first.',
  });
  expect(await refusalOf(bookProctor(unpaid.as(), seated.ids))).toMatchObject({
    status: 404,
    code: 'registration_not_found',
  });
  const staff = asStaff(world.db, ['ROLE_SUPER_ADMIN'], { studentId: unpaid.studentId });
  for (const start of [bookProctor, openExam, startProgram])
    expect(await refusalOf(Promise.resolve().then(() => start(staff, unpaid.ids)))).toMatchObject({
      status: 403,
      code: 'staff_cannot_start',
    });
  const link = { studentId: unpaid.studentId, ...unpaid.ids, token: 'whatever' };
  expect(await refusalOf(startExam(staff, link))).toMatchObject({
    status: 403,
    code: 'staff_cannot_start',
  });
});

test.each(['status', 'json'] as const)(
  'a proctoring service that fails (%s) leaves everything as it was; the next press books',
  async (how) => {
    const one = await made();
    partners.fails = how;
    expect(await refusalOf(bookProctor(one.as(), one.ids))).toMatchObject({
      status: 502,
      code: 'proctor_failed',
      detail: 'There was an error loading your exam. Please try again.',
    });
    expect([await stateOf(one), await paymentsOf(one)]).toEqual(['registered', ['held']]);
    partners.fails = null;
    await bookProctor(one.as(), one.ids);
    expect(await stateOf(one)).toBe('scheduled');
  },
);

test('an abandoned booking answers its key for good, and another press books', async () => {
  const one = await made();
  const press = one.as();
  partners.fails = 'status';
  expect((await refusalOf(bookProctor(press, one.ids))).extra).toEqual({});
  const isOver = async () => {
    await bookProctorProcess.resume(world.db);
    return refusalOf(bookProctor(press, one.ids));
  };
  const abandoned = await eventually(isOver, ({ extra }) => extra.isFinal === true);
  expect(abandoned).toMatchObject({ status: 502, code: 'proctor_failed' });
  partners.fails = null;
  expect((await refusalOf(bookProctor(press, one.ids))).extra).toEqual({ isFinal: true });
  expect(await stateOf(one)).toBe('registered');
  await bookProctor(one.as(), one.ids);
  expect(await stateOf(one)).toBe('scheduled');
});

test('a booking with a lost answer is cancelled there if the exam was cancelled', async () => {
  const one = await made();
  partners.losesAnswers = true;
  await refusalOf(bookProctor(one.as(), one.ids));
  await cancelRegistration(one.as(), { registrationId: one.registrationId, reason: undefined });
  partners.losesAnswers = false;
  const reference = `${one.registrationId}-1`;
  expect(partners.bookings.get(reference)?.status).toBe('booked');
  const isOver = async () => {
    await bookProctorProcess.resume(world.db);
    return world.db.many`SELECT 1 FROM process WHERE name = 'bookProctor' AND status = 'running'`;
  };
  await eventually(isOver, (running) => running.length === 0);
  const [event] = await world.db.many<{ id: string; payload: { data: unknown } }>`
    SELECT id, payload FROM outbox WHERE type = 'registration.proctor_booking_given_up'
      AND payload -> 'data' ->> 'reference' = ${reference}`;
  const data = ProctorBookingGivenUp.fromJSON(event?.payload.data);
  const arrived = { id: event?.id ?? '', at: steadyNow(), data } as never;
  await onProctorBookingGivenUp.handle(
    arrived,
    asService(world.db, 'registration'),
    async () => {},
  );
  expect(partners.bookings.get(reference)?.status).toBe('cancelled');
});

test('a platform that fails starts nothing', async () => {
  const one = await letIn();
  partners.fails = 'json';
  expect(await refusalOf(startExam(asPublic(world.db), one.start))).toMatchObject({
    status: 502,
    code: 'exam_platform_error',
    detail: 'Exam Platform Error',
  });
  expect(await stateOf(one)).toBe('online_access');
  partners.fails = null;
  await startExam(asPublic(world.db), one.start);
  expect(await stateOf(one)).toBe('online_started');
});

test('a start link works only for its own three ids and a booking in force', async () => {
  const [one, other] = await Promise.all([letIn(), letIn()]);
  const wrong = [
    { ...one.start, token: other.start.token },
    { ...one.start, studentId: other.studentId },
    { ...one.start, examId: other.examId },
    { ...one.start, registrationId: other.registrationId },
    { ...one.start, token: '' },
  ];
  for (const start of wrong)
    expect(await refusalOf(startExam(asPublic(world.db), start))).toMatchObject({
      status: 403,
      code: 'start_key_invalid',
    });
  const booked = await made();
  const { proctorUuid } = await bookProctor(booked.as(), booked.ids);
  const start = keyIn(partners.of(proctorUuid).startUrl);
  await cancelSession(booked.as(), { registrationId: booked.registrationId, reason: undefined });
  expect(await refusalOf(startExam(asPublic(world.db), start))).toMatchObject({
    code: 'start_key_invalid',
  });
  const again = await bookProctor(booked.as(), booked.ids);
  expect(again.proctorUuid).not.toBe(proctorUuid);
  expect(keyIn(partners.of(again.proctorUuid).startUrl).token).not.toBe(start.token);
});

test.each([
  [
    'giving the session up',
    (one: Made) =>
      cancelSession(one.as(), { registrationId: one.registrationId, reason: undefined }),
  ],
  [
    'cancelling the exam',
    (one: Made) =>
      cancelRegistration(one.as(), { registrationId: one.registrationId, reason: undefined }),
  ],
  [
    'booking a seat',
    async (one: Made) =>
      scheduleSession(one.as(), {
        registrationId: one.registrationId,
        sessionId: await aSession(world),
      }),
  ],
])('%s gives the booking up at the proctoring service too', async (_what, leave) => {
  const one = await made();
  const { proctorUuid } = await bookProctor(one.as(), one.ids);
  await leave(one);
  const events = await world.db.many<{ payload: { data: { proctorUuid: string } } }>`
    SELECT payload FROM outbox WHERE type = 'registration.proctor_booking_given_up'
      AND payload -> 'data' ->> 'proctorUuid' = ${proctorUuid}`;
  expect(events).toHaveLength(1);
  expect(
    await world.db.many`
        SELECT 1 FROM start_token WHERE registration_id = ${one.registrationId}
        AND ended_at IS NULL`,
  ).toEqual([]);
});

test('after 24 hours a begun exam cannot be resumed and is closed by the clock', async () => {
  const one = await letIn();
  const startedAt = steadyNow();
  await startExam(asPublic(world.db, { now: startedAt }), one.start);
  const before = new Date(startedAt.getTime() + 24 * 3_600_000 - 1000);
  await expireOverdueExams(world.db, before);
  expect(await stateOf(one)).toBe('online_started');
  await startExam(asPublic(world.db, { now: before }), one.start);
  const over = new Date(startedAt.getTime() + 24 * 3_600_000);
  expect(await refusalOf(startExam(asPublic(world.db, { now: over }), one.start))).toMatchObject({
    status: 409,
    code: 'grace_period_over',
  });
  await expireOverdueExams(world.db, over);
  expect(await stateOf(one)).toBe('taken');
  expect(await refusalOf(startExam(asPublic(world.db, { now: over }), one.start))).toMatchObject({
    status: 409,
    code: 'grace_period_over',
  });
});

test('an exam that the proctor disqualifies is over, begun or handed in', async () => {
  for (const isHandedIn of [false, true]) {
    const one = await letIn();
    await startExam(asPublic(world.db), one.start);
    if (isHandedIn) await report(one.proctorUuid, 'completed');
    await report(one.proctorUuid, 'disqualified');
    expect(await stateOf(one)).toBe('graded');
    expect(await refusalOf(startExam(asPublic(world.db), one.start))).toMatchObject({
      status: 409,
      code: 'exam_disqualified',
    });
    expect(await refusalOf(bookProctor(one.as(), one.ids))).toMatchObject({
      code: 'exam_completed',
    });
  }
});

test('a surplus proctor payment is refunded once the exam is taken', async () => {
  const one = await letIn();
  const paymentId = await payFees(world, one.registrationId);
  await startExam(asPublic(world.db), one.start);
  await report(one.proctorUuid, 'completed');
  expect(await paymentsOf(one)).toEqual(['used', 'refunded']);
  const [event] = await world.db.many<{ payload: { data: { refundPaymentIds: number[] } } }>`
    SELECT payload FROM outbox WHERE type = 'registration.exam_taken'
      AND (payload -> 'data' ->> 'registrationId')::bigint = ${one.registrationId}`;
  expect(event?.payload.data.refundPaymentIds.map(Number)).toEqual([paymentId]);
});

/** Delivers the disqualification so many times, as a broker that redelivers. */
async function disqualifiedTold({ registrationId }: Made, times: number): Promise<void> {
  const { id, data } = await world.db.one<{ id: string; data: { refundPaymentIds: number[] } }>`
    SELECT payload ->> 'id' AS id, payload -> 'data' AS data FROM outbox
    WHERE type = 'registration.exam_disqualified' AND (payload #>> '{data,registrationId}')::bigint
      = ${registrationId}`;
  const call = asService(world.db, 'registration');
  for (let time = 0; time < times; time++)
    await onExamDisqualified.handle(
      { id, at: steadyNow(), data: ExamDisqualified.fromJSON(data) as never },
      call,
      (work) => inTransaction(call, 'arrive', (tx) => work(tx)),
    );
}

test('a surplus proctor payment is refunded once on disqualification and replays', async () => {
  const [twicePaid, oncePaid] = [await letIn(), await letIn()];
  const paymentId = await payFees(world, twicePaid.registrationId);
  for (const one of [twicePaid, oncePaid]) {
    await startExam(asPublic(world.db), one.start);
    for (let time = 0; time < 2; time++) await report(one.proctorUuid, 'disqualified');
    await disqualifiedTold(one, 3);
  }
  expect([await paymentsOf(twicePaid), await paymentsOf(oncePaid)]).toEqual([
    ['used', 'refunded'],
    ['used'],
  ]);
  const refundsOf = ({ registrationId }: Made) =>
    world.payments.refunds.filter((refund) => refund.registrationId === registrationId);
  expect(refundsOf(oncePaid)).toEqual([]);
  expect(refundsOf(twicePaid)).toMatchObject([
    { additionalFee: false, proctorFee: true, paymentIds: [paymentId] },
  ]);
});
