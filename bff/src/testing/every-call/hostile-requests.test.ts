import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { STUDENT_ROLE } from '@portal/access/roles';
import { calls } from '@portal/contract/calls';
import { getSession } from '@portal/contract/sessions/sessions';
import { login } from '@portal/contract/students/auth';
import { exampleOf } from '@portal/contract/testing/examples';
import { aBed, askerOf, type Bed, changes } from './bed.ts';

let bed: Bed;
/** The cookie of a student. */
let student: Record<string, string>;
beforeAll(async () => {
  bed = await aBed();
  student = await bed.cookie(STUDENT_ROLE);
});
afterAll(() => bed.close());

describe('a body', () => {
  const send = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
    bed.send('POST', login.path, body, headers);

  test.each([
    '',
    '{',
    '{"email":',
    'email=a',
    '{"a":1}}',
    "{'a':1}",
    '\u0000',
    '[1,',
    'NaN',
    '{"a":1e}',
    '﻿{',
  ])('that is not JSON (%j) is a 400', async (body) => {
    const {
      status,
      body: problem,
      headers,
    } = await send(body, body === '' ? { 'transfer-encoding': 'chunked' } : {});
    expect({ body, status }).toEqual({ body, status: body === '' ? status : 400 });
    if (status === 400)
      expect([problem.code, problem.detail]).toEqual([
        'malformed',
        'The request could not be read.',
      ]);
    expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
  });

  test('of bytes that are no text is refused', async () => {
    const { status } = await send(
      new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0xc0, 0x80, 0x7d]),
    );
    expect([400, 422]).toContain(status);
  });

  test.each(['[]', '[{"email":"a"}]', '"text"', '12', 'true'])(
    'that is no object (%s) is a 422',
    async (body) => {
      const { status, body: problem } = await send(body);
      expect([status, problem.code, problem.errors?.[0]?.path]).toEqual([422, 'invalid', 'body']);
    },
  );

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json; charset=utf-16',
    'application/jsonp',
    'application/merge-patch+json',
    '',
  ])('of type "%s" is a 415', async (type) => {
    const { status, body } = await send('{"email":"a@b.test","password":"x"}', {
      'content-type': type,
    });
    expect([status, body.code, body.detail]).toEqual([415, 'wrong_type', 'Please send JSON.']);
  });

  test.each(changes.filter(({ call }) => call.upload?.optional))(
    'of JSON is read by $name, whose file may be left out',
    async ({ name, call }) => {
      const { role, about } = askerOf(call);
      const { [call.upload?.field ?? '']: _file, ...fields } = exampleOf(name);
      const headers = { ...(await bed.cookie(role)), 'idempotency-key': randomUUID() };
      const body = JSON.stringify({ ...fields, ...about });
      const { status, body: problem } = await bed.send('POST', call.path, body, headers);
      expect([400, 415, 422]).not.toContain(status);
      expect(problem.errors).toBeUndefined();
    },
  );

  test('that is compressed is a 415', async () => {
    const { status } = await send(gzipSync('{"email":"a@b.test","password":"x"}'), {
      'content-encoding': 'gzip',
    });
    expect(status).toBe(415);
  });

  test('that is too large is a 413, however it is large', async () => {
    const long = JSON.stringify({ email: 'a@b.test', password: 'x'.repeat(300_000) });
    const levels = `${'{"a":'.repeat(60_000)}1${'}'.repeat(60_000)}`;
    const fields = JSON.stringify(
      Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`field${at}`, at])),
    );
    for (const body of [long, levels, fields]) {
      const { status, body: problem } = await send(body);
      expect([status, problem.code]).toEqual([413, 'too_large']);
    }
  });

  test('that nests 20,000 levels is refused for its missing fields', async () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const { status, body } = await send(
        `{"email":${open.repeat(20_000)}1${close.repeat(20_000)}}`,
      );
      expect([status, body.code]).toEqual([422, 'invalid']);
    }
  });

  test('with the keys of prototypes changes no object', async () => {
    await send(
      '{"__proto__":{"email":"a@b.test","password":"x"},' +
        '"constructor":{"prototype":{"polluted":true}}}',
    );
    const { status, body } = await send('{}');
    expect([status, body.errors?.map(({ path }) => path)]).toEqual([422, ['email', 'password']]);
  });

  test('with a full card number or a security code anywhere is refused', async () => {
    for (const hidden of [
      { email: '4111 1111 1111 1111' },
      { note: [{ deep: '4111-1111-1111-1111' }] },
      { n: 4111111111111111 },
      { cvv: '123' },
      { CardCode: 1 },
    ]) {
      const { status, body } = await send(
        JSON.stringify({ email: 'a@b.test', password: 'x', ...hidden }),
      );
      expect([status, body.code]).toEqual([400, 'card_data_refused']);
    }
  });
});

describe('a request', () => {
  test.each([
    '/api',
    '/api/',
    '/api/nothing',
    '/api/login/',
    '/api/login/x',
    '/api//login',
    '/api/%00',
    '/api/%2e%2e/login',
    '/api/../api/nothing',
    '/api/%E0%A4%A',
    '/API/nothing',
  ])('for %s is a 404 problem', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
      const { status, headers, body } = await bed.send(
        method,
        path,
        method === 'GET' ? undefined : '{}',
      );
      expect({ method, status, type: headers['content-type'], code: body.code }).toEqual({
        method,
        status: 404,
        type: 'application/problem+json; charset=utf-8',
        code: 'not_found',
      });
    }
  });

  test('with another method than the call has is a 404 problem', async () => {
    for (const { call } of calls)
      for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
        if (calls.some((one) => one.call.path === call.path && one.call.method === method))
          continue;
        const { status } = await bed.send(method, call.path, method === 'GET' ? undefined : '{}');
        expect({ method, path: call.path, status }).toEqual({
          method,
          path: call.path,
          status: 404,
        });
      }
  });

  test.each([
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: 'http://localhost.evil.test' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' },
  ])('that changes something and comes from another site (%j) is a 403', async (headers) => {
    for (const { call } of changes) {
      const { status, body } = await bed.send('POST', call.path, '{}', {
        ...student,
        ...(headers as Record<string, string>),
      });
      expect({ path: call.path, status, code: body.code }).toEqual({
        path: call.path,
        status: 403,
        code: 'cross_site',
      });
    }
  });

  test('from the portal itself passes', async () => {
    const { status } = await bed.send('POST', '/api/getCreditsInfo', '{}', {
      ...student,
      origin: bed.url,
      'sec-fetch-site': 'same-origin',
    });
    expect(status).toBe(200);
  });

  test.each([
    'x',
    '1',
    "'; DROP TABLE idempotency; --",
    '00000000-0000-0000-0000-00000000000g',
    `${randomUUID()} `.repeat(3),
  ])('with a key that is no UUID (%s) is a 400', async (key) => {
    for (const { name, call } of changes.filter(({ call }) => call.keyed)) {
      const { role, about } = askerOf(call);
      const input = { ...exampleOf(name), ...about };
      const { status, body } = (await bed.ask(role, call, input, key)).answer;
      expect({ name, status, path: body.errors?.[0]?.path }).toEqual({
        name,
        status: 400,
        path: 'Idempotency-Key',
      });
    }
  });

  test('with forged cookies is that of a visitor', async () => {
    for (const sid of [
      'x',
      'a'.repeat(43),
      '../../etc',
      '%00',
      "' OR 1=1 --",
      '{"id":1}',
      'undefined',
    ]) {
      const cookie = `sid=${encodeURIComponent(sid)}; isLoggedIn=1; roles=ROLE_SUPER_ADMIN`;
      const { status, body } = await bed.send('GET', '/api/getPaymentMethods', undefined, {
        cookie,
      });
      expect([status, body.code]).toEqual([401, 'session_over']);
    }
  });

  test('with headers beyond all measure is a 400 problem', async () => {
    const { status, body } = await bed.send('GET', getSession.path, undefined, {
      'x-long': 'x'.repeat(40_000),
    });
    expect([status, body.code]).toEqual([400, 'malformed']);
  });

  test('with the same field many times in a query is refused by its name', async () => {
    const { status, body } = await bed.send(
      'GET',
      `${getSession.path}?sessionId=1&sessionId=2&sessionId[]=3`,
      undefined,
      student,
    );
    expect([status, body.errors?.[0]?.path]).toEqual([400, 'sessionId']);
  });

  test.each([
    '/nowhere',
    '/login/x',
    '/index.html',
    '/../../etc/passwd',
    '/%00',
    '/.env',
    '/assets',
  ])('serves the app with 404 for the unknown page %s', async (path) => {
    const { status, headers } = await bed.send('GET', path);
    expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  });

  test('for a missing file gets no page', async () => {
    const { status, headers } = await bed.send('GET', '/assets/gone-12345678.js');
    expect([status, headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
  });
});
