import { expect, test } from '@jest/globals';
import { dayInNewYork, dayPlus, timeInNewYork } from '@portal/kit/clock';
import { steadyNow } from '@portal/kit/steady-clock';
import { asStaff, asStudent, diesAt, refusalOf } from '@portal/kit/testing';
import { SittingMoved } from '@portal/proto/registration/v1/events';
import { cancelRegistration } from '../../booking/cancelling/cancel-registration.ts';
import { cancelSession } from '../../booking/session-booking/cancel-session.ts';
import { scheduleSession } from '../../booking/session-booking/schedule-session.ts';
import { onSessionCancelled } from '../../emails/events/on-session-cancelled.ts';
import { onSessionMoved } from '../../emails/events/on-session-moved.ts';
import { onSittingMoved } from '../../emails/events/on-sitting-moved.ts';
import { withWorld, world } from '../../testing/with-world.ts';
import { anExam, aRegistration, aSession, aStudent, later, seatsLeft } from '../../testing.ts';
import { getSessionRun } from '../session-operations/session-run.ts';
import { arriveAll } from '../session-operations/testing.ts';
import { moveProcess, moveSession } from './move-session.ts';
import type { Move } from './plan-move.ts';
import { previewMove } from './preview-move.ts';

withWorld();

const now = steadyNow();
/** A weekday some weeks on, which no holiday keeps from being used. */
const DAY = dayPlus(dayInNewYork(now), { days: 30 });
const office = (key?: string) =>
  asStaff(world.db, ['ROLE_ADMIN'], key === undefined ? {} : { key });
const book = (registrationId: number, studentId: number, sessionId: number) =>
  scheduleSession(asStudent(world.db, studentId), { registrationId, sessionId });

/** A student, in these programmes, with an exam in a session. */
async function aSeatIn(sessionId: number, programs: number[] = []) {
  const studentId = aStudent(world);
  world.programs.set(studentId, programs);
  const { id } = await aRegistration(world, { studentId });
  await book(id, studentId, sessionId);
  return { registrationId: id, studentId };
}

/** A session with so many students, each with an exam in it. */
async function aFullSession(students = 1, about: Parameters<typeof aSession>[1] = {}) {
  const sessionId = await aSession(world, about);
  const seated: Awaited<ReturnType<typeof aSeatIn>>[] = [];
  while (seated.length < students) seated.push(await aSeatIn(sessionId));
  return { sessionId, seated };
}
const wanted = (sessionId: number, about: Partial<Move> = {}): Move => ({
  sessionId,
  version: 0,
  date: DAY,
  time: '11:00',
  locationId: null,
  closingDate: null,
  message: null,
  rooms: null,
  confirmDay: true,
  ...about,
});
/** Moves it as it is previewed. */
async function moved(sessionId: number, about: Partial<Move> = {}) {
  const move = wanted(sessionId, about);
  const { previewHash } = await previewMove(office(), move);
  return moveSession(office(), { ...move, previewHash });
}
const registrationOf = (id: number) =>
  world.db.one<object>`
    SELECT status, session_id, branch_id, admin_cancel_session_reason_code AS code,
      (SELECT state FROM proctor_payment WHERE registration_id = registration.id) AS payment
    FROM registration WHERE id = ${id}`;
const sequenceOf = async (id: number): Promise<number> =>
  (
    await world.db.one<{ calendarSequence: number }>`
      SELECT calendar_sequence FROM registration WHERE id = ${id}`
  ).calendarSequence;

test('moves a session with its students and sends updated calendar entries', async () => {
  const studentId = aStudent(world);
  const { sessionId, seated } = await aFullSession(1, { locationId: 13 });
  const two = [
    await aRegistration(world, { studentId }),
    await aRegistration(world, { studentId, examId: anExam(world) }),
  ];
  for (const { id } of two) await book(id, studentId, sessionId);
  const preview = await previewMove(office(), wanted(sessionId, { locationId: 14 }));
  expect(preview).toMatchObject({ students: 2, exams: 3, clashes: [] });
  expect(preview.mailText).toContain('Your session for {exams} was moved: ');
  expect(preview.mailText).toContain('Place: Lakewood, 14 Main Street, Brooklyn');

  const run = await moved(sessionId, { locationId: 14, message: 'The heating is broken.' });
  expect(run).toMatchObject({ finished: true, done: 2, total: 2, moved: 3, left: 0 });
  expect(run.session).toMatchObject({ version: 1, locationId: 14, taken: 2 });
  expect(timeInNewYork(run.session.startsAt)).toBe('11:00');
  expect(await seatsLeft(world.db, sessionId)).toBe(18);
  expect(await registrationOf(seated[0]?.registrationId as number)).toEqual({
    status: 'scheduled',
    sessionId,
    branchId: 14,
    code: null,
    payment: 'attached',
  });

  const [mail, ...more] = (await arriveAll(onSittingMoved)).get(studentId) ?? [];
  expect(more).toEqual([]);
  expect(mail?.subject).toMatch(
    `Your session for ${['Exam', two[0]?.examId].join(' ')} and Exam ${two[1]?.examId} was moved: `,
  );
  expect(mail?.bodyText).toContain('The heating is broken.');
  expect(mail?.bodyText).toContain('you can leave the session until it starts');
  const [calendar] = mail?.attachments ?? [];
  expect(calendar?.content.match(/UID:registration-\d+/g)).toEqual(
    two.map(({ id }) => `UID:registration-${id}`),
  );
  expect(calendar?.content.match(/SEQUENCE:\d+/g)).toEqual(['SEQUENCE:2', 'SEQUENCE:2']);
  expect(calendar?.content).toContain(
    `DTSTART;TZID=America/New_York:${DAY.replaceAll('-', '')}T11`,
  );
});

test('days that go by the session move along with it', async () => {
  const startsAt = later(now, { days: 20 });
  const day = (days: number) => dayPlus(dayInNewYork(startsAt), { days });
  const { sessionId } = await aFullSession(0, {
    sessionType: '22',
    schoolId: 151,
    startsAt,
    locationId: undefined,
    seats: undefined,
    closingDate: day(-4),
    returnDueDate: day(7),
    lastDate: day(2),
  });
  const { session } = await moved(sessionId);
  expect(session.closingDate).toBe(dayPlus(DAY, { days: -4 }));
  expect(
    await world.db.one`SELECT return_due_date, last_date FROM session WHERE id = ${sessionId}`,
  ).toEqual({ returnDueDate: dayPlus(DAY, { days: 7 }), lastDate: dayPlus(DAY, { days: 2 }) });
});

test('a student with another session then keeps exam and fee, and is notified', async () => {
  const { sessionId, seated } = await aFullSession(2);
  const [clashing, other] = seated as [(typeof seated)[0], (typeof seated)[0]];
  const { id } = await aRegistration(world, { studentId: clashing.studentId });
  const elsewhere = await moved(await aSession(world), { time: '13:00' });
  await book(id, clashing.studentId, elsewhere.session.id);

  const { clashes } = await previewMove(office(), wanted(sessionId));
  expect(clashes).toEqual([
    {
      studentId: clashing.studentId,
      name: `Dina Test ${clashing.studentId}`,
      why: 'Has another session then.',
    },
  ]);
  expect(await moved(sessionId)).toMatchObject({ moved: 1, left: 1, done: 2 });
  expect(await registrationOf(clashing.registrationId)).toEqual({
    status: 'registered',
    sessionId: null,
    branchId: null,
    code: 'ER',
    payment: 'held',
  });
  expect(await registrationOf(other.registrationId)).toMatchObject({ sessionId });
  const [mail] = (await arriveAll(onSessionCancelled)).get(clashing.studentId) ?? [];
  expect(mail?.subject).toMatch(/was moved and is no longer booked$/);
  expect(mail?.bodyText).toMatch(
    /to \w+day, .*, 11:00 AM \(New York\)\. You have another session then, so you were not moved\./,
  );
  expect(mail?.attachments[0]?.content).toContain('METHOD:CANCEL');
  expect(await seatsLeft(world.db, sessionId)).toBe(19);
});

test("a session moved to a branch of a program takes along the program's students", async () => {
  const sessionId = await aSession(world);
  const [inProgram, other] = [await aSeatIn(sessionId, [2]), await aSeatIn(sessionId, [3])];
  const { clashes } = await previewMove(office(), wanted(sessionId, { locationId: 17 }));
  expect(clashes).toMatchObject([
    { studentId: other.studentId, why: 'The branch is kept for other programs.' },
  ]);
  await moved(sessionId, { locationId: 17 });
  expect(await registrationOf(inProgram.registrationId)).toMatchObject({ branchId: 17 });
  expect(await registrationOf(other.registrationId)).toMatchObject({ sessionId: null });
});

test('a moved student leaves for free until the new start; a new booking is normal', async () => {
  const soon = { date: dayInNewYork(later(now, { hours: 20 })), confirmDay: true };
  const time = timeInNewYork(later(now, { hours: 20 }));
  const isDay = time >= '06:00' && time <= '22:00';
  const { sessionId, seated } = await aFullSession(3);
  await moved(sessionId, { ...soon, time: isDay ? time : '21:59' });
  await world.db.run`
    UPDATE session SET starts_at = ${later(now, { hours: 5 })} WHERE id = ${sessionId}`;
  const [leaver, canceller, changer] = seated as [
    (typeof seated)[0],
    (typeof seated)[0],
    (typeof seated)[0],
  ];
  await cancelSession(asStudent(world.db, leaver.studentId), {
    registrationId: leaver.registrationId,
    reason: undefined,
  });
  expect(await registrationOf(leaver.registrationId)).toMatchObject({ payment: 'held' });
  await cancelRegistration(asStudent(world.db, canceller.studentId), {
    registrationId: canceller.registrationId,
    reason: undefined,
  });
  expect(await registrationOf(canceller.registrationId)).toMatchObject({ payment: 'refunded' });
  await book(changer.registrationId, changer.studentId, await aSession(world));
  expect(await registrationOf(changer.registrationId)).toMatchObject({ payment: 'attached' });

  await book(leaver.registrationId, leaver.studentId, sessionId);
  await cancelSession(asStudent(world.db, leaver.studentId), {
    registrationId: leaver.registrationId,
    reason: undefined,
  });
  expect(await registrationOf(leaver.registrationId)).toMatchObject({ payment: 'forfeited' });
});

test("a school's admins get the new time and the number of notified students", async () => {
  const studentId = aStudent(world, { schoolId: 151 });
  const { id } = await aRegistration(world, { studentId });
  const sessionId = await aSession(world, { sessionType: '22', schoolId: 151 });
  const admin = asStaff(world.db, ['ROLE_ADMIN'], { studentId });
  await scheduleSession(admin, { registrationId: id, sessionId });
  await moved(sessionId, { message: 'Please tell the proctor.' });
  const mails = await arriveAll(onSessionMoved, 'admin@school.test');
  const mail = mails.get(0)?.at(-1);
  expect(mail?.subject).toMatch(/^A session of Bais Rivka was moved: .*, 11:00 AM$/);
  expect(mail?.bodyText).toMatch(/Date: \w+day, \w+ \d+, \d{4}\nTime: 11:00 AM \(New York\)/);
  expect(mail?.bodyText).toContain('1 student was told by email.\n\nPlease tell the proctor.');
  const other = (await arriveAll(onSessionMoved, 'head@school.test')).get(0)?.at(-1);
  expect(other).toEqual(mail);
  const own = (await arriveAll(onSittingMoved)).get(studentId)?.at(-1);
  expect(own?.bodyText).toContain('You do not need to do anything.\n\nPlease tell the proctor.');
});

test.each([
  ['another exam', async (sessionId: number) => void (await aSeatIn(sessionId))],
  [
    'a payment',
    async (_: number, registrationId: number) =>
      void (await world.db.run`
        UPDATE proctor_payment SET cents = 500 WHERE registration_id = ${registrationId}`),
  ],
])('after %s the preview is outdated, and nothing moves', async (_what, change) => {
  const { sessionId, seated } = await aFullSession();
  const move = wanted(sessionId);
  const { previewHash } = await previewMove(office(), move);
  const { registrationId } = seated[0] as (typeof seated)[0];
  const before = await world.db.many`
    SELECT id, cents FROM proctor_payment WHERE registration_id = ${registrationId}`;
  await change(sessionId, registrationId);
  const refused = await refusalOf(moveSession(office(), { ...move, previewHash }));
  expect(refused).toMatchObject({ code: 'preview_outdated', status: 409 });
  expect(await world.db.one`SELECT version FROM session WHERE id = ${sessionId}`).toEqual({
    version: 0,
  });
  await world.db.run`
    UPDATE proctor_payment SET cents = ${(before[0] as { cents: number }).cents}
    WHERE registration_id = ${registrationId}`;
});

test('a choice that was not previewed is refused too', async () => {
  const { sessionId } = await aFullSession();
  const { previewHash } = await previewMove(office(), wanted(sessionId));
  const other = { ...wanted(sessionId, { time: '12:00' }), previewHash };
  expect((await refusalOf(moveSession(office(), other))).code).toBe('preview_outdated');
});

test.each([
  'moveSession.begin.commit',
  'moveSession.students.before',
  'moveSession.student.commit',
  'moveSession.students.ran',
  'moveSession.students.commit',
])('a run that dies at %s resumes, and each student gets one email', async (mark) => {
  const { sessionId, seated } = await aFullSession(5);
  const move = wanted(sessionId);
  const { previewHash } = await previewMove(office(), move);
  const call = office();
  await diesAt(mark, () => moveSession(call, { ...move, previewHash }));
  await world.db.run`
    UPDATE process SET next_run_at = clock_timestamp(), lease_until = '-infinity'
    WHERE status = 'running'`;
  await moveProcess.resume(world.db);
  const run = await moveSession(call, { ...move, previewHash });
  expect(run).toMatchObject({ finished: true, moved: 5, done: 5, total: 5 });
  for (const { registrationId } of seated) expect(await sequenceOf(registrationId)).toBe(2);
  const events = await world.db.many<{ payload: { data: unknown } }>`
    SELECT payload FROM outbox WHERE type = 'registration.sitting_moved'`;
  const ids = events
    .map(({ payload }) => SittingMoved.fromJSON(payload.data))
    .filter((one) => one.sessionId === sessionId)
    .map((one) => one.registrationId);
  expect(ids.toSorted()).toEqual(seated.map(({ registrationId }) => registrationId).toSorted());
});

test('with many students the response has the progress, and the same key the end', async () => {
  const sessionId = await aSession(world, { seats: 60 });
  for (let made = 0; made < 51; made++) await aSeatIn(sessionId);
  const move = wanted(sessionId);
  const { previewHash } = await previewMove(office(), move);
  const run = await moveSession(office(), { ...move, previewHash });
  expect(run.total).toBe(51);
  for (let state = run; !state.finished; ) state = await getSessionRun(office(), run.runId);
  expect(await getSessionRun(office(), run.runId)).toMatchObject({ moved: 51, done: 51 });
});

test.each(['nothing', '00000000-0000-7000-8000-000000000000'])('there is no run %s', async (id) => {
  expect((await refusalOf(getSessionRun(office(), id))).code).toBe('run_not_found');
});

test('a past, begun or unknown session is not moved, nor to an unknown place', async () => {
  const refusalCode = async (sessionId: number, about: Partial<Move> = {}) =>
    (await refusalOf(previewMove(office(), wanted(sessionId, about)))).code;
  expect(await refusalCode(999_999)).toBe('session_not_found');
  const session = await aSession(world);
  const soon = later(now, { hours: 0.5 });
  expect(await refusalCode(session, { version: 3 })).toBe('session_changed');
  expect(await refusalCode(session, { date: '2020-01-06' })).toBe('in_past');
  expect(await refusalCode(session, { locationId: 999_999 })).toBe('location_not_found');
  const start = timeInNewYork(soon);
  if (start >= '06:00' && start <= '22:00')
    expect(await refusalCode(session, { date: dayInNewYork(soon), time: start })).toBe('too_soon');
  const school = await aSession(world, { sessionType: '22', schoolId: 209 });
  expect(await refusalCode(school, { locationId: 13 })).toBe('invalid');
  await world.db.run`UPDATE session SET called_off_at = now() WHERE id = ${session}`;
  expect(await refusalCode(session)).toBe('called_off');
  const past = await aSession(world);
  await world.db.run`
    UPDATE session SET starts_at = ${later(now, { hours: -4 })} WHERE id = ${past}`;
  expect(await refusalCode(past)).toBe('session_over');
  // a draft stays one, and is over all the same
  await world.db.run`UPDATE session SET draft = true WHERE id = ${past}`;
  expect(await refusalCode(past)).toBe('session_over');
});

test('a session in which an exam has begun stays where it is', async () => {
  const { sessionId, seated } = await aFullSession();
  const { registrationId } = seated[0] as (typeof seated)[0];
  await world.db.run`
    WITH opened AS (
      UPDATE registration SET status = 'online_access' WHERE id = ${registrationId} RETURNING id)
    INSERT INTO online_sitting (registration_id, online_access) SELECT id, true FROM opened`;
  expect((await refusalOf(previewMove(office(), wanted(sessionId)))).code).toBe('has_started');
  await world.db.run`
    WITH closed AS (
      UPDATE registration SET status = 'scheduled' WHERE id = ${registrationId} RETURNING id)
    UPDATE online_sitting SET online_access = false
    WHERE registration_id = (SELECT id FROM closed)`;
});
