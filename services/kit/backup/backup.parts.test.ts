import { PassThrough, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { eventually, freshDatabase, type TestDatabase } from '../testing.ts';
import { dumpDatabase } from './dump-database.ts';
import { IDS_AHEAD, type RestoreOptions, restoreDatabase } from './restore-database.ts';

const ODD = 'tab\t, line\nend, back\\slash, \\N, \\., "quotes", עברית, \u{1f600}';
let source: TestDatabase;
let backup: string;
const targets: TestDatabase[] = [];

beforeAll(async () => {
  source = await freshDatabase('payments');
  await source.pool.query(
    `WITH paid AS (
       INSERT INTO payment (invoice_number, student_id, purpose, amount_cents, state,
         transaction_id, captured_at, card_last4, lot_order, attempted_at, created_by)
       VALUES ('261124-A', 7, 'package:1', 5000, 'captured', '99', now(), '1111',
         '{"credits": 2}', now(), $1) RETURNING id),
     bought AS (
       INSERT INTO charge (payment_id, type_id, description, amount_cents, last_change_by)
       SELECT id, '2', $1, 5000, $1 FROM paid RETURNING id),
     entry AS (INSERT INTO money_entry (at, kind, payment_id) SELECT now(), 'capture', id FROM paid
       RETURNING id)
     INSERT INTO money_line (entry_id, account, amount_cents, charge_id)
     SELECT entry.id, 'processor', 5000, NULL FROM entry
     UNION ALL SELECT entry.id, 'credit_sales', -5000, bought.id FROM entry, bought`,
    [ODD],
  );
  await source.pool.query(
    `WITH made AS (
       INSERT INTO lot (student_id, source, proctor_fee_cents, bought, paid_cents, exams_allowed,
         purchased_at, created_by)
       VALUES (7, 'granted', 0, 3, 0, '{1,2}', now(), $1) RETURNING id),
     entry AS (INSERT INTO credit_entry (at, student_id, kind, made_by)
     VALUES (now(), 7, 'grant', $1)
       RETURNING id)
     INSERT INTO credit_line (entry_id, account, lot_id, credits)
     SELECT entry.id, 'lot', made.id, 3 FROM entry, made
     UNION ALL SELECT entry.id, 'issued', NULL, -3 FROM entry`,
    [ODD],
  );
  await source.pool.query(
    `INSERT INTO outbox (id, type, payload, sent_at)
     VALUES (gen_random_uuid(), 'payments.x', jsonb_build_object('text', $1::text), now()),
       (gen_random_uuid(), 'payments.x', '{}', NULL)`,
    [ODD],
  );
  await source.pool.query(
    "INSERT INTO outbox_stream (name, created) VALUES ('PAYMENTS', 'some time ago')",
  );
  backup = await dumped('payments');
});
afterEach(async () => {
  for (const target of targets.splice(0)) await target.drop();
});
afterAll(() => source.drop());

async function dumped(service: string): Promise<string> {
  const out = new PassThrough();
  const [written] = await Promise.all([
    text(out),
    dumpDatabase(service, source.url, out).finally(() => out.end()),
  ]);
  return written;
}

/** Creates an empty database, or a new one with these contents. */
async function aTarget({ isEmpty }: { isEmpty: boolean }): Promise<TestDatabase> {
  const target = await freshDatabase('payments');
  targets.push(target);
  if (isEmpty) await target.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  // as a stopped service: no connections
  await target.pool.query('SELECT 1');
  return target;
}

/** Ends all connections to it; returns its URL. */
async function leave({ url, close }: TestDatabase): Promise<string> {
  await close();
  return url;
}

async function restored(
  written: string,
  { isEmpty = true, ...options }: RestoreOptions & { isEmpty?: boolean } = {},
): Promise<string> {
  const target = await aTarget({ isEmpty });
  const url = await leave(target);
  await restoreDatabase('payments', url, Readable.from([Buffer.from(written)]), options);
  return url;
}

/** Returns a backup whose first line leaves some migrations out. */
const without = (written: string, names: RegExp): string =>
  written.replace(/"migrations":(\[.*?\])/, (_all, list: string) => {
    const migrations: { name: string }[] = JSON.parse(list);
    const left = migrations.filter(({ name }) => !names.test(name));
    return `"migrations":${JSON.stringify(left)}`;
  });

async function ask(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as Record<string, unknown>[];
  } finally {
    await client.end();
  }
}

const TABLES =
  "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> " +
  "'_prisma_migrations' ORDER BY 1";
const rowsOf = (url: string, table: string) =>
  ask(url, `SELECT to_jsonb(t)::text AS row FROM "${table}" t ORDER BY 1`);

describe('a backup that is restored', () => {
  test('holds every row of every table, with triggers and migrations in place', async () => {
    const url = await restored(backup);
    const tables = await ask(url, TABLES);
    expect(tables).toEqual(await ask(source.url, TABLES));
    for (const { name } of tables.filter((table) => table.name !== 'outbox_stream'))
      expect([name, await rowsOf(url, name as string)]).toEqual([
        name,
        await rowsOf(source.url, name as string),
      ]);
    const migrations = 'SELECT migration_name, checksum FROM _prisma_migrations ORDER BY 1';
    expect(await ask(url, migrations)).toEqual(await ask(source.url, migrations));
    await expect(ask(url, 'DELETE FROM money_line')).rejects.toThrow(/append/);
    await expect(
      ask(
        url,
        "INSERT INTO money_line (entry_id, account, amount_cents) SELECT id, 'processor', 1 " +
          'FROM money_entry',
      ),
    ).rejects.toThrow();
  });

  test('may be one of 1.0.0, which names the migrations before the baseline', async () => {
    const url = await restored(without(backup, /baseline/));
    expect(await ask(url, 'SELECT invoice_number FROM payment')).toEqual([
      { invoice_number: '261124-A' },
    ]);
    const migrations = 'SELECT migration_name, checksum FROM _prisma_migrations ORDER BY 1';
    expect(await ask(url, migrations)).toEqual(await ask(source.url, migrations));
  });

  test('assigns no later id again, and sends its events to a new stream', async () => {
    const url = await restored(backup);
    const next = "SELECT nextval(pg_get_serial_sequence('payment', 'id'))::integer AS id";
    const [given] = await ask(url, next);
    expect(given?.id).toBeGreaterThan(IDS_AHEAD);
    expect(await ask(url, 'SELECT * FROM outbox_stream')).toEqual([]);
  });

  test('replaces an existing database only if that is requested', async () => {
    await expect(restored(backup, { isEmpty: false })).rejects.toThrow('is not empty');
    const url = await restored(backup, { isEmpty: false, replace: true });
    expect(await ask(url, 'SELECT invoice_number FROM payment')).toEqual([
      { invoice_number: '261124-A' },
    ]);
  });

  test('prints the number of its rows, and how far events were sent', async () => {
    const out = new PassThrough();
    out.resume();
    const { head, rows } = await dumpDatabase('payments', source.url, out);
    expect(rows).toMatchObject({ payment: 1, money_line: 2, credit_line: 2, outbox: 2 });
    expect(head.outbox).toEqual({ lastSentAt: expect.any(String), waiting: 1 });
  });
});

describe('is refused without a partial change', () => {
  test.each<[string, (good: string) => string, string | RegExp]>([
    ['a file that is none', () => 'hello\n', 'this is no backup'],
    ['nothing', () => '', 'this is no backup'],
    [
      'that of another service',
      (good) => good.replace('"service":"payments"', '"service":"schools"'),
      'the backup of schools',
    ],
    [
      'that of a newer release',
      (good) => good.replace(/"name":"2026/, '"name":"2099'),
      'of a newer release',
    ],
    [
      'that of a release before 1.0.0',
      (good) => without(without(good, /baseline/), /_cards_removed/),
      'Upgrade to 1.0.0 first',
    ],
    ['one that lacks its last line', (good) => good.replace(/-- complete.*\n/, ''), 'cut off'],
    [
      'one that ends in a table',
      (good) => good.slice(0, good.indexOf('261124-A') + 4),
      'cut off in the middle',
    ],
    ['one with a row less', (good) => good.replace(/.*261124-A.*\n/, ''), /rows|violates/],
    [
      'one that says more than rows',
      (good) => good.replace('SET session', 'DROP TABLE lot;\nSET session'),
      'not understood',
    ],
  ])('%s', async (_what, spoil, reason) => {
    const target = await aTarget({ isEmpty: true });
    const url = await leave(target);
    const spoilt = Readable.from([Buffer.from(spoil(backup))]);
    await expect(restoreDatabase('payments', url, spoilt)).rejects.toThrow(reason);
    const [{ there } = { there: null }] = await ask(url, "SELECT to_regclass('payment') AS there");
    if (there !== null) expect(await ask(url, 'SELECT id FROM payment')).toEqual([]);
  });

  test('a database that its service is connected to', async () => {
    const target = await aTarget({ isEmpty: true });
    const file = Readable.from([Buffer.from(backup)]);
    await expect(restoreDatabase('payments', target.url, file, { connectedMs: 0 })).rejects.toThrow(
      'stop it first',
    );
  });
});

test('waits for the last connections of a service that ends', async () => {
  const { url, pool, close } = await aTarget({ isEmpty: true });
  const restoring = restoreDatabase('payments', url, Readable.from([Buffer.from(backup)]));
  await eventually(
    () =>
      pool.query(`SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
        AND application_name = 'restore' AND query ~ 'AS connected'`),
    ({ rowCount }) => rowCount === 1,
  );
  await close();
  expect((await restoring).rows).toMatchObject({ payment: 1 });
});
