import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Exam } from '@portal/contract/exams/exam';
import { cancelExamRegistration } from '@portal/contract/exams/exams';
import { checkProgramCompleted, startExamProgram } from '@portal/contract/sessions/online';
import { mailTo } from '../../../portal/mails.ts';
import { breakPartner, mendPartners } from '../../../portal/processor.ts';
import { until } from '../../../portal/until.ts';
import { finishRun, type Ready, readyOnline } from '../../exams/online.ts';
import { rowOf } from '../../exams/registrations.ts';
import { signedInStaff } from '../../people/staff.ts';
import { refusal } from '../every-call/refusal.ts';

afterEach(() => mendPartners());

const isCourse = (row: Exam): boolean =>
  row.vendor_id === 3 &&
  row.program_content_code !== null &&
  row.phonesystem_active &&
  row.fitRequirements &&
  row.registration_id === null;
const course = (more: Parameters<typeof readyOnline>[0] = {}) =>
  readyOnline({ holds: isCourse, ...more });
const begin = ({ person, ids }: Ready) => person.ask(startExamProgram, ids, randomUUID());

describe('startExamProgram', () => {
  test('starts the course, repeats the link, and ends the right to cancel', async () => {
    const ready = await course();
    const { body } = await begin(ready);
    expect(startExamProgram.answer.safeParse(body).error).toBeUndefined();
    expect(body.exam).toMatchObject({
      status: 'course_started',
      online_program_started: expect.any(String),
    });
    expect((await begin(ready)).body.url).toBe(body.url);
    const { registrationId } = ready;
    expect(
      refusal(await ready.person.ask(cancelExamRegistration, { registrationId })),
    ).toMatchObject({
      status: 409,
      code: 'course_started',
      detail: 'A course that has been started cannot be cancelled.',
    });
  });

  test('refuses until the additional fee is paid', async () => {
    const ready = await course({ isPaid: false });
    const answer = await begin(ready);
    expect([answer.status, answer.body.code, answer.body.expected]).toEqual([
      409,
      'fees_due',
      ready.exam.additionalCharge,
    ]);
  });

  test("refuses staff, and other students' registrations", async () => {
    const [mine, other, admin] = await Promise.all([
      course(),
      course(),
      signedInStaff('ROLE_ADMIN'),
    ]);
    expect(
      refusal(await admin.ask(startExamProgram, { ...mine.ids, student_id: mine.id })),
    ).toMatchObject({
      status: 403,
      code: 'staff_cannot_start',
    });
    expect(refusal(await mine.person.ask(startExamProgram, other.ids))).toMatchObject({
      status: 404,
      code: 'registration_not_found',
    });
  });

  test.each(['error', 'garbage', 'down'] as const)(
    'responds with an error when the platform fails (%s); cancelling still works',
    async (mode) => {
      const ready = await course();
      await breakPartner({ partner: 'exams', mode });
      expect(refusal(await begin(ready))).toEqual({
        status: 502,
        code: 'program_platform_error',
        detail: 'Program Platform Error',
      });
      await mendPartners();
      expect((await rowOf(ready.person, ready.exam.id)).status).toBe('registered');
      await ready.person.do(cancelExamRegistration, { registrationId: ready.registrationId });
    },
  );
});

describe('checkProgramCompleted', () => {
  test('returns the completion, after which the exam can be taken', async () => {
    const ready = await course();
    const poll = () => ready.person.ask(checkProgramCompleted, { regId: ready.registrationId });
    const { url } = (await begin(ready)).body;
    expect((await poll()).body).toEqual({
      programCompleted: false,
      online_program_completed: null,
    });
    await finishRun(url);
    const { body } = await until(poll, (answer) => answer.body.programCompleted, 15, 1500);
    expect(body.online_program_completed).toEqual(expect.any(String));
    expect((await rowOf(ready.person, ready.exam.id)).status).toBe('course_completed');
    expect((await mailTo(ready.email, /completed/)).text).toContain('take the exam');
  });

  test("does not find another student's registration", async () => {
    const [mine, other] = await Promise.all([course(), course()]);
    expect(
      refusal(await mine.person.ask(checkProgramCompleted, { regId: other.registrationId })),
    ).toMatchObject({
      status: 404,
      code: 'registration_not_found',
    });
  });
});
