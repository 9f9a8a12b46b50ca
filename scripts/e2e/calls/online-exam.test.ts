import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  addStudentExamToProctor,
  checkOnlineAccess,
  reportExamPlatform,
  reportProctoring,
  setProctorReserved,
  startExam,
} from '@portal/contract/online';
import { cancelSession, scheduleSessionForRegistration } from '@portal/contract/sessions';
import { sql } from '../databases.ts';
import { examThat, put, registered, rowOf, statusIs } from '../flows.ts';
import { mailTo } from '../mails.ts';
import {
  asProctor,
  bookingOf,
  finishRun,
  keyOf,
  letIn,
  notice,
  proctored,
  type Ready,
  readyOnline,
  start,
  startLinkOf,
} from '../online.ts';
import { Person } from '../person.ts';
import { breakPartner, mendPartners } from '../processor.ts';
import { aSession } from '../sessions.ts';
import { signedInStaff } from '../staff.ts';
import { aStudent, barStudent } from '../students.ts';
import { until } from '../until.ts';
import { refusal } from './refusal.ts';

afterEach(() => mendPartners());

describe('addStudentExamToProctor', () => {
  test('books the sitting, takes the fee for it, mails how it goes, and gives a link', async () => {
    const ready = await readyOnline();
    const booked = await proctored(ready);
    expect(addStudentExamToProctor.answer.safeParse(booked).error).toBeUndefined();
    expect(booked).toMatchObject({
      examProctorCode: ready.exam.examProctorCode,
      exam: {
        status: 'scheduled',
        sessionType: '99',
        testSessionId: booked.sessionId,
        proctorUuid: booked.proctorUuid,
        proctor_fee_price: 0,
      },
    });
    expect((await fetch(booked.url)).status).toBe(200);
    expect((await mailTo(ready.email, /booked with the proctor/)).text).toContain(ready.exam.subject);
  });

  test('pressed again gives a fresh link to the same booking, and two presses at once make one', async () => {
    const ready = await readyOnline();
    const both = await Promise.all([proctored(ready), proctored(ready)]);
    const again = await proctored(ready);
    expect(new Set([...both, again].map(({ proctorUuid }) => proctorUuid)).size).toBe(1);
    expect(new Set([...both, again].map(({ sessionId }) => sessionId)).size).toBe(1);
    expect(again.url).not.toBe(both[0]?.url);
  });

  test('is given up with the session, at the proctoring service too', async () => {
    const ready = await readyOnline();
    const { proctorUuid } = await proctored(ready);
    const link = await startLinkOf(proctorUuid);
    expect((await ready.person.do(cancelSession, { registrationId: ready.registrationId })).proctorFee).toBe(0);
    await until(
      () => bookingOf(proctorUuid),
      ({ status }) => status === 'cancelled',
    );
    expect(refusal(await start(link))).toMatchObject({ status: 403, code: 'start_key_invalid' });
    expect((await proctored(ready)).proctorUuid).not.toBe(proctorUuid);
  });

  test('asks for the fee first', async () => {
    const { person, ids } = await readyOnline({ isPaid: false });
    const answer = await person.ask(addStudentExamToProctor, ids, randomUUID());
    expect([answer.status, answer.body.code, answer.body.expected]).toEqual([409, 'fees_due', 15]);
  });

  test('refuses who is barred, and leaves what was taken over from the old system to the office', async () => {
    const [barred, old] = await Promise.all([readyOnline(), readyOnline()]);
    await barStudent(barred.id, { deniedRegistration: true, buyingStopped: false });
    expect(refusal(await barred.person.ask(addStudentExamToProctor, barred.ids, randomUUID()))).toEqual({
      status: 403,
      code: 'registration_denied',
      detail: 'Student is denied registration',
    });
    await put(old.registrationId, 'is_old_system = true');
    expect(refusal(await old.person.ask(addStudentExamToProctor, old.ids, randomUUID()))).toEqual({
      status: 403,
      code: 'office_only',
      detail: 'Please call the office about this exam.',
    });
  });

  test('refuses what is for paper, has no proctor or a course before it, is booked, or is over', async () => {
    const [paper, none, course, seated, over] = await Promise.all([
      readyOnline({ holds: (row) => row.paper_only && row.phonesystem_active && row.fitRequirements && row.registration_id === null }),
      readyOnline({ holds: (row) => row.content_code !== null && row.examProctorCode === null && row.fitRequirements }),
      readyOnline({ holds: (row) => row.program_content_code !== null && row.fitRequirements && row.phonesystem_active }),
      readyOnline(),
      readyOnline(),
    ]);
    await seated.person.do(scheduleSessionForRegistration, { registrationId: seated.registrationId, sessionId: await aSession() });
    await put(over.registrationId, `status = 'taken', taken_on = now()`);
    const cases: [Ready, string][] = [
      [paper, 'paper_only'],
      [none, 'not_online'],
      [course, 'course_not_completed'],
      [seated, 'session_booked'],
      [over, 'exam_completed'],
    ];
    for (const [{ person, ids }, code] of cases)
      expect(refusal(await person.ask(addStudentExamToProctor, ids, randomUUID()))).toMatchObject({ status: 409, code });
    await put(
      course.registrationId,
      `status = 'course_completed', online_program_started = now() - interval '7 months', online_program_completed = now()`,
    );
    if (course.exam.vendor_id === 3)
      expect(refusal(await course.person.ask(addStudentExamToProctor, course.ids, randomUUID()))).toEqual({
        status: 409,
        code: 'course_time_over',
        detail: 'The exam had to be taken within 6 months of the start of the course.',
      });
  });

  test('is not for staff, and not for the registration of somebody else', async () => {
    const [mine, other, admin] = await Promise.all([readyOnline(), readyOnline(), signedInStaff('ROLE_SUPER_ADMIN')]);
    expect(refusal(await admin.ask(addStudentExamToProctor, { ...mine.ids, student_id: mine.id }))).toMatchObject({
      status: 403,
      code: 'staff_cannot_start',
    });
    expect(refusal(await mine.person.ask(addStudentExamToProctor, other.ids))).toMatchObject({
      status: 404,
      code: 'registration_not_found',
    });
  });

  test.each(['error', 'garbage', 'down'] as const)(
    'says what is wrong when the proctoring service fails (%s); the next press books',
    async (mode) => {
      const ready = await readyOnline();
      await breakPartner({ partner: 'proctor', mode });
      expect(refusal(await ready.person.ask(addStudentExamToProctor, ready.ids, randomUUID()))).toEqual({
        status: 502,
        code: 'proctor_failed',
        detail: 'There was an error loading your exam. Please try again.',
      });
      await mendPartners();
      expect((await proctored(ready)).exam.status).toBe('scheduled');
    },
  );
});

test('a proctoring service that does not answer keeps nobody waiting for long, and nobody else at all', async () => {
  const [ready, other] = await Promise.all([readyOnline(), aStudent({ credits: 8 })]);
  await breakPartner({ partner: 'proctor', mode: 'slow', ms: 30_000 });
  const asked = ready.person.ask(addStudentExamToProctor, ready.ids, randomUUID());
  const first = await Promise.race([
    asked.then(() => 'proctor'),
    registered(other.person, await examThat(other.person)).then(() => 'registered'),
  ]);
  expect(first).toBe('registered');
  expect(refusal(await asked)).toMatchObject({ status: 502, code: 'proctor_failed' });
}, 30_000);

describe('setProctorReserved', () => {
  test('notes the time that was booked there, once there is a booking', async () => {
    const ready = await readyOnline();
    const { registrationId } = ready;
    expect(refusal(await ready.person.ask(setProctorReserved, { registrationId }))).toMatchObject({
      status: 409,
      code: 'no_proctor_booking',
    });
    await proctored(ready);
    for (let times = 0; times < 2; times++)
      expect(await ready.person.do(setProctorReserved, { registrationId })).toMatchObject({
        proctor_reserved: true,
        exam: { proctor_reserved: true, status: 'scheduled' },
      });
    const other = await readyOnline();
    expect(refusal(await other.person.ask(setProctorReserved, { registrationId }))).toMatchObject({
      status: 404,
      code: 'registration_not_found',
    });
  });
});

describe('checkOnlineAccess', () => {
  test('tells when the proctor has let the student in, and at most twenty times a minute', async () => {
    const ready = await readyOnline();
    const poll = () => ready.person.ask(checkOnlineAccess, { regId: ready.registrationId });
    const { proctorUuid } = await proctored(ready);
    expect((await poll()).body).toEqual({ onlineAccess: false, online_exam_started: null, examTaken: false });
    await asProctor(proctorUuid, 'let_in');
    await until(poll, ({ body }) => body.onlineAccess, 15, 1500);
    const answers = await Promise.all(Array.from({ length: 25 }, poll));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(4);
  });

  test('does not find the registration of somebody else', async () => {
    const [mine, other] = await Promise.all([readyOnline(), readyOnline()]);
    expect(refusal(await mine.person.ask(checkOnlineAccess, { regId: other.registrationId }))).toMatchObject({
      status: 404,
      code: 'registration_not_found',
    });
  });
});

describe('startExam', () => {
  test('leads to the exam, again after a lost connection, until it is handed in', async () => {
    const { ready, proctorUuid, link } = await letIn();
    const first = await start(link);
    expect(startExam.answer.safeParse(first.body).error).toBeUndefined();
    expect(await rowOf(ready.person, ready.exam.id)).toMatchObject({ status: 'online_started', online_exam_started: expect.any(String) });
    await asProctor(proctorUuid, 'disconnected');
    await statusIs(ready, 'disconnected');
    expect((await mailTo(ready.email, /connection/)).text).toContain('24 hours');
    expect((await start(link)).body.url).toBe(first.body.url);
    expect((await rowOf(ready.person, ready.exam.id)).status).toBe('online_started');
    await finishRun(first.body.url);
    expect(await statusIs(ready, 'taken')).toMatchObject({ examTaken: true, onlineAccess: false });
    expect(refusal(await start(link))).toMatchObject({ status: 409, code: 'exam_completed' });
  });

  test('wants the token of these three ids, whoever is signed in', async () => {
    const [one, other] = await Promise.all([letIn(), letIn()]);
    const { student_id: studentId, exam_id: examId, registration_id: registrationId } = keyOf(one.link);
    const without = await one.ready.person.ask(startExam, { studentId, examId, registrationId });
    expect(refusal(without)).toMatchObject({ status: 401, code: 'start_key_missing' });
    expect((await one.ready.person.ask(checkOnlineAccess, { regId: registrationId })).status).toBe(200);
    const theirs = keyOf(other.link);
    const wrong = [
      { token: theirs.token },
      { token: 'x' },
      { student_id: theirs.student_id },
      { registration_id: theirs.registration_id },
      { exam_id: theirs.exam_id + 1 },
    ];
    for (const change of wrong) expect(refusal(await start(one.link, change))).toMatchObject({ status: 403, code: 'start_key_invalid' });
  });

  test('waits for the proctor, ends after 24 hours, and when it was disqualified', async () => {
    const ready = await readyOnline();
    const { proctorUuid } = await proctored(ready);
    const link = await startLinkOf(proctorUuid);
    expect(refusal(await start(link))).toMatchObject({ status: 409, code: 'no_online_access' });
    await asProctor(proctorUuid, 'let_in');
    await statusIs(ready, 'online_access');
    await start(link);
    await put(ready.registrationId, `online_exam_started = now() - interval '24 hours', resume_until = now()`);
    expect(refusal(await start(link))).toMatchObject({ status: 409, code: 'grace_period_over' });
    await asProctor(proctorUuid, 'disqualified');
    expect(await statusIs(ready, 'graded')).toMatchObject({ gradeComment: 'Disqualified' });
    expect(refusal(await start(link))).toMatchObject({ status: 409, code: 'exam_disqualified' });
    expect((await mailTo(ready.email, /disqualified/)).text).toContain('retake');
  });

  test('is over when the window of its session is, or the time of its course', async () => {
    const { ready, link } = await letIn();
    const sessionId = await aSession({ sessionType: '23', locationId: undefined, title: 'Mrs. Gold' });
    await put(ready.registrationId, `session_type = '23', session_id = ${sessionId}`);
    expect(refusal(await start(link))).toMatchObject({ status: 409, code: 'session_not_open' });
    const course = await readyOnline({ holds: (row) => row.vendor_id === 3 && row.program_content_code !== null && row.fitRequirements });
    await put(course.registrationId, `status = 'course_completed', online_program_started = now(), online_program_completed = now()`);
    const booked = await proctored(course);
    await asProctor(booked.proctorUuid, 'let_in');
    await statusIs(course, 'online_access');
    await put(course.registrationId, `online_program_started = now() - interval '7 months'`);
    expect(refusal(await start(await startLinkOf(booked.proctorUuid)))).toMatchObject({ status: 409, code: 'course_time_over' });
  });

  test.each(['error', 'garbage', 'down'] as const)('says so when the exam platform fails (%s), and starts nothing', async (mode) => {
    const { ready, link } = await letIn();
    await breakPartner({ partner: 'exams', mode });
    expect(refusal(await start(link))).toEqual({ status: 502, code: 'exam_platform_error', detail: 'Exam Platform Error' });
    expect((await rowOf(ready.person, ready.exam.id)).status).toBe('online_access');
    await mendPartners();
    expect((await start(link)).status).toBe(200);
  });
});

describe('reportProctoring', () => {
  test('counts once however often it comes, and not at all before its time', async () => {
    const ready = await readyOnline();
    const { proctorUuid } = await proctored(ready);
    const said = { proctorUuid, kind: 'let_in', eventId: randomUUID() };
    const early = await notice(reportProctoring.path, { proctorUuid, kind: 'completed' });
    expect([early.status, early.body]).toEqual([200, { received: true }]);
    expect((await rowOf(ready.person, ready.exam.id)).status).toBe('scheduled');
    const answers = await Promise.all(Array.from({ length: 10 }, () => notice(reportProctoring.path, said)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await rowOf(ready.person, ready.exam.id)).status).toBe('online_access');
    const logged = await sql('registration', `SELECT 1 FROM registration_log WHERE registration_id = $1 AND to_status = 'online_access'`, [
      ready.registrationId,
    ]);
    expect(logged).toHaveLength(1);
  });

  test('that is forged, altered or too old is refused', async () => {
    const ready = await readyOnline();
    const { proctorUuid } = await proctored(ready);
    const said = { proctorUuid, kind: 'let_in' };
    const tries = [
      notice(reportProctoring.path, said, { secret: 'another secret' }),
      notice(reportProctoring.path, said, { late: 301 }),
      notice(reportProctoring.path, said, { late: -310 }),
      notice(reportProctoring.path, said, { instead: JSON.stringify({ ...said, eventId: randomUUID(), at: new Date().toISOString() }) }),
      new Person().ask(reportProctoring, { ...said, eventId: randomUUID(), at: new Date().toISOString() }),
    ];
    for (const forged of await Promise.all(tries)) expect(refusal(forged)).toMatchObject({ status: 403, code: 'signature_invalid' });
    expect((await rowOf(ready.person, ready.exam.id)).status).toBe('scheduled');
  });

  test('about no booking is refused, and so is what says something else than agreed', async () => {
    const nobody = await notice(reportProctoring.path, { proctorUuid: randomUUID(), kind: 'let_in' });
    expect(refusal(nobody)).toMatchObject({ status: 404, code: 'booking_not_found' });
    const wrong = await notice(reportProctoring.path, { proctorUuid: randomUUID(), kind: 'dance' });
    expect([wrong.status, wrong.body.errors?.[0]?.path]).toEqual([422, 'kind']);
  });
});

describe('reportExamPlatform', () => {
  test('hands a begun exam in, once, and nothing that has not begun', async () => {
    const { ready, link } = await letIn();
    const said = { registrationId: ready.registrationId, kind: 'exam_completed' };
    expect((await notice(reportExamPlatform.path, said)).status).toBe(200);
    expect((await rowOf(ready.person, ready.exam.id)).status).toBe('online_access');
    await start(link);
    for (let times = 0; times < 2; times++) expect((await notice(reportExamPlatform.path, said)).status).toBe(200);
    expect((await rowOf(ready.person, ready.exam.id)).status).toBe('taken');
  });

  test('is believed only when it is signed by the platform itself, and about a registration', async () => {
    const { ready } = await letIn();
    const said = { registrationId: ready.registrationId, kind: 'exam_completed' };
    expect(refusal(await notice(reportExamPlatform.path, said, { secret: 'sandbox-proctor-secret' }))).toMatchObject({
      status: 403,
      code: 'signature_invalid',
    });
    expect(refusal(await notice(reportExamPlatform.path, { ...said, registrationId: 2_000_000_002 }))).toMatchObject({
      status: 404,
      code: 'registration_not_found',
    });
  });
});
