import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { type Call, inTransaction } from '@portal/kit/command';
import { asPublic, asService, asStaff, asStudent, eventually, refusalOf } from '@portal/kit/testing';
import { ExamDisqualified, ProctorBookingGivenUp } from '@portal/proto/registration/v1/events';
import { brokenInvariants } from '../invariants.ts';
import { cancelRegistration } from '../registrations/cancel-registration.ts';
import { cancelSession } from '../sessions/cancel-session.ts';
import { listStudentSessions } from '../sessions/list-student-sessions.ts';
import { scheduleSession } from '../sessions/schedule-session.ts';
import { anExam, aRegistration, aSession, aStudent, aWorld, later, payFees, statesOf, type World } from '../testing.ts';
import { bookProctor, bookProctorProcess } from './book-proctor.ts';
import { checkOnlineAccess, checkProgram } from './check-progress.ts';
import { onProctorBookingGivenUp } from './give-up-booking.ts';
import { onExamDisqualified } from './on-exam-over.ts';
import { openExam } from './open-exam.ts';
import { reserveProctor } from './reserve-proctor.ts';
import { startExam } from './start-exam.ts';
import { startProgram } from './start-program.ts';
import { takePlatformReport, takeProctoringReport } from './take-partner-report.ts';
import { takeTimeOver } from './take-time-over.ts';

const SECRET = 'shared with a partner';

/** Both partners in memory, and the ways in which they can fail. */
class Partners {
  readonly bookings = new Map<string, { proctorUuid: string; status: string; startUrl: string }>();
  readonly launches = new Map<string, string>();
  readonly asked: string[] = [];
  fails: 'status' | 'json' | null = null;
  /** Does what it is asked and does not say so. */
  losesAnswers = false;
  server: Server | undefined;

  async open(): Promise<void> {
    this.server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { method = '', url = '' } = request;
        this.asked.push(`${method} ${url}`);
        if (this.fails === 'status') return void response.writeHead(500).end('{}');
        if (this.fails === 'json') return void response.writeHead(200).end('{"url": "javascript:alert(1)"}');
        const answer = this.answer(method, url, JSON.parse(Buffer.concat(parts).toString() || '{}'));
        if (this.losesAnswers) return void response.destroy();
        response.writeHead(answer === null ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}));
      });
    });
    await new Promise<void>((ready) => this.server?.listen(0, '127.0.0.1', ready));
    const { port } = this.server.address() as AddressInfo;
    process.env.PROCTOR_URL = `http://127.0.0.1:${port}/proctor`;
    process.env.EXAM_PLATFORM_URL = `http://127.0.0.1:${port}/exams`;
  }

  private answer(method: string, url: string, body: { reference: string; startUrl: string; kind: string }): object | null {
    const [, area, what, id] = url.split('/');
    if (area === 'exams') {
      if (what === 'launches') this.launches.set(`${body.kind}/${body.reference}`, 'started');
      const key = what === 'launches' ? `${body.kind}/${body.reference}` : url.slice('/exams/runs/'.length);
      const status = this.launches.get(key);
      return status === undefined ? null : { status, url: `https://exams.test/${key}` };
    }
    if (method === 'GET' && what?.startsWith('bookings?reference=')) {
      const booking = this.bookings.get(decodeURIComponent(what.slice('bookings?reference='.length)));
      return booking ? [booking] : [];
    }
    if (id === undefined) {
      const before = this.bookings.get(body.reference);
      const booking = { proctorUuid: before?.proctorUuid ?? randomUUID(), status: 'booked', startUrl: body.startUrl };
      this.bookings.set(body.reference, booking);
      return { ...booking, url: 'https://proctor.test/first' };
    }
    const booking = [...this.bookings.values()].find(({ proctorUuid }) => proctorUuid === id);
    if (booking && method === 'DELETE') booking.status = 'cancelled';
    return booking ? { ...booking, url: `https://proctor.test/${randomUUID()}` } : null;
  }

  of(uuid: string | undefined) {
    return [...this.bookings.values()].find(({ proctorUuid }) => proctorUuid === uuid) as { status: string; startUrl: string };
  }
}

let world: World;
const partners = new Partners();
beforeAll(async () => {
  process.env.PROCTOR_SECRET = SECRET;
  process.env.EXAM_PLATFORM_SECRET = SECRET;
  process.env.PUBLIC_URL = 'https://portal.test';
  [world] = await Promise.all([aWorld(), partners.open()]);
});
beforeEach(() => {
  partners.fails = null;
});
afterAll(async () => {
  expect(await brokenInvariants(world.db)).toEqual({});
  partners.server?.close();
  await world.close();
});

const online = { contentCode: 'C-1', examProctorCode: 'P-1' };
interface Made {
  studentId: number;
  examId: number;
  registrationId: number;
  ids: { examId: number; registrationId: number };
  as: (options?: { now?: Date; key?: string }) => Call;
}

/** A registration of an exam that can be taken online, its proctor fee paid unless said otherwise. */
async function made(exam: object = {}, isPaid = true): Promise<Made> {
  const studentId = aStudent(world);
  const examId = anExam(world, { ...online, ...exam });
  const { id: registrationId } = await aRegistration(world, { studentId, examId, isPaid });
  const ids = { examId, registrationId };
  return { studentId, examId, registrationId, ids, as: (options) => asStudent(world.db, studentId, options) };
}

const stateOf = async ({ studentId }: Made) => (await statesOf(world.db, studentId))[0];
const paymentsOf = async ({ registrationId }: Made) =>
  (await world.db.many<{ state: string }>`SELECT state FROM proctor_payment WHERE registration_id = ${registrationId} ORDER BY id`).map(
    ({ state }) => state,
  );
const keyIn = (url: string) => {
  const read = JSON.parse(Buffer.from(url.split('/').at(-1) ?? '', 'base64url').toString());
  return { studentId: read.student_id, examId: read.exam_id, registrationId: read.registration_id, token: read.token };
};

function signed(body: object | string, { at = new Date(), secret = SECRET } = {}) {
  const raw = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const t = Math.floor(at.getTime() / 1000);
  return { body: raw, signature: `t=${t},v1=${createHmac('sha256', secret).update(`${t}.`).update(raw).digest('hex')}` };
}
const report = (proctorUuid: string, kind: string, { eventId = randomUUID(), at = new Date() } = {}) =>
  takeProctoringReport(asPublic(world.db), signed({ eventId, proctorUuid, kind, at: at.toISOString() }));
const platformReport = (registrationId: number, kind: string, eventId: string = randomUUID()) =>
  takePlatformReport(asPublic(world.db), signed({ eventId, registrationId, kind, at: new Date().toISOString() }));

/** Booked and let in. */
async function letIn(exam: object = {}) {
  const one = await made(exam);
  const { proctorUuid } = await bookProctor(one.as(), one.ids);
  await report(proctorUuid, 'let_in');
  return { ...one, proctorUuid, start: keyIn(partners.of(proctorUuid).startUrl) };
}

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
  expect(await refusalOf(startExam(asPublic(world.db), start))).toMatchObject({ status: 409, code: 'no_online_access' });
  expect(await checkOnlineAccess(one.as(), one.ids)).toMatchObject({ onlineAccess: false, examTaken: false });

  await report(booked.proctorUuid, 'let_in');
  expect(await checkOnlineAccess(one.as(), one.ids)).toMatchObject({ onlineAccess: true });
  expect(await startExam(asPublic(world.db), start)).toEqual({ url: `https://exams.test/exam/${one.registrationId}` });
  expect(await stateOf(one)).toBe('online_started');
  expect(await paymentsOf(one)).toEqual(['used']);
  await report(booked.proctorUuid, 'disconnected', { at: later(new Date(), { hours: 0.01 }) });
  expect(await stateOf(one)).toBe('disconnected');
  expect(await startExam(asPublic(world.db), start)).toEqual({ url: `https://exams.test/exam/${one.registrationId}` });
  expect(await stateOf(one)).toBe('online_started');
  await platformReport(one.registrationId, 'exam_completed');
  expect(await checkOnlineAccess(one.as(), one.ids)).toMatchObject({ onlineAccess: false, examTaken: true });
  expect(await refusalOf(startExam(asPublic(world.db), start))).toMatchObject({ status: 409, code: 'exam_completed' });
});

test('a sitting whose time is not known here is listed by the day of its booking', async () => {
  const { ids, as } = await made();
  const { sessionId } = await bookProctor(as(), ids);
  const { createdAt } = await world.db.one<{ createdAt: Date }>`SELECT created_at FROM session WHERE id = ${sessionId}`;
  expect(await listStudentSessions(as())).toMatchObject([{ id: sessionId, sessionType: '99', startsAt: createdAt, closed: false }]);
});

test('pressed again, the button gives a fresh link to the same booking and the same start link', async () => {
  const one = await made();
  const first = await bookProctor(one.as(), one.ids);
  const link = partners.of(first.proctorUuid).startUrl;
  const second = await bookProctor(one.as(), one.ids);
  expect(second).toMatchObject({ sessionId: first.sessionId, proctorUuid: first.proctorUuid });
  expect(second.url).not.toBe(first.url);
  expect(partners.of(first.proctorUuid).startUrl).toBe(link);
  expect(await world.db.many`SELECT 1 FROM start_token WHERE registration_id = ${one.registrationId}`).toHaveLength(1);
});

test('two presses at once book one sitting', async () => {
  const one = await made();
  const both = await Promise.all([bookProctor(one.as(), one.ids), bookProctor(one.as(), one.ids)]);
  expect(new Set(both.map(({ sessionId }) => sessionId)).size).toBe(1);
  expect(await paymentsOf(one)).toEqual(['attached']);
});

test('the secret of a start link is nowhere in the database', async () => {
  const { start } = await letIn();
  await startExam(asPublic(world.db), start);
  for (const table of ['start_token', 'process', 'idempotency', 'outbox', 'audit', 'registration']) {
    const { found } = await world.db.one<{ found: number }>`
      SELECT (xpath('count(//text()[contains(., "' || ${start.token}::text || '")])', query_to_xml('SELECT * FROM ' || ${table}::text, true, false, '')))[1]::text::integer AS found`;
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

test('no proctor is booked before the fee is paid, beside a session, for others, or by staff', async () => {
  const unpaid = await made({}, false);
  expect(await refusalOf(bookProctor(unpaid.as(), unpaid.ids))).toMatchObject({ code: 'fees_due', extra: { expected: 1500 } });
  const seated = await made();
  await scheduleSession(seated.as(), { registrationId: seated.registrationId, sessionId: await aSession(world) });
  expect(await refusalOf(bookProctor(seated.as(), seated.ids))).toMatchObject({
    code: 'session_booked',
    detail: 'Please cancel your session first.',
  });
  expect(await refusalOf(bookProctor(unpaid.as(), seated.ids))).toMatchObject({ status: 404, code: 'registration_not_found' });
  const staff = asStaff(world.db, ['ROLE_SUPER_ADMIN'], { studentId: unpaid.studentId });
  for (const start of [bookProctor, openExam, startProgram])
    expect(await refusalOf(Promise.resolve().then(() => start(staff, unpaid.ids)))).toMatchObject({
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

test('a booking whose answer was lost is cancelled at the service when the exam was cancelled meanwhile', async () => {
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
    SELECT id, payload FROM outbox WHERE type = 'registration.proctor_booking_given_up' AND payload -> 'data' ->> 'reference' = ${reference}`;
  const data = ProctorBookingGivenUp.fromJSON(event?.payload.data);
  const arrived = { id: event?.id ?? '', at: new Date(), data } as never;
  await onProctorBookingGivenUp.handle(arrived, asService(world.db, 'registration'), async () => {});
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

test('a start link is good for its own three ids, and only while its booking stands', async () => {
  const [one, other] = await Promise.all([letIn(), letIn()]);
  const wrong = [
    { ...one.start, token: other.start.token },
    { ...one.start, studentId: other.studentId },
    { ...one.start, examId: other.examId },
    { ...one.start, registrationId: other.registrationId },
    { ...one.start, token: '' },
  ];
  for (const start of wrong)
    expect(await refusalOf(startExam(asPublic(world.db), start))).toMatchObject({ status: 403, code: 'start_key_invalid' });
  const booked = await made();
  const { proctorUuid } = await bookProctor(booked.as(), booked.ids);
  const start = keyIn(partners.of(proctorUuid).startUrl);
  await cancelSession(booked.as(), { registrationId: booked.registrationId, reason: undefined });
  expect(await refusalOf(startExam(asPublic(world.db), start))).toMatchObject({ code: 'start_key_invalid' });
  const again = await bookProctor(booked.as(), booked.ids);
  expect(again.proctorUuid).not.toBe(proctorUuid);
  expect(keyIn(partners.of(again.proctorUuid).startUrl).token).not.toBe(start.token);
});

test.each([
  ['giving the session up', (one: Made) => cancelSession(one.as(), { registrationId: one.registrationId, reason: undefined })],
  ['cancelling the exam', (one: Made) => cancelRegistration(one.as(), { registrationId: one.registrationId, reason: undefined })],
  [
    'booking a seat',
    async (one: Made) => scheduleSession(one.as(), { registrationId: one.registrationId, sessionId: await aSession(world) }),
  ],
])('%s gives the booking up at the proctoring service too', async (_what, leave) => {
  const one = await made();
  const { proctorUuid } = await bookProctor(one.as(), one.ids);
  await leave(one);
  const events = await world.db.many<{ payload: { data: { proctorUuid: string } } }>`
    SELECT payload FROM outbox WHERE type = 'registration.proctor_booking_given_up' AND payload -> 'data' ->> 'proctorUuid' = ${proctorUuid}`;
  expect(events).toHaveLength(1);
  expect(await world.db.many`SELECT 1 FROM start_token WHERE registration_id = ${one.registrationId} AND ended_at IS NULL`).toEqual([]);
});

test('after 24 hours a begun exam cannot be resumed and is closed by the clock', async () => {
  const one = await letIn();
  const startedAt = new Date();
  await startExam(asPublic(world.db, { now: startedAt }), one.start);
  const before = new Date(startedAt.getTime() + 24 * 3_600_000 - 1000);
  await takeTimeOver(world.db, before);
  expect(await stateOf(one)).toBe('online_started');
  await startExam(asPublic(world.db, { now: before }), one.start);
  const over = new Date(startedAt.getTime() + 24 * 3_600_000);
  expect(await refusalOf(startExam(asPublic(world.db, { now: over }), one.start))).toMatchObject({
    status: 409,
    code: 'grace_period_over',
  });
  await takeTimeOver(world.db, over);
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
    expect(await refusalOf(startExam(asPublic(world.db), one.start))).toMatchObject({ status: 409, code: 'exam_disqualified' });
    expect(await refusalOf(bookProctor(one.as(), one.ids))).toMatchObject({ code: 'exam_completed' });
  }
});

test('a second proctor payment that was not needed is refunded once the exam is taken', async () => {
  const one = await letIn();
  const paymentId = await payFees(world, one.registrationId);
  await startExam(asPublic(world.db), one.start);
  await report(one.proctorUuid, 'completed');
  expect(await paymentsOf(one)).toEqual(['used', 'refunded']);
  const [event] = await world.db.many<{ payload: { data: { refundPaymentIds: number[] } } }>`
    SELECT payload FROM outbox WHERE type = 'registration.exam_taken' AND (payload -> 'data' ->> 'registrationId')::bigint = ${one.registrationId}`;
  expect(event?.payload.data.refundPaymentIds.map(Number)).toEqual([paymentId]);
});

/** The disqualification is told as often as said, as a broker does that repeats itself. */
async function disqualifiedTold({ registrationId }: Made, times: number): Promise<void> {
  const { id, data } = await world.db.one<{ id: string; data: { refundPaymentIds: number[] } }>`
    SELECT payload ->> 'id' AS id, payload -> 'data' AS data FROM outbox
    WHERE type = 'registration.exam_disqualified' AND (payload #>> '{data,registrationId}')::bigint = ${registrationId}`;
  const call = asService(world.db, 'registration');
  for (let time = 0; time < times; time++)
    await onExamDisqualified.handle({ id, at: new Date(), data: ExamDisqualified.fromJSON(data) as never }, call, (work) =>
      inTransaction(call, 'arrive', (tx) => work(tx)),
    );
}

test('a second proctor payment that was not needed is refunded once when the exam is disqualified, whatever is repeated', async () => {
  const [twicePaid, oncePaid] = [await letIn(), await letIn()];
  const paymentId = await payFees(world, twicePaid.registrationId);
  for (const one of [twicePaid, oncePaid]) {
    await startExam(asPublic(world.db), one.start);
    for (let time = 0; time < 2; time++) await report(one.proctorUuid, 'disqualified');
    await disqualifiedTold(one, 3);
  }
  expect([await paymentsOf(twicePaid), await paymentsOf(oncePaid)]).toEqual([['used', 'refunded'], ['used']]);
  const refundsOf = ({ registrationId }: Made) => world.payments.refunds.filter((refund) => refund.registrationId === registrationId);
  expect(refundsOf(oncePaid)).toEqual([]);
  expect(refundsOf(twicePaid)).toMatchObject([{ additionalFee: false, proctorFee: true, paymentIds: [paymentId] }]);
});

test('a notice that comes ten times counts once', async () => {
  const one = await made();
  const { proctorUuid } = await bookProctor(one.as(), one.ids);
  const eventId = randomUUID();
  await Promise.all(Array.from({ length: 10 }, () => report(proctorUuid, 'let_in', { eventId })));
  expect(await world.db.many`SELECT had_effect FROM partner_report WHERE event_id = ${eventId}`).toEqual([{ hadEffect: true }]);
  expect(
    await world.db.many`SELECT 1 FROM registration_log WHERE registration_id = ${one.registrationId} AND to_status = 'online_access'`,
  ).toHaveLength(1);
});

test('a notice that the state does not allow is noted and changes nothing', async () => {
  const one = await made();
  const { proctorUuid } = await bookProctor(one.as(), one.ids);
  for (const kind of ['completed', 'disconnected', 'disqualified']) {
    const eventId = randomUUID();
    await report(proctorUuid, kind, { eventId });
    expect(await world.db.one`SELECT had_effect FROM partner_report WHERE event_id = ${eventId}`).toEqual({ hadEffect: false });
  }
  await platformReport(one.registrationId, 'program_completed');
  await platformReport(one.registrationId, 'exam_completed');
  expect(await stateOf(one)).toBe('scheduled');
  await report(proctorUuid, 'started');
  expect(await stateOf(one)).toBe('online_access');
});

test('a report of a lost connection that is older than the resume changes nothing', async () => {
  const one = await letIn();
  const lostAt = new Date();
  await startExam(asPublic(world.db, { now: later(lostAt, { hours: 0.1 }) }), one.start);
  await report(one.proctorUuid, 'disconnected', { at: lostAt });
  expect(await stateOf(one)).toBe('online_started');
});

test('a notice about a cancelled exam is noted, one about nothing is refused', async () => {
  const one = await made();
  await cancelRegistration(one.as(), { registrationId: one.registrationId, reason: undefined });
  await platformReport(one.registrationId, 'exam_completed');
  expect(await stateOf(one)).toBe('cancelled');
  expect(await refusalOf(platformReport(2_000_000_000, 'exam_completed'))).toMatchObject({ status: 404, code: 'registration_not_found' });
  expect(await refusalOf(report(randomUUID(), 'let_in'))).toMatchObject({ status: 404, code: 'booking_not_found' });
});

test('a notice that is forged, altered, unsigned or too old changes nothing', async () => {
  const one = await made();
  const { proctorUuid } = await bookProctor(one.as(), one.ids);
  const said = { eventId: randomUUID(), proctorUuid, kind: 'let_in', at: new Date().toISOString() };
  const right = signed(said);
  const tries = [
    signed(said, { secret: 'another secret' }),
    { ...right, body: Buffer.from(JSON.stringify({ ...said, kind: 'completed' })) },
    { ...right, signature: '' },
    { ...right, signature: right.signature.replace(/v1=.*/, 'v1=') },
    signed(said, { at: later(new Date(), { hours: -0.1 }) }),
    signed(said, { at: later(new Date(), { hours: 0.1 }) }),
  ];
  for (const forged of tries)
    expect(await refusalOf(takeProctoringReport(asPublic(world.db), forged))).toMatchObject({ status: 403, code: 'signature_invalid' });
  for (const wrong of ['', '[]', 'x', JSON.stringify({ ...said, kind: 'dance' })])
    expect(await refusalOf(takeProctoringReport(asPublic(world.db), signed(wrong)))).toMatchObject({ status: 422, code: 'invalid' });
  expect(await stateOf(one)).toBe('scheduled');
});

test('while a page polls, the proctoring service is asked once a minute and what it says is brought about', async () => {
  const one = await made();
  const { proctorUuid } = await bookProctor(one.as(), one.ids);
  const asks = () => partners.asked.filter((line) => line === `GET /proctor/bookings/${proctorUuid}`).length;
  const now = new Date();
  partners.fails = 'status';
  expect(await checkOnlineAccess(one.as({ now }), one.ids)).toMatchObject({ onlineAccess: false });
  partners.fails = null;
  partners.of(proctorUuid).status = 'let_in';
  for (const seconds of [10, 20, 59]) await checkOnlineAccess(one.as({ now: new Date(now.getTime() + seconds * 1000) }), one.ids);
  expect(asks()).toBe(1);
  expect(await checkOnlineAccess(one.as({ now: new Date(now.getTime() + 60_000) }), one.ids)).toMatchObject({ onlineAccess: true });
  expect(asks()).toBe(2);
});

test('who opens the start link before the notice came is let in if the proctoring service says so', async () => {
  const one = await made();
  const { proctorUuid } = await bookProctor(one.as(), one.ids);
  partners.of(proctorUuid).status = 'let_in';
  await startExam(asPublic(world.db), keyIn(partners.of(proctorUuid).startUrl));
  expect(await stateOf(one)).toBe('online_started');
});

test('a time booked at the proctoring service is noted, once there is a booking', async () => {
  const one = await made();
  expect(await refusalOf(reserveProctor(one.as(), one.ids))).toMatchObject({ status: 409, code: 'no_proctor_booking' });
  await bookProctor(one.as(), one.ids);
  for (let times = 0; times < 2; times++)
    expect(await reserveProctor(one.as(), one.ids)).toMatchObject({ registration: { proctorReserved: true } });
});

/** A registration seated in a school session that begins now. */
async function seatedAtSchool(schoolId: number, exam: object = {}, isPaid = true): Promise<Made & { startsAt: Date }> {
  const one = await made(exam, isPaid);
  const startsAt = later(new Date(), { hours: 1 });
  const sessionId = await aSession(world, { sessionType: '22', schoolId, startsAt });
  await world.db.run`
    UPDATE registration SET status = 'scheduled', session_id = ${sessionId}, session_type = '22' WHERE id = ${one.registrationId}`;
  await world.db.run`
    INSERT INTO registration_log (registration_id, at, actor_kind, actor_id, actor_name, from_status, to_status)
    VALUES (${one.registrationId}, now(), 'service', 0, 'test', 'registered', 'scheduled')`;
  return { ...one, startsAt };
}

test('a school session is opened between its start and its last date, by a new link each time', async () => {
  const one = await seatedAtSchool(151);
  const early = one.as({ now: new Date(one.startsAt.getTime() - 1000) });
  expect(await refusalOf(openExam(early, one.ids))).toMatchObject({
    status: 409,
    code: 'session_not_open',
    detail: 'The exam can be started only between the start and the last date of the session.',
  });
  const now = one.startsAt;
  const key = randomUUID();
  const first = await openExam(one.as({ now, key }), one.ids);
  expect(first.url).toMatch(/^https:\/\/portal\.test\/startExam\/[\w-]+$/);
  expect(first.registration).toMatchObject({ status: 'online_access', onlineAccess: true });
  expect((await openExam(one.as({ now, key }), one.ids)).url).toBe(first.url);
  const second = await openExam(one.as({ now }), one.ids);
  expect(await refusalOf(startExam(asPublic(world.db, { now }), keyIn(first.url)))).toMatchObject({ code: 'start_key_invalid' });
  const after = later(now, { hours: 3.5 });
  expect(await refusalOf(startExam(asPublic(world.db, { now: after }), keyIn(second.url)))).toMatchObject({ code: 'session_not_open' });
  await startExam(asPublic(world.db, { now }), keyIn(second.url));
  expect(await stateOf(one)).toBe('online_started');
  expect(await paymentsOf(one)).toEqual(['used']);
  const third = await openExam(one.as({ now: after }), one.ids);
  await startExam(asPublic(world.db, { now: after }), keyIn(third.url));
  expect(await refusalOf(openExam(one.as({ now: after }), { ...one.ids, registrationId: one.registrationId + 1 }))).toMatchObject({
    status: 404,
  });
});

test('a school session is opened only where the school has it, and after the fee that the school asks', async () => {
  const unpaid = await seatedAtSchool(151, {}, false);
  expect(await refusalOf(openExam(unpaid.as({ now: unpaid.startsAt }), unpaid.ids))).toMatchObject({
    code: 'fees_due',
    extra: { expected: 1500 },
  });
  const free = await seatedAtSchool(209, {}, false);
  expect((await openExam(free.as({ now: free.startsAt }), free.ids)).registration).toMatchObject({ status: 'online_access' });
  const other = await seatedAtSchool(300, {}, false);
  expect(await refusalOf(openExam(other.as({ now: other.startsAt }), other.ids))).toMatchObject({ code: 'not_online_school' });
  const paper = await seatedAtSchool(209, { paperOnly: true }, false);
  expect(await refusalOf(openExam(paper.as({ now: paper.startsAt }), paper.ids))).toMatchObject({ code: 'paper_only' });
  const none = await seatedAtSchool(209, { contentCode: '' }, false);
  expect(await refusalOf(openExam(none.as({ now: none.startsAt }), none.ids))).toMatchObject({ code: 'not_online' });
});

const course = { vendorId: 3, programContentCode: 'PC-1' };

test('a course is started, gone on with, and done; from its start on nobody can cancel it', async () => {
  const one = await made(course);
  expect(await startProgram(one.as(), one.ids)).toMatchObject({
    url: `https://exams.test/program/${one.registrationId}`,
    registration: { status: 'course_started' },
  });
  await startProgram(one.as(), one.ids);
  expect(await refusalOf(cancelRegistration(one.as(), { registrationId: one.registrationId, reason: undefined }))).toMatchObject({
    status: 409,
    code: 'course_started',
  });
  expect(await refusalOf(bookProctor(one.as(), one.ids))).toMatchObject({ code: 'course_not_completed' });
  expect(await checkProgram(one.as(), one.ids)).toBeUndefined();
  partners.launches.set(`program/${one.registrationId}`, 'completed');
  expect(await checkProgram(one.as({ now: later(new Date(), { hours: 0.1 }) }), one.ids)).toBeInstanceOf(Date);
  expect(await stateOf(one)).toBe('course_completed');
  await bookProctor(one.as(), one.ids);
  expect(await stateOf(one)).toBe('scheduled');
});

test('a course is done by the notice of the platform, once', async () => {
  const one = await made(course);
  await platformReport(one.registrationId, 'program_completed');
  expect(await stateOf(one)).toBe('registered');
  await startProgram(one.as(), one.ids);
  const eventId = randomUUID();
  for (let times = 0; times < 3; times++) await platformReport(one.registrationId, 'program_completed', eventId);
  expect(await stateOf(one)).toBe('course_completed');
});

test('no course is started without one, unpaid, or when the platform fails', async () => {
  const [none, unpaid, one] = await Promise.all([made(), made({ ...course, additionalChargeCents: 5000 }), made(course)]);
  expect(await refusalOf(startProgram(none.as(), none.ids))).toMatchObject({ status: 409, code: 'no_course' });
  expect(await refusalOf(startProgram(unpaid.as(), unpaid.ids))).toMatchObject({ code: 'fees_due', extra: { expected: 5000 } });
  partners.fails = 'status';
  expect(await refusalOf(startProgram(one.as(), one.ids))).toMatchObject({
    status: 502,
    code: 'program_platform_error',
    detail: 'Program Platform Error',
  });
  expect(await stateOf(one)).toBe('registered');
});

test('after the six months of a course neither course nor exam can be gone on with', async () => {
  const one = await made(course);
  await startProgram(one.as(), one.ids);
  const over = later(new Date(), { days: 185 });
  const refusal = { status: 409, code: 'course_time_over', detail: 'The exam had to be taken within 6 months of the start of the course.' };
  expect(await refusalOf(startProgram(one.as({ now: over }), one.ids))).toMatchObject(refusal);
  await platformReport(one.registrationId, 'program_completed');
  expect(await refusalOf(bookProctor(one.as({ now: over }), one.ids))).toMatchObject(refusal);
  expect(await refusalOf(checkProgram(asService(world.db, 'bff', { studentId: 1 }), one.ids))).toMatchObject({ status: 404 });
});
