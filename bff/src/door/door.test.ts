import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { call } from '@portal/contract/call';
import { conflict, DomainError, unavailable } from '@portal/kit/errors';
import * as z from 'zod';
import { aPortal, aStaffSession, aStudentSession, problemIn } from '../testing/portal.ts';
import { route } from './route.ts';

const done = z.object({ done: z.boolean() });
const book = call({
  method: 'POST',
  path: '/api/book',
  summary: '',
  access: ['student', 'admin'],
  onStudent: true,
  keyed: true,
  body: z.object({ seat: z.int({ error: 'Seat invalid' }), note: z.string().optional() }),
  answer: done,
});
const look = call({
  method: 'GET',
  path: '/api/look',
  summary: '',
  access: ['student', 'staff'],
  query: z.object({ page: z.coerce.number().int().min(1).optional() }),
  answer: done,
});
const open = call({ method: 'POST', path: '/api/open', summary: '', access: ['public'], answer: done });

type Handler = Parameters<typeof route<typeof book>>[1];
const portalThat = (handle: Handler = async () => ({ done: true })) =>
  aPortal({ routes: [route(book, handle), route(look, async () => ({ done: true })), route(open, async () => ({ done: true }))] });

const raw = async (port: number, text: string): Promise<string> => {
  const { promise, resolve } = Promise.withResolvers<string>();
  let answer = '';
  const socket = connect(port, '127.0.0.1', () => socket.write(text));
  socket.on('data', (data) => {
    answer += data.toString();
  });
  socket.on('close', () => resolve(answer));
  return promise;
};

test('a student who is signed in gets the answer', async () => {
  const portal = await portalThat();
  const answer = await portal.post('/api/book', { seat: 3 }, await portal.signedIn(aStudentSession()));
  expect([answer.status, await answer.json()]).toEqual([200, { done: true }]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('an unknown path under /api, or a known one with another method, is a 404 problem', async () => {
  const portal = await portalThat();
  const answers = await Promise.all([
    portal.get('/api/nothing'),
    portal.get('/api'),
    portal.get('/API/look'),
    portal.get('/api/book'),
    portal.post('/api/look', {}),
    fetch(`${portal.url}/api/look`, { method: 'DELETE' }),
    fetch(`${portal.url}/anything`, { method: 'PUT' }),
    portal.get('/api/%E0%A4%A'),
  ]);
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json; charset=utf-8']);
    expect(await problemIn(answer)).toMatchObject({ type: 'about:blank', title: 'Not Found', status: 404, code: 'not_found' });
  }
});

test('without a session it is 401, with one that is over too, and its cookies are taken away', async () => {
  const portal = await portalThat();
  const [none, over] = await Promise.all([portal.get('/api/look'), portal.get('/api/look', { cookie: 'sid=gone; isLoggedIn=1' })]);
  expect([none.status, (await problemIn(none)).code, none.headers.getSetCookie()]).toEqual([401, 'not_signed_in', []]);
  expect([over.status, (await problemIn(over)).code]).toEqual([401, 'session_over']);
  expect(over.headers.getSetCookie().map((cookie) => cookie.split(';').slice(0, 2).join(';'))).toEqual([
    'sid=; Max-Age=0',
    'isLoggedIn=; Max-Age=0',
    'roles=; Max-Age=0',
  ]);
});

test.each([
  { who: aStaffSession('ROLE_ADVISOR'), status: 403 },
  { who: aStaffSession('ROLE_STUDENT'), status: 403 },
  { who: { ...aStudentSession(), roles: ['ROLE_ADMIN'] }, status: 403 },
  { who: aStaffSession(), status: 403 },
  { who: aStaffSession('ROLE_ADVISOR', 'ROLE_SUPER_ADMIN'), status: 200 },
])('a $who.kind with the roles $who.roles gets $status', async ({ who, status }) => {
  const portal = await portalThat();
  const answer = await portal.post('/api/book', { seat: 3, student_id: 12 }, await portal.signedIn(who));
  expect(answer.status).toBe(status);
});

test('who may not is refused before the body is looked at', async () => {
  const portal = await portalThat();
  const answer = await portal.post('/api/book', { seat: 'x' }, await portal.signedIn(aStaffSession('ROLE_SUPPORT')));
  expect((await problemIn(answer)).code).toBe('forbidden');
});

test.each([
  { sent: {}, acts: 12 },
  { sent: { student_id: 12 }, acts: 12 },
  { sent: { studentId: '12' }, acts: 12 },
  { sent: { student_id: 13 }, code: 'other_student' },
  { sent: { studentId: 13 }, code: 'other_student' },
  { sent: { student_id: { $ne: 1 } }, code: 'other_student' },
])('a student who sends $sent acts on $acts or is told $code', async ({ sent, acts, code }) => {
  const seen: unknown[] = [];
  const portal = await portalThat(async ({ student, by }) => {
    seen.push([student, by.actor.studentId, by.actor.kind]);
    return { done: true };
  });
  const answer = await portal.post('/api/book', { seat: 3, ...sent }, await portal.signedIn(aStudentSession(12)));
  if (code) expect([answer.status, (await problemIn(answer)).code, seen]).toEqual([403, code, []]);
  else expect(seen).toEqual([[acts, acts, 'student']]);
});

test.each([
  { sent: { student_id: 7 }, acts: 7 },
  { sent: { studentId: '7' }, acts: 7 },
  { sent: {}, status: 400, code: 'student_id_required' },
  { sent: { student_id: 'x' }, status: 422, code: 'invalid' },
  { sent: { student_id: -1 }, status: 422, code: 'invalid' },
])('an admin who sends $sent acts on $acts or is told $code', async ({ sent, acts, status, code }) => {
  const seen: unknown[] = [];
  const portal = await portalThat(async ({ by }) => {
    seen.push(by.actor);
    return { done: true };
  });
  const answer = await portal.post('/api/book', { seat: 3, ...sent }, await portal.signedIn(aStaffSession('ROLE_ADMIN')));
  if (code) expect([answer.status, (await problemIn(answer)).code]).toEqual([status, code]);
  else expect(seen).toEqual([{ kind: 'staff', id: 3, roles: ['ROLE_ADMIN'], name: 'login', via: 'bff', studentId: acts }]);
});

test.each([
  { headers: { origin: 'https://evil.test' } },
  { headers: { origin: 'null' } },
  { headers: { 'sec-fetch-site': 'cross-site' } },
  { headers: { origin: 'http://portal.test.evil.test', 'sec-fetch-site': 'same-site' } },
])('a change that comes from another site ($headers) is refused', async ({ headers }) => {
  const portal = await portalThat();
  const answer = await portal.post('/api/open', {}, headers as Record<string, string>);
  expect([answer.status, (await problemIn(answer)).code]).toEqual([403, 'cross_site']);
});

test.each([{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.test' }])(
  'a call that only reads what is personal is refused to another site (%j) too',
  async (headers) => {
    const portal = await portalThat();
    const cookie = await portal.signedIn(aStudentSession());
    const own = await portal.get('/api/look', { ...cookie, ...headers } as Record<string, string>);
    expect([own.status, (await problemIn(own)).code]).toEqual([403, 'cross_site']);
  },
);

test('a change from the portal itself, under either of its names, or from a script, passes', async () => {
  const portal = await portalThat();
  for (const headers of [{}, { origin: 'http://portal.test' }, { origin: portal.url, 'sec-fetch-site': 'same-origin' }])
    expect((await portal.post('/api/open', {}, headers as Record<string, string>)).status).toBe(200);
});

test.each([
  { body: '{"seat":', type: 'application/json', status: 400, code: 'malformed' },
  { body: 'seat=3', type: 'application/x-www-form-urlencoded', status: 415, code: 'wrong_type' },
  { body: '{"seat":3}', type: 'text/plain', status: 415, code: 'wrong_type' },
  { body: '{"seat":3}', type: 'application/json; charset=utf-16', status: 415, code: 'wrong_type' },
  { body: `{"seat":3,"note":"${'x'.repeat(300_000)}"}`, type: 'application/json', status: 413, code: 'too_large' },
  { body: '', type: 'application/json', status: 422, code: 'invalid' },
  { body: '[]', type: 'application/json', status: 422, code: 'invalid' },
  { body: '"seat"', type: 'application/json', status: 422, code: 'invalid' },
  { body: 'null', type: 'application/json', status: 422, code: 'invalid' },
  { body: `${'['.repeat(100_000)}${']'.repeat(100_000)}`, type: 'application/json', status: 422, code: 'invalid' },
  { body: '{"seat":1e999}', type: 'application/json', status: 422, code: 'invalid' },
  { body: '{"__proto__":{"seat":3},"constructor":1}', type: 'application/json', status: 422, code: 'invalid' },
  { body: Buffer.from([0xff, 0xfe, 0x00]), type: 'application/json', status: 400, code: 'malformed' },
])('a body of $type that is no good is answered with $status $code', async ({ body, type, status, code }) => {
  const portal = await portalThat();
  const headers = { ...(await portal.signedIn(aStudentSession())), 'content-type': type };
  const answer = await fetch(`${portal.url}/api/book`, { method: 'POST', headers, body });
  expect([answer.status, (await problemIn(answer)).code]).toEqual([status, code]);
});

test('a compressed body is not taken', async () => {
  const portal = await portalThat();
  const headers = { ...(await portal.signedIn(aStudentSession())), 'content-type': 'application/json', 'content-encoding': 'gzip' };
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
  expect([query.status, await problemIn(query)]).toMatchObject([400, { code: 'malformed', errors: [{ path: 'page' }] }]);
  expect((await portal.get('/api/look?page=1&page=2', cookie)).status).toBe(400);
});

test('a key that is no UUID is refused; one that is goes on, in lower case; without one there is a new one each time', async () => {
  const keys: unknown[] = [];
  const portal = await portalThat(async ({ by }) => {
    keys.push(by.key);
    return { done: true };
  });
  const cookie = await portal.signedIn(aStudentSession());
  const send = (key?: string) => portal.post('/api/book', { seat: 1 }, { ...cookie, ...(key ? { 'idempotency-key': key } : {}) });
  const bad = await send('1; DROP TABLE');
  expect([bad.status, await problemIn(bad)]).toMatchObject([400, { code: 'malformed', errors: [{ path: 'Idempotency-Key' }] }]);
  await send('6F9619FF-8B86-4011-B42D-00C04FC964FF');
  await send();
  await send();
  expect(keys[0]).toBe('6f9619ff-8b86-4011-b42d-00c04fc964ff');
  expect(new Set(keys).size).toBe(3);
});

test('what a service refuses comes as it is, with cents turned into dollars', async () => {
  const portal = await portalThat(async () => {
    throw conflict('fees_due', 'Please pay the proctor fee first.', { expected: 1550, missing: 2, seatsLeft: 0 });
  });
  const answer = await portal.post('/api/book', { seat: 1 }, await portal.signedIn(aStudentSession()));
  expect([answer.status, await answer.json()]).toEqual([
    409,
    {
      type: 'about:blank',
      title: 'Conflict',
      status: 409,
      detail: 'Please pay the proctor fee first.',
      code: 'fees_due',
      expected: 15.5,
      missing: 2,
      seatsLeft: 0,
    },
  ]);
});

test('a part that is down is a 503 that says when to come back, too many tries a 429', async () => {
  const refusals = [unavailable(), new DomainError(429, 'too_many_tries', 'Later.', { retryAfter: 77 })];
  const portal = await portalThat(async () => {
    throw refusals.shift();
  });
  const cookie = await portal.signedIn(aStudentSession());
  const [down, many] = [await portal.post('/api/book', { seat: 1 }, cookie), await portal.post('/api/book', { seat: 1 }, cookie)];
  expect([down.status, down.headers.get('retry-after')]).toEqual([503, '2']);
  expect([many.status, many.headers.get('retry-after')]).toEqual([429, '77']);
});

test('an unexpected error says nothing of the inside', async () => {
  const portal = await portalThat(async () => {
    throw new Error('SELECT secret FROM db-host.internal');
  });
  const answer = await portal.post('/api/book', { seat: 1 }, await portal.signedIn(aStudentSession()));
  expect(answer.status).toBe(500);
  expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  expect(await answer.text()).toBe(
    '{"type":"about:blank","title":"Internal Server Error","status":500,"detail":"Something went wrong. Please try again.","code":"internal"}',
  );
});

test('what is no HTTP, or has headers beyond measure, is a 400 problem', async () => {
  const portal = await portalThat();
  for (const text of ['NONSENSE\r\n\r\n', `GET /api/look HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`]) {
    const answer = await raw(portal.port, text);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"malformed"');
  }
});

test('answers carry the headers that keep browsers safe, and no name of what made them', async () => {
  const portal = await portalThat();
  const { headers } = await portal.get('/api/look');
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('strict-transport-security')).toBeNull();
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
});

test('over https browsers are told to stay there', async () => {
  const portal = await aPortal({ https: true });
  expect((await portal.get('/api/nothing')).headers.get('strict-transport-security')).toContain('max-age=31536000');
});
