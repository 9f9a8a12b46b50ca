import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { command, type EventType } from './command.ts';
import { consume, on } from './inbox.ts';
import { runJob } from './jobs.ts';
import { connectNats } from './nats.ts';
import { relayJob, streamOf } from './outbox.ts';
import { sendAgain } from './send-again.ts';
import { asStudent, eventually, freshDatabase, type TestDatabase } from './testing.ts';

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
async function aService() {
  const name = `t${randomUUID().slice(0, 8).replaceAll('-', '')}`;
  const CoinMinted: EventType<{ coin: number }> = {
    $type: `${name}.v1.CoinMinted`,
    toJSON: (payload) => payload,
    fromJSON: (json) => json as { coin: number },
  };
  const mint = command('mint', async (tx, coins: number[]) => {
    for (const coin of coins) tx.emit(CoinMinted, { coin });
  });
  await db.pool.query('TRUNCATE outbox, inbox, inbox_set_aside, outbox_stream, arrived');
  stops.push(runJob(relayJob(db, nats, name)).stop);
  return { name, CoinMinted, mint };
}
const coins = async () => (await db.pool.query('SELECT coin FROM arrived ORDER BY coin')).rows.map((row) => row.coin as number);

test('an event takes effect once, however often it is sent', async () => {
  const { name, CoinMinted, mint } = await aService();
  stops.push(
    consume(db, nats, name, [
      on(CoinMinted, { apply: async (tx, { data }) => void (await tx.run`INSERT INTO arrived VALUES (${data.coin})`) }),
    ]).stop,
  );
  await mint(asStudent(db, 1), [1, 2, 3]);
  await eventually(coins, (found) => found.length === 3);

  for (const { type, id, payload } of (await db.pool.query('SELECT * FROM outbox')).rows) {
    for (let copy = 0; copy < 10; copy++) nats.publish(type, JSON.stringify({ id, ...payload }));
  }
  await mint(asStudent(db, 1), [4]);
  await eventually(coins, (found) => found.includes(4));
  expect(await coins()).toEqual([1, 2, 3, 4]);
});

test('without the inbox row an event that is sent twice takes effect twice', async () => {
  const { name, CoinMinted, mint } = await aService();
  stops.push(
    consume(db, nats, name, [
      {
        event: CoinMinted as unknown as EventType<never>,
        handle: async (event) => void (await db.run`INSERT INTO arrived VALUES (${(event.data as { coin: number }).coin})`),
      },
    ]).stop,
  );
  await mint(asStudent(db, 1), [1]);
  await eventually(coins, (found) => found.length === 1);
  const { type, id, payload } = (await db.pool.query('SELECT * FROM outbox')).rows[0];
  nats.publish(type, JSON.stringify({ id, ...payload }));
  await eventually(coins, (found) => found.length === 2);
});

test('a stream that was deleted comes back whole from the outbox', async () => {
  const { name, CoinMinted, mint } = await aService();
  await mint(asStudent(db, 1), [1, 2]);
  await eventually(
    async () => (await db.pool.query('SELECT 1 FROM outbox WHERE sent_at IS NULL')).rowCount,
    (waiting) => waiting === 0,
  );

  await (await jetstreamManager(nats)).streams.delete(streamOf(name));
  stops.push(
    consume(db, nats, name, [
      on(CoinMinted, { apply: async (tx, { data }) => void (await tx.run`INSERT INTO arrived VALUES (${data.coin})`) }),
    ]).stop,
  );
  expect(await eventually(coins, (found) => found.length === 2)).toEqual([1, 2]);
});

test('an event that always fails is set aside and the others go on; mended, it is sent again and takes effect', async () => {
  const { name, CoinMinted, mint } = await aService();
  let poison = 13;
  const apply = on(CoinMinted, {
    apply: async (tx, { data }) => {
      if (data.coin === poison) throw new Error('poison');
      await tx.run`INSERT INTO arrived VALUES (${data.coin})`;
    },
  });
  stops.push(consume(db, nats, name, [apply]).stop);
  await mint(asStudent(db, 1), [13, 1, 2]);
  await eventually(coins, (found) => found.length === 2);
  await eventually(
    async () => (await db.pool.query('SELECT 1 FROM inbox_set_aside')).rowCount,
    (aside) => aside === 1,
  );
  expect(await coins()).toEqual([1, 2]);
  const again = () => sendAgain(db.url, process.env.TEST_NATS_URL ?? '');
  poison = 0;
  expect(await again()).toBe(1);
  expect(await eventually(coins, (found) => found.length === 3)).toEqual([1, 2, 13]);
  expect(await again()).toBe(0);
});

test('what is no event at all is passed over and the others go on', async () => {
  const { name, CoinMinted, mint } = await aService();
  stops.push(
    consume(db, nats, name, [
      on(CoinMinted, { apply: async (tx, { data }) => void (await tx.run`INSERT INTO arrived VALUES (${data.coin})`) }),
    ]).stop,
  );
  await mint(asStudent(db, 1), [1]);
  await eventually(coins, (found) => found.length === 1);
  for (const text of ['{"id": ', '"hello"', 'null', '{"id":"7","at":"now","data":{"coin":9}}']) nats.publish(`${name}.coin_minted`, text);
  await mint(asStudent(db, 1), [2]);
  expect(await eventually(coins, (found) => found.length === 2)).toEqual([1, 2]);
});
