import { request } from 'node:http';
import { expect, test } from '@jest/globals';
import { unavailable } from '@portal/kit/errors';
import { steadyNow } from '@portal/kit/steady-clock';
import {
  aPortal,
  aStaffSession,
  aStudentSession,
  memorySessions,
  problemIn,
} from '../testing/portal.ts';
import { createLiveStreams } from './streams.ts';

/** A portal whose streams hear. */
async function aLivePortal(given: Parameters<typeof aPortal>[0] = {}) {
  const live = createLiveStreams();
  live.setHearing(true);
  return { live, ...(await aPortal({ ...given, live })) };
}

interface StreamAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  /** Waits until the text that came holds this. */
  says: (part: string) => Promise<string>;
  ended: Promise<void>;
  close: () => void;
}

/** Opens the stream as an open page does. */
function listen(url: string, headers: Record<string, string>, query = ''): Promise<StreamAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<StreamAnswer>();
  const sent = request(`${url}/api/events${query}`, { headers, agent: false }, (answer) => {
    let text = '';
    const waiting: (() => void)[] = [];
    answer.setEncoding('utf8').on('data', (part: string) => {
      text += part;
      for (const look of waiting) look();
    });
    const ended = new Promise<void>((done) => answer.on('close', done));
    resolve({
      status: answer.statusCode ?? 0,
      headers: answer.headers,
      says: (part) =>
        new Promise((said) => {
          const look = () => text.includes(part) && said(text);
          waiting.push(look);
          look();
        }),
      ended,
      close: () => sent.destroy(),
    });
  });
  sent.on('error', reject).end();
  return promise;
}

test('a signed-in student gets changes, uncached and uncompressed', async () => {
  const portal = await aLivePortal();
  const stream = await listen(portal.url, await portal.signedIn(aStudentSession(12)));
  expect(stream.status).toBe(200);
  expect(stream.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  expect(stream.headers['content-encoding']).toBeUndefined();
  await stream.says('event: ready');
  portal.live.notify(13, ['cards']);
  portal.live.notify(12, ['exams', 'sessions']);
  const message = await stream.says('sessions');
  expect(message).toMatch(
    /^id: \d+\nevent: changed\ndata: \{"topics":\["exams","sessions"\]\}\n\n/m,
  );
  expect(message).not.toContain('cards');
  stream.close();
});

test('a caller without a session, or an expired one, gets a 401 problem', async () => {
  const portal = await aLivePortal();
  const [stranger, late] = [
    await portal.get('/api/events'),
    await portal.get('/api/events', { cookie: 'sid=over' }),
  ];
  expect([stranger.status, (await problemIn(stranger)).code]).toEqual([401, 'not_signed_in']);
  expect([late.status, (await problemIn(late)).code]).toEqual([401, 'session_over']);
  expect(late.headers.getSetCookie().some((cookie) => cookie.startsWith('sid=;'))).toBe(true);
});

test.each([
  {
    who: 'a student who names another student',
    session: aStudentSession(12),
    query: '?student_id=13',
    code: 'other_student',
  },
  {
    who: 'staff who name nobody',
    session: aStaffSession('ROLE_ADMIN'),
    query: '',
    code: 'student_id_required',
  },
  {
    who: 'staff who name nonsense',
    session: aStaffSession('ROLE_ADMIN'),
    query: '?student_id=x',
    code: 'malformed',
  },
  {
    who: 'a school admin',
    session: aStaffSession('ROLE_SCHOOL_ADMIN'),
    query: '?student_id=12',
    code: 'forbidden',
  },
  {
    who: 'admissions',
    session: aStaffSession('ROLE_ADMISSIONS'),
    query: '?student_id=12',
    code: 'forbidden',
  },
  { who: 'an age that is none', session: aStudentSession(12), query: '?age=-1', code: 'malformed' },
])('$who is refused with $code', async ({ session, query, code }) => {
  const portal = await aLivePortal();
  const answer = await portal.get(`/api/events${query}`, await portal.signedIn(session));
  expect([answer.headers.get('content-type'), (await problemIn(answer)).code]).toEqual([
    'application/problem+json; charset=utf-8',
    code,
  ]);
});

test.each(['ROLE_ADMIN', 'ROLE_ADVISOR', 'ROLE_SUPPORT', 'ROLE_TECH_SUPPORT'])(
  '%s hears about the student in view',
  async (role) => {
    const portal = await aLivePortal();
    const stream = await listen(
      portal.url,
      await portal.signedIn(aStaffSession(role)),
      '?student_id=12',
    );
    await stream.says('event: ready');
    portal.live.notify(12, ['credits']);
    await stream.says('{"topics":["credits"]}');
    stream.close();
  },
);

test('another site opens no stream', async () => {
  const portal = await aLivePortal();
  const answer = await portal.get('/api/events', {
    'sec-fetch-site': 'cross-site',
    ...(await portal.signedIn(aStudentSession())),
  });
  expect((await problemIn(answer)).code).toBe('cross_site');
});

test('too many streams of a session are refused; a closed one makes room', async () => {
  const portal = await aLivePortal();
  const cookie = await portal.signedIn(aStudentSession(12));
  const streams = await Promise.all([1, 2, 3, 4].map(() => listen(portal.url, cookie)));
  const refused = await portal.get('/api/events', cookie);
  expect([
    refused.status,
    refused.headers.get('retry-after'),
    (await problemIn(refused)).code,
  ]).toEqual([429, '30', 'too_many_streams']);
  streams[0]?.close();
  for (let status = 429; status !== 200; ) {
    const again = await listen(portal.url, cookie);
    status = again.status;
    again.close();
  }
  for (const stream of streams) stream.close();
});

test('the stream ends with its session', async () => {
  const portal = await aLivePortal();
  const stream = await listen(portal.url, await portal.signedIn(aStudentSession(12)));
  await portal.sessions.endAll({ kind: 'student', id: 12 });
  await portal.live.checkSessions({ kind: 'student', id: 12 });
  await stream.says('event: over');
  await stream.ended;
});

test('an open page does not count as use of the session', async () => {
  const sessions = memorySessions();
  let reads = 0;
  const portal = await aLivePortal({
    sessions: {
      ...sessions,
      read: (sid) => {
        reads += 1;
        return sessions.read(sid);
      },
    },
  });
  const stream = await listen(portal.url, await portal.signedIn(aStudentSession(12)));
  await portal.live.checkSessions();
  await stream.says('event: ready');
  expect(reads).toBe(0);
  stream.close();
});

test('while sessions are unavailable it is a 503 and no stream', async () => {
  const portal = await aLivePortal({
    sessions: { ...memorySessions(), peek: () => Promise.reject(unavailable()) },
  });
  const answer = await portal.get('/api/events', { cookie: 'sid=some' });
  expect([answer.status, (await problemIn(answer)).code]).toEqual([503, 'unavailable']);
});

test('a reconnecting page sends its last update by event id or age', async () => {
  const portal = await aLivePortal();
  const cookie = await portal.signedIn(aStudentSession(12));
  const long = 3_600_000;
  const streams = await Promise.all([
    listen(portal.url, cookie, `?age=${long}`),
    listen(portal.url, { ...cookie, 'last-event-id': String(steadyNow().getTime() - long) }),
  ]);
  for (const stream of streams) {
    await stream.says('event: refresh');
    stream.close();
  }
});

test('a portal that stops ends the streams, and their connections with them', async () => {
  const portal = await aLivePortal();
  const stream = await listen(portal.url, await portal.signedIn(aStudentSession(12)));
  portal.live.stop();
  await stream.says('retry: ');
  await stream.ended;
  expect(stream.headers['connection']).toBe('close');
  const refused = await portal.get('/api/events', await portal.signedIn(aStudentSession(12)));
  expect(refused.status).toBe(503);
});
