import { expect, test } from '@jest/globals';
import { TEST_NOW } from '@portal/access/testing/test-clock';
import { Webhook } from 'standardwebhooks';
import { newWebhookSecret, signatureHeaders } from './signature.ts';

const body = '{"type":"registration.created","data":{"registrationId":7}}';
const verify = (secret: string, headers: Record<string, string>, text = body) =>
  new Webhook(secret).verify(text, headers);

test('the published vector of Standard Webhooks comes out', () => {
  const headers = signatureHeaders({
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    at: new Date(1_614_265_330_000),
    body: '{"test": 2432232314}',
    secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  });
  expect(headers).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('the published library accepts it with its secret, and with no other (R-596)', () => {
  const [secret, other] = [newWebhookSecret(), newWebhookSecret()];
  const headers = signatureHeaders({ id: 'msg_1', at: TEST_NOW, body, secrets: [secret] });
  expect(verify(secret, headers)).toEqual(JSON.parse(body));
  expect(() => verify(other, headers)).toThrow('No matching signature found');
});

test.each([
  { what: 'another body', change: { text: body.replace('7', '8') } },
  { what: 'another id', change: { headers: { 'webhook-id': 'msg_2' } } },
  {
    what: 'another time',
    change: {
      headers: { 'webhook-timestamp': String(Math.floor(TEST_NOW.getTime() / 1000) - 60) },
    },
  },
])('refuses $what', ({ change }) => {
  const secret = newWebhookSecret();
  const headers = signatureHeaders({ id: 'msg_1', at: TEST_NOW, body, secrets: [secret] });
  const { headers: others = {}, text = body } = change as {
    headers?: Record<string, string>;
    text?: string;
  };
  expect(() => verify(secret, { ...headers, ...others }, text)).toThrow(
    'No matching signature found',
  );
});

test('while a secret is rotated, receivers with the old and with the new one take it', () => {
  const [older, newer] = [newWebhookSecret(), newWebhookSecret()];
  const headers = signatureHeaders({ id: 'msg_1', at: TEST_NOW, body, secrets: [newer, older] });
  expect(headers['webhook-signature']).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
  expect(verify(older, headers)).toEqual(JSON.parse(body));
  expect(verify(newer, headers)).toEqual(JSON.parse(body));
});

test('a secret is whsec_ and 32 random bytes in base64', () => {
  const secrets = Array.from({ length: 50 }, newWebhookSecret);
  for (const secret of secrets)
    expect(Buffer.from(secret.replace(/^whsec_/, ''), 'base64')).toHaveLength(32);
  expect(new Set(secrets).size).toBe(50);
});
