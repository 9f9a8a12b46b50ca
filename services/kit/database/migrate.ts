import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { demandSecretFiles } from '../env.ts';
import { verifiedUrl } from '../secrets/server-tls.ts';
import { NO_TRANSACTION, runWithoutTransaction } from './concurrent-index.ts';
import { isRetryable } from './database-errors.ts';

export interface Migration {
  name: string;
  sql: string;
}

/** Returns the texts of the migrations in a folder, by name. */
async function readMigrations(folder: URL): Promise<Map<string, string>> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const texts = names.map((name) => readFile(new URL(`${name}/migration.sql`, folder), 'utf8'));
  return new Map((await Promise.all(texts)).map((sql, index) => [names[index] as string, sql]));
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
  return [...new Map([...(ofKit ?? []), ...(own ?? [])])]
    .map(([name, sql]) => ({ name, sql }))
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** What kit's migrations were called before Prisma knew them: databases of then have them so. */
const CALLED_BEFORE: Readonly<Record<string, string>> = {
  kit_0001_kit: '20261120000000_kit',
  kit_0002_dead_letters: '20261120000001_kit_dead_letters',
  kit_0003_dead_mails: '20261120000002_kit_dead_mails',
  kit_0004_retention: '20261120000003_kit_retention',
};

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
    for (const [before, now] of Object.entries(CALLED_BEFORE))
      await client.query(
        'UPDATE _prisma_migrations SET migration_name = $2 WHERE migration_name = $1',
        [before, now],
      );
    const { rows } = await client.query<{ migration_name: string; checksum: string }>(
      'SELECT migration_name, checksum FROM _prisma_migrations WHERE finished_at IS NOT NULL',
    );
    const known = new Map(rows.map((row) => [row.migration_name, row.checksum]));
    for (const { name, sql } of migrations) {
      const checksum = createHash('sha256').update(sql).digest('hex');
      const before = known.get(name);
      if (before !== undefined && before !== checksum)
        throw new Error(`migration ${name} was changed after it had been applied`);
      if (before !== undefined) continue;
      const note = () =>
        client.query(
          'INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at, ' +
            'applied_steps_count) VALUES (gen_random_uuid(), $1, $2, now(), 1)',
          [checksum, name],
        );
      try {
        if (sql.startsWith(NO_TRANSACTION)) {
          // waits for transactions in progress and blocks no statement
          await client.query('SET lock_timeout = 0');
          await runWithoutTransaction(client, sql);
          await client.query(`SET lock_timeout = ${lockMs}`);
          await note();
        } else if (sql.startsWith(IN_PAGES)) {
          await untilLocked({ tries, pauseMs }, () => client.query(sql));
          await note();
        } else await untilLocked({ tries, pauseMs }, () => inTransaction(client, sql, note));
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
