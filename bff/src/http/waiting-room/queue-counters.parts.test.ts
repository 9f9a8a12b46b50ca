import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { log } from '@portal/kit/observability/log';
import { steadyNow } from '@portal/kit/steady-clock';
import { connectRedis } from '../redis.ts';
import { createQueueCounters, HELD_FIELD, type QueueLimits, WINDOW_MS } from './queue-counters.ts';

const url = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379';
const redis = connectRedis(url, log);
const STATE = '{waiting-room}:counters';
beforeAll(() => redis.connect());
afterAll(() => redis.destroy());
beforeEach(() => redis.del(STATE));

const clock = () => steadyNow();
const aReplica = (limits: Partial<QueueLimits> = {}, client: typeof redis | null = redis) =>
  createQueueCounters(client, { longest: 100, ofAddress: 50, ...limits }, { clock, log });
/** An address that no other test uses. */
const anAddress = () => randomUUID();
/** A client that was never connected, as while Redis is unavailable. */
const away = connectRedis('redis://127.0.0.1:1', log);

test('numbers go up by one, whichever replica gives them', async () => {
  const [one, two] = [aReplica(), aReplica()];
  const numbers = [];
  for (const replica of [one, two, two, one]) numbers.push(await replica.take(anAddress()));
  expect(numbers).toEqual([1, 2, 3, 4]);
});

test('many at once get a number each', async () => {
  const replicas = [aReplica(), aReplica(), aReplica()];
  const numbers = await Promise.all(
    Array.from({ length: 60 }, (_, n) => replicas[n % 3]?.take(anAddress())),
  );
  expect(new Set(numbers).size).toBe(60);
  expect(Math.max(...numbers.map(Number))).toBe(60);
});

test('replicas call as many as they can bear, at most the waiting, and share it', async () => {
  const [one, two] = [aReplica(), aReplica()];
  for (let n = 0; n < 5; n++) await one.take(anAddress());
  expect(await one.call(2)).toBe(2);
  expect(await two.call(1)).toBe(1);
  expect(await two.call(9)).toBe(2);
  expect(await one.call(9)).toBe(0);
  expect([one.now, two.now]).toEqual([
    { epoch: one.now.epoch, given: 5, called: 5, isHeld: false },
    { epoch: one.now.epoch, given: 5, called: 5, isHeld: false },
  ]);
});

test('a held queue gives numbers and calls none until it is resumed', async () => {
  const [one, two] = [aReplica(), aReplica()];
  await one.take(anAddress());
  await redis.hSet(STATE, HELD_FIELD, 'by hand');
  expect([await one.call(5), await two.call(5)]).toEqual([0, 0]);
  expect(await two.take(anAddress())).toBe(2);
  expect(two.now).toMatchObject({ given: 2, called: 0, isHeld: true });
  await redis.hDel(STATE, HELD_FIELD);
  expect([await one.call(1), await two.call(5)]).toEqual([1, 1]);
  expect([one.now.isHeld, two.now.isHeld]).toEqual([false, false]);
});

test('a queue that is full gives no number, until some were called', async () => {
  const replica = aReplica({ longest: 2 });
  const take = () => replica.take(anAddress());
  expect([await take(), await take(), await take()]).toEqual([1, 2, 'full']);
  await replica.call(1);
  expect(await take()).toBe(3);
});

test('an address is given so many places at all replicas together, and others go on', async () => {
  const [one, two] = [aReplica({ ofAddress: 2 }), aReplica({ ofAddress: 2 })];
  const school = anAddress();
  expect([await one.take(school), await two.take(school), await one.take(school)]).toEqual([
    1,
    2,
    'address',
  ]);
  expect(await one.take(anAddress())).toBe(3);
  const left = await redis.pTTL(`{waiting-room}:address:${school}`);
  expect(left).toBeGreaterThan(WINDOW_MS - 60_000);
});

test('a Redis that lost everything goes on where the replicas were', async () => {
  const [one, two] = [aReplica(), aReplica()];
  for (let n = 0; n < 4; n++) await one.take(anAddress());
  await one.call(2);
  await two.call(0);
  await redis.del(STATE);
  expect(await two.take(anAddress())).toBe(5);
  expect(await one.call(1)).toBe(1);
  expect(one.now).toEqual({ ...two.now, called: 3 });
});

test('a replica that starts joins the queue that is there', async () => {
  const one = aReplica();
  await one.take(anAddress());
  const two = aReplica();
  expect(two.now.epoch).not.toBe(one.now.epoch);
  await two.call(0);
  expect(two.now).toEqual(one.now);
});

test('while Redis is unavailable a replica counts on with the same limits', async () => {
  const replica = aReplica({ longest: 3, ofAddress: 2 }, away);
  const school = anAddress();
  expect([
    await replica.take(school),
    await replica.take(school),
    await replica.take(school),
  ]).toEqual([1, 2, 'address']);
  expect([await replica.take(anAddress()), await replica.take(anAddress())]).toEqual([3, 'full']);
  expect([await replica.call(2), await replica.call(9)]).toEqual([2, 1]);
  expect(await replica.countUse('a place', 1000)).toBe(1);
});

test('uses are counted at all replicas together, and forgotten', async () => {
  const [one, two] = [aReplica(), aReplica()];
  const id = randomUUID();
  expect([await one.countUse(id, 60_000), await two.countUse(id, 60_000)]).toEqual([1, 2]);
  expect(await redis.pTTL(`{waiting-room}:use:${id}`)).toBeGreaterThan(0);
});
