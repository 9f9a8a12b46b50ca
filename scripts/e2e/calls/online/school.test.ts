import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import { addExamForStudent } from '@portal/contract/sessions/online';
import { scheduleSessionForRegistration } from '@portal/contract/sessions/sessions';
import { breakPartner, mendPartners } from '../../../portal/processor.ts';
import { isOnline, type Ready, readyOnline, start } from '../../exams/online.ts';
import { rowOf } from '../../exams/registrations.ts';
import { aSession, beginSession } from '../../exams/sessions.ts';
import { signedInStaff } from '../../people/staff.ts';
import { refusal } from '../every-call/refusal.ts';

afterEach(() => mendPartners());

const open = ({ person, ids }: Ready) => person.ask(addExamForStudent, ids, randomUUID());

/** Creates a student in a started session, by default a shipped one. */
async function seated({ schoolId, isPaid = true }: { schoolId?: number; isPaid?: boolean } = {}) {
  const [ready, admin] = await Promise.all([
    readyOnline({ holds: isOnline, isPaid, ...(schoolId ? { schoolId } : {}) }),
    signedInStaff('ROLE_ADMIN'),
  ]);
  const sessionId = await aSession(
    schoolId
      ? { sessionType: '22', schoolId, locationId: undefined, inHours: 1 }
      : { sessionType: '23', locationId: undefined, title: 'Mrs. Gold', inHours: 1 },
  );
  await admin.do(scheduleSessionForRegistration, {
    registrationId: ready.registrationId,
    sessionId,
    student_id: ready.id,
  });
  return { ...ready, sessionId };
}

describe('addExamForStudent', () => {
  test('opens the exam during a shipped session; a new link replaces the old one', async () => {
    const ready = await seated();
    const closed = {
      status: 409,
      code: 'session_not_open',
      detail: 'The exam can be started only between the start and the last date of the session.',
    };
    expect(refusal(await open(ready))).toEqual(closed);
    await beginSession(ready.sessionId, 1);
    const first = (await open(ready)).body;
    expect(addExamForStudent.answer.safeParse(first).error).toBeUndefined();
    expect(first).toMatchObject({
      sessionId: ready.sessionId,
      exam: { status: 'online_access', onlineAccess: true },
    });
    const second = (await open(ready)).body;
    expect(refusal(await start(first.url))).toMatchObject({
      status: 403,
      code: 'start_key_invalid',
    });
    await beginSession(ready.sessionId, 211);
    expect(refusal(await open(ready))).toEqual(closed);
    await beginSession(ready.sessionId, 1);
    expect((await start(second.url)).status).toBe(200);
    expect((await rowOf(ready.person, ready.exam.id)).status).toBe('online_started');
    await beginSession(ready.sessionId, 400);
    expect((await start((await open(ready)).body.url)).status).toBe(200);
  });

  test('opens exams at school 151, and at 209 once its fee is paid', async () => {
    const ready = await seated({ schoolId: 151, isPaid: false });
    await beginSession(ready.sessionId, 5);
    expect((await open(ready)).status).toBe(200);
    const unpaid = await seated({ schoolId: 209, isPaid: false });
    await beginSession(unpaid.sessionId, 5);
    const answer = await open(unpaid);
    expect([answer.status, answer.body.code, answer.body.expected]).toEqual([409, 'fees_due', 15]);
  });

  test("refuses staff, and other students' registrations", async () => {
    const [mine, other, admin] = await Promise.all([
      seated(),
      seated(),
      signedInStaff('ROLE_SUPER_ADMIN'),
    ]);
    expect(
      refusal(await admin.ask(addExamForStudent, { ...mine.ids, student_id: mine.id })),
    ).toMatchObject({
      status: 403,
      code: 'staff_cannot_start',
    });
    expect(refusal(await mine.person.ask(addExamForStudent, other.ids))).toMatchObject({
      status: 404,
      code: 'registration_not_found',
    });
  });

  test('responds with an error when the exam platform fails', async () => {
    const ready = await seated();
    await beginSession(ready.sessionId, 1);
    await breakPartner({ partner: 'exams', mode: 'garbage' });
    expect(refusal(await open(ready))).toEqual({
      status: 502,
      code: 'exam_platform_error',
      detail: 'Exam Platform Error',
    });
    expect((await rowOf(ready.person, ready.exam.id)).status).toBe('scheduled');
  });
});
