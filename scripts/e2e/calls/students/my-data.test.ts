import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Problem } from '@portal/contract/problem';
import {
  getDataRequests,
  getMyData,
  requestMyData,
  type StudentData,
} from '@portal/contract/students/my-data';
import { setBar } from '@portal/contract/students/student-file';
import { sql } from '../../../portal/databases.ts';
import { mailTo } from '../../../portal/mails.ts';
import { until } from '../../../portal/until.ts';
import type { Person } from '../../../portal-user/person.ts';
import { booked, examThat, isPlain } from '../../exams/registrations.ts';
import { aSession } from '../../exams/sessions.ts';
import { keepOnFile } from '../../people/keep-on-file.ts';
import { signedInStaff } from '../../people/staff.ts';
import { aStudent } from '../../people/students.ts';
import { refusal } from '../every-call/refusal.ts';

let admin: Person;
beforeAll(async () => {
  admin = await signedInStaff('ROLE_ADMIN');
});

type DataRequest = { student_id?: number };
const requestsOf = async (person: Person, input: DataRequest = {}) => {
  const { requests } = (await person.do(getMyData, input)) as Extract<
    Awaited<ReturnType<typeof person.do<typeof getMyData>>>,
    { requests: unknown }
  >;
  return requests;
};

/** Requests the data, waits until it is ready and returns the id of the request. */
async function prepared(person: Person, input: DataRequest & { reason?: string } = {}) {
  const { status, body } = await person.ask(requestMyData, input, randomUUID());
  expect(status).toBe(202);
  const { reason: _, ...about } = input;
  await until(
    () => requestsOf(person, about),
    ([newest]) => newest?.requestId === body.requestId && newest.state === 'ready',
  );
  return body.requestId;
}
const dataOf = async (person: Person, requestId: string, input: DataRequest = {}) =>
  (await person.do(getMyData, { ...input, requestId, format: 'json' })) as StudentData;
const tableOf = ({ services }: StudentData, service: string, name: string) =>
  services.find((one) => one.service === service)?.tables.find((one) => one.name === name)?.rows;

describe('requestMyData', () => {
  test("gives students their data of all services, without secrets or staff's texts", async () => {
    const student = await aStudent({ credits: 3 });
    const { person, id } = student;
    const sessionId = await aSession();
    const { registrationId } = await booked(person, await examThat(person, isPlain), sessionId);
    const about = { student_id: id };
    await keepOnFile(admin, id, 'Called twice');
    await admin.do(setBar, { ...about, levels: ['buying'], reason: 'A bounced check' });

    const data = await dataOf(person, await prepared(person));
    expect(data.studentId).toBe(id);
    expect(data.services.map(({ service }) => service)).toEqual([
      'identity',
      'payments',
      'registration',
      'schools',
      'seminary',
      'transcripts',
    ]);
    expect(tableOf(data, 'identity', 'student')).toEqual([
      expect.objectContaining({ id, dob: student.dob, last4_ssn: student.last4ssn }),
    ]);
    expect(tableOf(data, 'registration', 'registration')).toEqual([
      expect.objectContaining({ id: registrationId, session_id: sessionId }),
    ]);
    const cards = await sql('payments', 'SELECT 1 FROM card WHERE student_id = $1', [id]);
    expect(cards.length).toBeGreaterThan(0);
    expect(tableOf(data, 'payments', 'card')).toHaveLength(cards.length);
    expect(tableOf(data, 'payments', 'lot')).toHaveLength(1);
    expect(tableOf(data, 'identity', 'student_bar')).toEqual([
      expect.not.objectContaining({ reason: expect.anything() }),
    ]);
    const all = JSON.stringify(data);
    for (const hidden of ['Called twice', 'A bounced check', 'argon2id', 'password_hash'])
      expect(all).not.toContain(hidden);
    // changes by staff are included without their names
    expect(all).not.toContain('e2e.admin');
  });

  test('gives the office its own texts too, and requires a reason', async () => {
    const { person, id } = await aStudent();
    const about = { student_id: id };
    await keepOnFile(admin, id, 'Called twice');
    await admin.do(setBar, { ...about, levels: ['buying'], reason: 'A bounced check' });
    expect(refusal(await admin.ask(requestMyData, about, randomUUID()))).toMatchObject({
      status: 422,
      code: 'invalid',
    });

    const requestId = await prepared(admin, { ...about, reason: 'Asked for by letter' });
    const all = JSON.stringify(await dataOf(admin, requestId, about));
    expect(all).toContain('Called twice');
    expect(all).toContain('A bounced check');
    // the student neither sees nor gets the office's data
    expect(await requestsOf(person)).toEqual([]);
    expect(refusal(await person.ask(getMyData, { requestId, format: 'json' }))).toMatchObject({
      status: 404,
      code: 'request_not_found',
    });
  });

  test('accepts one request a day from the student and one from the office', async () => {
    const { person, id } = await aStudent();
    const key = randomUUID();
    const first = await person.ask(requestMyData, {}, key);
    expect(first.status).toBe(202);
    // a retry gets the lost response again
    const again = await person.ask(requestMyData, {}, key);
    expect([again.status, again.body]).toEqual([202, first.body]);
    expect(refusal(await person.ask(requestMyData, {}, randomUUID()))).toEqual({
      status: 429,
      code: 'once_a_day',
      detail: 'You can ask once a day.',
    });
    const office = { student_id: id, reason: 'Asked for by letter' };
    expect((await admin.ask(requestMyData, office, randomUUID())).status).toBe(202);
    expect(refusal(await admin.ask(requestMyData, office, randomUUID()))).toMatchObject({
      status: 429,
      code: 'once_a_day',
    });
    await sql(
      'identity',
      "UPDATE data_request SET asked_at = asked_at - interval '24 hours' WHERE student_id = $1",
      [id],
    );
    expect((await person.ask(requestMyData, {}, randomUUID())).status).toBe(202);
  });

  test('refuses one of two concurrent requests', async () => {
    const { person } = await aStudent();
    const answers = await Promise.all(
      [1, 2].map(() => person.ask(requestMyData, {}, randomUUID())),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 429]);
    expect(await requestsOf(person)).toHaveLength(1);
  });

  test('does not find an unknown student', async () => {
    const input = { student_id: 2_000_000_000, reason: 'Asked for by letter' };
    expect(refusal(await admin.ask(requestMyData, input, randomUUID()))).toMatchObject({
      status: 404,
      code: 'student_not_found',
    });
  });
});

describe('getMyData', () => {
  test('gives the data that an email announced until its end, and stores downloads', async () => {
    const { person, id, email } = await aStudent();
    const requestId = await prepared(person);
    const mail = await mailTo(email, 'Your data is ready');
    expect(mail.text).toMatch(/You can download it until \w+ \d+, \d{4}\./);
    expect(mail.text).toContain('/myaccount');
    expect(mail.text).not.toContain(requestId);
    const file = await person.ask(getMyData, { requestId, format: 'pdf' });
    expect(file.status).toBe(200);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(file.headers.get('content-disposition')).toContain(`Data of student ${id}`);
    const json = await person.ask(getMyData, { requestId, format: 'json' });
    expect(json.headers.get('content-disposition')).toContain('.json');
    const opened = await sql(
      'identity',
      `SELECT 1 FROM audit
       WHERE table_name = 'data_request' AND student_id = $1 AND change ? 'opened'`,
      [id],
    );
    expect(opened).toHaveLength(2);
    await sql(
      'identity',
      "UPDATE data_request SET until = now() - interval '1 second' WHERE student_id = $1",
      [id],
    );
    expect(await requestsOf(person)).toMatchObject([{ requestId, state: 'expired' }]);
    expect(refusal(await person.ask(getMyData, { requestId, format: 'pdf' }))).toMatchObject({
      status: 404,
      code: 'request_not_found',
    });
  });

  test("does not find another student's data", async () => {
    const [one, other] = [await aStudent(), await aStudent()];
    const requestId = await prepared(one.person);
    for (const [person, about] of [
      [other.person, {}],
      [admin, { student_id: other.id }],
    ] as const)
      expect(
        refusal(await person.ask(getMyData, { ...about, requestId, format: 'json' })),
      ).toMatchObject({ status: 404, code: 'request_not_found' });
  });

  test('does not find an unknown student', async () => {
    expect(refusal(await admin.ask(getMyData, { student_id: 2_000_000_000 }))).toMatchObject({
      status: 404,
      code: 'student_not_found',
    });
  });
});

describe('getDataRequests', () => {
  test('gives the office requests of a kind and state, newest first, in pages', async () => {
    const student = await aStudent();
    await prepared(student.person);
    const about = { student_id: student.id, reason: 'Asked for by letter' };
    await prepared(admin, about);
    const { items, total } = await admin.do(getDataRequests, { pageSize: 200 });
    const own = items.filter(({ studentId }) => studentId === student.id);
    const name = `${student.firstName} ${student.lastName}`;
    expect(own).toMatchObject([
      { student: name, kind: 'export', by: 'Test Staff', reason: about.reason, state: 'ready' },
      { student: name, kind: 'export', by: 'Student', reason: null, state: 'ready' },
    ]);
    expect(total).toBeGreaterThanOrEqual(2);
    for (const [kind, state, count] of [
      ['export', 'ready', 2],
      ['export', 'expired', 0],
      ['blanking', 'ready', 0],
    ] as const) {
      const fit = (await admin.do(getDataRequests, { kind, state, pageSize: 200 })).items;
      expect(fit.filter(({ studentId }) => studentId === student.id)).toHaveLength(count);
    }
    const [first] = (await admin.do(getDataRequests, { pageSize: 1 })).items;
    const [second] = (await admin.do(getDataRequests, { page: 2, pageSize: 1 })).items;
    expect(first && second && first.at >= second.at).toBe(true);
  });

  test('refuses an unknown state', async () => {
    const { status, body } = await admin.ask(getDataRequests, { state: 'lost' } as object);
    expect([status, (body as unknown as Problem).code]).toEqual([400, 'malformed']);
  });
});
