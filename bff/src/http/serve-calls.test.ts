import { connect } from 'node:net';
import { expect, jest, test } from '@jest/globals';
import { conflict, DomainError, unavailable } from '@portal/kit/errors';
import { log } from '@portal/kit/observability/log';
import { aPortal, aStudentSession, problemIn } from '../testing/portal.ts';
import { portalThat } from '../testing/sample-calls.ts';

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
  const answer = await portal.post(
    '/api/book',
    { seat: 3 },
    await portal.signedIn(aStudentSession()),
  );
  expect([answer.status, await answer.json()]).toEqual([200, { done: true }]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test('an unknown path or a wrong method under /api is a 404 problem', async () => {
  const portal = await portalThat();
  const answers = await Promise.all([
    portal.get('/api/nothing'),
    portal.get('/api'),
    portal.get('/API/look'),
    portal.get('/api/Look'),
    portal.get('/api/look/'),
    fetch(`${portal.url}/api/look`, { method: 'OPTIONS' }),
    fetch(`${portal.url}/api/events`, { method: 'OPTIONS' }),
    portal.post('/api/events', {}),
    portal.get('/api/book'),
    portal.post('/api/look', {}),
    fetch(`${portal.url}/api/look`, { method: 'DELETE' }),
    fetch(`${portal.url}/anything`, { method: 'PUT' }),
    portal.get('/api/%E0%A4%A'),
  ]);
  for (const answer of answers) {
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ]);
    expect(await problemIn(answer)).toMatchObject({
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      code: 'not_found',
    });
  }
});

test('a refusal of a service is passed on, with cents turned into dollars', async () => {
  const portal = await portalThat(async () => {
    throw conflict('fees_due', 'Please pay the proctor fee first.', {
      expected: 1550,
      missing: 2,
      seatsLeft: 0,
    });
  });
  const answer = await portal.post(
    '/api/book',
    { seat: 1 },
    await portal.signedIn(aStudentSession()),
  );
  expect([answer.status, await answer.json()]).toEqual([
    409,
    {
      type: 'about:blank',
      title: 'Conflict',
      requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
      status: 409,
      detail: 'Please pay the proctor fee first.',
      code: 'fees_due',
      expected: 15.5,
      missing: 2,
      seatsLeft: 0,
    },
  ]);
});

test('a past exam session does not end the session of the caller', async () => {
  const portal = await portalThat(async () => {
    throw conflict('session_over', 'This session is over.');
  });
  const cookie = await portal.signedIn(aStudentSession());
  const answer = await portal.post('/api/book', { seat: 1 }, cookie);
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([409, []]);
  expect((await problemIn(answer)).detail).toBe('This session is over.');
});

test('an unavailable service is a 503 with a retry time, too many tries a 429', async () => {
  const refusals = [
    unavailable(),
    new DomainError(429, 'too_many_tries', 'Later.', { retryAfter: 77 }),
  ];
  const portal = await portalThat(async () => {
    throw refusals.shift();
  });
  const cookie = await portal.signedIn(aStudentSession());
  const [down, many] = [
    await portal.post('/api/book', { seat: 1 }, cookie),
    await portal.post('/api/book', { seat: 1 }, cookie),
  ];
  expect([down.status, down.headers.get('retry-after')]).toEqual([503, '2']);
  expect([many.status, many.headers.get('retry-after')]).toEqual([429, '77']);
});

test('an unexpected error says nothing of the inside', async () => {
  const portal = await portalThat(async () => {
    throw new Error('SELECT secret FROM db-host.internal');
  });
  const answer = await portal.post(
    '/api/book',
    { seat: 1 },
    await portal.signedIn(aStudentSession()),
  );
  expect(answer.status).toBe(500);
  const requestId = answer.headers.get('x-request-id');
  expect(requestId).toMatch(/^[\da-f]{32}$/);
  expect(await answer.text()).toBe(
    '{"type":"about:blank","title":"Internal Server Error","status":500,"detail":"Something ' +
      `went wrong. Please try again.","code":"internal","requestId":"${requestId}"}`,
  );
});

test('invalid HTTP or excessive headers are a 400 problem', async () => {
  const portal = await portalThat();
  for (const text of [
    'NONSENSE\r\n\r\n',
    `GET /api/look HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
  ]) {
    const answer = await raw(portal.port, text);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"malformed"');
  }
});

test('answers carry security headers and do not name the software', async () => {
  const portal = await portalThat();
  const { headers } = await portal.get('/api/look');
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('strict-transport-security')).toBeNull();
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect(headers.get('cache-control')).toContain('no-store');
  expect(headers.get('content-security-policy')).toBe(
    "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  );
});

test('over https browsers are directed to stay on https', async () => {
  const portal = await aPortal({ https: true });
  expect((await portal.get('/api/nothing')).headers.get('strict-transport-security')).toContain(
    'max-age=31536000; includeSubDomains',
  );
});

test('a forbidden call is logged by id and code, without its data', async () => {
  const portal = await portalThat(async () => {
    throw conflict('seat_taken', 'Taken.');
  });
  const cookies = await portal.signedIn(aStudentSession());
  const noted = jest.spyOn(log, 'info').mockImplementation(() => {});
  try {
    await portal.post('/api/book', { seat: 3, student_id: 999_999 }, cookies);
    await portal.post('/api/book', { seat: 3 }, cookies);
    expect(noted.mock.calls).toEqual([
      [
        {
          requestId: expect.any(String),
          call: '/api/book',
          code: 'other_student',
          by: `student ${aStudentSession().id}`,
        },
        'call refused',
      ],
    ]);
  } finally {
    noted.mockRestore();
  }
});

test('TRACE echoes nothing, and a name that is twice in a query is refused', async () => {
  const portal = await portalThat();
  const { port, host } = new URL(portal.url);
  const answer = await raw(
    Number(port),
    `TRACE /api/look HTTP/1.1\r\nHost: ${host}\r\nCookie: sid=secret\r\nConnection: close\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1.1 404 /);
  expect(answer).not.toContain('secret');
  const twice = await portal.get(
    '/api/look?page=1&page=2',
    await portal.signedIn(aStudentSession()),
  );
  expect([twice.status, twice.headers.get('access-control-allow-origin')]).toEqual([400, null]);
});
