import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { CallInput } from '@portal/contract/call';
import { getAllExamsAccordingStudent } from '@portal/contract/exams/exams';
import type { Problem } from '@portal/contract/problem';
import { RunProgress } from '@portal/contract/run-progress';
import {
  CallOffPreview,
  CallOffResult,
  callOffOfficeSession,
  getOfficeRun,
} from '@portal/contract/runs/session-runs';
import { changeOfficeSession } from '@portal/contract/sessions/office-sessions';
import { sql } from '../../../portal/databases.ts';
import { mailTo } from '../../../portal/mails.ts';
import { until } from '../../../portal/until.ts';
import type { Person } from '../../../portal-user/person.ts';
import { anExam } from '../../exams/catalogue.ts';
import { booked, examThat } from '../../exams/registrations.ts';
import { aSession } from '../../exams/sessions.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

let admin: Person;
beforeAll(async () => {
  admin = await signedInStaff('ROLE_ADMIN');
});

type CallOff = CallInput<typeof callOffOfficeSession>;
const callOffInput = (testSessionId: number, about: Partial<CallOff> = {}): CallOff => ({
  testSessionId,
  version: 0,
  proctorFees: 'keep',
  ...about,
});
const ask = (about: CallOff, key = randomUUID()) => admin.ask(callOffOfficeSession, about, key);
const preview = async (about: CallOff): Promise<CallOffPreview> => {
  const answer = await ask({ ...about, dryRun: true });
  expect(answer).toMatchObject({ status: 200 });
  return CallOffPreview.parse(answer.body);
};
/** Calls a session off as previewed, and waits for the end. */
async function calledOff(about: CallOff): Promise<CallOffResult> {
  const { previewHash } = await preview(about);
  const { status, body } = await ask({ ...about, previewHash });
  expect(status).toBe(202);
  const { runId } = RunProgress.parse(body);
  const run = await until(
    () => admin.ask(getOfficeRun, { runId }),
    (answer) => answer.status === 200,
  );
  return CallOffResult.parse(run.body);
}
/** Seats a student whose proctor fee was paid by card. */
async function seated(testSessionId: number) {
  const { person, email } = await aStudent({ credits: 3 });
  const id = await anExam();
  const exam = await booked(person, await examThat(person, (one) => one.id === id), testSessionId);
  return { person, email, registrationId: exam.registrationId, examId: id };
}

describe('callOffOfficeSession', () => {
  test('calls a session off, emails its students and keeps their fees', async () => {
    const testSessionId = await aSession({ seats: 5 });
    const { person, email, examId } = await seated(testSessionId);
    const shown = await preview(callOffInput(testSessionId, { message: 'The proctor is ill.' }));
    expect(shown).toMatchObject({
      students: 1,
      exams: 1,
      begun: 0,
      waiting: 0,
      offers: 0,
      waived: 0,
      paid: { count: 1, amount: 15 },
      refundNow: 0,
      refundLater: 0,
      schoolName: null,
    });
    const done = await calledOff(callOffInput(testSessionId, { message: 'The proctor is ill.' }));
    expect(done).toMatchObject({ freed: 1, begun: 0, refunded: 0, refundsOpen: 0 });
    const mail = await mailTo(email, /is called off/);
    expect(mail.text).toContain('The proctor is ill.');
    expect(mail.text).toContain('Your proctor fee is kept for the next session.');
    const { exams } = getAllExamsAccordingStudent.answer.parse(
      (await person.ask(getAllExamsAccordingStudent, {})).body,
    );
    expect(exams.find(({ id }) => id === examId)).toMatchObject({
      admin_cancel_session_called_off: true,
    });
  });

  test('refunds the fees to the cards when the office chooses so', async () => {
    const testSessionId = await aSession({ seats: 5 });
    const { email, registrationId } = await seated(testSessionId);
    const refund = callOffInput(testSessionId, { proctorFees: 'refund' });
    // the fee was a payment of its own: the whole payment is voided at once
    expect(await preview(refund)).toMatchObject({ refundNow: 15, refundLater: 0 });
    expect(await calledOff(refund)).toMatchObject({ freed: 1, refunded: 15, refundsOpen: 0 });
    const mail = await mailTo(email, /is called off/);
    expect(mail.text).toContain('Your proctor fee of $15.00 will be refunded to your card.');
    expect(
      await sql(
        'payments',
        'SELECT refunded_cents::integer FROM charge WHERE registration_id = $1',
        [registrationId],
      ),
    ).toEqual([{ refunded_cents: 1500 }]);
  });

  test('returns the current session to the second of two conflicting changes', async () => {
    const testSessionId = await aSession({ seats: 5 });
    await admin.ask(
      changeOfficeSession,
      { testSessionId, version: 0, proctor: 'Eva' },
      randomUUID(),
    );
    for (const how of [{ dryRun: true }, { previewHash: 'x' }]) {
      const response = await ask({ ...callOffInput(testSessionId), ...how });
      expect(refusal(response)).toMatchObject({ status: 409, code: 'session_changed' });
      expect(response.body as Problem).toMatchObject({ current: { version: 1, proctor: 'Eva' } });
    }
  });
});
