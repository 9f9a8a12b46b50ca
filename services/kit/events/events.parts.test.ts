import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { AckPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { connectNats } from '../broker/nats.ts';
import { command, type EventType } from '../commands/command.ts';
import { endDeadLetter, listDeadLetters, redrive } from '../commands/redrive.ts';
import { partnerFailed } from '../errors.ts';
import { runJob } from '../jobs/jobs.ts';
import { retentionJob } from '../jobs/retention.ts';
import { log } from '../observability/log.ts';
import { newRequestId } from '../observability/request-id.ts';
import { steadyNow } from '../steady-clock.ts';
import { asStudent, diesAt, eventually, freshDatabase, type TestDatabase } from '../testing.ts';
import { type Consumer, consume, on, retryJob } from './inbox.ts';
import { ensureStream, originHeaders, relayJob, streamOf } from './outbox.ts';

let db: TestDatabase;
let nats: NatsConnection;
const stops: (() => Promise<void>)[] = [];
beforeAll(async () => {
  db = await freshDatabase('kit');
  await db.pool.query('CREATE TABLE arrived (coin int)');
  nats = await connectNats(process.env.TEST_NATS_URL ?? '', 'test');
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(async () => {
  await nats.close();
  await db.drop();
});

/** A service of the test's own, so that no other test's events come in. */
async function aService({ isStarted = true } = {}) {
  const name = `t${randomUUID().slice(0, 8).replaceAll('-', '')}`;
  const CoinMinted: EventType<{ coin: number }> = {
    $type: `${name}.v1.CoinMinted`,
    toJSON: (payload) => payload,
    fromJSON: (json) => json as { coin: number },
  };
  const mint = command('mint', async (tx, coins: number[]) => {
    for (const coin of coins) tx.emit(CoinMinted, { coin });
  });
  await db.pool.query('TRUNCATE outbox, inbox, dead_letter, outbox_stream, arrived');
  if (isStarted) stops.push(runJob(relayJob(db, nats, name)).stop);
  return { name, CoinMinted, mint };
}
const coins = async () =>
  (await db.pool.query('SELECT coin FROM arrived ORDER BY coin')).rows.map(
    (row) => row.coin as number,
  );

test('an event takes effect once, however often it is sent', async () => {
  const { name, CoinMinted, mint } = await aService();
  stops.push(
    consume(db, nats, name, [
      on(CoinMinted, {
        apply: async (tx, { data }) =>
          void (await tx.run`INSERT INTO arrived VALUES (${data.coin})`),
      }),
    ]).stop,
  );
  await mint(asStudent(db, 1), [1, 2, 3]);
  await eventually(coins, (found) => found.length === 3);

  for (const { type, id, payload } of (await db.pool.query('SELECT * FROM outbox')).rows) {
    for (let copy = 0; copy < 10; copy++)
      nats.publish(type, JSON.stringify({ id, ...payload }), { headers: originHeaders(name) });
  }
  await mint(asStudent(db, 1), [4]);
  await eventually(coins, (found) => found.includes(4));
  expect(await coins()).toEqual([1, 2, 3, 4]);
});

test('an event without a consumer here is skipped, and leaves nothing', async () => {
  const { name, CoinMinted, mint } = await aService();
  stops.push(
    consume(db, nats, name, [
      on(CoinMinted, {
        concerns: ({ coin }) => coin !== 2,
        apply: async (tx, { data }) =>
          void (await tx.run`INSERT INTO arrived VALUES (${data.coin})`),
      }),
    ]).stop,
  );
  await mint(asStudent(db, 1), [1, 2, 3]);
  expect(await eventually(coins, (found) => found.includes(3))).toEqual([1, 3]);
  expect((await db.pool.query('SELECT 1 FROM inbox')).rowCount).toBe(2);
});

test('an event is handled under the id of the request that caused it', async () => {
  const { name, CoinMinted, mint } = await aService();
  stops.push(
    consume(db, nats, name, [
      on(CoinMinted, {
        apply: async (tx, { data }, _, { requestId }) => {
          if (requestId === requestIds[data.coin])
            await tx.run`INSERT INTO arrived VALUES (${data.coin})`;
        },
      }),
    ]).stop,
  );
  const requestIds = [newRequestId(), newRequestId()];
  for (const [coin, requestId = ''] of requestIds.entries())
    await mint({ ...asStudent(db, 1), requestId }, [coin]);
  await eventually(
    async () => (await db.pool.query('SELECT 1 FROM inbox')).rowCount,
    (handled) => handled === 2,
  );
  expect(await coins()).toEqual([0, 1]);
});

test('without the inbox row an event that is sent twice takes effect twice', async () => {
  const { name, CoinMinted, mint } = await aService();
  stops.push(
    consume(db, nats, name, [
      {
        event: CoinMinted as unknown as EventType<never>,
        concerns: () => true,
        handle: async (event) =>
          void (await db.run`
            INSERT INTO arrived VALUES (${(event.data as { coin: number }).coin})`),
      },
    ]).stop,
  );
  await mint(asStudent(db, 1), [1]);
  await eventually(coins, (found) => found.length === 1);
  const { type, id, payload } = (await db.pool.query('SELECT * FROM outbox')).rows[0];
  nats.publish(type, JSON.stringify({ id, ...payload }), { headers: originHeaders(name) });
  await eventually(coins, (found) => found.length === 2);
});

test('a deleted stream is restored completely from the outbox', async () => {
  const { name, CoinMinted, mint } = await aService();
  await mint(asStudent(db, 1), [1, 2]);
  await eventually(
    async () => (await db.pool.query('SELECT 1 FROM outbox WHERE sent_at IS NULL')).rowCount,
    (waiting) => waiting === 0,
  );

  await (await jetstreamManager(nats)).streams.delete(streamOf(name));
  stops.push(
    consume(db, nats, name, [
      on(CoinMinted, {
        apply: async (tx, { data }) =>
          void (await tx.run`INSERT INTO arrived VALUES (${data.coin})`),
      }),
    ]).stop,
  );
  expect(await eventually(coins, (found) => found.length === 2)).toEqual([1, 2]);
});

const allSent = () =>
  eventually(
    async () => (await db.pool.query('SELECT 1 FROM outbox WHERE sent_at IS NULL')).rowCount,
    (waiting) => waiting === 0,
  );
const refilling = async () =>
  (await db.pool.query('SELECT 1 FROM outbox_stream WHERE refill_until IS NOT NULL')).rowCount;

test('a lost stream is refilled page by page in order, without rewriting rows', async () => {
  const { name, mint, CoinMinted } = await aService();
  const many = Array.from({ length: 450 }, (_, coin) => coin);
  await mint(asStudent(db, 1), many);
  await allSent();
  for (const stop of stops.splice(0)) await stop();
  const rows = await db.many`SELECT id, sent_at, xmin::text FROM outbox ORDER BY id`;
  const manager = await jetstreamManager(nats);
  await manager.streams.delete(streamOf(name));

  const relay = relayJob(db, nats, name);
  // the first page is sent, and that is not recorded
  await diesAt('outbox.refilled', () => relay.run());
  const again = relayJob(db, nats, name);
  await again.run();
  expect(await refilling()).toBe(0);
  // the broker recognises a page that comes twice
  expect((await manager.streams.info(streamOf(name))).state.messages).toBe(450);
  expect(await db.many`SELECT id, sent_at, xmin::text FROM outbox ORDER BY id`).toEqual(rows);
  stops.push(
    consume(db, nats, name, [
      on(CoinMinted, {
        apply: async (tx, { data }) =>
          void (await tx.run`INSERT INTO arrived VALUES (${data.coin})`),
      }),
    ]).stop,
  );
  expect(await eventually(coins, (found) => found.length === 450)).toEqual(many);
});

test('news go out while a lost stream is filled again, and by two replicas each once', async () => {
  const { name, mint } = await aService();
  await mint(
    asStudent(db, 1),
    Array.from({ length: 450 }, (_, coin) => coin),
  );
  await allSent();
  for (const stop of stops.splice(0)) await stop();
  const manager = await jetstreamManager(nats);
  await manager.streams.delete(streamOf(name));
  await mint(asStudent(db, 1), [1000]);
  const [one, other] = [relayJob(db, nats, name), relayJob(db, nats, name)];
  await Promise.all([one.run(), other.run()]);
  await eventually(refilling, (left) => left === 0);
  expect((await manager.streams.info(streamOf(name))).state.messages).toBe(451);
});

test('control: if inbox rows are deleted too early, an event takes effect twice', async () => {
  const { name, mint, CoinMinted } = await aService();
  stops.push(
    consume(db, nats, name, [
      on(CoinMinted, {
        apply: async (tx, { data }) =>
          void (await tx.run`INSERT INTO arrived VALUES (${data.coin})`),
      }),
    ]).stop,
  );
  await mint(asStudent(db, 1), [1, 2]);
  await eventually(coins, (found) => found.length === 2);
  await allSent();
  // the event of coin 2 is still in the outbox, its inbox row is older than the retention
  await db.run`UPDATE inbox SET handled_at = now() - interval '61 days'
    WHERE event_id = (SELECT id FROM outbox WHERE payload #>> '{data,coin}' = '2')`;
  await retentionJob(db).run();
  await (await jetstreamManager(nats)).streams.delete(streamOf(name));
  expect(await eventually(coins, (found) => found.length === 3)).toEqual([1, 2, 2]);
});

test('an event that the broker does not take keeps no other from going out', async () => {
  const { name, mint } = await aService();
  await db.run`
    INSERT INTO outbox (id, type, payload)
    VALUES (gen_random_uuid(), ${`${name}.coin_minted`}, jsonb_build_object('at', now(), 'data',
      repeat('x', 3000000)))`;
  await mint(asStudent(db, 1), [1, 2]);
  await eventually(
    () =>
      db.one<{ n: number }>`SELECT count(*)::integer AS n FROM outbox WHERE sent_at IS NOT NULL`,
    ({ n }) => n === 2,
  );
});

/** A consumer that cannot handle some coins, until it is mended. */
async function aPoisoned(error: () => Error, ...poison: number[]) {
  const service = await aService();
  const { name, CoinMinted } = service;
  const poisonous = new Set(poison);
  const tries: number[] = [];
  const consumer = on(CoinMinted, {
    apply: async (tx, { data }) => {
      tries.push(data.coin);
      if (poisonous.has(data.coin)) throw error();
      await tx.run`INSERT INTO arrived VALUES (${data.coin})`;
    },
  });
  stops.push(consume(db, nats, name, [consumer]).stop);
  return { ...service, consumer, tries, mend: () => poisonous.clear() };
}
const failures = () => db.many<{ failures: number; pause: number; isDead: boolean }>`
  SELECT failures, extract(epoch
  FROM next_try_at - clock_timestamp())::float AS pause, dead_at IS NOT NULL AS is_dead
  FROM dead_letter`;
/** The next try of everything that has failed, without its pause. */
async function retryNow(name: string, consumer: Consumer): Promise<void> {
  await db.run`UPDATE dead_letter SET next_try_at = clock_timestamp()`;
  await retryJob(db, name, [consumer]).run();
}
const bug = () => new TypeError('poison');

test('an event that always fails is a dead letter; redriven it takes effect once', async () => {
  const { name, consumer, mint, mend, tries } = await aPoisoned(bug, 13);
  await mint(asStudent(db, 1), [13, 1, 2]);
  await eventually(coins, (found) => found.length === 2);
  await eventually(failures, ({ length }) => length === 1);
  const pauses: number[] = [];
  for (let n = 2; n <= 10; n++) {
    expect(await failures()).toMatchObject([{ failures: n - 1, isDead: false }]);
    await retryNow(name, consumer);
    pauses.push((await failures())[0]?.pause ?? 0);
  }
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(180);
  expect(await failures()).toMatchObject([{ failures: 10, isDead: true }]);
  const [dead] = await listDeadLetters(db);
  expect(dead).toMatchObject({
    kind: 'event',
    what: `${name}.${name}.coin_minted`,
    error: expect.stringContaining('TypeError: poison'),
  });
  await retryNow(name, consumer);
  expect(tries.filter((coin) => coin === 13)).toHaveLength(10); // no consumer tries it any more

  mend();
  const redriven = await Promise.all([redrive(db, 'all', 'one'), redrive(db, 'all', 'another')]);
  expect(redriven.sort()).toEqual([0, 1]);
  await Promise.all([retryNow(name, consumer), retryNow(name, consumer)]);
  expect(await coins()).toEqual([1, 2, 13]);
  expect(await failures()).toEqual([]);
  expect(await redrive(db, 'all', 'one')).toBe(0);
});

test('more events that fail than the broker hands out at once keep no other waiting', async () => {
  const poison = Array.from({ length: 150 }, (_, n) => 1000 + n);
  const { mint } = await aPoisoned(bug, ...poison);
  await mint(asStudent(db, 1), [...poison, 1]);
  await eventually(coins, (found) => found.length === 1);
  await eventually(failures, ({ length }) => length === 150);
});

test('an event that waits for a partner never becomes a dead letter', async () => {
  const { name, consumer, mint, tries } = await aPoisoned(() => partnerFailed('away', 'Away'), 13);
  await mint(asStudent(db, 1), [13]);
  await eventually(
    async () => tries.length,
    (count) => count >= 2,
  );
  expect(await failures()).toEqual([]);
  // nor when it had failed for another reason before
  await db.run`INSERT INTO dead_letter (consumer, event_id, type, payload, error)
    SELECT ${`${name}.${name}.coin_minted`}, id, type, jsonb_build_object('id', id) || payload, ''
    FROM outbox`;
  for (let n = 0; n < 12; n++) await retryNow(name, consumer);
  expect(await failures()).toMatchObject([{ failures: 1, isDead: false }]);
});

test('a dead event that an operator has ended has no effect, even if sent again', async () => {
  const { name, consumer, mint, mend, tries } = await aPoisoned(bug, 13);
  await mint(asStudent(db, 1), [13]);
  await eventually(failures, ({ length }) => length === 1);
  const { eventId } = await db.one<{ eventId: string }>`SELECT event_id FROM dead_letter`;
  expect(await endDeadLetter(db, eventId, 'one')).toBe(false); // still tried
  await db.run`UPDATE dead_letter SET dead_at = now()`;
  expect(await endDeadLetter(db, eventId, 'one')).toBe(true);
  expect(await endDeadLetter(db, eventId, 'another')).toBe(false);
  mend();
  const { type, id, payload } = (await db.pool.query('SELECT * FROM outbox')).rows[0];
  nats.publish(type, JSON.stringify({ id, ...payload }), { headers: originHeaders(name) });
  await mint(asStudent(db, 1), [2]);
  await eventually(coins, (found) => found.length === 1);
  await retryNow(name, consumer);
  expect([await coins(), tries.filter((coin) => coin === 13).length]).toEqual([[2], 1]);
  const entries = await db.many`
      SELECT change->>'by' AS by, change->>'deadLetter' AS action FROM audit
      WHERE row_id = ${eventId}`;
  expect(entries).toEqual([{ by: 'one', action: 'end' }]);
});

test('an event whose handler died comes to its end at the next try', async () => {
  const { name, consumer, mint, mend } = await aPoisoned(bug, 13);
  await mint(asStudent(db, 1), [13]);
  await eventually(failures, ({ length }) => length === 1);
  mend();
  await diesAt(`on.${name}.coin_minted.commit`, () =>
    retryNow(name, consumer).then(() => 'died in the job'),
  ).catch(() => null);
  expect(await coins()).toEqual([]);
  await retryNow(name, consumer);
  expect(await coins()).toEqual([13]);
});

test('a message that is not an event is skipped and the others continue', async () => {
  const { name, CoinMinted, mint } = await aService();
  stops.push(
    consume(db, nats, name, [
      on(CoinMinted, {
        apply: async (tx, { data }) =>
          void (await tx.run`INSERT INTO arrived VALUES (${data.coin})`),
      }),
    ]).stop,
  );
  await mint(asStudent(db, 1), [1]);
  await eventually(coins, (found) => found.length === 1);
  for (const text of ['{"id": ', '"hello"', 'null', '{"id":"7","at":"now","data":{"coin":9}}'])
    nats.publish(`${name}.coin_minted`, text, { headers: originHeaders(name) });
  await mint(asStudent(db, 1), [2]);
  expect(await eventually(coins, (found) => found.length === 2)).toEqual([1, 2]);
});

test('waits without a warning for the stream of a service that starts later', async () => {
  const { name: owner, CoinMinted, mint } = await aService({ isStarted: false });
  const own = await connectNats(process.env.TEST_NATS_URL ?? '', 'test');
  const warned = jest.spyOn(log, 'warn').mockImplementation(() => {});
  try {
    const { stop } = consume(db, own, `${owner}-reader`, [
      on(CoinMinted, {
        apply: async (tx, { data }) =>
          void (await tx.run`INSERT INTO arrived VALUES (${data.coin})`),
      }),
    ]);
    stops.push(stop, () => own.close());
    await mint(asStudent(db, 1), [1]);
    // two answers of the broker for each look at the stream
    await eventually(
      async () => own.stats().inMsgs,
      (count) => count >= 4,
    );
    stops.push(runJob(relayJob(db, nats, owner)).stop);
    await eventually(coins, (found) => found.length === 1);
    expect(warned.mock.calls).toEqual([]);
  } finally {
    warned.mockRestore();
  }
});

test('an event of another service in this stream has no effect', async () => {
  const { name, CoinMinted, mint } = await aService();
  stops.push(
    consume(db, nats, name, [
      on(CoinMinted, {
        apply: async (tx, { data }) =>
          void (await tx.run`INSERT INTO arrived VALUES (${data.coin})`),
      }),
    ]).stop,
  );
  await mint(asStudent(db, 1), [1]);
  await eventually(coins, (found) => found.length === 1);
  const manager = await jetstreamManager(nats);
  const messages = async () => (await manager.streams.info(streamOf(name))).state.messages;

  const thief = `t${randomUUID().slice(0, 8)}`;
  await ensureStream(manager, thief);
  await manager.consumers.add(streamOf(thief), { durable_name: 'own', ack_policy: AckPolicy.None });
  const forged = JSON.stringify({ id: randomUUID(), at: steadyNow(), data: { coin: 666 } });
  /**
   * Has JetStream deliver the newest of the thief's own messages to the event of the other service.
   */
  const letOut = async () => {
    nats.publish(`$JS.API.CONSUMER.MSG.NEXT.${streamOf(thief)}.own`, '{"batch":1}', {
      reply: `${name}.coin_minted`,
    });
    await nats.flush();
  };
  await jetstream(nats).publish(`${thief}.any`, forged);
  await letOut();
  await eventually(messages, (count) => count === 2); // it is in there, and looks like an event
  await jetstream(nats).publish(`${thief}.any`, forged, { headers: originHeaders(thief) });
  await letOut();
  await expect(
    jetstream(nats).publish(`${thief}.any`, forged, { headers: originHeaders(name) }),
  ).rejects.toThrow(/expected stream/);

  await mint(asStudent(db, 1), [2]);
  await eventually(coins, (found) => found.includes(2));
  expect(await coins()).toEqual([1, 2]);
  expect(await messages()).toBe(3);
});
