import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, freshDatabase, PATIENT, type TestDatabase } from '../testing.ts';
import { connect, type Database } from './database.ts';
import { applyMigrations, IN_PAGES, type MigrateOptions, migrationsOf } from './migrate.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('kit');
});
afterEach(() => db.pool.query('DROP TABLE IF EXISTS coin, minted'));
afterAll(() => db.drop());

const HEAD = '-- migrate: no transaction\n';
let made = 0;
/** A migration of this text with a name that was never there. */
const migration = (sql: string) => ({ name: `test_${++made}`, sql });
const apply = (sql: string, options: MigrateOptions = {}) =>
  applyMigrations('kit', db.url, [migration(sql)], { pauseMs: 20, ...options });
const coins = () =>
  db.pool.query(
    'CREATE TABLE coin (id int, owner text); INSERT INTO coin VALUES (1, NULL), (1, NULL)',
  );
const indexes = () => db.many<{ name: string; valid: boolean }>`
  SELECT indexrelid::regclass::text AS name, indisvalid AS valid FROM pg_index
  WHERE indrelid = to_regclass('coin')`;
/** Another transaction is changing the table. */
async function whileInUse(work: (other: Database) => Promise<void>): Promise<void> {
  const other = connect(db.url, { name: 'other', ...PATIENT });
  try {
    await work(other);
  } finally {
    await other.close();
  }
}
/** A transaction that has changed the table and lasts until it is set free. */
async function holdTable(other: Database): Promise<{ setFree: () => void; held: Promise<void> }> {
  const [changed, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = other.transaction(async (tx) => {
    await tx.run`UPDATE coin SET owner = 'a'`;
    changed.resolve();
    await free.promise;
  });
  await changed.promise;
  return { setFree: free.resolve, held };
}
const isWaiting = () =>
  eventually(
    () =>
      db.many`
        SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'migrate kit'
          AND wait_event_type = 'Lock'`,
    (waiting) => waiting.length > 0,
  );

test('a migration without its lock gives way to traffic, and is retried later', async () => {
  await coins();
  await whileInUse(async (other) => {
    const { setFree, held } = await holdTable(other);
    const applied = apply('ALTER TABLE coin ADD COLUMN minted date', { lockMs: 100, tries: 1000 });
    await isWaiting();
    // queued behind the migration; it passes once that has given way
    expect(await other.many`SELECT owner FROM coin`).toHaveLength(2);
    setFree();
    await held;
    expect(await applied).toHaveLength(1);
  });
  expect(await db.many`SELECT minted FROM coin`).toHaveLength(2);
});

test('in a deadlock with a request the migration gives up, and the request passes', async () => {
  await coins();
  await db.pool.query('CREATE TABLE minted (id int)');
  await whileInUse(async (other) => {
    const [changed, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const request = other.transaction(async (tx) => {
      await tx.run`UPDATE coin SET owner = 'a'`;
      changed.resolve();
      await goOn.promise;
      return tx.many`SELECT id FROM minted`;
    });
    await changed.promise;
    // the request waits first: the server ends the statement that waited longest
    const applied = apply(
      `ALTER TABLE minted ADD COLUMN maker text;
       DO $$ BEGIN
         WHILE EXISTS (SELECT FROM pg_locks WHERE relation = 'coin'::regclass AND granted)
           AND NOT EXISTS (SELECT FROM pg_locks
             WHERE relation = 'minted'::regclass AND NOT granted)
         LOOP PERFORM pg_sleep(0.01); END LOOP;
       END $$;
       ALTER TABLE coin ADD COLUMN minted date`,
    );
    await eventually(
      () =>
        db.many`
          SELECT 1 FROM pg_locks
          WHERE relation = 'minted'::regclass AND mode = 'AccessExclusiveLock' AND granted`,
      (locks) => locks.length > 0,
    );
    goOn.resolve();
    expect(await request).toEqual([]);
    expect(await applied).toHaveLength(1);
  });
});

test('one that never gets it says so and leaves nothing', async () => {
  await coins();
  await whileInUse(async (other) => {
    await other.transaction(async (tx) => {
      await tx.run`UPDATE coin SET owner = 'a'`;
      const tried = apply('CREATE TABLE half (id int); ALTER TABLE coin ADD COLUMN minted date', {
        lockMs: 50,
        tries: 2,
      });
      await expect(tried).rejects.toThrow(/failed: canceling statement due to lock timeout/);
    });
  });
  expect(await db.maybe`SELECT to_regclass('half') AS half`).toEqual({ half: null });
});

test('builds an index beside active writers, and records it as Prisma does', async () => {
  await coins();
  await whileInUse(async (other) => {
    const { setFree, held } = await holdTable(other);
    const applied = apply(
      `${HEAD}-- for lists\nCREATE INDEX CONCURRENTLY coin_owner ON coin (owner);\n`,
      { lockMs: 50 },
    );
    await isWaiting();
    await other.run`UPDATE coin SET id = 2 WHERE id = 3`; // writers go on
    setFree();
    await held;
    const [name] = await applied;
    expect(
      await db.one`
        SELECT applied_steps_count, finished_at IS NOT NULL AS finished, rolled_back_at, logs
      FROM _prisma_migrations WHERE migration_name = ${name}`,
    ).toEqual({ appliedStepsCount: 1, finished: true, rolledBackAt: null, logs: null });
  });
  expect(await indexes()).toEqual([{ name: 'coin_owner', valid: true }]);
});

test('a failed build leaves an invalid index, which the next run rebuilds', async () => {
  await coins();
  const unique = `${HEAD}CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS coin_id ON coin (id);`;
  await expect(apply(unique)).rejects.toThrow(/could not create unique index/);
  expect(await indexes()).toEqual([{ name: 'coin_id', valid: false }]);
  await db.run`DELETE FROM coin WHERE ctid = (SELECT min(ctid) FROM coin)`;
  await apply(unique);
  expect(await indexes()).toEqual([{ name: 'coin_id', valid: true }]);
  // cut off after the build and before it was noted: it is only noted
  expect(await apply(unique)).toHaveLength(1);
});

test('two concurrent runs with an index to build wait for each other, and both end', async () => {
  await coins();
  const both = [migration(`${HEAD}CREATE INDEX CONCURRENTLY coin_owner ON coin (owner);`)];
  const runs = await Promise.all([
    applyMigrations('kit', db.url, both),
    applyMigrations('kit', db.url, both),
  ]);
  expect(runs.flat()).toEqual([both[0]?.name]);
});

test('a migration without a transaction has one statement; no other could roll back', async () => {
  await coins();
  await expect(
    apply(`${HEAD}CREATE INDEX CONCURRENTLY coin_owner ON coin (owner); DROP TABLE coin;`),
  ).rejects.toThrow('one statement');
  expect(await indexes()).toEqual([]);
});

/** Duplicates four coins in two pages; run again, it adds only the missing ones. */
const MINT = `${IN_PAGES}
DO $$
DECLARE
  after integer := 0;
BEGIN
  WHILE after < 4 LOOP
    INSERT INTO minted SELECT id FROM coin
    WHERE id > after AND id <= after + 2 AND id NOT IN (SELECT id FROM minted)
    ORDER BY id FOR NO KEY UPDATE;
    COMMIT;
    after := after + 2;
  END LOOP;
END $$;
`;
const fourCoins = () =>
  db.pool.query(`
    CREATE TABLE coin AS SELECT generate_series(1, 4) AS id, NULL AS owner;
    CREATE TABLE minted (id integer)`);
const minted = async () =>
  (await db.many<{ id: number }>`SELECT id FROM minted ORDER BY id`).map(({ id }) => id);

test('a migration in pages commits each: others see its rows and may change them', async () => {
  await fourCoins();
  await whileInUse(async (other) => {
    const free = Promise.withResolvers<void>();
    const holding = Promise.withResolvers<void>();
    const held = other.transaction(async (tx) => {
      await tx.run`UPDATE coin SET owner = 'a' WHERE id = 4`;
      holding.resolve();
      await free.promise;
    });
    await holding.promise;
    const applied = apply(MINT, { lockMs: 50, tries: 1000 });
    // it waits for the second page, again and again
    await isWaiting();
    expect(await minted()).toEqual([1, 2]);
    await db.run`UPDATE coin SET owner = 'b' WHERE id = 1`;
    free.resolve();
    await held;
    expect(await applied).toHaveLength(1);
  });
  expect(await minted()).toEqual([1, 2, 3, 4]);
});

test('a run interrupted between two pages keeps the first; the next run completes', async () => {
  await fourCoins();
  const inPages = migration(MINT);
  await whileInUse(async (other) => {
    await other.transaction(async (tx) => {
      await tx.run`UPDATE coin SET owner = 'a' WHERE id = 4`;
      // cut off while it waits for the page, never between two tries
      const applied = applyMigrations('kit', db.url, [inPages], { lockMs: 60_000 });
      const cutOff = expect(applied).rejects.toThrow(
        /terminating connection|Connection terminated/,
      );
      await isWaiting();
      await db.many`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'migrate kit'`;
      await cutOff;
    });
  });
  expect(await minted()).toEqual([1, 2]);
  expect(await applyMigrations('kit', db.url, [inPages])).toEqual([inPages.name]);
  expect(await minted()).toEqual([1, 2, 3, 4]);
  expect(await applyMigrations('kit', db.url, [inPages])).toEqual([]);
});

test('sending the whole file, as Prisma does, applies all pages too', async () => {
  await fourCoins();
  await db.pool.query(MINT);
  expect(await minted()).toEqual([1, 2, 3, 4]);
});

test('refuses pages beside another statement, since that would be one transaction', async () => {
  await fourCoins();
  await expect(apply(`${MINT}DROP TABLE coin;`)).rejects.toThrow('invalid transaction termination');
  expect(await minted()).toEqual([]);
});

/** A baseline that creates a table, in place of two migrations. */
const baseline = { ...migration('CREATE TABLE minted (id integer)'), replaces: { a: '1', b: '2' } };
const NAMES = ['a', 'b', baseline.name];
/** Records migrations as applied, in the manner of the release that had them. */
const noteOld = (names: readonly string[]) =>
  db.run`
    INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
    SELECT gen_random_uuid(), CASE name WHEN 'a' THEN '1' ELSE '2' END, name, now()
    FROM unnest(${names}::text[]) AS name`;
const noted = async () =>
  (
    await db.many<{ name: string }>`
      SELECT migration_name AS name FROM _prisma_migrations
      WHERE migration_name = ANY(${NAMES}) ORDER BY 1`
  ).map(({ name }) => name);
const isMinted = async () =>
  (await db.one<{ is: boolean }>`SELECT to_regclass('minted') IS NOT NULL AS is`).is;

describe('a baseline', () => {
  afterEach(() => db.run`DELETE FROM _prisma_migrations WHERE migration_name = ANY(${NAMES})`);

  test('runs in a database without its predecessors, and records them too', async () => {
    expect(await applyMigrations('kit', db.url, [baseline])).toEqual([baseline.name]);
    expect(await isMinted()).toBe(true);
    expect(await noted()).toEqual(NAMES);
    expect(await applyMigrations('kit', db.url, [baseline])).toEqual([]);
  });

  test('is recorded and not run where they are', async () => {
    await noteOld(['a', 'b']);
    expect(await applyMigrations('kit', db.url, [baseline])).toEqual([]);
    expect(await isMinted()).toBe(false);
    expect(await noted()).toEqual(NAMES);
  });

  test('is refused, without a change, where only some are', async () => {
    await noteOld(['b']);
    await expect(applyMigrations('kit', db.url, [baseline])).rejects.toThrow(
      'Upgrade to 1.0.0 first',
    );
    expect(await isMinted()).toBe(false);
    expect(await noted()).toEqual(['b']);
  });

  test('is refused where a predecessor was another file', async () => {
    await noteOld(['a', 'b']);
    const other = { ...baseline, replaces: { a: '1', b: '3' } };
    await expect(applyMigrations('kit', db.url, [other])).rejects.toThrow('b was changed');
  });
});

test.each([
  'identity',
  'catalog',
  'registration',
  'payments',
  'schools',
  'seminary',
  'transcripts',
])('every migration of %s that works beside writers says so in its first line', async (service) => {
  for (const { sql } of await migrationsOf(service)) {
    expect(sql.startsWith(HEAD)).toBe(/\bCONCURRENTLY\b/.test(sql));
    expect(sql.startsWith(IN_PAGES)).toBe(/\bCOMMIT;/.test(sql));
  }
});
