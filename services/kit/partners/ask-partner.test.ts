import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import * as z from 'zod';
import { askPartner, unlessUnknown } from './ask-partner.ts';
import { PartnerError } from './partner-client.ts';

/** Response of the partner, and the number of requests. */
let answer: (response: ServerResponse) => void = () => {};
let requests = 0;
let server: Server;
let url = '';
beforeEach(async () => {
  requests = 0;
  server = createServer((_request, response) => {
    requests += 1;
    answer(response);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/students/12`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

const json = (status: number, body: unknown) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const ask = (method: 'GET' | 'POST' = 'GET', timeoutMs = 5_000) =>
  askPartner({ partner: 'tester', method, url, answer: z.object({ id: z.int() }), timeoutMs });
const errorOf = (failing: Promise<unknown>): Promise<PartnerError> =>
  failing.then(
    () => Promise.reject(new Error('it was answered')),
    (error: unknown) => {
      if (error instanceof PartnerError) return error;
      throw error;
    },
  );

test('an answer in the form agreed is given', async () => {
  answer = json(200, { id: 7 });
  expect(await ask()).toEqual({ id: 7 });
});

test.each([
  { how: 'no JSON', says: (response: ServerResponse) => response.end('<html>') },
  { how: 'nothing', says: (response: ServerResponse) => response.end() },
  { how: 'another form', says: json(200, { id: 'seven' }) },
  { how: 'a failure', says: json(500, { error: { code: 'x', message: 'inside' } }) },
  { how: 'a time-out of its own', says: json(408, { error: { code: 'x', message: 'late' } }) },
  {
    how: 'a way to elsewhere',
    says: (response: ServerResponse) => response.writeHead(302, { location: '/' }).end(),
  },
  { how: 'a broken connection', says: (response: ServerResponse) => response.destroy() },
])('$how is a failure that may have taken effect, and is not repeated', async ({ says }) => {
  answer = says;
  for (const method of ['GET', 'POST'] as const) {
    const { isRefused, code, said } = await errorOf(ask(method));
    expect([isRefused, code, said]).toEqual([false, undefined, undefined]);
  }
  expect(requests).toBe(2);
});

test('a refusal carries the code and the sentence of the partner', async () => {
  answer = json(422, { error: { code: 'closed', message: 'This course is closed.' } });
  expect(await errorOf(ask('POST'))).toMatchObject({
    isRefused: true,
    isUnknown: false,
    code: 'closed',
    said: 'This course is closed.',
  });
});

test.each([425, 429])(
  'a status %d is no decision: nothing was done, and the same request may succeed later',
  async (status) => {
    answer = json(status, { error: { code: 'slow_down', message: 'Too many requests.' } });
    expect(await errorOf(ask('POST'))).toMatchObject({
      isRefused: true,
      code: undefined,
      said: undefined,
    });
  },
);

const withStatuses = (statuses: readonly number[], isFinal: boolean, isRefused: boolean) =>
  statuses.map((status) => ({ status, isFinal, isRefused }));
test.each(
  [
    withStatuses([400, 401, 403, 404, 405, 409, 410, 413, 415, 422], true, true),
    withStatuses([425, 429], false, true),
    withStatuses([408, 500, 501, 502, 503, 504, 599], false, false),
  ].flat(),
)('status $status: final $isFinal, surely not done $isRefused', async (expected) => {
  for (const body of ['', 'no JSON', '{"error":{"message":"No."}}']) {
    answer = (response) => void response.writeHead(expected.status).end(body);
    const { isFinal, isRefused } = await errorOf(ask('POST'));
    expect({ isFinal, isRefused, status: expected.status }).toEqual(expected);
  }
});

test('an unknown record is null for a caller who checks whether it exists', async () => {
  answer = json(404, { error: { code: 'not_found', message: 'No student 12.' } });
  expect(await unlessUnknown(ask())).toBeNull();
  expect(await errorOf(ask())).toMatchObject({ isUnknown: true, isRefused: true, said: undefined });
});

test('a partner that does not end its answer in time is a failure', async () => {
  answer = (response) => void response.writeHead(200).write('{"id":');
  expect(await errorOf(ask('POST', 100))).toMatchObject({
    message: 'TimeoutError',
    isRefused: false,
  });
});

test('repeats only a read request that did not reach the partner', async () => {
  await new Promise((done) => server.close(done));
  const { port } = new URL(url);
  answer = json(200, { id: 7 });
  const unreached = await errorOf(ask('POST'));
  expect([unreached.message, unreached.isRefused]).toEqual(['ECONNREFUSED', true]);
  const question = ask('GET');
  await new Promise<void>((ready) => server.listen(Number(port), '127.0.0.1', ready));
  expect(await question).toEqual({ id: 7 });
  expect(requests).toBe(1);
});
