import { request } from 'node:http';
import { expect, test } from '@jest/globals';
import { call } from '@portal/contract/call';
import { eventually } from '@portal/kit/testing';
import * as z from 'zod';
import { aPortal, aStaffSession, aStudentSession } from '../../testing/portal.ts';
import { route } from '../route.ts';

const answer = z.object({});
const bring = call({
  method: 'POST',
  path: '/api/bring',
  summary: '',
  permission: 'assignment.upload',
  answer,
  onStudent: true,
  keyed: true,
  body: z.object({}),
  upload: { field: 'file', largest: 1_000_000, types: ['txt'] },
} as const);

/** A portal whose uploads are worked on until `finish`; students may send, staff may not. */
async function busyPortal() {
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  let working = 0;
  const bringing = route(bring, async () => {
    working += 1;
    await promise;
    return {};
  });
  const portal = await aPortal({ routes: [bringing] });
  const student = await portal.signedIn(aStudentSession(12));
  const send = (headers: Record<string, string>, fields: Readonly<Record<string, string>> = {}) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new File(['An essay.'], 'essay.txt'));
    return fetch(`${portal.url}/api/bring`, { method: 'POST', headers, body: form });
  };
  const busy = (count: number) =>
    eventually(
      async () => working,
      (now) => now === count,
    );
  return { portal, student, send, busy, finish };
}
const codeOf = async (sent: Promise<Response>) => {
  const response = await sent;
  const { code } = (await response.json()) as { code?: string };
  return [response.status, code];
};

test('a fourth upload of an account waits, after every check of permission', async () => {
  const { portal, student, send, busy, finish } = await busyPortal();
  const first = [send(student), send(student), send(student)];
  await busy(3);
  expect(await codeOf(send(student))).toEqual([429, 'too_many_tries']);
  expect(await codeOf(send(student, { student_id: '13' }))).toEqual([403, 'other_student']);
  const { cookie = '' } = student;
  const elsewhere = { cookie, origin: 'https://elsewhere.test' };
  expect((await send(elsewhere)).status).toBe(403);
  finish();
  for (const one of await Promise.all(first)) expect(one.status).toBe(200);
  const staff = await portal.signedIn(aStaffSession());
  const refused = await Promise.all(Array.from({ length: 6 }, () => codeOf(send(staff))));
  expect(new Set(refused.map(String))).toEqual(new Set(['403,forbidden']));
});

test('fields may follow the file; a disconnected sender leaves no turn taken', async () => {
  const { portal, student, send, finish } = await busyPortal();
  finish();
  const part = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nAn';
  for (let n = 0; n < 3; n++) {
    const headers = { ...student, 'content-type': 'multipart/form-data; boundary=x' };
    const sent = request(`${portal.url}/api/bring`, { method: 'POST', headers });
    sent.on('error', () => {});
    await new Promise<void>((resolve) => sent.write(part, () => resolve()));
    await new Promise(setImmediate);
    sent.destroy();
  }
  await eventually(
    async () => (await send(student)).status,
    (status) => status === 200,
  );
  const form = new FormData();
  form.append('file', new File(['An essay.'], 'essay.txt'));
  form.append('student_id', '13');
  const late = fetch(`${portal.url}/api/bring`, { method: 'POST', headers: student, body: form });
  expect(await codeOf(late)).toEqual([403, 'other_student']);
});
