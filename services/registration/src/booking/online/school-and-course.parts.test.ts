import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { steadyNow } from '@portal/kit/steady-clock';
import { asPublic, asService, asStaff, refusalOf } from '@portal/kit/testing';
import { aSession, later } from '../../testing.ts';
import { cancelRegistration } from '../cancelling/cancel-registration.ts';
import { clearAccess } from '../online-office/correct-online.ts';
import { changeToOnline } from '../session-booking/change-to-online.ts';
import { scheduleSession } from '../session-booking/schedule-session.ts';
import { bookProctor } from './proctoring/book-proctor.ts';
import { checkProgram } from './reports/check-progress.ts';
import { openExam } from './starting/open-exam.ts';
import { startExam } from './starting/start-exam.ts';
import { startProgram } from './starting/start-program.ts';

import {
  inOnlineWorld,
  keyIn,
  type Made,
  made,
  partners,
  paymentsOf,
  platformReport,
  stateOf,
  world,
} from './testing.ts';

inOnlineWorld();

/** A registration seated in a school session that begins now. */
async function seatedAtSchool(
  schoolId: number,
  exam: object = {},
  isPaid = true,
): Promise<Made & { startsAt: Date }> {
  const one = await made(exam, isPaid);
  const startsAt = later(steadyNow(), { hours: 1 });
  const sessionId = await aSession(world, { sessionType: '22', schoolId, startsAt });
  await world.db.run`
    UPDATE registration SET status = 'scheduled', session_id = ${sessionId}, session_type = '22'
      WHERE id = ${one.registrationId}`;
  await world.db.run`
    INSERT INTO registration_log (registration_id, at, actor_kind, actor_id, actor_name,
      from_status, to_status)
    VALUES (${one.registrationId}, now(), 'service', 0, 'test', 'registered', 'scheduled')`;
  return { ...one, startsAt };
}

test('a school session opens from its start to its last date, by new links', async () => {
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
  expect(await refusalOf(startExam(asPublic(world.db, { now }), keyIn(first.url)))).toMatchObject({
    code: 'start_key_invalid',
  });
  const after = later(now, { hours: 3.5 });
  expect(
    await refusalOf(startExam(asPublic(world.db, { now: after }), keyIn(second.url))),
  ).toMatchObject({ code: 'session_not_open' });
  await startExam(asPublic(world.db, { now }), keyIn(second.url));
  expect(await stateOf(one)).toBe('online_started');
  const other = { registrationId: one.registrationId, sessionId: await aSession(world) };
  expect(await refusalOf(scheduleSession(one.as(), other))).toMatchObject({ code: 'exam_started' });
  expect(await paymentsOf(one)).toEqual(['used']);
  const third = await openExam(one.as({ now: after }), one.ids);
  await startExam(asPublic(world.db, { now: after }), keyIn(third.url));
  expect(
    await refusalOf(
      openExam(one.as({ now: after }), { ...one.ids, registrationId: one.registrationId + 1 }),
    ),
  ).toMatchObject({
    status: 404,
  });
});

test("a school session opens only at its school, and after the school's fee", async () => {
  const unpaid = await seatedAtSchool(151, {}, false);
  expect(await refusalOf(openExam(unpaid.as({ now: unpaid.startsAt }), unpaid.ids))).toMatchObject({
    code: 'fees_due',
    extra: { expected: 1500 },
  });
  const free = await seatedAtSchool(209, {}, false);
  expect((await openExam(free.as({ now: free.startsAt }), free.ids)).registration).toMatchObject({
    status: 'online_access',
  });
  const other = await seatedAtSchool(300, {}, false);
  expect(await refusalOf(openExam(other.as({ now: other.startsAt }), other.ids))).toMatchObject({
    code: 'not_online_school',
  });
  const paper = await seatedAtSchool(209, { paperOnly: true }, false);
  expect(await refusalOf(openExam(paper.as({ now: paper.startsAt }), paper.ids))).toMatchObject({
    code: 'paper_only',
  });
  const none = await seatedAtSchool(209, { contentCode: '' }, false);
  expect(await refusalOf(openExam(none.as({ now: none.startsAt }), none.ids))).toMatchObject({
    code: 'not_online',
  });
});

test('a school start link ends when its exam is to be sat online otherwise', async () => {
  const one = await seatedAtSchool(151);
  const { url } = await openExam(one.as({ now: one.startsAt }), one.ids);
  const office = asStaff(world.db, ['ROLE_SUPER_ADMIN'], { studentId: one.studentId });
  await clearAccess(office, one.ids);
  await changeToOnline(office, { registrationId: one.registrationId, reason: 5 });
  expect(await refusalOf(startExam(asPublic(world.db), keyIn(url)))).toMatchObject({
    code: 'start_key_invalid',
  });
});

const course = { vendorId: 3, programContentCode: 'PC-1' };

test('a course is started, continued and completed; once started it is final', async () => {
  const one = await made(course);
  expect(await startProgram(one.as(), one.ids)).toMatchObject({
    url: `https://exams.test/program/${one.registrationId}`,
    registration: { status: 'course_started' },
  });
  await startProgram(one.as(), one.ids);
  expect(
    await refusalOf(
      cancelRegistration(one.as(), { registrationId: one.registrationId, reason: undefined }),
    ),
  ).toMatchObject({
    status: 409,
    code: 'course_started',
  });
  expect(await refusalOf(bookProctor(one.as(), one.ids))).toMatchObject({
    code: 'course_not_completed',
  });
  expect(await checkProgram(one.as(), one.ids)).toBeUndefined();
  partners.launches.set(`program/${one.registrationId}`, 'completed');
  expect(
    await checkProgram(one.as({ now: later(steadyNow(), { hours: 0.1 }) }), one.ids),
  ).toBeInstanceOf(Date);
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
  for (let times = 0; times < 3; times++)
    await platformReport(one.registrationId, 'program_completed', eventId);
  expect(await stateOf(one)).toBe('course_completed');
});

test('no course is started without one, unpaid, or when the platform fails', async () => {
  const [none, unpaid, one] = await Promise.all([
    made(),
    made({ ...course, additionalChargeCents: 5000 }),
    made(course),
  ]);
  expect(await refusalOf(startProgram(none.as(), none.ids))).toMatchObject({
    status: 409,
    code: 'no_course',
  });
  expect(await refusalOf(startProgram(unpaid.as(), unpaid.ids))).toMatchObject({
    code: 'fees_due',
    extra: { expected: 5000 },
  });
  partners.fails = 'status';
  expect(await refusalOf(startProgram(one.as(), one.ids))).toMatchObject({
    status: 502,
    code: 'program_platform_error',
    detail: 'Program Platform Error',
  });
  expect(await stateOf(one)).toBe('registered');
});

test('after the six months of a course neither course nor exam can be continued', async () => {
  const one = await made(course);
  await startProgram(one.as(), one.ids);
  const over = later(steadyNow(), { days: 185 });
  const refusal = {
    status: 409,
    code: 'course_time_over',
    detail: 'The exam had to be taken within 6 months of the start of the course.',
  };
  expect(await refusalOf(startProgram(one.as({ now: over }), one.ids))).toMatchObject(refusal);
  await platformReport(one.registrationId, 'program_completed');
  expect(await refusalOf(bookProctor(one.as({ now: over }), one.ids))).toMatchObject(refusal);
  const sitting = {
    registrationId: one.registrationId,
    sessionId: await aSession(world, { startsAt: later(over, { days: 5 }) }),
  };
  expect(await refusalOf(scheduleSession(one.as({ now: over }), sitting))).toMatchObject(refusal);
  expect(
    await refusalOf(checkProgram(asService(world.db, 'bff', { studentId: 1 }), one.ids)),
  ).toMatchObject({ status: 404 });
});
