import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CallInput } from '@portal/contract/call';
import { newYorkDay } from '@portal/contract/days';
import { getAllExamsAccordingStudent } from '@portal/contract/exams/exams';
import type { Problem } from '@portal/contract/problem';
import {
  getOfficeRun,
  MovePreview,
  MoveResult,
  moveOfficeSession,
} from '@portal/contract/runs/session-runs';
import { getOfficeSession } from '@portal/contract/sessions/office-sessions';
import { cancelSession } from '@portal/contract/sessions/sessions';
import { steadyNow } from '@portal/kit/steady-clock';
import { sql } from '../../../portal/databases.ts';
import { mailTo } from '../../../portal/mails.ts';
import type { Person } from '../../../portal-user/person.ts';
import { aBranch } from '../../exams/branches.ts';
import { anExam } from '../../exams/catalogue.ts';
import { booked, examThat } from '../../exams/registrations.ts';
import { aSession } from '../../exams/sessions.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

/** A Wednesday some weeks from now. */
const DAY = (() => {
  const soon = Temporal.PlainDate.from(newYorkDay(steadyNow())).add({ days: 47 });
  return soon.add({ days: (10 - soon.dayOfWeek) % 7 }).toString();
})();

let admin: Person;
beforeAll(async () => {
  admin = await signedInStaff('ROLE_ADMIN');
});

type MoveInput = CallInput<typeof moveOfficeSession>;
const moveInput = (testSessionId: number, about: Partial<MoveInput> = {}): MoveInput => ({
  testSessionId,
  version: 0,
  date: DAY,
  testSessionTime: '11:00',
  confirmDay: true,
  ...about,
});
const ask = (move: MoveInput, key = randomUUID()) => admin.ask(moveOfficeSession, move, key);
const preview = async (move: MoveInput): Promise<MovePreview> => {
  const answer = await ask({ ...move, dryRun: true });
  expect(answer).toMatchObject({ status: 200 });
  return MovePreview.parse(answer.body);
};
/** Seats a student in a session. */
async function seated(testSessionId: number) {
  const { person, ...student } = await aStudent({ credits: 3 });
  const id = await anExam();
  const exam = await booked(person, await examThat(person, (one) => one.id === id), testSessionId);
  return { ...student, person, registrationId: exam.registrationId };
}

describe('moveOfficeSession', () => {
  test('moves a session to another time and branch as previewed, with emails', async () => {
    const testSessionId = await aSession();
    const { person, email, registrationId } = await seated(testSessionId);
    const { id: locationId } = await aBranch(admin, { rooms: [] });
    const move = moveInput(testSessionId, { locationId, message: 'A pipe burst.' });
    const { previewHash, ...shown } = await preview(move);
    expect(shown).toMatchObject({ students: 1, exams: 1, clashes: [], waiting: 0, offers: 0 });
    expect(shown.mailText).toContain('A pipe burst.');

    const key = randomUUID();
    const { body } = await ask({ ...move, previewHash }, key);
    const done = MoveResult.parse(body);
    expect(done).toMatchObject({ moved: 1, left: 0 });
    expect(done.session).toMatchObject({
      date: DAY,
      testSessionTime: '11:00',
      locationId,
      taken: 1,
      version: 1,
    });
    expect(MoveResult.parse((await ask({ ...move, previewHash }, key)).body)).toEqual(done);

    const mail = await mailTo(email, /was moved: /);
    expect(mail.text).toContain('The office moved your session.');
    const list = getAllExamsAccordingStudent.answer.parse(
      (await person.ask(getAllExamsAccordingStudent, {})).body,
    );
    expect(JSON.stringify(list)).toContain(String(registrationId));
  });

  test('lets moved students leave within the last day with their proctor fee', async () => {
    const testSessionId = await aSession();
    const { person, registrationId } = await seated(testSessionId);
    const move = moveInput(testSessionId);
    const { previewHash } = await preview(move);
    await ask({ ...move, previewHash });
    await sql(
      'registration',
      `UPDATE session SET starts_at = now() + interval '3 hours' WHERE id = $1`,
      [testSessionId],
    );
    expect((await person.ask(cancelSession, { registrationId }, randomUUID())).status).toBe(200);
    expect(
      await sql('registration', 'SELECT state FROM proctor_payment WHERE registration_id = $1', [
        registrationId,
      ]),
    ).toEqual([{ state: 'held' }]);
  });

  test('requires a new preview when a student was booked after the preview', async () => {
    const testSessionId = await aSession();
    const move = moveInput(testSessionId);
    const { previewHash } = await preview(move);
    await seated(testSessionId);
    const response = await ask({ ...move, previewHash });
    expect(refusal(response)).toEqual({
      status: 409,
      code: 'preview_outdated',
      detail: 'Something changed since the preview. Please look again.',
    });
    const again = MovePreview.parse((response.body as Problem).current);
    expect(again.students).toBe(1);
    expect((await ask({ ...move, previewHash: again.previewHash })).status).toBe(200);
  });
});

describe('getOfficeRun', () => {
  test('gives the progress of a run that continues after the response', async () => {
    const testSessionId = await aSession({ seats: 3 });
    await seated(testSessionId);
    const move = moveInput(testSessionId);
    const { previewHash } = await preview(move);
    const { runId } = MoveResult.parse((await ask({ ...move, previewHash })).body);
    const { status, body } = await admin.ask(getOfficeRun, { runId });
    expect(status).toBe(200);
    expect(getOfficeRun.answer.parse(body)).toMatchObject({ runId, moved: 1 });
    await sql('registration', 'UPDATE session_run SET finished_at = NULL WHERE id = $1', [runId]);
    const running = await admin.ask(getOfficeRun, { runId });
    expect(running.status).toBe(202);
    expect(getOfficeRun.accepted.parse(running.body)).toEqual({
      state: 'processing',
      runId,
      done: 1,
      total: 1,
    });
    const { session } = getOfficeSession.answer.parse(
      (await admin.ask(getOfficeSession, { testSessionId })).body,
    );
    expect(session.date).toBe(DAY);
  });

  test('does not find an unknown run, with the same words for all staff', async () => {
    const runId = '00000000-0000-7000-8000-000000000000';
    const schoolAdmin = await signedInStaff('ROLE_SCHOOL_ADMIN', { schoolId: 151 });
    for (const person of [admin, schoolAdmin])
      expect(refusal(await person.ask(getOfficeRun, { runId }))).toEqual({
        status: 404,
        code: 'run_not_found',
        detail: 'Not found.',
      });
  });
});
