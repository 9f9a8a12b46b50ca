import { afterEach, describe, expect, test } from '@jest/globals';
import { checkOnlineAccess, startExam } from '@portal/contract/sessions/online';
import { mailTo } from '../../../portal/mails.ts';
import { breakPartner, mendPartners } from '../../../portal/processor.ts';
import {
  asProctor,
  finishRun,
  keyOf,
  letIn,
  proctored,
  readyOnline,
  start,
  startLinkOf,
} from '../../exams/online.ts';
import { put, rowOf, statusIs } from '../../exams/registrations.ts';
import { signedInStaff } from '../../people/staff.ts';
import { refusal } from '../every-call/refusal.ts';

afterEach(() => mendPartners());

describe('startExam', () => {
  test('opens the exam, also after a lost connection, until it is submitted', async () => {
    const { ready, proctorUuid, link } = await letIn();
    const first = await start(link);
    expect(startExam.answer.safeParse(first.body).error).toBeUndefined();
    expect(await rowOf(ready.person, ready.exam.id)).toMatchObject({
      status: 'online_started',
      online_exam_started: expect.any(String),
    });
    await asProctor(proctorUuid, 'disconnected');
    await statusIs(ready, 'disconnected');
    expect((await mailTo(ready.email, /connection/)).text).toContain('24 hours');
    expect((await start(link)).body.url).toBe(first.body.url);
    expect((await rowOf(ready.person, ready.exam.id)).status).toBe('online_started');
    await finishRun(first.body.url);
    expect(await statusIs(ready, 'taken')).toMatchObject({ examTaken: true, onlineAccess: false });
    expect(refusal(await start(link))).toMatchObject({ status: 409, code: 'exam_completed' });
  });

  test('requires the token of the three ids with any session, and refuses staff', async () => {
    const [one, other] = await Promise.all([letIn(), letIn()]);
    const {
      student_id: studentId,
      exam_id: examId,
      registration_id: registrationId,
    } = keyOf(one.link);
    const without = await one.ready.person.ask(startExam, { studentId, examId, registrationId });
    expect(refusal(without)).toMatchObject({ status: 401, code: 'start_key_missing' });
    expect((await one.ready.person.ask(checkOnlineAccess, { regId: registrationId })).status).toBe(
      200,
    );
    const theirs = keyOf(other.link);
    const wrong = [
      { token: theirs.token },
      { token: 'x' },
      { student_id: theirs.student_id },
      { registration_id: theirs.registration_id },
      { exam_id: theirs.exam_id + 1 },
    ];
    for (const change of wrong)
      expect(refusal(await start(one.link, change))).toMatchObject({
        status: 403,
        code: 'start_key_invalid',
      });
    const staff = await Promise.all([
      signedInStaff('ROLE_ADMIN'),
      signedInStaff('ROLE_SCHOOL_ADMIN'),
    ]);
    const body = JSON.stringify({ studentId, examId, registrationId });
    const headers = { authorization: `Bearer ${keyOf(one.link).token}` };
    for (const person of staff) {
      const answer = await person.send<object>('POST', startExam.path, body, headers);
      expect(refusal(answer)).toMatchObject({ status: 403, code: 'staff_cannot_start' });
    }
    expect((await start(one.link)).status).toBe(200);
  });

  test('refuses before admission, after 24 hours, and after disqualification', async () => {
    const ready = await readyOnline();
    const { proctorUuid } = await proctored(ready);
    const link = await startLinkOf(proctorUuid);
    expect(refusal(await start(link))).toMatchObject({ status: 409, code: 'no_online_access' });
    await asProctor(proctorUuid, 'let_in');
    await statusIs(ready, 'online_access');
    await start(link);
    await put(ready.registrationId, null, {
      sitting: `online_exam_started = now() - interval '24 hours 1 minute',
        resume_until = now() - interval '1 minute'`,
    });
    expect(refusal(await start(link))).toMatchObject({ status: 409, code: 'grace_period_over' });
    await asProctor(proctorUuid, 'disqualified');
    expect(await statusIs(ready, 'graded')).toMatchObject({ gradeComment: 'Disqualified' });
    expect(refusal(await start(link))).toMatchObject({ status: 409, code: 'exam_disqualified' });
    expect((await mailTo(ready.email, /disqualified/)).text).toContain('retake');
  });

  test.each(['error', 'garbage', 'down'] as const)(
    'responds with an error when the exam platform fails (%s), without a start',
    async (mode) => {
      const { ready, link } = await letIn();
      await breakPartner({ partner: 'exams', mode });
      expect(refusal(await start(link))).toEqual({
        status: 502,
        code: 'exam_platform_error',
        detail: 'Exam Platform Error',
      });
      expect((await rowOf(ready.person, ready.exam.id)).status).toBe('online_access');
      await mendPartners();
      expect((await start(link)).status).toBe(200);
    },
  );
});
