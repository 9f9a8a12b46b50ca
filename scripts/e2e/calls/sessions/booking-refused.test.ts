import { describe, expect, test } from '@jest/globals';
import {
  getAllActiveLocations,
  getOpenedSessions,
  getSession,
  scheduleSessionForRegistration,
} from '@portal/contract/sessions/sessions';
import { mailTo } from '../../../portal/mails.ts';
import { examThat, feesPaid, isPlain, put, registered, rowOf } from '../../exams/registrations.ts';
import { aSession, BRANCH, beginSession, callOff } from '../../exams/sessions.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent, barStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';
import { book, ready, seatsLeft } from './ready-to-book.ts';

describe('scheduleSessionForRegistration', () => {
  test.each([
    { code: 'session_closed', detail: 'Registration closed', session: { closedByStaff: true } },
    { code: 'session_full', detail: 'Session full', session: { seats: 0 } },
  ])('refuses a session that cannot be booked: $code', async ({ code, detail, session }) => {
    const { person, registrationId } = await ready();
    expect(refusal(await book(person, registrationId, await aSession(session)))).toEqual({
      status: 409,
      code,
      detail,
    });
  });

  test('refuses a session that has begun, for staff too', async () => {
    const [{ person, registrationId, id: student_id }, admin, sessionId] = await Promise.all([
      ready(),
      signedInStaff('ROLE_ADMIN'),
      aSession({ inHours: 1 }),
    ]);
    await beginSession(sessionId);
    expect(refusal(await book(person, registrationId, sessionId))).toMatchObject({
      status: 409,
      code: 'session_closed',
    });
    expect(
      refusal(
        await admin.ask(scheduleSessionForRegistration, { registrationId, sessionId, student_id }),
      ),
    ).toMatchObject({
      status: 409,
      code: 'session_closed',
    });
  });

  test('emails students of a called-off session, keeps fees and refuses bookings', async () => {
    const [sitting, late, admin, sessionId] = await Promise.all([
      ready(),
      ready(),
      signedInStaff('ROLE_ADMIN'),
      aSession({ seats: 4 }),
    ]);
    await book(sitting.person, sitting.registrationId, sessionId);
    expect(await callOff(sessionId)).toContain('1 exams left it, 0 have begun');
    const calledOff = {
      status: 409,
      code: 'session_called_off',
      detail: 'This session was called off. Please choose another session.',
    };
    expect(refusal(await book(late.person, late.registrationId, sessionId))).toEqual(calledOff);
    const input = {
      registrationId: late.registrationId,
      sessionId,
      student_id: late.id,
    };
    expect(refusal(await admin.ask(scheduleSessionForRegistration, input))).toEqual(calledOff);
    expect(await rowOf(sitting.person, sitting.exam.id)).toMatchObject({
      status: 'registered',
      proctor_fee_price: 0,
      admin_cancel_session_id: sessionId,
      admin_cancel_session_reason_code: 'ER',
      admin_cancel_session_called_off: true,
    });
    expect(await sitting.person.do(getSession, { sessionId })).toMatchObject({
      called_off: true,
      closed: true,
      hasASeat: false,
    });
    expect(
      (await late.person.do(getOpenedSessions, {})).filter(
        ({ testSessionId }) => testSessionId === sessionId,
      ),
    ).toEqual([]);
    const { text } = await mailTo(sitting.email, /called off/);
    expect(text).toContain('Your exam stays registered.');
    expect(await seatsLeft(sessionId)).toBe(4);
  });

  test('refuses a session without enough minutes, and the booked session', async () => {
    const { person, registrationId } = await ready(
      { credits: 12 },
      (row) => isPlain(row) && row.credits <= 4,
    );
    const sessionId = await aSession({ limitTo1Test: true });
    await book(person, registrationId, sessionId);
    expect(refusal(await book(person, registrationId, sessionId))).toEqual({
      status: 409,
      code: 'same_session',
      detail: 'Original Session',
    });
    const { exam, registrationId: other } = await registered(
      person,
      await examThat(person, (row) => isPlain(row) && row.credits <= 4),
    );
    await feesPaid(person, exam);
    expect(refusal(await book(person, other, sessionId))).toEqual({
      status: 409,
      code: 'session_booked_up',
      detail: 'Session booked up',
    });
  });

  test('refuses while fees are due, with the amount', async () => {
    const { person } = await aStudent({ credits: 8 });
    const { registrationId } = await registered(person, await examThat(person));
    const answer = await book(person, registrationId, await aSession());
    expect([answer.status, answer.body.code, answer.body.expected]).toEqual([409, 'fees_due', 15]);
  });

  test('requires a new fee to leave a session that begins in less than 24 hours', async () => {
    const { person, registrationId, exam } = await ready();
    const [soon, later] = await Promise.all([aSession({ inHours: 23 }), aSession()]);
    await book(person, registrationId, soon);
    const row = await rowOf(person, exam.id);
    expect([row.proctor_fee_price, row.proctor_fee_if_moved]).toEqual([0, 15]);
    const answer = await book(person, registrationId, later);
    expect([answer.status, answer.body.code, answer.body.expected]).toEqual([409, 'fees_due', 15]);
  });

  test('refuses a session that overlaps one at another branch', async () => {
    const { person, registrationId } = await ready(
      { credits: 12 },
      (row) => isPlain(row) && row.credits <= 4,
    );
    const branches = (await person.do(getAllActiveLocations, {})).filter(
      ({ by_appointment, id }) => !by_appointment && id !== BRANCH,
    );
    const [here, there] = await Promise.all([
      aSession({ inHours: 400 }),
      aSession({ inHours: 400, locationId: branches[0]?.id }),
    ]);
    await book(person, registrationId, here);
    const { exam, registrationId: other } = await registered(
      person,
      await examThat(person, (row) => isPlain(row) && row.credits <= 4),
    );
    await feesPaid(person, exam);
    expect(refusal(await book(person, other, there))).toMatchObject({
      status: 409,
      code: 'time_overlap',
    });
  });

  test('refuses online-only exams and exams of courses that are not completed', async () => {
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
    expect(
      refusal(await book(online.person, online.registrationId, await aSession())),
    ).toMatchObject({ status: 409, code: 'online_only' });
    const row = await examThat(
      course.person,
      (one) => one.program_content_code !== null && one.phonesystem_active && one.fitRequirements,
    );
    const { exam, registrationId } = await registered(course.person, row);
    await feesPaid(course.person, exam);
    expect(refusal(await book(course.person, registrationId, await aSession()))).toMatchObject({
      status: 409,
      code: 'course_not_completed',
    });
    await put(
      registrationId,
      `status = 'course_completed', online_program_started = now() - interval '7 months',
        online_program_completed = now() - interval '1 month'`,
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
    await put(registrationId, `status = 'online_started', session_type = '99'`, {
      sitting: 'online_exam_started = now()',
    });
    expect(refusal(await book(person, registrationId, await aSession()))).toMatchObject({
      status: 409,
      code: 'exam_started',
    });
  });

  test('leaves men and office-only sessions to the office, where staff book', async () => {
    const [man, woman, admin] = await Promise.all([
      ready({ gender: '1' }),
      ready(),
      signedInStaff('ROLE_ADMIN'),
    ]);
    const call = {
      status: 403,
      code: 'call_office',
      detail: 'Please call the office to book this session.',
    };
    const sessionId = await aSession();
    expect(refusal(await book(man.person, man.registrationId, sessionId))).toEqual(call);
    expect(
      (
        await admin.ask(scheduleSessionForRegistration, {
          registrationId: man.registrationId,
          sessionId,
          student_id: man.id,
        })
      ).status,
    ).toBe(200);
    const all = await admin.do(getAllActiveLocations, {});
    const [onlyStaff, byAppointment] = [
      all.find(({ admin_only }) => admin_only),
      all.find(({ by_appointment }) => by_appointment),
    ];
    for (const place of [
      { locationId: onlyStaff?.id },
      { locationId: byAppointment?.id },
      { gender: '1' },
    ])
      expect(
        refusal(await book(woman.person, woman.registrationId, await aSession(place))),
      ).toEqual(call);
  });

  test('leaves changes of begun sessions and school sessions to the office', async () => {
    const { person, registrationId } = await ready();
    const soon = await aSession({ inHours: 1 });
    await book(person, registrationId, soon);
    await beginSession(soon);
    expect(refusal(await book(person, registrationId, await aSession()))).toMatchObject({
      status: 403,
      code: 'office_only',
    });
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

  test("does not find unknown sessions or registrations, or another student's", async () => {
    const [{ person, registrationId }, other, school] = await Promise.all([
      ready(),
      ready(),
      aSession({ sessionType: '22', schoolId: 151, locationId: undefined }),
    ]);
    for (const sessionId of [2_000_000_003, school])
      expect(refusal(await book(person, registrationId, sessionId))).toMatchObject({
        status: 404,
        code: 'session_not_found',
      });
    for (const id of [2_000_000_002, other.registrationId])
      expect(refusal(await book(person, id, await aSession()))).toMatchObject({
        status: 404,
        code: 'registration_not_found',
      });
  });
});
