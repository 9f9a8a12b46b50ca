import { expect, test } from '@jest/globals';
import { aStudentSession, problemIn } from '../../testing/portal.ts';
import { portalThat } from '../../testing/sample-calls.ts';

test.each([
  { body: '{"seat":', type: 'application/json', status: 400, code: 'malformed' },
  { body: 'seat=3', type: 'application/x-www-form-urlencoded', status: 415, code: 'wrong_type' },
  { body: '{"seat":3}', type: 'text/plain', status: 415, code: 'wrong_type' },
  { body: '{"seat":3}', type: 'application/json; charset=utf-16', status: 415, code: 'wrong_type' },
  {
    body: `{"seat":3,"note":"${'x'.repeat(300_000)}"}`,
    type: 'application/json',
    status: 413,
    code: 'too_large',
  },
  { body: '', type: 'application/json', status: 422, code: 'invalid' },
  { body: '[]', type: 'application/json', status: 422, code: 'invalid' },
  { body: '"seat"', type: 'application/json', status: 422, code: 'invalid' },
  { body: 'null', type: 'application/json', status: 422, code: 'invalid' },
  {
    body: `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
    type: 'application/json',
    status: 422,
    code: 'invalid',
  },
  { body: '{"seat":1e999}', type: 'application/json', status: 422, code: 'invalid' },
  {
    body: '{"__proto__":{"seat":3},"constructor":1}',
    type: 'application/json',
    status: 422,
    code: 'invalid',
  },
  {
    body: Buffer.from([0xff, 0xfe, 0x00]),
    type: 'application/json',
    status: 400,
    code: 'malformed',
  },
])(
  'a body of $type that is no good is answered with $status $code',
  async ({ body, type, status, code }) => {
    const portal = await portalThat();
    const headers = { ...(await portal.signedIn(aStudentSession())), 'content-type': type };
    const answer = await fetch(`${portal.url}/api/book`, { method: 'POST', headers, body });
    expect([answer.status, (await problemIn(answer)).code]).toEqual([status, code]);
  },
);

test('a body that says null is no body, even for a call that needs none', async () => {
  const portal = await portalThat();
  const ask = (body?: string) =>
    fetch(`${portal.url}/api/open`, {
      method: 'POST',
      headers: { origin: portal.url, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    });
  expect([(await ask()).status, (await ask('null')).status]).toEqual([200, 422]);
});

test('a compressed body is not taken', async () => {
  const portal = await portalThat();
  const headers = {
    ...(await portal.signedIn(aStudentSession())),
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  };
  const answer = await fetch(`${portal.url}/api/book`, { method: 'POST', headers, body: '{}' });
  expect(answer.status).toBe(415);
});

test('the fields that are wrong are named; a query that is wrong is a 400', async () => {
  const portal = await portalThat();
  const cookie = await portal.signedIn(aStudentSession());
  const body = await problemIn(await portal.post('/api/book', { seat: 'x', note: 5 }, cookie));
  expect(body).toMatchObject({
    status: 422,
    detail: 'Seat invalid',
    errors: [{ path: 'seat', message: 'Seat invalid' }, { path: 'note' }],
  });
  const query = await portal.get('/api/look?page=0', cookie);
  expect([query.status, await problemIn(query)]).toMatchObject([
    400,
    { code: 'malformed', errors: [{ path: 'page' }] },
  ]);
  expect((await portal.get('/api/look?page=1&page=2', cookie)).status).toBe(400);
});

test('a UUID key is passed on in lower case, another is refused, none gets a new one', async () => {
  const keys: unknown[] = [];
  const portal = await portalThat(async ({ by }) => {
    keys.push(by.key);
    return { done: true };
  });
  const cookie = await portal.signedIn(aStudentSession());
  const send = (key?: string) =>
    portal.post(
      '/api/book',
      { seat: 1 },
      { ...cookie, ...(key ? { 'idempotency-key': key } : {}) },
    );
  const bad = await send('1; DROP TABLE');
  expect([bad.status, await problemIn(bad)]).toMatchObject([
    400,
    { code: 'malformed', errors: [{ path: 'Idempotency-Key' }] },
  ]);
  await send('6F9619FF-8B86-4011-B42D-00C04FC964FF');
  await send();
  await send();
  expect(keys[0]).toBe('6f9619ff-8b86-4011-b42d-00c04fc964ff');
  expect(new Set(keys).size).toBe(3);
});
