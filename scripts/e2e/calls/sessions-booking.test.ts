import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { cancelSession, getAllActiveLocations, getSessionsByStudentId, scheduleSessionForRegistration } from '@portal/contract/sessions';
import { sql } from '../databases.ts';
import { examThat, feesPaid, isPlain, put, registered, rowOf } from '../flows.ts';
import { mailTo } from '../mails.ts';
import type { Person } from '../person.ts';
import { aSession, BRANCH } from '../sessions.ts';
import { signedInStaff } from '../staff.ts';
import { aStudent, barStudent } from '../students.ts';
import { refusal } from './refusal.ts';

/** A registration whose fees are paid, ready to be booked. */
async function ready({ credits = 8, ...about }: NonNullable<Parameters<typeof aStudent>[0]> = {}, holds = isPlain) {
  const student = await aStudent({ credits, ...about });
  const { exam, registrationId } = await registered(student.person, await examThat(student.person, holds));
  await feesPaid(student.person, exam);
  return { ...student, exam, registrationId };
}
const book = (person: Person, registrationId: number, sessionId: number, key?: string) =>
  person.ask(scheduleSessionForRegistration, { registrationId, sessionId }, key ?? randomUUID());
const seatsLeft = async (sessionId: number): Promise<number | undefined> =>
  (await sql<{ seats_left: number }>('registration', 'SELECT seats_left FROM session WHERE id = $1', [sessionId]))[0]?.seats_left;

describe('scheduleSessionForRegistration', () => {
  test('takes the seat, attaches the fee, and mails when and where', async () => {
    const { person, exam, registrationId, email } = await ready();
    const sessionId = await aSession({ seats: 4 });
    const { body } = await book(person, registrationId, sessionId);
    expect(body).toMatchObject({
      sessionId,
      proctorFee: 0,
      exam: { id: exam.id, status: 'scheduled', testSessionId: sessionId, sessionType: '21', branchId: BRANCH, proctor_fee_if_moved: 0 },
      session: { testSessionId: sessionId, hasASeat: true, remainingSeats: 3, durationLeft: 210 - exam.examDuration },
    });
    expect(await seatsLeft(sessionId)).toBe(3);
    const { text } = await mailTo(email, /session|booked|scheduled/i);
    expect(text).toContain(exam.subject);
    expect(text).toMatch(/sign in/i);
  });

  test('moves to another session and gives the seat back', async () => {
    const { person, registrationId } = await ready();
    const [from, to] = await Promise.all([aSession({ seats: 1 }), aSession({ seats: 1, inHours: 22 * 24 })]);
    await book(person, registrationId, from);
    expect((await book(person, registrationId, to)).status).toBe(200);
    expect([await seatsLeft(from), await seatsLeft(to)]).toEqual([1, 0]);
    expect(await person.do(getSessionsByStudentId, {})).toMatchObject([{ testSessionId: to }]);
  });

  test('takes one seat for two exams of a student in one session', async () => {
    const { person, registrationId, exam } = await ready(
      { credits: 12 },
      (row) => isPlain(row) && row.examDuration <= 105 && row.credits <= 4,
    );
    const sessionId = await aSession({ seats: 1 });
    await book(person, registrationId, sessionId);
    const second = await examThat(person, (row) => isPlain(row) && row.id !== exam.id && row.examDuration <= 105 && row.credits <= 4);
    const { registrationId: other, exam: row } = await registered(person, second);
    await feesPaid(person, row);
    expect((await book(person, other, sessionId)).body).toMatchObject({
      session: { remainingSeats: 0, durationLeft: 210 - exam.examDuration - second.examDuration },
    });
    expect(await seatsLeft(sessionId)).toBe(0);
  });

  test('is done once with one key', async () => {
    const { person, registrationId } = await ready();
    const sessionId = await aSession({ seats: 5 });
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => book(person, registrationId, sessionId, key)));
    expect(answers.filter(({ status }) => ![200, 409].includes(status))).toEqual([]);
    expect((await book(person, registrationId, sessionId, key)).status).toBe(200);
    expect(await seatsLeft(sessionId)).toBe(4);
    expect(refusal(await book(person, registrationId, sessionId + 1, key))).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
  });

  test('gives the last seat to one of many', async () => {
    const students = await Promise.all(Array.from({ length: 4 }, () => ready()));
    const sessionId = await aSession({ seats: 1 });
    const answers = await Promise.all(students.map(({ person, registrationId }) => book(person, registrationId, sessionId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    for (const answer of answers.filter(({ status }) => status === 409))
      expect(refusal(answer)).toEqual({ status: 409, code: 'session_full', detail: 'Session full' });
  });

  test.each([
    { code: 'session_closed', detail: 'Registration closed', session: { closedByStaff: true } },
    { code: 'session_full', detail: 'Session full', session: { seats: 0 } },
  ])('refuses a session that cannot be had: $code', async ({ code, detail, session }) => {
    const { person, registrationId } = await ready();
    expect(refusal(await book(person, registrationId, await aSession(session)))).toEqual({ status: 409, code, detail });
  });

  test('refuses a session that has begun, for staff too', async () => {
    const [{ person, registrationId, id: student_id }, admin, sessionId] = await Promise.all([
      ready(),
      signedInStaff('ROLE_ADMIN'),
      aSession({ inHours: 1 }),
    ]);
    await sql('registration', `UPDATE session SET starts_at = now() - interval '1 minute' WHERE id = $1`, [sessionId]);
    expect(refusal(await book(person, registrationId, sessionId))).toMatchObject({ status: 409, code: 'session_closed' });
    expect(refusal(await admin.ask(scheduleSessionForRegistration, { registrationId, sessionId, student_id }))).toMatchObject({
      status: 409,
      code: 'session_closed',
    });
  });

  test('refuses a session whose minutes are filled, and the one that is booked', async () => {
    const { person, registrationId } = await ready({ credits: 12 }, (row) => isPlain(row) && row.credits <= 4);
    const sessionId = await aSession({ limitTo1Test: true });
    await book(person, registrationId, sessionId);
    expect(refusal(await book(person, registrationId, sessionId))).toEqual({
      status: 409,
      code: 'same_session',
      detail: 'Original Session',
    });
    const { exam, registrationId: other } = await registered(person, await examThat(person, (row) => isPlain(row) && row.credits <= 4));
    await feesPaid(person, exam);
    expect(refusal(await book(person, other, sessionId))).toEqual({ status: 409, code: 'session_booked_up', detail: 'Session booked up' });
  });

  test('refuses as long as fees are due, and says how much', async () => {
    const { person } = await aStudent({ credits: 8 });
    const { registrationId } = await registered(person, await examThat(person));
    const answer = await book(person, registrationId, await aSession());
    expect([answer.status, answer.body.code, answer.body.expected]).toEqual([409, 'fees_due', 15]);
  });

  test('asks for a new fee to leave a session that begins in less than 24 hours', async () => {
    const { person, registrationId, exam } = await ready();
    const [soon, later] = await Promise.all([aSession({ inHours: 23 }), aSession()]);
    await book(person, registrationId, soon);
    const row = await rowOf(person, exam.id);
    expect([row.proctor_fee_price, row.proctor_fee_if_moved]).toEqual([0, 15]);
    const answer = await book(person, registrationId, later);
    expect([answer.status, answer.body.code, answer.body.expected]).toEqual([409, 'fees_due', 15]);
  });

  test('refuses two sessions at one time in two places', async () => {
    const { person, registrationId } = await ready({ credits: 12 }, (row) => isPlain(row) && row.credits <= 4);
    const branches = (await person.do(getAllActiveLocations, {})).filter(({ by_appointment, id }) => !by_appointment && id !== BRANCH);
    const [here, there] = await Promise.all([aSession({ inHours: 400 }), aSession({ inHours: 400, locationId: branches[0]?.id })]);
    await book(person, registrationId, here);
    const { exam, registrationId: other } = await registered(person, await examThat(person, (row) => isPlain(row) && row.credits <= 4));
    await feesPaid(person, exam);
    expect(refusal(await book(person, other, there))).toMatchObject({ status: 409, code: 'time_overlap' });
  });

  test('refuses exams that are taken online only, and courses that are not done', async () => {
    const [online, course] = await Promise.all([
      ready(
        { credits: 12 },
        (row) =>
          row.online_only &&
          row.program_content_code === null &&
          row.phonesystem_active &&
          row.fitRequirements &&
          row.additionalCharge === 0,
      ),
      aStudent({ credits: 12 }),
    ]);
    expect(refusal(await book(online.person, online.registrationId, await aSession()))).toMatchObject({ status: 409, code: 'online_only' });
    const row = await examThat(course.person, (one) => one.program_content_code !== null && one.phonesystem_active && one.fitRequirements);
    const { exam, registrationId } = await registered(course.person, row);
    await feesPaid(course.person, exam);
    expect(refusal(await book(course.person, registrationId, await aSession()))).toMatchObject({
      status: 409,
      code: 'course_not_completed',
    });
    await put(
      registrationId,
      `status = 'course_completed', online_program_started = now() - interval '7 months', online_program_completed = now() - interval '1 month'`,
    );
    if (row.vendor_id === 3)
      expect(refusal(await book(course.person, registrationId, await aSession()))).toEqual({
        status: 409,
        code: 'course_time_over',
        detail: 'The exam had to be taken within 6 months of the start of the course.',
      });
  });

  test('refuses an exam that has begun', async () => {
    const { person, registrationId } = await ready();
    await put(registrationId, `status = 'online_started', online_exam_started = now(), session_type = '99'`);
    expect(refusal(await book(person, registrationId, await aSession()))).toMatchObject({ status: 409, code: 'exam_started' });
  });

  test('leads men, and who wants what is only for the office, to the office; staff may book for them', async () => {
    const [man, woman, admin] = await Promise.all([ready({ gender: '1' }), ready(), signedInStaff('ROLE_ADMIN')]);
    const call = { status: 403, code: 'call_office', detail: 'Please call the office to book this session.' };
    const sessionId = await aSession();
    expect(refusal(await book(man.person, man.registrationId, sessionId))).toEqual(call);
    expect(
      (await admin.ask(scheduleSessionForRegistration, { registrationId: man.registrationId, sessionId, student_id: man.id })).status,
    ).toBe(200);
    const all = await admin.do(getAllActiveLocations, {});
    const [onlyStaff, byAppointment] = [all.find(({ admin_only }) => admin_only), all.find(({ by_appointment }) => by_appointment)];
    for (const place of [{ locationId: onlyStaff?.id }, { locationId: byAppointment?.id }, { gender: '1' }])
      expect(refusal(await book(woman.person, woman.registrationId, await aSession(place)))).toEqual(call);
  });

  test('leaves sessions that have begun, and those of schools, to the office', async () => {
    const { person, registrationId } = await ready();
    const soon = await aSession({ inHours: 1 });
    await book(person, registrationId, soon);
    await sql('registration', `UPDATE session SET starts_at = now() - interval '1 minute' WHERE id = $1`, [soon]);
    expect(refusal(await book(person, registrationId, await aSession()))).toMatchObject({ status: 403, code: 'office_only' });
  });

  test('refuses a barred student', async () => {
    const { person, registrationId, id } = await ready();
    await barStudent(id, { deniedRegistration: true, buyingStopped: false });
    expect(refusal(await book(person, registrationId, await aSession()))).toEqual({
      status: 403,
      code: 'registration_denied',
      detail: 'Student is denied registration',
    });
  });

  test('does not find a session or a registration that is not there, or of somebody else', async () => {
    const [{ person, registrationId }, other, school] = await Promise.all([
      ready(),
      ready(),
      aSession({ sessionType: '22', schoolId: 151, locationId: undefined }),
    ]);
    for (const sessionId of [2_000_000_003, school])
      expect(refusal(await book(person, registrationId, sessionId))).toMatchObject({ status: 404, code: 'session_not_found' });
    for (const id of [2_000_000_002, other.registrationId])
      expect(refusal(await book(person, id, await aSession()))).toMatchObject({ status: 404, code: 'registration_not_found' });
  });
});

/** A sitting at the proctoring service, as booking one will make it. */
const anOnlineSitting = async (): Promise<string> =>
  (await sql<{ id: string }>('registration', "INSERT INTO session (session_type) VALUES ('99') RETURNING id"))[0]?.id ?? '';

describe('cancelSession', () => {
  test('frees the seat, keeps exam, credits and fee, and mails it', async () => {
    const { person, registrationId, exam, email } = await ready();
    const [sessionId, next] = await Promise.all([aSession({ seats: 2 }), aSession()]);
    await book(person, registrationId, sessionId);
    expect(await person.do(cancelSession, { registrationId })).toMatchObject({
      sessionId,
      durationLeft: 210,
      proctorFee: 0,
      exam: { id: exam.id, status: 'registered', testSessionId: null, registration_id: registrationId, admin_cancel_session_id: null },
    });
    expect(await seatsLeft(sessionId)).toBe(2);
    expect((await mailTo(email, /cancel/i)).text).toContain(exam.subject);
    expect((await book(person, registrationId, next)).status).toBe(200);
  });

  test('loses the fee of a session that begins in less than 24 hours', async () => {
    const { person, registrationId } = await ready();
    await book(person, registrationId, await aSession({ inHours: 23 }));
    expect((await person.do(cancelSession, { registrationId })).proctorFee).toBe(15);
  });

  test('is noted when staff do it, for their reason', async () => {
    const [{ person, registrationId, id: student_id, exam }, admin, sessionId] = await Promise.all([
      ready(),
      signedInStaff('ROLE_ADMIN'),
      aSession(),
    ]);
    await book(person, registrationId, sessionId);
    expect(refusal(await admin.ask(cancelSession, { registrationId, student_id }))).toEqual({
      status: 422,
      code: 'reason_required',
      detail: 'Please select a cancelling reason',
    });
    await admin.do(cancelSession, { registrationId, student_id, adminCancelReason: 4 });
    expect(await rowOf(person, exam.id)).toMatchObject({
      status: 'registered',
      admin_cancel_session_id: sessionId,
      admin_cancel_session_reason_code: 'EM',
      proctor_fee_price: 0,
    });
  });

  test('refuses when there is no session, or the exam has begun', async () => {
    const { person, registrationId } = await ready();
    expect(refusal(await person.ask(cancelSession, { registrationId }))).toMatchObject({ status: 409, code: 'no_session' });
    await put(
      registrationId,
      `status = 'online_started', online_exam_started = now(), session_type = '99', session_id = ${await anOnlineSitting()}`,
    );
    expect(refusal(await person.ask(cancelSession, { registrationId }))).toMatchObject({ status: 409, code: 'exam_started' });
  });

  test('leaves school sessions and those that have begun to the office', async () => {
    const { person, registrationId } = await ready();
    const soon = await aSession({ inHours: 1 });
    await book(person, registrationId, soon);
    await sql('registration', `UPDATE session SET starts_at = now() - interval '1 minute' WHERE id = $1`, [soon]);
    expect(refusal(await person.ask(cancelSession, { registrationId }))).toMatchObject({ status: 403, code: 'office_only' });
  });

  test('leaves what was taken over from the old system to the office', async () => {
    const { person, registrationId } = await ready();
    await book(person, registrationId, await aSession());
    await sql('registration', 'UPDATE registration SET is_old_system = true WHERE id = $1', [registrationId]);
    expect(refusal(await person.ask(cancelSession, { registrationId }))).toMatchObject({ status: 403, code: 'office_only' });
  });

  test('does not find the registration of somebody else', async () => {
    const [{ person }, other] = await Promise.all([ready(), ready()]);
    expect(refusal(await person.ask(cancelSession, { registrationId: other.registrationId }))).toMatchObject({
      status: 404,
      code: 'registration_not_found',
    });
  });
});
