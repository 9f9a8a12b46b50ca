import { applyMigrations, migrationsOf } from '@portal/kit/database/migrate';
import { eventually, freshDatabase, type TestDatabase } from '@portal/kit/testing';
import pg from 'pg';
import type { Outcome } from './outcome.ts';

/** The clock that a session is told, as milliseconds of the epoch. */
export interface Clock {
  now: number;
  /** When its transaction began. */
  startedAt: number;
}

/**
 * Functions that tell the time in the place of the server's own. Whatever finds functions by the
 * search path calls them: defaults of columns, triggers and statements.
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
/** What is waited for does not come: nobody lets go of it meanwhile. */
const SHORT = '20ms';

/** What a statement does that needs a lock which another transaction holds. */
export type Patience = 'waits' | 'gives up' | 'looks for deadlocks';

/** A service's database on a real server, whose clock is told to it. */
export class RealServer {
  readonly db: TestDatabase;

  constructor(db: TestDatabase) {
    this.db = db;
  }

  /** A database with the tables of a service, or with others that `tables` creates. */
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
    client.on('error', () => {}); // it is ended on purpose
    await client.connect();
    const { rows } = await client.query<[number]>({
      text: 'SELECT pg_backend_pid()',
      rowMode: 'array',
    });
    return new RealSession(this.db, client, (rows[0] as [number])[0]);
  }
}

/** One connection to a real server. */
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
    patience: Patience = 'waits',
  ): Promise<Outcome> {
    const { client } = this;
    const settings = client.query(
      `SELECT set_config('simulated.clock', $1, false), set_config('simulated.start', $2, false),
        set_config('lock_timeout', $3, false), set_config('deadlock_timeout', $4, false)`,
      [
        iso(now),
        iso(startedAt),
        patience === 'gives up' ? SHORT : '0',
        patience === 'looks for deadlocks' ? SHORT : '1h',
      ],
    );
    // in a failed transaction nothing is computed any more
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
   * Whether it waits for a row, key or advisory lock that another one has. A table that the server
   * tidies up by itself keeps everybody waiting for a moment, which says nothing of the other one.
   */
  async isBlocked(): Promise<boolean> {
    const waiting = await this.db.many`
      SELECT 1 FROM pg_locks
      WHERE pid = ${this.pid} AND NOT granted AND locktype NOT IN ('relation', 'extend', 'page')`;
    return waiting.length > 0;
  }

  /** Ends it as the server does when the other side is gone, also in the middle of waiting. */
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
