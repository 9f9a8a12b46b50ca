import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { demandSecretFiles } from '../env.ts';
import { verifiedUrl } from '../secrets/server-tls.ts';
import { NO_TRANSACTION, runWithoutTransaction } from './concurrent-index.ts';
import { isRetryable } from './database-errors.ts';
import { type Migration, planMigrations } from './plan-migrations.ts';

/** Reads the migrations in a folder. */
async function readMigrations(folder: URL): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(`${name}/migration.sql`, folder), 'utf8');
      const list = new URL(`${name}/replaces.json`, folder);
      if (!existsSync(list)) return { name, sql };
      return { name, sql, replaces: JSON.parse(await readFile(list, 'utf8')) };
    }),
  );
}

/**
 * Returns the migrations of a service and those of kit's tables, in one order: that of their names.
 * `services` may be the folder of another release, whose services link kit's migrations.
 */
export async function migrationsOf(
  service: string,
  services = new URL('../../', import.meta.url),
): Promise<Migration[]> {
  const [ofKit, own] = await Promise.all(
    ['kit', service].map((owner) =>
      readMigrations(new URL(`${owner}/prisma/migrations/`, services)),
    ),
  );
  const byName = new Map([...(ofKit ?? []), ...(own ?? [])].map((one) => [one.name, one]));
  return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}

const checksumOf = (sql: string): string => createHash('sha256').update(sql).digest('hex');

/**
 * First line of a migration that goes over a big table in pages and commits each: one `DO` block
 * that may be run again, after whatever page it was cut off, and then does what is left.
 */
export const IN_PAGES = '-- migrate: in pages';

/** Another run of the same database has this lock. */
const RUN_LOCK = 72707369;
/** The time limit of a statement of a migration, and of the wait for another run. */
const MAX_MS = 1_800_000;

export interface MigrateOptions {
  /**
   * How long a migration waits for a lock: statements queued behind it wait as long. Less than the
   * second after which the server looks for deadlocks: in a deadlock between a migration and a
   * statement, the migration gives up.
   */
  lockMs?: number;
  /** How often it is tried when it did not get its locks, and the pause between two tries. */
  tries?: number;
  pauseMs?: number;
}

/** Brings a database up to date. Returns the names applied. */
export async function migrate(service: string, databaseUrl: string): Promise<string[]> {
  return applyMigrations(service, databaseUrl, await migrationsOf(service));
}

/**
 * Applies the pending migrations in order; two concurrent runs wait for each other. Each is one
 * transaction, which gives up its place in the queue for a lock after half a second and retries
 * later, so that traffic goes on; a migration that begins with `-- migrate: no transaction` runs
 * outside a transaction, one that begins with `-- migrate: in pages` commits its own pages. Needs a
 * connection of its own: a pooler in transaction mode would lose the lock that keeps runs apart.
 */
export async function applyMigrations(
  service: string,
  databaseUrl: string,
  migrations: readonly Migration[],
  { lockMs = 500, tries = 60, pauseMs = 1_500 }: MigrateOptions = {},
): Promise<string[]> {
  const client = new pg.Client({
    connectionString: verifiedUrl(databaseUrl),
    application_name: `migrate ${service}`,
    connectionTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    lock_timeout: lockMs,
    statement_timeout: MAX_MS,
  });
  await client.connect();
  client.on('error', () => {}); // the statement that runs fails by it
  const applied: string[] = [];
  try {
    await takeRunLock(client);
    await client.query(`
      CREATE TABLE IF NOT EXISTS _prisma_migrations (id varchar(36) PRIMARY KEY,
        checksum varchar(64) NOT NULL, finished_at timestamptz,
      migration_name varchar(255) NOT NULL, logs text, rolled_back_at timestamptz,
        started_at timestamptz NOT NULL DEFAULT now(),
        applied_steps_count integer NOT NULL DEFAULT 0)`);
    const { rows } = await client.query<{ migration_name: string; checksum: string }>(
      'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL',
    );
    const known = new Map(rows.map((row) => [row.migration_name, row.checksum]));
    for (const { name, checksum } of migrations.flatMap(filesOf))
      if ((known.get(name) ?? checksum) !== checksum)
        throw new Error(`migration ${name} was changed after it had been applied`);
    const { run, record } = planMigrations(new Set(known.keys()), migrations);
    for (const migration of record) await note(client, migration, known);
    for (const migration of run) {
      const { name, sql } = migration;
      try {
        if (sql.startsWith(NO_TRANSACTION)) {
          // waits for transactions in progress and blocks no statement
          await client.query('SET lock_timeout = 0');
          await runWithoutTransaction(client, sql);
          await client.query(`SET lock_timeout = ${lockMs}`);
          await note(client, migration, known);
        } else if (sql.startsWith(IN_PAGES)) {
          await untilLocked({ tries, pauseMs }, () => client.query(sql));
          await note(client, migration, known);
        } else
          await untilLocked({ tries, pauseMs }, () =>
            inTransaction(client, sql, () => note(client, migration, known)),
          );
      } catch (error) {
        throw new Error(`migration ${name} failed: ${(error as Error).message}`);
      }
      applied.push(name);
    }
  } finally {
    await client.end();
  }
  return applied;
}

/** Returns the files of a migration, and those of the migrations that it replaces. */
const filesOf = ({ name, sql, replaces = {} }: Migration): { name: string; checksum: string }[] => [
  ...Object.entries(replaces).map(([replaced, checksum]) => ({ name: replaced, checksum })),
  { name, checksum: checksumOf(sql) },
];

/**
 * Records a migration as applied, and with a baseline those that it replaces: a release that still
 * has them then runs none of them.
 */
async function note(
  client: pg.Client,
  migration: Migration,
  known: ReadonlyMap<string, string>,
): Promise<void> {
  const files = filesOf(migration).filter(({ name }) => !known.has(name));
  await client.query(
    `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at,
       applied_steps_count)
     SELECT gen_random_uuid(), checksum, name, now(), 1
     FROM unnest($1::text[], $2::text[]) AS file (name, checksum)`,
    [files.map(({ name }) => name), files.map(({ checksum }) => checksum)],
  );
}

/**
 * Waits until no other run is at work. Asks again and again instead of queueing for the lock: an
 * index that is built concurrently waits for every statement that is under way, also for one that
 * waits for the lock.
 */
async function takeRunLock(client: pg.Client): Promise<void> {
  const until = performance.now() + MAX_MS;
  while (performance.now() < until) {
    const { rows } = await client.query<{ taken: boolean }>(
      `SELECT pg_try_advisory_lock(${RUN_LOCK}) AS taken`,
    );
    if (rows[0]?.taken) return;
    await pause(100);
  }
  throw new Error('another migration of this database does not end');
}

async function inTransaction(
  client: pg.Client,
  sql: string,
  note: () => Promise<unknown>,
): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await note();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** Does it again while it does not get its locks, so many times, with a pause between. */
async function untilLocked(
  { tries, pauseMs }: { tries: number; pauseMs: number },
  work: () => Promise<unknown>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      const isLocked = (error as { code?: string }).code === '55P03' || isRetryable(error);
      if (!isLocked || attempt >= tries) throw error;
      await pause(pauseMs);
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  demandSecretFiles();
  const [service, url] = [process.argv[2], process.env.DATABASE_URL];
  try {
    if (!service || !url)
      throw new Error(
        'say which service: DATABASE_URL=... node services/kit/database/migrate.ts <service>',
      );
    const applied = await migrate(service, url);
    process.stdout.write(
      `${service}: ${applied.length === 0 ? 'up to date' : `applied ${applied.join(', ')}`}\n`,
    );
  } catch (error) {
    process.stderr.write(
      `The database of ${service} could not be migrated: ${(error as Error).message}.\n`,
    );
    process.exit(1);
  }
}
