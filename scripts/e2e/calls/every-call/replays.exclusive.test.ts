import { randomUUID } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import type { CallSpec } from '@portal/contract/call';
import { calls } from '@portal/contract/calls';
import { scheduleSessionForRegistration } from '@portal/contract/sessions/sessions';
import { addSecondFactor } from '@portal/contract/staff/security';
import { adminLogin, adminLogout, logout } from '@portal/contract/students/auth';
import { Receiver } from '../../../portal/receiver.ts';
import { Person } from '../../../portal-user/person.ts';
import { keyOf, letIn, readyOnline } from '../../exams/online.ts';
import { put } from '../../exams/registrations.ts';
import { aSession, beginSession } from '../../exams/sessions.ts';
import { appCode } from '../../people/second-factor/authenticator.ts';
import { whileRequired } from '../../people/second-factor/required-second-factor.ts';
import { awaitingSecondFactor } from '../../people/second-factor/staff-with-app.ts';
import { signedInStaff, someStaff } from '../../people/staff.ts';
import { aStudent, quickHash } from '../../people/students.ts';

// Repeats each keyed call whose first answer holds a credential. A new call of this kind fails here
// until it has a scenario.

interface Request {
  person: Person;
  input: Readonly<Record<string, unknown>>;
  headers?: Readonly<Record<string, string>>;
}
interface Scenario extends Request {
  /** Ends the right to the credential, by an action of a person. */
  end: () => Promise<unknown>;
}

const post = ({ person, input, headers = {} }: Request, { path }: CallSpec, key: string) =>
  person.send<Readonly<Record<string, unknown>>>('POST', path, JSON.stringify(input), {
    ...headers,
    'idempotency-key': key,
  });

/** Marks an exam as submitted. */
const taken = (registrationId: number) =>
  put(registrationId, `status = 'taken'`, { result: 'taken_on = now()' });

async function seatedInRoom(): Promise<Scenario> {
  const [ready, admin] = await Promise.all([readyOnline(), signedInStaff('ROLE_ADMIN')]);
  const { registrationId, person, ids: input } = ready;
  const sessionId = await aSession({
    sessionType: '23',
    locationId: undefined,
    title: 'Mrs. Gold',
    inHours: 1,
  });
  const seat = { registrationId, sessionId, student_id: ready.id };
  await admin.do(scheduleSessionForRegistration, seat);
  await beginSession(sessionId, 1);
  return { person, input, end: () => taken(registrationId) };
}

const scenarios: Readonly<Record<string, () => Promise<Scenario>>> = {
  async addSecondFactor() {
    const staff = await someStaff('ROLE_ADMISSIONS', { passwordHash: quickHash });
    const person = await awaitingSecondFactor(staff);
    const { secret = '' } = await person.do(addSecondFactor, { step: 'begin', kind: 'totp' });
    const pending = person.cookie('pending') ?? '';
    return {
      person,
      input: { step: 'finish', kind: 'totp', code: appCode(secret) },
      async end() {
        await person.do(adminLogout, {});
        person.setCookie('pending', pending);
      },
    };
  },
  async changeCalendarFeed() {
    const { person } = await aStudent();
    return { person, input: { action: 'make' }, end: () => person.do(logout, {}) };
  },
  async saveWebhook() {
    const person = await signedInStaff('ROLE_TECH_SUPPORT');
    const input = { url: new Receiver().url, events: ['registration.created'], active: true };
    return { person, input, end: () => person.do(adminLogout, {}) };
  },
  async startExam() {
    const { registrationId, link } = await letIn();
    const { token, student_id: studentId, exam_id: examId } = keyOf(link);
    return {
      person: new Person(),
      input: { studentId, examId, registrationId },
      headers: { authorization: `Bearer ${token}` },
      end: () => taken(registrationId),
    };
  },
  async addStudentExamToProctor() {
    const { person, ids, registrationId } = await readyOnline();
    return { person, input: ids, end: () => taken(registrationId) };
  },
  addExamForStudent: seatedInRoom,
  async startExamProgram() {
    const { person, ids } = await readyOnline({
      holds: (row) =>
        row.vendor_id === 3 && row.program_content_code !== null && row.fitRequirements,
    });
    return { person, input: ids, end: () => person.do(logout, {}) };
  },
};

/** Returns the credentials in a response and in its cookies. */
function credentialsOf({ body, headers }: Awaited<ReturnType<typeof post>>): string[] {
  const fields = ['secret', 'recoveryCodes', 'url', 'webcal'].map((field) => body[field]);
  const cookies = headers.get('set-cookie')?.match(/(?:sid|pending|remembered|known)=[^;,]+/g);
  return [...fields.flat(), ...(cookies ?? [])].filter((one) => typeof one === 'string');
}

test('every keyed call whose answer holds a credential has a scenario', () => {
  const judged = calls.filter(({ call }) => call.replay).map(({ name }) => name);
  expect(Object.keys(scenarios).sort()).toEqual(judged.sort());
});

describe('a replay', () => {
  test.each(calls.flatMap(({ name, call }) => (call.replay ? [{ name, call }] : [])))(
    'of $name ($call.replay) issues no credential, and returns none once it is ended',
    ({ name, call }) =>
      whileRequired('ROLE_ADMISSIONS', async () => {
        const { end, ...request } = await (scenarios[name] as () => Promise<Scenario>)();
        const key = randomUUID();
        const first = await post(request, call, key);
        expect([first.status, credentialsOf(first).length > 0]).toEqual([200, true]);
        const again = await post(request, call, key);
        const isRefused = call.replay === 'refused';
        expect(again.status).toBe(isRefused ? 409 : 200);
        expect(credentialsOf(again)).toEqual(call.replay === 'same' ? credentialsOf(first) : []);
        await end();
        const ended = await post(request, call, key);
        expect([ended.status >= 400, credentialsOf(ended)]).toEqual([true, []]);
      }),
  );

  test('of a sign-in requires the password again', async () => {
    const { loginName, password } = await someStaff('ROLE_ADMIN', { passwordHash: quickHash });
    const [person, key] = [new Person(), randomUUID()];
    const input = { loginName, password };
    expect((await post({ person, input }, adminLogin, key)).status).toBe(200);
    const wrong = { loginName, password: `${password}x` };
    const again = await post({ person: new Person(), input: wrong }, adminLogin, key);
    expect([again.status, credentialsOf(again)]).toEqual([422, []]);
  });
});
