import { describe, expect, test } from '@jest/globals';
import {
  getOpenedSessions,
  getSession,
  scheduleSessionForRegistration,
} from '@portal/contract/sessions/sessions';
import { mailTo } from '../../../portal/mails.ts';
import { examThat, registered, rowOf } from '../../exams/registrations.ts';
import { aSession, callOff } from '../../exams/sessions.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';
import { book, ready, seatsLeft } from './ready-to-book.ts';

describe('scheduleSessionForRegistration', () => {
  // registration tries each refusal on rows: booking/session-booking/schedule-session
  test('refuses a full session', async () => {
    const { person, registrationId } = await ready();
    const full = await aSession({ seats: 0 });
    expect(refusal(await book(person, registrationId, full))).toEqual({
      status: 409,
      code: 'session_full',
      detail: 'Session full',
    });
    expect(await seatsLeft(full)).toBe(0);
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
