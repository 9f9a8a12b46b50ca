import { describe, expect, test } from '@jest/globals';
import { cancelSession } from '@portal/contract/sessions/sessions';
import { mailTo } from '../../../portal/mails.ts';
import { rowOf } from '../../exams/registrations.ts';
import { aSession } from '../../exams/sessions.ts';
import { signedInStaff } from '../../people/staff.ts';
import { refusal } from '../every-call/refusal.ts';
import { book, ready, seatsLeft } from './ready-to-book.ts';

describe('cancelSession', () => {
  test('releases the seat, keeps exam, credits and fee, and sends an email', async () => {
    const { person, registrationId, exam, email } = await ready();
    const [sessionId, next] = await Promise.all([aSession({ seats: 2 }), aSession()]);
    await book(person, registrationId, sessionId);
    expect(await person.do(cancelSession, { registrationId })).toMatchObject({
      sessionId,
      durationLeft: 210,
      proctorFee: 0,
      exam: {
        id: exam.id,
        status: 'registered',
        testSessionId: null,
        registration_id: registrationId,
        admin_cancel_session_id: null,
      },
    });
    expect(await seatsLeft(sessionId)).toBe(2);
    expect((await mailTo(email, /cancel/i)).text).toContain(exam.subject);
    expect((await book(person, registrationId, next)).status).toBe(200);
  });

  test('forfeits the fee of a session that begins in less than 24 hours', async () => {
    const { person, registrationId } = await ready();
    await book(person, registrationId, await aSession({ inHours: 23 }));
    expect((await person.do(cancelSession, { registrationId })).proctorFee).toBe(15);
  });

  test('stores the reason when staff cancel', async () => {
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

  test("does not find another student's registration", async () => {
    const [{ person }, other] = await Promise.all([ready(), ready()]);
    expect(
      refusal(await person.ask(cancelSession, { registrationId: other.registrationId })),
    ).toMatchObject({
      status: 404,
      code: 'registration_not_found',
    });
  });
});
