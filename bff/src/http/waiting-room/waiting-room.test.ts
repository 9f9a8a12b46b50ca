import { expect, test } from '@jest/globals';
import { waitInLine } from '@portal/contract/students/waiting';
import { log } from '@portal/kit/observability/log';
import type { FakeServices } from '../../testing/portal.ts';
import { aPortal, aStudentSession, problemIn } from '../../testing/portal.ts';
import { createPlaces } from './place.ts';
import { createQueueCounters, type QueueCounters, type QueueLimits } from './queue-counters.ts';
import { createSignInTurns } from './sign-in-turns.ts';
import { createWaitingRoom, type QueuePosition } from './waiting-room.ts';

const start = new Date('2026-03-02T10:00:00Z').getTime();
const student = { id: 12, email: 'dana@student.test', firstName: 'Dana' };
const dana = { email: 'dana@student.test', password: 'Study4JSE!' };

/** Creates a portal whose sign-ins end when the test says so, and whose clock is stopped. */
async function aBusyPortal(limits: Partial<QueueLimits> = {}, signInsEnd = true) {
  let now = start;
  const clock = () => new Date(now);
  const places = createPlaces(() => 'a secret of tests', clock);
  const counted = createQueueCounters(
    null,
    { longest: 100, ofAddress: 50, ...limits },
    { clock, log },
  );
  let isHeld = false;
  const counters: QueueCounters = {
    ...counted,
    get now() {
      return { ...counted.now, isHeld };
    },
    call: (most) => counted.call(isHeld ? 0 : most),
  };
  const signals = { loopDelayMs: 0, callMs: 0 };
  const room = createWaitingRoom({
    counters,
    places,
    students: createSignInTurns(4, 2000),
    staff: createSignInTurns(2, 20_000),
    watch: { noteCall: () => {}, look: () => signals },
    limits: { targetMs: 1000, loopDelayMs: 250, connectionShare: 0.8, leastPerSecond: 2 },
    cookies: { secure: false },
    hidden: (address) => address,
    endsConnections: true,
    connectionShare: () => 0,
    clock,
  });
  const signIn = signInsEnd ? () => ({ student, expiresAt: '' }) : () => new Promise(() => {});
  const services: FakeServices = {
    identity: {
      accounts: {
        signInStudent: signIn,
        signInStaff: () => ({
          user: { id: 3, loginName: 'admin', realName: '', email: '', roles: [] },
        }),
        checkStudentId: () => ({}),
      },
    },
  };
  const portal = await aPortal({ waitingRoom: room, services });
  const tick = async (seconds = 1) => {
    for (let half = 0; half < 2 * seconds; half++) {
      now += 500;
      await room.tick();
    }
  };
  /** Others come and wait: from now on there is a queue. */
  const queueUp = async (many: number) => {
    for (let n = 0; n < many; n++) await counters.take(`another address ${n}`);
  };
  return {
    portal,
    room,
    counters,
    places,
    tick,
    queueUp,
    /** As Redis says it of all replicas. */
    hold: (now: boolean) => {
      isHeld = now;
    },
  };
}

const placeIn = (answer: Response): Record<string, string> => {
  const [, place = ''] = /(?:^|, )place=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
  return { cookie: `place=${place}` };
};
const standingIn = async (answer: Response): Promise<QueuePosition> =>
  (await answer.json()) as QueuePosition;

test('with an empty queue visitors come in without a place', async () => {
  const { portal, room } = await aBusyPortal();
  const answer = await portal.post(waitInLine.path, {});
  expect(await standingIn(answer)).toEqual({
    state: 'open',
    ahead: null,
    waitSeconds: null,
    pollSeconds: null,
  });
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect((await portal.get('/login')).status).toBe(200);
  expect(room.isQueued).toBe(false);
});

test('a visitor gets the waiting page in a queue, and keeps the place on reload', async () => {
  const { portal, queueUp } = await aBusyPortal();
  await queueUp(7);
  const page = await portal.get('/login');
  expect([page.status, page.headers.get('retry-after'), page.headers.get('connection')]).toEqual([
    429,
    '10',
    'close',
  ]);
  const html = await page.text();
  expect(html).toContain('<dd id="ahead">7</dd>');
  expect(html).toContain('Not known yet');

  const place = placeIn(page);
  await queueUp(5);
  const again = await portal.get('/packages', place);
  expect(again.headers.get('set-cookie')).toBeNull();
  expect(await again.text()).toContain('<dd id="ahead">7</dd>');
});

test('numbers are called in order, the wait follows their rate, the page is served', async () => {
  const { portal, queueUp, tick, counters } = await aBusyPortal();
  await queueUp(60);
  const page = await portal.get('/login');
  const place = placeIn(page);
  await tick(10);
  const { called } = counters.now;
  expect(called).toBeGreaterThan(10);
  const standing = await standingIn(await portal.post(waitInLine.path, {}, place));
  expect(standing).toMatchObject({ state: 'waiting', ahead: 60 - called });
  const perSecond = called / 10;
  expect(standing.waitSeconds).toBeGreaterThan((60 - called) / perSecond / 2);
  expect(standing.waitSeconds).toBeLessThan(((60 - called) / perSecond) * 2);

  await tick(60);
  expect((await portal.get('/login', place)).status).toBe(200);
});

test('a held queue calls no number, and resumes as slowly as before', async () => {
  const { portal, hold, tick, queueUp, counters, room } = await aBusyPortal();
  hold(true);
  expect(room.isQueued).toBe(true);
  const place = placeIn(await portal.get('/login'));
  await queueUp(50);
  await tick(300);
  expect(counters.now).toMatchObject({ given: 51, called: 0 });
  const standing = await standingIn(await portal.post(waitInLine.path, {}, place));
  expect(standing).toEqual({ state: 'waiting', ahead: 0, waitSeconds: null, pollSeconds: 10 });
  hold(false);
  await tick(2);
  expect((await portal.get('/login', place)).status).toBe(200);
  expect(counters.now.called).toBeLessThan(10);
});

test('a sign-in has to wait, and succeeds with its called place', async () => {
  const { portal, queueUp, tick } = await aBusyPortal();
  await queueUp(3);
  const refused = await portal.post('/api/login', dana);
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
  expect(await problemIn(refused.clone())).toMatchObject({ status: 429, code: 'waiting_room' });
  const place = placeIn(refused);
  await tick(10);
  expect((await standingIn(await portal.post(waitInLine.path, {}, place))).state).toBe('open');
  // a wrong birth date is refused as such: it was this visitor's turn
  expect((await portal.post('/api/checkStudentId', { dob: 'x', ssn: '1' }, place)).status).toBe(
    422,
  );
});

test('a place that was used ten times is used up, and its next holder is last', async () => {
  const { portal, queueUp, tick, counters, places } = await aBusyPortal();
  await queueUp(1);
  const place = placeIn(await portal.get('/login'));
  await tick(10);
  await queueUp(4);
  let uses = 0;
  counters.countUse = async () => (uses += 1);
  const check = () => portal.post('/api/checkStudentId', { dob: '2004-04-15', ssn: '4321' }, place);
  for (let n = 0; n < 10; n++) expect((await check()).status).toBe(200);
  const copied = await check();
  expect((await problemIn(copied.clone())).code).toBe('waiting_room');
  const [, text] = (placeIn(copied)['cookie'] ?? '').split('=');
  expect(places.read(text)?.number).toBe(counters.now.given);
});

test('a forged place is none, and its holder goes to the end', async () => {
  const { portal, queueUp, counters } = await aBusyPortal();
  await queueUp(9);
  const forger = createPlaces(
    () => 'a guess',
    () => new Date(start),
  );
  const { text } = forger.write({ epoch: counters.now.epoch, number: 1, takenAt: start });
  const answer = await portal.post(waitInLine.path, {}, { cookie: `place=${text}` });
  expect((await standingIn(answer)).ahead).toBe(9);
});

test('a called visitor who does not come within ten minutes takes a new place', async () => {
  const { portal, queueUp, tick } = await aBusyPortal();
  await queueUp(1);
  const place = placeIn(await portal.get('/login'));
  await tick(10);
  expect((await portal.get('/login', place)).status).toBe(200);
  await tick(601);
  await queueUp(1);
  expect((await portal.get('/login', place)).status).toBe(429);
});

test('a queue that is full says so, with a status that is no fault of the server', async () => {
  const { portal, queueUp } = await aBusyPortal({ longest: 2 });
  await queueUp(2);
  const page = await portal.get('/login');
  expect([page.status, page.headers.get('set-cookie')]).toEqual([429, null]);
  const html = await page.text();
  expect(html).toContain('The queue is full');
  // it promises no place, and no number
  expect(html).toMatch(/<dl id="numbers" hidden>/);
  expect(html).toMatch(/<p id="keep" class="soft" hidden>/);
  const refused = await portal.post('/api/login', dana);
  expect([refused.status, (await problemIn(refused)).code]).toEqual([429, 'waiting_room_full']);
});

test('one address is given so many places, and others are still given theirs', async () => {
  const { portal, queueUp } = await aBusyPortal({ ofAddress: 2 });
  await queueUp(1);
  const states = [];
  for (let n = 0; n < 3; n++)
    states.push((await standingIn(await portal.post(waitInLine.path, {}))).state);
  expect(states).toEqual(['waiting', 'waiting', 'full']);
});

test.each([
  { who: 'a student who is signed in', path: '/packages', isSignedIn: true },
  { who: 'staff', path: '/admin/login', isSignedIn: false },
  { who: 'a student whose exam begins', path: '/startExam/abc', isSignedIn: false },
])('$who is never sent the waiting page', async ({ path, isSignedIn }) => {
  const { portal, queueUp } = await aBusyPortal();
  await queueUp(9);
  const headers = isSignedIn ? await portal.signedIn(aStudentSession()) : {};
  expect((await portal.get(path, headers)).status).toBe(200);
});

test('health, files, partners and signed-in callers bypass the queue', async () => {
  const { portal, queueUp } = await aBusyPortal();
  await queueUp(9);
  const statuses = await Promise.all([
    portal.get('/healthz'),
    portal.get('/assets/index-aB3dE6fG.js'),
    portal.get('/api/events'),
    portal.post('/api/partner/proctoring', {}),
    portal.post('/api/logout', {}),
    portal.post('/api/getSignIns', {}, await portal.signedIn(aStudentSession())),
  ]);
  const [partner] = statuses.splice(3, 1);
  // its report is no notice, but it was checked
  expect(partner?.status).not.toBe(429);
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 401, 200, 200]);
});

test('the word of a browser that its session ended does not pass it by the queue', async () => {
  const { portal, queueUp } = await aBusyPortal();
  await queueUp(9);
  expect((await portal.get('/packages', { cookie: 'sid=of-nobody' })).status).toBe(429);
});

test('readmits an account that signed in today without waiting, and no other account', async () => {
  const { portal, queueUp, places } = await aBusyPortal();
  await queueUp(9);
  const pass = places.passFor({ kind: 'student', name: dana.email });
  const signIn = (email: string) =>
    portal.post('/api/login', { ...dana, email }, { cookie: `place=${pass}` });
  expect((await signIn('miri@student.test')).status).toBe(429);
  expect((await signIn(dana.email)).status).not.toBe(429);
});

test('many pending sign-ins start a queue automatically, and staff are not affected', async () => {
  const { portal, room } = await aBusyPortal({}, false);
  const many = Array.from({ length: 100 }, () => portal.post('/api/login', dana));
  const first = await Promise.race(many);
  expect(first.status).toBe(429);
  expect(room.isQueued).toBe(true);
  const staff = await portal.post('/api/admin/login', {
    loginName: 'admin',
    password: 'Staff4JSE!',
  });
  expect(staff.status).toBe(200);
  for (const one of many) void one.catch(() => {});
});

test('a called visitor stays next while sign-ins pile up, and loses no try', async () => {
  const { portal, queueUp, tick, counters, places } = await aBusyPortal({}, false);
  await queueUp(1);
  const place = placeIn(await portal.get('/login'));
  await tick(10);
  let uses = 0;
  counters.countUse = async () => (uses += 1);
  const pass = places.passFor({ kind: 'student', name: dana.email });
  const many = Array.from({ length: 100 }, () =>
    portal.post('/api/login', dana, { cookie: `place=${pass}` }),
  );
  for (const one of many) void one.catch(() => {});
  const next = { state: 'waiting', ahead: 0, waitSeconds: expect.any(Number), pollSeconds: 3 };
  const stand = async () => standingIn(await portal.post(waitInLine.path, {}, place));
  while ((await stand()).state === 'open');
  expect(await stand()).toEqual(next);
  const refused = await portal.post('/api/login', dana, place);
  expect((await problemIn(refused.clone())).code).toBe('waiting_room');
  expect([refused.headers.get('retry-after'), uses]).toEqual(['3', 0]);
});

test('the room opens again when the queue is empty', async () => {
  const { portal, queueUp, tick, room } = await aBusyPortal();
  await queueUp(3);
  await tick(30);
  expect(room.isQueued).toBe(false);
  const answer = await portal.post(waitInLine.path, {});
  expect((await standingIn(answer)).state).toBe('open');
});
