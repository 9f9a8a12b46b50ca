import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { cancelExamRegistration } from '@portal/contract/exams/exams';
import { addStudentExamToProctor, checkOnlineAccess } from '@portal/contract/sessions/online';
import {
  resetOnlineExamCompleted,
  setOnlineAccess,
  setOnlineExamTakenOverride,
} from '@portal/contract/sessions/staff-online';
import { steadyNow } from '@portal/kit/steady-clock';
import { sql } from '../../../portal/databases.ts';
import { mailTo } from '../../../portal/mails.ts';
import { thePortal } from '../../../portal/place.ts';
import type { Person } from '../../../portal-user/person.ts';
import {
  asProctor,
  bookingOf,
  finishRun,
  letIn,
  notice,
  start,
  startLinkOf,
} from '../../exams/online.ts';
import { put, rowOf, statusIs } from '../../exams/registrations.ts';
import { signedInStaff } from '../../people/staff.ts';
import { refusal } from '../every-call/refusal.ts';

let superAdmin: Person;
let techSupport: Person;
beforeAll(async () => {
  [superAdmin, techSupport] = await Promise.all([
    signedInStaff('ROLE_SUPER_ADMIN'),
    signedInStaff('ROLE_TECH_SUPPORT'),
  ]);
});

/** Creates an exam that was started and submitted on the platform. */
async function handedIn() {
  const one = await letIn();
  const { body } = await start(one.link);
  await finishRun(body.url);
  await statusIs(one.ready, 'taken');
  return { ...one, runUrl: body.url };
}
const statusOfRun = async (registrationId: number): Promise<string> =>
  (
    (await (await fetch(`${thePortal.sandboxUrl}/exams/runs/exam/${registrationId}`)).json()) as {
      status: string;
    }
  ).status;
/** Books again, lets the proctor admit the student, and starts by the new link. */
async function startAgain({
  ready,
  proctorUuid,
  link,
}: Awaited<ReturnType<typeof letIn>>): Promise<string> {
  const again = await ready.person.do(addStudentExamToProctor, ready.ids);
  expect(again).toMatchObject({ proctorUuid, exam: { registration_id: ready.registrationId } });
  const fresh = await startLinkOf(proctorUuid);
  expect(fresh).not.toBe(link);
  expect((await start(link)).body.code).toBe('start_key_invalid');
  await asProctor(proctorUuid, 'let_in');
  const begun = await start(fresh);
  expect(begun.status).toBe(200);
  return begun.body.url;
}

/** Runs `work` while another registration of the same student and exam is open. */
async function whileOpenElsewhere<T>(registrationId: number, work: () => Promise<T>): Promise<T> {
  const [{ id = 0 } = {}] = await sql<{ id: number }>(
    'registration',
    `INSERT INTO registration (student_id, exam_id, exam_group, status, created_at)
     SELECT student_id, exam_id, exam_group, 'pending', now() FROM registration WHERE id = $1
     RETURNING id`,
    [registrationId],
  );
  try {
    return await work();
  } finally {
    await put(id, "status = 'dropped'");
  }
}

describe('setOnlineExamTakenOverride', () => {
  const ask = (registrationId: number) =>
    superAdmin.ask(setOnlineExamTakenOverride, { registrationId });

  test('reopens an exam once: with a new link, no fee, for 24 hours from its start', async () => {
    const one = await handedIn();
    const { ready, registrationId } = one;
    const { status, body } = await ask(registrationId);
    expect([status, setOnlineExamTakenOverride.answer.safeParse(body).error]).toEqual([
      200,
      undefined,
    ]);
    expect(body.registration).toMatchObject({
      id: registrationId,
      status: 'Online access',
      examTaken: false,
      online_exam_taken_override: true,
      actions: [],
    });
    await mailTo(ready.email, `Your exam ${ready.exam.subject} is open again`);
    expect((await start(one.link)).body.code).toBe('start_key_invalid');
    expect(await rowOf(ready.person, ready.exam.id)).toMatchObject({
      status: 'online_access',
      proctor_fee_price: 0,
      examTaken: false,
    });

    const url = await startAgain(one);
    const row = await rowOf(ready.person, ready.exam.id);
    expect([row.status, await statusOfRun(registrationId)]).toEqual(['online_started', 'started']);
    const [{ left = 0 } = {}] = await sql<{ left: number }>(
      'registration',
      `SELECT extract(epoch FROM resume_until - now())::int AS left
      FROM online_sitting WHERE registration_id = $1`,
      [registrationId],
    );
    expect(left).toBeGreaterThan(23.9 * 3600);
    expect(refusal(await ask(2_000_000_000))).toMatchObject({
      status: 404,
      code: 'registration_not_found',
    });
    await finishRun(url);
    await statusIs(ready, 'taken');
  });

  test('ignores notices about the earlier sitting', async () => {
    const one = await handedIn();
    const { ready, proctorUuid, registrationId } = one;
    const before = steadyNow().toISOString();
    await asProctor(proctorUuid, 'completed');
    await ask(registrationId);
    await notice('/api/partner/proctoring', { proctorUuid, kind: 'completed', at: before });
    await notice('/api/partner/proctoring', { proctorUuid, kind: 'disqualified', at: before });
    await sql('registration', 'DELETE FROM partner_poll WHERE registration_id = $1', [
      registrationId,
    ]);
    await ready.person.do(checkOnlineAccess, { regId: registrationId });
    expect((await rowOf(ready.person, ready.exam.id)).status).toBe('online_access');
    await startAgain(one);
    await sql('registration', 'DELETE FROM partner_poll WHERE registration_id = $1', [
      registrationId,
    ]);
    expect(await ready.person.do(checkOnlineAccess, { regId: registrationId })).toMatchObject({
      examTaken: false,
    });
    expect((await rowOf(ready.person, ready.exam.id)).status).toBe('online_started');
  });

  test('refuses to cancel a reopened exam', async () => {
    const { ready, registrationId } = await handedIn();
    await ask(registrationId);
    const student = await ready.person.ask(
      cancelExamRegistration,
      { registrationId },
      randomUUID(),
    );
    expect(refusal(student)).toMatchObject({ status: 409, code: 'exam_started' });
    const office = await techSupport.ask(
      cancelExamRegistration,
      { registrationId, adminCancelReason: 2, student_id: ready.id },
      randomUUID(),
    );
    expect(refusal(office)).toMatchObject({ status: 409, code: 'exam_started' });
  });
});

describe('setOnlineAccess', () => {
  const ask = (caller: Person, registrationId: number) =>
    caller.ask(setOnlineAccess, { registrationId });

  test('revokes access once, until a new notice of the proctor', async () => {
    const { ready, proctorUuid, link, registrationId } = await letIn();
    const { status, body } = await ask(superAdmin, registrationId);
    expect([status, setOnlineAccess.answer.safeParse(body).error]).toEqual([200, undefined]);
    expect(body.registration).toMatchObject({ status: 'Scheduled', onlineAccess: false });
    expect(refusal(await ask(superAdmin, registrationId))).toEqual({
      status: 409,
      code: 'no_online_access',
      detail: 'There is no online access to clear.',
    });
    expect(refusal(await ask(superAdmin, 2_000_000_000))).toMatchObject({
      status: 404,
      code: 'registration_not_found',
    });
    await sql('registration', 'DELETE FROM partner_poll WHERE registration_id = $1', [
      registrationId,
    ]);
    expect(await ready.person.do(checkOnlineAccess, { regId: registrationId })).toMatchObject({
      onlineAccess: false,
    });
    expect((await start(link)).body.code).toBe('no_online_access');
    await asProctor(proctorUuid, 'let_in');
    await statusIs(ready, 'online_access');
    expect((await start(link)).status).toBe(200);
  });

  test('ends a started exam for tech support, and refuses a super admin', async () => {
    const { ready, link, registrationId } = await letIn();
    await start(link);
    expect(refusal(await ask(superAdmin, registrationId))).toEqual({
      status: 409,
      code: 'online_access_in_use',
      detail: 'Online access can no longer be cleared.',
    });
    expect((await ask(techSupport, registrationId)).body.registration).toMatchObject({
      status: 'Online started',
      onlineAccess: false,
    });
    expect((await start(link)).body.code).toBe('no_online_access');
    expect((await rowOf(ready.person, ready.exam.id)).status).toBe('online_started');
  });
});

describe('resetOnlineExamCompleted', () => {
  const ask = (registrationId: number) =>
    techSupport.ask(resetOnlineExamCompleted, { registrationId });

  test('lets a student continue for another 24 hours, with a new link', async () => {
    const one = await handedIn();
    const { ready, registrationId, proctorUuid } = one;
    await put(registrationId, null, {
      sitting: `online_exam_started = now() - interval '30 hours',
        resume_until = now() - interval '6 hours'`,
    });
    const { status, body } = await ask(registrationId);
    expect([status, resetOnlineExamCompleted.answer.safeParse(body).error]).toEqual([
      200,
      undefined,
    ]);
    expect(body.registration).toMatchObject({
      status: 'Disconnected',
      online_exam_completed: false,
      onlineAccess: true,
      examTaken: false,
    });
    await sql('registration', 'DELETE FROM partner_poll WHERE registration_id = $1', [
      registrationId,
    ]);
    await ready.person.do(checkOnlineAccess, { regId: registrationId });
    expect((await rowOf(ready.person, ready.exam.id)).status).toBe('disconnected');
    const url = await startAgain(one);
    expect([
      (await rowOf(ready.person, ready.exam.id)).status,
      await statusOfRun(registrationId),
    ]).toEqual(['online_started', 'started']);
    expect((await bookingOf(proctorUuid)).status).toBe('let_in');
    await finishRun(url);
    await statusIs(ready, 'taken');
  });

  test('refuses exams not completed, graded, in a batch or open elsewhere', async () => {
    const { registrationId: begun } = await letIn();
    expect(refusal(await ask(begun))).toEqual({
      status: 409,
      code: 'exam_not_completed',
      detail: 'This exam is not marked as completed.',
    });
    expect(refusal(await ask(2_000_000_000))).toMatchObject({
      status: 404,
      code: 'registration_not_found',
    });
    const { registrationId } = await handedIn();
    await put(registrationId, "status = 'graded'", { result: "grade_comment = 'Pass'" });
    expect(refusal(await ask(registrationId))).toEqual({
      status: 409,
      code: 'exam_graded',
      detail: 'This exam has a grade or is in a batch.',
    });
    await put(registrationId, "status = 'taken'", { result: 'grade_comment = NULL' });
    const answer = await whileOpenElsewhere(registrationId, () => ask(registrationId));
    expect(refusal(answer)).toMatchObject({ status: 409, code: 'already_registered' });
  });
});
