import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { applyMigrations, migrate, migrationsOf } from '../database/migrate.ts';
import { namesOf, planMigrations } from '../database/plan-migrations.ts';
import {
  type BackupHead,
  backupHead,
  END,
  HEAD,
  type RowCounts,
  rowCounts,
} from './backup-head.ts';
import { linesOf } from './lines-of.ts';
import { foreignKeysOf, tablesOf } from './tables-of.ts';

const quote = pg.escapeIdentifier;

/**
 * How far ids skip ahead of those of the backup: other services remember rows created after it by
 * their ids, and no new row may get such an id.
 */
export const IDS_AHEAD = 1_000_000;

export interface RestoreOptions {
  /** Whether what the database holds may be deleted; without it only an empty one is filled. */
  replace?: boolean;
  idsAhead?: number;
  /** How long connections of the service, which ends at the moment, may stay. */
  connectedMs?: number;
}

/** PostgreSQL closes the connections of a killed process only after the statement that runs. */
const CONNECTED_MS = 30_000;

/**
 * Fills a service's database from a backup (`dumpDatabase`, unpacked): the migrations that it names
 * make the tables, its rows come in one transaction, and the migrations of this release follow. The
 * service's own role does it, so that tables belong to it as ever. Ids go on far behind those of
 * the backup, and the events of the outbox are sent to their stream again.
 */
export async function restoreDatabase(
  service: string,
  databaseUrl: string,
  backup: Readable,
  { replace = false, idsAhead = IDS_AHEAD, connectedMs = CONNECTED_MS }: RestoreOptions = {},
): Promise<{ head: BackupHead; rows: RowCounts }> {
  const lines = linesOf(backup)[Symbol.asyncIterator]();
  const head = readHead(service, (await lines.next()).value as Buffer | undefined);
  const migrations = await migrationsOf(service);
  const names = new Set(head.migrations.map(({ name }) => name));
  const known = new Set(migrations.flatMap(namesOf));
  const unknown = [...names].find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new Error(`the backup is of a newer release: migration ${unknown} is not known here`);
  const { run } = planMigrations(names, migrations);
  const before = migrations.filter((one) => !run.includes(one));
  await makeEmpty(databaseUrl, replace, connectedMs);
  await applyMigrations(service, databaseUrl, before);
  const rows = await withClient(databaseUrl, (client) => load(client, lines, idsAhead));
  await migrate(service, databaseUrl);
  return { head, rows };
}

function readHead(service: string, line: Buffer | undefined): BackupHead {
  const text = line?.toString() ?? '';
  if (!text.startsWith(HEAD)) throw new Error('this is no backup of a portal');
  const head = backupHead.parse(JSON.parse(text.slice(HEAD.length)));
  if (head.service !== service)
    throw new Error(`this is the backup of ${head.service}, not of ${service}`);
  return head;
}

async function withClient<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'restore',
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
  });
  await client.connect();
  client.on('error', () => {}); // the statement that runs fails by it
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const USAGE = `SELECT
    (SELECT count(*)::integer FROM pg_stat_activity
      WHERE datname = current_database() AND usename = current_user
        AND application_name <> 'restore') AS connected,
    (SELECT count(*)::integer FROM pg_tables WHERE schemaname = 'public') AS tables`;

async function usageOf(client: pg.Client): Promise<{ connected: number; tables: number }> {
  const { rows } = await client.query<{ connected: number; tables: number }>(USAGE);
  return rows[0] ?? { connected: 0, tables: 0 };
}

/**
 * Empties a database once the connections of its service have ended. Throws an Error when they stay
 * for `connectedMs`, and when the database has tables that may not be replaced.
 */
const makeEmpty = (databaseUrl: string, replace: boolean, connectedMs: number): Promise<void> =>
  withClient(databaseUrl, async (client) => {
    const end = performance.now() + connectedMs;
    let { connected, tables } = await usageOf(client);
    while (connected > 0 && performance.now() < end) {
      await delay(100);
      ({ connected, tables } = await usageOf(client));
    }
    if (connected > 0)
      throw new Error(`the service has ${connected} connections to the database: stop it first`);
    if (tables === 0) return;
    if (!replace) throw new Error('the database is not empty');
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  });

const COPY = /^COPY public\."([a-z0-9_]+)" \(("[a-z0-9_]+"(?:, "[a-z0-9_]+")*)\) FROM stdin;$/;
const SETVAL = /^SELECT pg_catalog\.setval\('public\."([a-z0-9_]+)"', (\d+), (true|false)\);$/;

/**
 * All rows in one transaction, with the tables' own triggers off, whose work was done before; the
 * foreign keys are made again, and checked, when all rows are there.
 */
async function load(
  client: pg.Client,
  lines: AsyncIterator<Buffer>,
  idsAhead: number,
): Promise<RowCounts> {
  const tables = (await tablesOf(client)).map(({ name }) => name);
  const keys = await foreignKeysOf(client);
  const each = async (what: string) => {
    for (const name of tables) await client.query(`ALTER TABLE public.${quote(name)} ${what}`);
  };
  await client.query('BEGIN');
  await each('DISABLE TRIGGER USER');
  for (const { table, name } of keys)
    await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${quote(name)}`);
  // rows that migrations make are in the backup as well
  await client.query(`TRUNCATE ${tables.map((name) => `public.${quote(name)}`).join(', ')}`);
  const loaded: RowCounts = {};
  let expected: RowCounts | undefined;
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    const line = next.value.toString();
    const [, table, columns] = COPY.exec(line) ?? [];
    const [, sequence, last, called] = SETVAL.exec(line) ?? [];
    if (table !== undefined) {
      const sql = `COPY public.${quote(table)} (${columns}) FROM STDIN`;
      loaded[table] = await copyInto(client.query(copyFrom(sql)), lines);
    } else if (sequence !== undefined)
      await client.query('SELECT setval($1, $2::bigint + $3::bigint, $4)', [
        `public.${quote(sequence)}`,
        last,
        idsAhead,
        called === 'true',
      ]);
    else if (line.startsWith(END)) expected = rowCounts.parse(JSON.parse(line.slice(END.length)));
    else if (!line.startsWith('SET ')) throw new Error(`not understood: ${line.slice(0, 60)}`);
  }
  if (expected === undefined) throw new Error('the backup was cut off: its last line is missing');
  const wrong = Object.keys(expected).find((table) => expected[table] !== loaded[table]);
  if (wrong) throw new Error(`${wrong} has ${loaded[wrong]} rows and not ${expected[wrong]}`);
  for (const { table, name, definition } of keys)
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${quote(name)} ${definition}`);
  // to a relay without a stream every stream is a new one, which it fills from the outbox
  await client.query('DELETE FROM outbox_stream');
  await each('ENABLE TRIGGER USER');
  await client.query('COMMIT');
  await client.query('ANALYZE');
  return loaded;
}

const LAST = '\\.';

/** Passes lines on until the one that ends a table; answers how many rows came. */
async function copyInto(
  copy: Writable & { rowCount: number | null },
  lines: AsyncIterator<Buffer>,
): Promise<number> {
  const failed = once(copy, 'error').then(([error]) => {
    throw error as Error;
  });
  failed.catch(() => {});
  let page: Buffer[] = [];
  let bytes = 0;
  const pass = async () => {
    if (!copy.write(Buffer.concat(page))) await Promise.race([once(copy, 'drain'), failed]);
    [page, bytes] = [[], 0];
  };
  const newLine = Buffer.from('\n');
  for (let next = await lines.next(); ; next = await lines.next()) {
    if (next.done) throw new Error('the backup was cut off in the middle of a table');
    if (next.value.length === 2 && next.value.toString() === LAST) break;
    page.push(next.value, newLine);
    bytes += next.value.length + 1;
    if (bytes > 65_536) await pass();
  }
  if (bytes > 0) await pass();
  copy.end();
  await Promise.race([once(copy, 'finish'), failed]);
  return copy.rowCount ?? 0;
}

async function main(args: readonly string[], env: NodeJS.ProcessEnv): Promise<string> {
  const [service, ...flags] = args;
  const url = env.DATABASE_URL;
  if (!service || !url || flags.some((flag) => flag !== '--replace'))
    throw new Error(
      'usage: DATABASE_URL=... node services/kit/backup/restore-database.ts <service> ' +
        '[--replace] < <file>.sql.gz',
    );
  const unpacked = process.stdin.pipe(createGunzip());
  process.stdin.on('error', (error) => unpacked.destroy(error));
  const { head, rows } = await restoreDatabase(service, url, unpacked, {
    replace: flags.includes('--replace'),
  });
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return `${service}: ${total} rows of ${head.at} restored`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  main(process.argv.slice(2), process.env).then(
    (text) => process.stdout.write(`${text}\n`),
    (error: Error) => {
      process.stderr.write(`the database could not be restored: ${error.message}\n`);
      process.exit(1);
    },
  );
