import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { login } from '@portal/contract/auth';
import type { CallSpec } from '@portal/contract/call';
import { calls } from '@portal/contract/calls';
import { readNewCard, readSavedCard } from '@portal/contract/cards';
import type { Problem } from '@portal/contract/problem';
import { getSession } from '@portal/contract/sessions';
import { type Answer, Person } from '../person.ts';
import { signedInStaff } from '../staff.ts';
import { aStudent, type SignedIn } from '../students.ts';
import { exampleOf } from './examples.ts';
import { hostileTexts, hostileValues } from './hostile-values.ts';

let student: SignedIn;
let admin: Person;
beforeAll(async () => {
  [student, admin] = await Promise.all([aStudent(), signedInStaff('ROLE_SUPER_ADMIN')]);
});

/** Somebody who may make the call, and what to add so that it is about a student. */
function asker(call: CallSpec): { person: Person; about: Readonly<Record<string, unknown>> } {
  if (call.access.includes('public')) return { person: new Person(), about: {} };
  if (call.access.includes('student')) return { person: student.person, about: {} };
  return { person: admin, about: call.onStudent ? { student_id: student.id } : {} };
}

/** What the contract itself says of an input: the fields that it refuses, none when it takes it. */
function refusedFields(call: CallSpec, input: Readonly<Record<string, unknown>>): string[] {
  const read = call.body?.safeParse(input);
  if (read?.error) return read.error.issues.map(({ path }) => String(path[0] ?? 'body'));
  const card = call.card === 'new' ? readNewCard(input) : call.card === 'saved' ? readSavedCard(input) : null;
  return card && 'errors' in card ? card.errors.map(({ path }) => path) : [];
}

const taken = [200, 400, 402, 403, 404, 409, 413, 422, 429];

/** What the answer to a field with something else in it may be. */
function judge({ status, body }: Answer<Problem>, field: string, refused: readonly string[]): string | null {
  if (!taken.includes(status)) return `answered ${status} ${JSON.stringify(body)}`;
  if (refused.length === 0)
    return status === 422 && body.code === 'invalid' ? `was refused although it is right: ${JSON.stringify(body)}` : null;
  if (body.code === 'card_data_refused') return null;
  const named = body.errors?.map(({ path }) => path.split('.')[0]) ?? [];
  return status === 422 && named.includes(field) ? null : `did not name ${field}: ${status} ${JSON.stringify(body)}`;
}

const changes = calls.filter(({ call }) => call.method === 'POST');
const withFields = changes.filter(({ name }) => Object.keys(exampleOf(name)).length > 0);

test.each(changes)('the example of $name has every field that the call takes', ({ name, call }) => {
  const known = Object.keys((call.body as { shape?: object } | undefined)?.shape ?? {}).filter(
    (field) => !/^student_?id$/i.test(field) || name !== 'getStudentInfo',
  );
  expect(Object.keys(exampleOf(name))).toEqual(expect.arrayContaining(known));
  expect(refusedFields(call, exampleOf(name))).toEqual([]);
});

test.each(withFields)('$name refuses every field that is missing or is not what it should be, and names it', async ({ name, call }) => {
  const example = exampleOf(name);
  const troubles: string[] = [];
  for (const field of Object.keys(example)) {
    const { [field]: _, ...without } = example;
    const cases = [
      { what: 'nothing', input: without },
      ...hostileValues.map(({ what, value }) => ({ what, input: { ...example, [field]: value } })),
    ];
    const { person, about } = asker(call);
    for (const { what, input } of cases) {
      const answer = await person.ask(call, { ...about, ...input }, call.keyed ? randomUUID() : undefined);
      const trouble = judge(answer as Answer<Problem>, field, refusedFields(call, input));
      if (trouble) troubles.push(`${field} with ${what} ${trouble}`);
    }
  }
  expect(troubles).toEqual([]);
});

test.each(calls.filter(({ call }) => call.query))(
  '$name refuses a query that is not what it should be, and names the field',
  async ({ name, call }) => {
    const troubles: string[] = [];
    for (const field of Object.keys(exampleOf(name))) {
      for (const { what, value } of hostileTexts) {
        const input = { ...exampleOf(name), [field]: value };
        const { status, body } = (await student.person.ask(call, input)) as Answer<Problem>;
        const read = call.query?.safeParse({ ...input, [field]: String(value) });
        // an address of many kilobytes is refused before anything in it is read
        const isNamed = body.errors?.some(({ path }) => path === field) ?? String(value).length > 10_000;
        const isRight = read?.success ? [200, 404].includes(status) : status === 400 && isNamed;
        if (!isRight) troubles.push(`${field} with ${what} answered ${status} ${JSON.stringify(body)}`);
      }
    }
    expect(troubles).toEqual([]);
  },
);

test.each(calls.filter(({ call }) => call.onStudent))(
  '$name refuses staff who name no student, or what is no student',
  async ({ name, call }) => {
    const staffKey = call.access.find((key) => key !== 'student');
    if (staffKey === undefined) return;
    const person = await staffWith(staffKey);
    const example = call.method === 'POST' ? exampleOf(name) : {};
    const nobody = (await person.ask(call, example)) as Answer<Problem>;
    expect([nobody.status, nobody.body.code, nobody.body.detail]).toEqual([400, 'student_id_required', 'StudentId is required.']);
    for (const value of [0, -1, 1.5, 1e308, 'x', "1' OR '1'='1", true]) {
      const { status, body } = (await person.ask(call, { ...example, student_id: value })) as Answer<Problem>;
      expect({ value, status, path: body.errors?.[0]?.path }).toEqual({
        value,
        status: call.method === 'POST' ? 422 : 400,
        path: 'student_id',
      });
    }
  },
);

const roleOf: Readonly<Record<string, Parameters<typeof signedInStaff>[0]>> = {
  admin: 'ROLE_SUPER_ADMIN',
  superAdmin: 'ROLE_SUPER_ADMIN',
  advisor: 'ROLE_ADVISOR',
  advisor_admin: 'ROLE_ADVISOR_ADMIN',
  support: 'ROLE_SUPPORT',
  tech_support: 'ROLE_TECH_SUPPORT',
};
const known = new Map<string, Promise<Person>>();
function staffWith(key: string): Promise<Person> {
  const role = roleOf[key];
  if (!role) throw new Error(`no role for ${key}`);
  if (role === 'ROLE_SUPER_ADMIN') return Promise.resolve(admin);
  const person = known.get(role) ?? signedInStaff(role);
  known.set(role, person);
  return person;
}

describe('a body', () => {
  const send = (body: string | Uint8Array, headers: Record<string, string> = {}) =>
    new Person().send<Problem>('POST', login.path, body, headers);

  test.each(['', '{', '{"email":', 'email=a', '{"a":1}}', "{'a':1}", '\u0000', '[1,', 'NaN', '{"a":1e}', '﻿{'])(
    'that is not JSON (%j) is a 400',
    async (body) => {
      const { status, body: problem, headers } = await send(body, body === '' ? { 'transfer-encoding': 'chunked' } : {});
      expect({ body, status }).toEqual({ body, status: body === '' ? status : 400 });
      if (status === 400) expect([problem.code, problem.detail]).toEqual(['malformed', 'The request could not be read.']);
      expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    },
  );

  test('of bytes that are no text is refused', async () => {
    const { status } = await send(new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0xc0, 0x80, 0x7d]));
    expect([400, 422]).toContain(status);
  });

  test.each(['[]', '[{"email":"a"}]', '"text"', '12', 'true'])('that is no object (%s) is a 422', async (body) => {
    const { status, body: problem } = await send(body);
    expect([status, problem.code, problem.errors?.[0]?.path]).toEqual([422, 'invalid', 'body']);
  });

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
    const { status, body } = await send('{"email":"a@b.test","password":"x"}', { 'content-type': type });
    expect([status, body.code, body.detail]).toEqual([415, 'wrong_type', 'Please send JSON.']);
  });

  test('that is compressed is a 415', async () => {
    const { status } = await send(gzipSync('{"email":"a@b.test","password":"x"}'), { 'content-encoding': 'gzip' });
    expect(status).toBe(415);
  });

  test('that is too large is a 413, however it is large', async () => {
    const long = JSON.stringify({ email: 'a@b.test', password: 'x'.repeat(300_000) });
    const levels = `${'{"a":'.repeat(60_000)}1${'}'.repeat(60_000)}`;
    const fields = JSON.stringify(Object.fromEntries(Array.from({ length: 30_000 }, (_, at) => [`field${at}`, at])));
    for (const body of [long, levels, fields]) {
      const { status, body: problem } = await send(body);
      expect([status, problem.code]).toEqual([413, 'too_large']);
    }
  });

  test('that nests 20,000 levels is refused for what it lacks', async () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const { status, body } = await send(`{"email":${open.repeat(20_000)}1${close.repeat(20_000)}}`);
      expect([status, body.code]).toEqual([422, 'invalid']);
    }
  });

  test('with the keys of prototypes changes nothing for anybody', async () => {
    await send('{"__proto__":{"email":"a@b.test","password":"x"},"constructor":{"prototype":{"polluted":true}}}');
    const { status, body } = await send('{}');
    expect([status, body.errors?.map(({ path }) => path)]).toEqual([422, ['email', 'password']]);
  });

  test('with a full card number or a security code is refused, wherever it stands', async () => {
    for (const hidden of [
      { email: '4111 1111 1111 1111' },
      { note: [{ deep: '4111-1111-1111-1111' }] },
      { n: 4111111111111111 },
      { cvv: '123' },
      { CardCode: 1 },
    ]) {
      const { status, body } = await send(JSON.stringify({ email: 'a@b.test', password: 'x', ...hidden }));
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
      const { status, headers, body } = await new Person().send<Problem>(method, path, method === 'GET' ? undefined : '{}');
      expect({ method, status, type: headers.get('content-type'), code: body.code }).toEqual({
        method,
        status: 404,
        type: 'application/problem+json; charset=utf-8',
        code: 'not_found',
      });
    }
  });

  test('with another method than the call has is a 404 problem', async () => {
    for (const { call } of calls)
      for (const method of ['PUT', 'DELETE', call.method === 'GET' ? 'POST' : 'GET']) {
        const { status } = await new Person().send(method, call.path, method === 'GET' ? undefined : '{}');
        expect({ method, path: call.path, status }).toEqual({ method, path: call.path, status: 404 });
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
      const { status, body } = await student.person.send<Problem>('POST', call.path, '{}', headers as Record<string, string>);
      expect({ path: call.path, status, code: body.code }).toEqual({ path: call.path, status: 403, code: 'cross_site' });
    }
  });

  test('from the portal itself passes', async () => {
    const { status } = await student.person.send('POST', '/api/getCreditsInfo', '{}', {
      origin: student.person.url,
      'sec-fetch-site': 'same-origin',
    });
    expect(status).toBe(200);
  });

  test.each(['x', '1', "'; DROP TABLE idempotency; --", '00000000-0000-0000-0000-00000000000g', `${randomUUID()} `.repeat(3)])(
    'with a key that is no UUID (%s) is a 400',
    async (key) => {
      for (const { name, call } of changes.filter(({ call }) => call.keyed)) {
        const { person, about } = asker(call);
        const { status, body } = (await person.ask(call, { ...about, ...exampleOf(name) }, key)) as Answer<Problem>;
        expect({ name, status, path: body.errors?.[0]?.path }).toEqual({ name, status: 400, path: 'Idempotency-Key' });
      }
    },
  );

  test('with cookies that nobody gave is that of a stranger', async () => {
    for (const sid of ['x', 'a'.repeat(43), '../../etc', '%00', "' OR 1=1 --", '{"id":1}', 'undefined']) {
      const person = new Person();
      person.setCookie('sid', encodeURIComponent(sid));
      person.setCookie('isLoggedIn', '1');
      person.setCookie('roles', 'ROLE_SUPER_ADMIN');
      const { status, body } = await person.send<Problem>('GET', '/api/getPaymentMethods');
      expect([status, body.code]).toEqual([401, 'session_over']);
    }
  });

  test('with headers beyond all measure is a 400 problem', async () => {
    const { status, body } = await new Person().send<Problem>('GET', getSession.path, undefined, { 'x-long': 'x'.repeat(40_000) });
    expect([status, body.code]).toEqual([400, 'malformed']);
  });

  test('with the same field many times in a query is refused by its name', async () => {
    const { status, body } = await student.person.send<Problem>('GET', `${getSession.path}?sessionId=1&sessionId=2&sessionId[]=3`);
    expect([status, body.errors?.[0]?.path]).toEqual([400, 'sessionId']);
  });

  test.each(['/nowhere', '/login/x', '/index.html', '/../../etc/passwd', '/%00', '/.env', '/assets'])(
    'for the page %s that is none gets the app with 404',
    async (path) => {
      const { status, headers } = await new Person().send('GET', path);
      expect([status, headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    },
  );

  test('for a file that is none gets no page', async () => {
    const { status, headers } = await new Person().send('GET', '/assets/gone-12345678.js');
    expect([status, headers.get('content-type')]).toEqual([404, 'text/plain; charset=utf-8']);
  });
});

test('no answer tells of the inside, and every problem is one of the contract', async () => {
  const problems: Problem[] = [];
  for (const { name, call } of calls) {
    const { person, about } = asker(call);
    const { status, body } = (await person.ask(call, { ...about, ...exampleOf(name) })) as Answer<Problem>;
    if (status !== 200) problems.push(body);
  }
  for (const problem of problems) {
    expect(problem).toMatchObject({
      type: 'about:blank',
      title: expect.any(String),
      status: expect.any(Number),
      detail: expect.any(String),
      code: expect.stringMatching(/^[a-z][a-z0-9_]+$/),
    });
    expect(JSON.stringify(problem)).not.toMatch(/ at |node_modules|127\.0\.0\.1|localhost|SELECT|INSERT|ECONN|postgres|grpc/i);
  }
});
