import { applyMigrations, migrationsOf } from '@portal/kit/database/migrate';
import { eventually, freshDatabase, type TestDatabase } from '@portal/kit/testing';
import pg from 'pg';
import type { Outcome } from './outcome.ts';

/** The simulated clock of a session, in milliseconds of the epoch. */
export interface Clock {
  now: number;
  /** When its current transaction began. */
  startedAt: number;
}

/**
 * Functions that replace the server's own clock. They are found first by the search path, also in
 * defaults of columns, triggers and functions.
 */
const CLOCK = `
  CREATE SCHEMA simulated;
  CREATE FUNCTION simulated.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS $$ SELECT current_setting('simulated.clock')::timestamptz $$;
  CREATE FUNCTION simulated.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
    AS $$ SELECT current_setting('simulated.clock')::timestamptz $$;
  CREATE FUNCTION simulated.now() RETURNS timestamptz LANGUAGE sql STABLE
    AS $$ SELECT current_setting('simulated.start')::timestamptz $$`;
const SEARCH_PATH = 'public, simulated, pg_catalog';
/** Long enough where the lock is known not to be released. */
const SHORT = '20ms';

/** What a statement does if another transaction holds a lock that it needs. */
export type OnLock = 'waits' | 'times out' | 'detects deadlocks';

/** A service's database on a real server with a simulated clock. */
export class RealServer {
  readonly db: TestDatabase;

  constructor(db: TestDatabase) {
    this.db = db;
  }

  /** Creates a database with the tables of a service, or with those that `tables` creates. */
  static async of(service: string, tables: string | null): Promise<RealServer> {
    const db = await freshDatabase(service);
    const { name } = await db.one<{ name: string }>`SELECT current_database() AS name`;
    await db.pool.query(`DROP SCHEMA public CASCADE; CREATE SCHEMA public; ${CLOCK};
      ALTER DATABASE ${name} SET search_path = ${SEARCH_PATH};
      ALTER DATABASE ${name} SET simulated.clock = '2026-01-01T00:00:00Z';
      ALTER DATABASE ${name} SET simulated.start = '2026-01-01T00:00:00Z'`);
    if (tables === null) await applyMigrations(service, db.url, await migrationsOf(service));
    else await db.pool.query(tables);
    return new RealServer(db);
  }

  async connect(): Promise<RealSession> {
    const client = new pg.Client({ connectionString: this.db.url });
    client.on('error', () => {}); // ended on purpose
    await client.connect();
    const { rows } = await client.query<[number]>({
      text: 'SELECT pg_backend_pid()',
      rowMode: 'array',
    });
    return new RealSession(this.db, client, (rows[0] as [number])[0]);
  }
}

/** One connection to the real server. */
export class RealSession {
  private readonly db: TestDatabase;
  private readonly client: pg.Client;
  private readonly pid: number;

  constructor(db: TestDatabase, client: pg.Client, pid: number) {
    this.db = db;
    this.client = client;
    this.pid = pid;
  }

  async query(
    text: string,
    values: readonly unknown[],
    { now, startedAt }: Clock,
    onLock: OnLock = 'waits',
  ): Promise<Outcome> {
    const { client } = this;
    const settings = client.query(
      `SELECT set_config('simulated.clock', $1, false), set_config('simulated.start', $2, false),
        set_config('lock_timeout', $3, false), set_config('deadlock_timeout', $4, false)`,
      [
        iso(now),
        iso(startedAt),
        onLock === 'times out' ? SHORT : '0',
        onLock === 'detects deadlocks' ? SHORT : '1h',
      ],
    );
    // a failed transaction computes nothing any more
    settings.catch(() => {});
    try {
      const answer =
        values.length === 0 && /^(BEGIN|COMMIT|ROLLBACK)/.test(text)
          ? await client.query(text)
          : await client.query({ text, values: [...values], rowMode: 'array' });
      const { command, rowCount, fields, rows } = [answer].flat().at(0) as pg.QueryResult;
      return {
        command,
        rowCount: rowCount ?? 0,
        columns: fields.map(({ name }) => name),
        rows: rows as unknown[] as unknown[][],
      };
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      const { code = '', constraint, column } = error;
      return { error: { code, constraint, column, message: error.message } };
    }
  }

  /**
   * Returns whether it waits for a row, key or advisory lock. Locks of tables are left out: the
   * server's own maintenance takes them for a moment.
   */
  async isBlocked(): Promise<boolean> {
    const waiting = await this.db.many`
      SELECT 1 FROM pg_locks
      WHERE pid = ${this.pid} AND NOT granted AND locktype NOT IN ('relation', 'extend', 'page')`;
    return waiting.length > 0;
  }

  /** Ends the connection as a lost client does, even while it waits. */
  async close(): Promise<void> {
    const { db, pid } = this;
    await db.many`SELECT pg_terminate_backend(${pid})`;
    await eventually(
      () => db.many`SELECT 1 FROM pg_stat_activity WHERE pid = ${pid}`,
      (left) => left.length === 0,
    );
    await this.client.end().catch(() => {});
  }
}

const iso = (ms: number): string => new Date(ms).toISOString();
