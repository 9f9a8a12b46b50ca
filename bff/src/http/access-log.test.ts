import { request } from 'node:http';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { log } from '@portal/kit/observability/log';
import { aPortal, aStaffSession, aStudentSession } from '../testing/portal.ts';

const SECRET = 'Goldberg-4321';
const FEED = '/api/calendar/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.ics';
const BOOK = '/api/scheduleSessionForRegistration';
const JSON_TYPE = 'application/json';

let logged: ReturnType<typeof spyOnLog>;
const spyOnLog = () => jest.spyOn(log, 'info').mockImplementation(() => {});
const lines = () =>
  logged.mock.calls.flatMap(([fields, message]) =>
    (message as string) === 'request' ? [fields as unknown as Record<string, unknown>] : [],
  );
const untilLines = async (count: number) => {
  const until = performance.now() + 10_000;
  while (lines().length < count && performance.now() < until) await new Promise(setImmediate);
  return lines();
};

beforeEach(() => {
  logged = spyOnLog();
});
afterEach(() => logged.mockRestore());

/** A portal whose calls about sessions never answer; `reached` resolves when one is made. */
async function aSilentPortal({ logsRequests = true } = {}) {
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  const silent = () => {
    resolve();
    return new Promise<never>(() => {});
  };
  const services = { registration: { sessions: { getSession: silent } } };
  return { portal: await aPortal({ services, logsRequests }), reached };
}

const student = { account: 'student 12', role: 'ROLE_STUDENT' };
const staff = { account: 'staff 3', role: 'ROLE_ADMIN ROLE_SUPPORT' };
const signedOut = { account: null, role: null };

interface Case {
  path?: string;
  body?: string;
  type?: string;
  call: string;
  status: number;
  account: string | null;
  role: string | null;
}
test.each<Case>([
  { path: '/api/getRetakeFee', call: 'none', status: 404, ...signedOut },
  { path: `/api/${SECRET}`, call: 'none', status: 404, ...signedOut },
  { path: `/${SECRET}`, call: 'none', status: 404, ...signedOut },
  { path: FEED, call: 'calendarFile', status: 500, ...signedOut },
  { path: `/reset/12/${SECRET}?name=${SECRET}`, call: 'page', status: 200, ...signedOut },
  { path: '/mark.svg', call: 'file', status: 200, ...signedOut },
  { path: '/healthz', call: 'healthz', status: 200, ...signedOut },
  { path: `/api/getSession?x=${SECRET}`, call: 'getSession', status: 400, ...student },
  { path: `/api/office/sessionEvents?x=${SECRET}`, call: 'sessionEvents', status: 403, ...student },
  {
    path: `/api/getAllExamsAccordingStudent?student_id=${SECRET}`,
    call: 'getAllExamsAccordingStudent',
    status: 400,
    ...staff,
  },
  { body: '{"', type: JSON_TYPE, call: 'scheduleSessionForRegistration', status: 400, ...student },
  {
    body: SECRET,
    type: 'text/plain',
    call: 'scheduleSessionForRegistration',
    status: 415,
    ...student,
  },
  {
    body: `"${SECRET.repeat(30_000)}"`,
    type: JSON_TYPE,
    call: 'scheduleSessionForRegistration',
    status: 413,
    ...student,
  },
  {
    body: `{"name":"${SECRET}"}`,
    type: JSON_TYPE,
    call: 'scheduleSessionForRegistration',
    status: 422,
    ...student,
  },
])(
  'logs one line for $call with $status, without path, query, body or name',
  async ({ path = BOOK, body, type, call, status, account, role }) => {
    const { portal } = await aSilentPortal();
    const session =
      account === null
        ? undefined
        : account === student.account
          ? aStudentSession()
          : aStaffSession('ROLE_ADMIN', 'ROLE_SUPPORT');
    const headers = {
      origin: 'http://portal.test',
      ...(session ? await portal.signedIn({ ...session, name: SECRET }) : {}),
      ...(type === undefined ? {} : { 'content-type': type }),
    };
    const method = body === undefined ? 'GET' : 'POST';
    const answer = await fetch(portal.url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
    });
    await answer.arrayBuffer().catch(() => {});

    const requestId = answer.headers.get('x-request-id');
    const ms = expect.any(Number);
    expect(await untilLines(1)).toEqual([{ method, call, status, ms, requestId, account, role }]);
    expect(JSON.stringify(logged.mock.calls)).not.toContain(SECRET);
  },
);

test('logs status 499 for a request whose sender leaves before the answer', async () => {
  const { portal, reached } = await aSilentPortal();
  const leave = new AbortController();
  const headers = await portal.signedIn(aStudentSession());
  const left = fetch(`${portal.url}/api/getSession?sessionId=77`, {
    headers,
    signal: leave.signal,
  }).catch(() => {});
  await reached;
  leave.abort();
  await left;

  expect(await untilLines(1)).toEqual([
    expect.objectContaining({ method: 'GET', call: 'getSession', status: 499, ...student }),
  ]);
});

test('logs status 499 for a request whose sender leaves in the middle of the body', async () => {
  const { portal } = await aSilentPortal();
  const headers = {
    ...(await portal.signedIn(aStudentSession())),
    origin: 'http://portal.test',
    'content-type': JSON_TYPE,
    'content-length': '100',
  };
  const half = request(portal.url + BOOK, { method: 'POST', headers }).on('error', () => {});
  half.write(`{"name":"${SECRET}`, () => half.destroy());

  expect(await untilLines(1)).toEqual([
    expect.objectContaining({
      method: 'POST',
      call: 'scheduleSessionForRegistration',
      status: 499,
    }),
  ]);
  expect(JSON.stringify(logged.mock.calls)).not.toContain(SECRET);
});

test('logs no request when the access log is off', async () => {
  const { portal } = await aSilentPortal({ logsRequests: false });
  await (await portal.get('/healthz')).arrayBuffer();
  await new Promise(setImmediate);
  expect(lines()).toEqual([]);
});
