import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startSandbox, type TestSandbox } from './testing.ts';

let sandbox: TestSandbox;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox.stop());

const send = (name: string, body = '{"a": 1}') =>
  fetch(`${sandbox.url}/webhooks/${name}`, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { 'content-type': 'application/json', 'webhook-id': 'msg_1' },
  });
const manner = (name: string, body: object) => sandbox.call('PUT', `/__webhooks/${name}`, body);
const received = async (name: string) =>
  (await sandbox.call('GET', `/__webhooks/${name}`)).body as unknown as object[];

test('stores each webhook unchanged under the name of its receiver', async () => {
  expect((await send('one')).status).toBe(200);
  expect(await received('one')).toMatchObject([
    { body: '{"a": 1}', headers: { 'webhook-id': 'msg_1' }, mode: 'ok' },
  ]);
  expect(await received('other')).toEqual([]);
});

test.each([
  { mode: 'error', status: 500 },
  { mode: 'gone', status: 410 },
  { mode: 'busy', status: 503 },
  { mode: 'redirect', status: 307 },
  { mode: 'huge', status: 200 },
])('$mode answers $status as often as it is told to', async ({ mode, status }) => {
  await manner('one', { mode, count: 1, ms: 7000 });
  const first = await send('one');
  expect(first.status).toBe(status);
  expect(first.headers.get('retry-after')).toBe(mode === 'busy' ? '7' : null);
  expect((await send('one')).status).toBe(200);
});

test('slow answers after the pause, close not at all', async () => {
  await manner('one', { mode: 'slow', ms: 100 });
  const started = performance.now();
  expect((await send('one')).status).toBe(200);
  expect(performance.now() - started).toBeGreaterThanOrEqual(99);
  await manner('one', { mode: 'close', count: 1 });
  await expect(send('one')).rejects.toThrow();
});

test('refuses an unknown mode', async () => {
  expect((await manner('one', { mode: 'sleep' })).status).toBe(422);
});
