import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { refusalOf } from '@portal/kit/testing';
import { isPerson } from './recaptcha.ts';

let answer: object = {};
let server: Server;
const before = process.env.RECAPTCHA_VERIFY_URL;
beforeAll(async () => {
  server = createServer((_request, response) => response.end(JSON.stringify(answer)));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  process.env.RECAPTCHA_VERIFY_URL = `http://127.0.0.1:${port}/`;
});
afterAll(async () => {
  if (before === undefined) delete process.env.RECAPTCHA_VERIFY_URL;
  else process.env.RECAPTCHA_VERIFY_URL = before;
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

test.each([
  [{ success: true }, true],
  [{ success: false }, false],
  [{ success: false, 'error-codes': ['invalid-input-response'] }, false],
  [{ success: false, 'error-codes': ['timeout-or-duplicate'] }, false],
])('an answer %j is a verdict about the person', async (said, isOne) => {
  answer = said;
  expect(await isPerson('token')).toBe(isOne);
});

test.each(['missing-input-secret', 'invalid-input-secret', 'bad-request'])(
  'the error %s is about our own request, not a verdict about the person',
  async (code) => {
    answer = { success: false, 'error-codes': [code] };
    expect((await refusalOf(isPerson('token'))).code).toBe('bot_check_down');
  },
);
