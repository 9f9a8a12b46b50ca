import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { command } from '../commands/command.ts';
import { type StallingNetwork, stallingNetwork } from '../testing/processes/stalling-network.ts';
import { asStudent, freshDatabase, PATIENT, type TestDatabase } from '../testing.ts';
import { connect, type Database, isOverdue, isUnavailable, isUnreachable } from './database.ts';

let db: TestDatabase;
let network: StallingNetwork;
beforeAll(async () => {
  db = await freshDatabase('kit');
  await db.pool.query('CREATE TABLE coin (id int PRIMARY KEY, owner text)');
  await db.pool.query("INSERT INTO coin VALUES (1, 'a')");
  network = await stallingNetwork(db.url);
});
const opened: Database[] = [];
afterEach(async () => {
  network.mend();
  await Promise.all(opened.splice(0).map((one) => one.close()));
});
afterAll(async () => {
  network.close();
  await db.drop();
});
const open = (...args: Parameters<typeof connect>): Database => {
  const made = connect(...args);
  opened.push(made);
  return made;
};
const failureOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (answer) => new Error(`answered ${JSON.stringify(answer)}`),
    (error: unknown) => error,
  );
const limitsOf = (sql: Pick<Database, 'one'>) => sql.one<Record<string, string>>`
  SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock,
    current_setting('idle_in_transaction_session_timeout') AS idle`;
/** Another transaction holds the row until the work is done. */
const whileLocked = (work: () => Promise<void>) =>
  db.transaction(async (other) => {
    await other.run`SELECT 1 FROM coin WHERE id = 1 FOR UPDATE`;
    await work();
  });

test('statements have 15 seconds, locks 3, and transactions limits of their own', async () => {
  const usual = open(db.url);
  expect(await limitsOf(usual)).toEqual({ statement: '15s', lock: '3s', idle: '15s' });
  expect(await usual.transaction(limitsOf)).toEqual({ statement: '15s', lock: '3s', idle: '15s' });
  expect(
    await usual.transaction(limitsOf, { limits: { statementMs: 90_000, lockMs: 0 } }),
  ).toMatchObject({
    statement: '90s',
    lock: '0',
  });
  expect(await limitsOf(usual.within({ statementMs: 0 }))).toMatchObject({
    statement: '0',
    lock: '3s',
  });
  expect(await limitsOf(usual)).toEqual({ statement: '15s', lock: '3s', idle: '15s' });
});

test('behind a pooler the limits belong to a transaction, not to its connection', async () => {
  const pooled = open(`${db.url}?pgbouncer=true`);
  expect(await pooled.transaction(limitsOf)).toEqual({ statement: '15s', lock: '3s', idle: '15s' });
  expect(await limitsOf(pooled)).toEqual({ statement: '0', lock: '0', idle: '0' });
});

test('limits cost no round trip: a keyed command sends its statements and two more', async () => {
  const mint = command('mint', async (tx, { id }: { id: number }) => {
    await tx.run`INSERT INTO coin (id) VALUES (${id})`;
    return id;
  });
  await mint(asStudent(db, 1), { id: 100 });
  const query = pg.Client.prototype.query;
  let trips = 0;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    trips += 1;
    return (query as (...all: unknown[]) => unknown).apply(this, args);
  } as typeof query;
  try {
    await mint(asStudent(db, 1), { id: 101 });
  } finally {
    pg.Client.prototype.query = query;
  }
  expect(trips).toBe(5); // the key, BEGIN, the row, the answer of the key, COMMIT
});

test('a statement that takes too long is cancelled, and its connection stays usable', async () => {
  const short = open(db.url, { ...PATIENT, statementMs: 1_000, max: 1 });
  const pid = async () => (await short.one<{ pid: number }>`SELECT pg_backend_pid() AS pid`).pid;
  const before = await pid();
  const error = await failureOf(short.one`SELECT pg_sleep(60)`);
  expect([isOverdue(error), isUnavailable(error)]).toEqual([true, false]);
  expect(isOverdue(await failureOf(short.transaction((tx) => tx.one`SELECT pg_sleep(60)`)))).toBe(
    true,
  );
  expect(await pid()).toBe(before);
  expect(
    await short.within({ statementMs: 10_000 }).one`SELECT pg_sleep(1.2) IS NULL AS slept`,
  ).toEqual({ slept: false });
});

test('a transaction waiting for a held lock fails after the lock timeout', async () => {
  const short = open(db.url, { ...PATIENT, lockMs: 200 });
  await whileLocked(async () => {
    const error = await failureOf(short.run`UPDATE coin SET owner = 'b' WHERE id = 1`);
    expect([isUnavailable(error), isUnreachable(error)]).toEqual([true, false]);
  });
  expect(await short.run`UPDATE coin SET owner = 'b' WHERE id = 1`).toBe(1);
});

test('control: without that limit a transaction waits until the lock is free', async () => {
  const patient = open(db.url, { ...PATIENT, lockMs: 0 });
  let isDone = false;
  let update: Promise<unknown> = Promise.resolve();
  await whileLocked(async () => {
    update = patient.run`UPDATE coin SET owner = 'c' WHERE id = 1`.then(() => {
      isDone = true;
    });
    await db.one`SELECT pg_sleep(0.5) IS NULL AS slept`;
    expect(isDone).toBe(false);
  });
  await update;
});

test.each([
  { what: 'that stalled while a new one would be good', all: false },
  { what: 'of a network that stalled', all: true },
])(
  'a connection $what is closed within seconds, and never used again',
  async ({ all }) => {
    const far = open(network.url, { max: 2, connectMs: 10_000, statementMs: 60_000 });
    await Promise.all([
      far.one`SELECT pg_sleep(0.1) IS NULL AS up`,
      far.one`SELECT pg_sleep(0.1) IS NULL AS up`,
    ]);
    const inTransaction = far.transaction(async (tx) => {
      await tx.run`UPDATE coin SET owner = 'lost' WHERE id = 1`;
      network.stall(all);
      const single = failureOf(far.one`SELECT 1 AS up`);
      await tx.one`SELECT 1 AS up`.finally(() => single);
      return single;
    });
    expect(isUnreachable(await failureOf(inTransaction))).toBe(true);
    if (all) expect(isUnreachable(await failureOf(far.one`SELECT 1 AS up`))).toBe(true);
    network.mend();
    expect(await far.one`SELECT 1 AS up`).toEqual({ up: 1 });
    expect(far.pool.totalCount).toBe(1);
  },
  60_000, // the limit of a statement would end it too, two seconds later
);

test('a slow statement is left alone while the server works on it', async () => {
  const far = open(network.url, { connectMs: 30_000 });
  expect(await far.one`SELECT pg_sleep(5) IS NULL AS slept`).toEqual({ slept: false });
});

test('a slow statement is also cancelled behind a pooler with other connection ids', async () => {
  const far = open(network.url, { connectMs: 30_000 });
  const pidOf = Object.getOwnPropertyDescriptor(pg.Client.prototype, '_handleBackendKeyData');
  const { _handleBackendKeyData: note } = pg.Client.prototype as never as Record<
    string,
    (message: { processID: number }) => void
  >;
  Object.assign(pg.Client.prototype, {
    _handleBackendKeyData(this: pg.Client, message: { processID: number }) {
      note?.call(this, { ...message, processID: message.processID + 1_000_000 });
    },
  });
  try {
    expect(await far.one`SELECT pg_sleep(5) IS NULL AS slept`).toEqual({ slept: false });
  } finally {
    Object.defineProperty(
      pg.Client.prototype,
      '_handleBackendKeyData',
      pidOf as PropertyDescriptor,
    );
  }
});

test('without a response the client times out a little later and disconnects', async () => {
  const far = open(`${network.url}?pgbouncer=true`, {
    connectMs: 30_000,
    statementMs: 500,
    max: 1,
  });
  const error = await failureOf(far.one`SELECT pg_sleep(60)`); // the pooler sets no limit
  expect(isUnreachable(error)).toBe(true);
  expect(far.pool.totalCount).toBe(0);
  expect(await far.one`SELECT 1 AS up`).toEqual({ up: 1 });
});

test('a transaction that ignored a failed statement reports that it did not commit', async () => {
  const passedOver = db.transaction(async (tx) => {
    await tx.run`INSERT INTO coin (id) VALUES (1)`.catch(() => {});
  });
  await expect(passedOver).rejects.toThrow('nothing was committed');
});
