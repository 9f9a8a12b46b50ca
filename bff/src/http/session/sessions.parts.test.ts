import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { log } from '@portal/kit/observability/log';
import { aStaffSession, aStudentSession } from '../../testing/portal.ts';
import { connectRedis } from '../redis.ts';
import { createSessions } from './sessions.ts';

const redis = connectRedis(process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379', log);
beforeAll(() => redis.connect());
afterAll(() => redis.destroy());

const start = new Date('2026-03-02T10:00:00Z').getTime();
let now = start;
const sessions = createSessions(redis, () => new Date(now));
const keyOf = (sid: string) => `session:${createHash('sha256').update(sid).digest('base64url')}`;
let lastId = Math.floor(Math.random() * 1e9);
const aStudent = () => {
  lastId += 1;
  now = start;
  return aStudentSession(lastId);
};

test('a session is read back until it is ended', async () => {
  const { startedAt: _, ...student } = aStudent();
  const sid = await sessions.start(student);
  expect(await sessions.read(sid)).toEqual({ ...student, startedAt: start });
  await sessions.end(sid);
  expect(await sessions.read(sid)).toBeNull();
});

test('an account lists its open sessions, newest first, and ends only its own', async () => {
  const [{ startedAt: _, ...student }, { startedAt: __, ...other }] = [aStudent(), aStudent()];
  const first = await sessions.start({ ...student, device: 'Safari on iOS' });
  now = start + 1000;
  const second = await sessions.start({ ...student, device: 'Chrome on Windows' });
  const strange = await sessions.start(other);
  const open = await sessions.list(student);
  expect(open.map(({ device, startedAt }) => [device, startedAt])).toEqual([
    ['Chrome on Windows', start + 1000],
    ['Safari on iOS', start],
  ]);
  expect(open.map(({ hash }) => sessions.isSame(second, hash))).toEqual([true, false]);
  const hashes = [...open, ...(await sessions.list(other))].map(({ hash }) => hash);
  await sessions.endSome(student, [...hashes.slice(1), 'x'.repeat(43)]);
  expect([await sessions.read(first), (await sessions.list(student)).length]).toEqual([null, 1]);
  expect(await sessions.read(strange)).not.toBeNull();
});

test('when a session was last used follows its use', async () => {
  const student = aStudent();
  const sid = await sessions.start(student);
  await redis.pExpire(keyOf(sid), 20 * 60_000);
  const [unused] = await sessions.list(student);
  expect(unused?.usedAt).toBe(start); // never before the sign-in
  now = start + 15 * 60_000;
  const [old] = await sessions.list(student);
  expect(Math.round(((old?.usedAt ?? 0) - start) / 60_000)).toBe(5);
  await sessions.read(sid);
  const [used] = await sessions.list(student);
  expect(Math.round(((used?.usedAt ?? 0) - start) / 60_000)).toBe(15);
});

test('its id is 256 random bits, and Redis holds only a hash of it', async () => {
  const sid = await sessions.start(aStudent());
  expect(Buffer.from(sid, 'base64url')).toHaveLength(32);
  const keys = await redis.keys('*');
  expect(keys.some((key) => key.includes(sid))).toBe(false);
  expect(keys).toContain(keyOf(sid));
});

test('a session ends after 30 idle minutes (staff 15); reading extends it', async () => {
  const [student, staff] = [
    await sessions.start(aStudent()),
    await sessions.start(aStaffSession('ROLE_ADMIN')),
  ];
  expect(Math.round((await redis.pTTL(keyOf(student))) / 60_000)).toBe(30);
  expect(Math.round((await redis.pTTL(keyOf(staff))) / 60_000)).toBe(15);
  await redis.pExpire(keyOf(student), 60_000);
  await sessions.read(student);
  expect(Math.round((await redis.pTTL(keyOf(student))) / 60_000)).toBe(30);
});

test('a read returns whether the end was extended, and for how long', async () => {
  const [student, staff] = [
    await sessions.start(aStudent()),
    await sessions.start(aStaffSession('ROLE_ADMIN')),
  ];
  const heard: [kind: string, lifeMs: number][] = [];
  const read = (sid: string) =>
    sessions.read(sid, ({ kind }, lifeMs) => heard.push([kind, lifeMs]));
  await Promise.all([read(student), read(staff)]);
  expect(heard).toEqual([]); // put off at most every half minute
  await Promise.all([student, staff].map((sid) => redis.pExpire(keyOf(sid), 60_000)));
  await read(student);
  await read(staff);
  now = start + 8 * 3_600_000 - 5 * 60_000;
  await redis.pExpire(keyOf(student), 60_000);
  await read(student);
  expect(heard).toEqual([
    ['student', 1_800_000],
    ['staff', 900_000],
    ['student', 300_000],
  ]);
});

test('to look at a session does not keep it alive, and shows what reading would', async () => {
  const sid = await sessions.start(aStudent());
  await redis.pExpire(keyOf(sid), 60_000);
  expect(await sessions.peek(sid)).toEqual(await sessions.peek(sid));
  expect(await redis.pTTL(keyOf(sid))).toBeLessThanOrEqual(60_000);
  now = start + 8 * 3_600_000;
  expect([await sessions.peek(sid), await sessions.peek('no session id')]).toEqual([null, null]);
});

test('a session ends after 8 hours of use, and its time to live shrinks to that', async () => {
  const sid = await sessions.start(aStudent());
  now = start + 8 * 3_600_000 - 5 * 60_000;
  await redis.pExpire(keyOf(sid), 60_000);
  expect(await sessions.read(sid)).not.toBeNull();
  expect(Math.round((await redis.pTTL(keyOf(sid))) / 60_000)).toBe(5);
  now = start + 8 * 3_600_000;
  expect(await sessions.read(sid)).toBeNull();
  expect(await redis.exists(keyOf(sid))).toBe(0);
});

test('all sessions of an account end at once, and those of others stay', async () => {
  const student = aStudent();
  const [one, two] = [await sessions.start(student), await sessions.start(student)];
  const others = [
    await sessions.start(aStudent()),
    await sessions.start({ ...aStaffSession('ROLE_ADMIN'), id: student.id }),
  ];
  await sessions.endAll(student);
  expect(await Promise.all([one, two].map((sid) => sessions.read(sid)))).toEqual([null, null]);
  expect(
    (await Promise.all(others.map((sid) => sessions.read(sid)))).filter(
      (session) => session === null,
    ),
  ).toEqual([]);
  const later = await sessions.start(student);
  expect(await sessions.read(later)).not.toBeNull();
});

test('ending as of a moment ends only the sessions begun before', async () => {
  const student = aStudent();
  const before = await sessions.start(student);
  now = start + 60_000;
  const after = await sessions.start(student);
  await sessions.endAll(student, new Date(start + 30_000));
  expect([await sessions.read(before), await sessions.read(after)]).toEqual([
    null,
    expect.objectContaining({ id: student.id }),
  ]);
  await sessions.endAll(student);
  expect(await sessions.read(after)).toBeNull();
});

test('a sign-in under way when all sessions ended gets no session', async () => {
  const student = aStudent();
  const requests = new Date(start);
  now = start + 50;
  await sessions.endAll(student);
  now = start + 100;
  await expect(sessions.start(student, requests)).rejects.toMatchObject({
    status: 503,
    code: 'unavailable',
  });
  const held = (await redis.keys('session:*')).map(
    async (key) => JSON.parse((await redis.get(key)) ?? '{}') as { id?: number },
  );
  expect((await Promise.all(held)).filter(({ id }) => id === student.id)).toEqual([]);

  expect(await sessions.read(await sessions.start(student, new Date(start + 50)))).not.toBeNull();
  expect(await sessions.read(await sessions.start(aStudent(), requests))).not.toBeNull();
});

test('a late event of the same change admits no sign-in under way', async () => {
  const student = aStudent();
  now = start + 50;
  await sessions.endAll(student);
  await sessions.endAll(student, new Date(start + 10));
  await expect(sessions.start(student, new Date(start + 20))).rejects.toMatchObject({
    code: 'unavailable',
  });
});

test('an invalid session id has no session, and Redis is not called', async () => {
  for (const sid of ['', 'x', '*', 'a'.repeat(44), `${'a'.repeat(42)}\n`, '../../x'])
    expect(await sessions.read(sid)).toBeNull();
});

test('while Redis is unavailable every call is refused at once', async () => {
  const away = connectRedis('redis://127.0.0.1:1', log);
  away.connect().catch(() => {});
  const lost = createSessions(away, () => new Date(start));
  const refused = { status: 503, code: 'unavailable' };
  await expect(lost.start(aStudent())).rejects.toMatchObject(refused);
  await expect(lost.read('a'.repeat(43))).rejects.toMatchObject(refused);
  await expect(lost.endAll(aStudent())).rejects.toMatchObject(refused);
  away.destroy();
});

test('an answer to another question admits no one to another account', async () => {
  const [student, other] = [aStudent(), aStudent()];
  const [sid, strange] = [await sessions.start(student), await sessions.start(other)];
  const answers: Record<string, string> = {
    'the session of another': (await redis.get(keyOf(strange))) ?? '',
    'what is no session': 'OK',
    'a value of another kind': '17',
  };
  for (const [what, answer] of Object.entries(answers)) {
    const done: string[] = [];
    const instead: Readonly<Record<PropertyKey, () => unknown>> = {
      get: async () => answer,
      destroy: () => void done.push('destroyed'),
      connect: async () => done.push('connected'),
    };
    const confused = new Proxy(redis, {
      get(real, name) {
        const own: unknown = Reflect.get(real, name);
        return instead[name] ?? (typeof own === 'function' ? own.bind(real) : own);
      },
    });
    const mixed = createSessions(
      confused,
      () => new Date(now),
      () => void done.push(what),
    );
    await expect(mixed.read(sid)).rejects.toMatchObject({ status: 503, code: 'unavailable' });
    expect(done).toEqual([what, 'destroyed', 'connected']);
    await expect(mixed.peek(sid)).rejects.toMatchObject({ code: 'unavailable' });
    await expect(mixed.list(student)).rejects.toMatchObject({ code: 'unavailable' });
  }
});

test('a session of the release before, which does not name its key, goes on', async () => {
  const student = aStudent();
  const sid = await sessions.start(student);
  await redis.set(keyOf(sid), JSON.stringify({ ...student, startedAt: start }), { PX: 60_000 });
  expect(await sessions.read(sid)).toEqual({ ...student, startedAt: start });
});
