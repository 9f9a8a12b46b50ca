import { createHash } from 'node:crypto';
import pg from 'pg';
import { verifiedUrl } from '../secrets/server-tls.ts';
import { Successive } from '../secrets/successive.ts';
import { type Answer, lender } from './borrowed-connection.ts';
import { isAfterFailure, isOutdatedPlan } from './database-errors.ts';
import { watchStalledConnections } from './stalled-connections.ts';
import { clientBy } from './successive-urls.ts';

export {
  isDuplicate,
  isExcluded,
  isOverdue,
  isRetryable,
  isUnavailable,
  isUnreachable,
} from './database-errors.ts';

pg.types.setTypeParser(20, Number); // bigint: ids and cents stay below 2^53
// bigint[], which the types of pg do not include
pg.types.setTypeParser(1016 as 20, (list) => JSON.parse(`[${list.slice(1, -1)}]`));
pg.types.setTypeParser(1082, (day) => day); // date: YYYY-MM-DD as the contract writes it

/**
 * Statements written as tagged templates: every value is a parameter, every text is prepared once a
 * connection unless it is planned for its values. Columns arrive in camelCase.
 */
export interface Sql extends Runs<Promise<number>> {
  many<R>(text: TemplateStringsArray, ...values: unknown[]): Promise<R[]>;
  maybe<R>(text: TemplateStringsArray, ...values: unknown[]): Promise<R | undefined>;
  /** Exactly one row; none is a bug. */
  one<R>(text: TemplateStringsArray, ...values: unknown[]): Promise<R>;
}

/** Sends a statement that gives no rows; of one that is waited for, the number of rows touched. */
export interface Runs<Result> {
  run(text: TemplateStringsArray, ...values: unknown[]): Result;
}

/**
 * A transaction. Statements that are not waited for one by one (`Promise.all`) are sent together
 * and take one round trip; the server works on them in their order.
 */
export interface TransactionSql extends Sql {
  /**
   * Statements without a result: they go in one round trip with the COMMIT, and nothing is
   * committed when one fails.
   */
  readonly atCommit: Runs<void>;
}

/**
 * A line in a statement whose filters are optional and whose rows are many. Prepared once, it would
 * get the plan for any values, which reckons with hardly a row, and joins the slow way.
 */
const PLANNED_EACH_TIME = '-- planned for its values';

const statements = new WeakMap<TemplateStringsArray, { name?: string; text: string }>();
function statement(parts: TemplateStringsArray): { name?: string; text: string } {
  let known = statements.get(parts);
  if (!known) {
    const text = parts.reduce((sql, part, index) => `${sql}$${index}${part}`);
    const name = createHash('sha1').update(text).digest('base64url').slice(0, 20);
    known = text.includes(PLANNED_EACH_TIME) ? { text } : { name, text };
    statements.set(parts, known);
  }
  return known;
}

const camel = new Map<string, string>();
function camelCase(column: string): string {
  let name = camel.get(column);
  if (name === undefined) {
    name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
    camel.set(column, name);
  }
  return name;
}
function toRow(fields: string[], values: unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (let i = 0; i < fields.length; i++) row[fields[i] as string] = values[i];
  return row;
}

/** Sends one statement and gives what came of it. */
type Ask = (query: pg.QueryArrayConfig) => Promise<Answer>;

/**
 * Statements of a transaction that are sent together fail together, and the caller of a later one
 * may get its error first: each of them throws the error of the first failure.
 */
function tellFirstFailure(send: Ask): Ask {
  let first: unknown;
  return (query) =>
    send(query).catch((error: unknown) => {
      first ??= error;
      throw isAfterFailure(error) ? first : error;
    });
}

const queryOf = (text: TemplateStringsArray, values: unknown[]): pg.QueryArrayConfig => ({
  ...statement(text),
  values,
  rowMode: 'array',
});

/** The tagged-template face of a pool or of one connection. */
function sqlOn(send: Ask): Sql {
  const ask = async (text: TemplateStringsArray, values: unknown[]) => {
    const result = await send(queryOf(text, values));
    const fields = result.fields.map((field) => camelCase(field.name));
    return { rows: result.rows.map((row) => toRow(fields, row)), count: result.rowCount ?? 0 };
  };
  return {
    many: async <R>(text: TemplateStringsArray, ...values: unknown[]) =>
      (await ask(text, values)).rows as R[],
    maybe: async <R>(text: TemplateStringsArray, ...values: unknown[]) =>
      (await ask(text, values)).rows[0] as R | undefined,
    one: async <R>(text: TemplateStringsArray, ...values: unknown[]) => {
      const { rows } = await ask(text, values);
      if (rows.length !== 1)
        throw new Error(
          `one row expected, ${rows.length} found: ${statement(text).text.slice(0, 80)}`,
        );
      return rows[0] as R;
    },
    run: async (text, ...values) => (await ask(text, values)).count,
  };
}

/** How long things may take at the server, in milliseconds; 0 is without end. */
export interface Limits {
  /** One statement, waiting for locks included. */
  statementMs: number;
  /** Waiting for one lock. */
  lockMs: number;
  /** A transaction that is told nothing: then the server ends it, and its locks are free. */
  idleInTransactionMs: number;
}

/**
 * Limits for calls: a transaction makes no calls to other services, so an idle one was cut off, and
 * its locks block others. Code that needs longer sets its own limits.
 */
const LIMITS: Limits = { statementMs: 15_000, lockMs: 3_000, idleInTransactionMs: 15_000 };
/**
 * For seeds, loads and commands run by hand: no caller waits for their answer, and they wait for a
 * busy machine.
 */
export const NO_TIMEOUT: ConnectOptions = {
  statementMs: 900_000,
  lockMs: 10_000,
  idleInTransactionMs: 300_000,
  connectMs: 30_000,
};
/** How long the client waits for an answer beyond what the server may take. */
const GRACE_MS = 2_000;
/** For statements that take the server no time: BEGIN, ROLLBACK. */
const CONTROL_TIMEOUT_MS = 5_000;
/** An idle connection of a pool is closed after this. */
const IDLE_CONNECTION_MS = 60_000;

export interface TransactionOptions<P> {
  limits?: Partial<Limits>;
  /** Only reads: where the BEGIN failed, it would be on its own. */
  peek?: (sql: Sql) => Promise<P>;
}

/** A service's own database. */
export interface Database extends Sql {
  readonly pool: pg.Pool;
  /**
   * Runs in one transaction on one connection; rolls back when `work` throws. `peek` reads
   * something in the round trip of the BEGIN; `work` gets it as its second argument.
   */
  transaction<T, P = undefined>(
    work: (sql: TransactionSql, peeked: P) => Promise<T>,
    options?: TransactionOptions<P>,
  ): Promise<T>;
  /**
   * The same database with other limits, for statements that are known to take long; each is a
   * transaction.
   */
  within(limits: Partial<Limits>): Sql;
  /**
   * Opens further connections by another url of the same database, and by the one before as long as
   * the server refuses the new password.
   */
  changeUrl(url: string): void;
  close(): Promise<void>;
}

interface ConnectOptions extends Partial<Limits> {
  max?: number;
  /** How the server names these connections. */
  name?: string;
  /** How long a connection may take to come about or to become free. */
  connectMs?: number;
}

/**
 * A pool of connections to a database; the first one is opened on the first statement. Limits are
 * set when a connection starts; behind a pooler in transaction mode (`pgbouncer=true` in the url)
 * they are set in the round trip that begins a transaction, and statements are planned each time: a
 * statement that one connection prepared is missing on the next.
 */
export function connect(url: string, options: ConnectOptions = {}): Database {
  const { max = 10, name = 'portal', connectMs = 3_000, ...ownLimits } = options;
  const usual: Limits = { ...LIMITS, ...ownLimits };
  const isPooled = /[?&]pgbouncer=true\b/.test(url);
  const urls = new Successive(verifiedUrl(url));
  const config: pg.PoolConfig = {
    // read for each new connection
    get connectionString() {
      return urls.current;
    },
    application_name: name,
    connectionTimeoutMillis: connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
    // a new connection costs the server more than the statement that it was opened for
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    // statements are sent without waiting for the answers to those before them
    pipeline: true,
    ...(isPooled
      ? {}
      : {
          statement_timeout: usual.statementMs,
          lock_timeout: usual.lockMs,
          idle_in_transaction_session_timeout: usual.idleInTransactionMs,
        }),
  };
  const pool = new pg.Pool({ ...config, max, Client: clientBy(urls) });
  // the pool replaces a broken idle connection on the next request
  pool.on('error', () => {});
  const borrow = lender(pool, watchStalledConnections(config), {
    prepares: !isPooled,
    passwords: () => urls.count,
  });

  const inTransaction = <T, P>(
    changed: Partial<Limits>,
    work: (send: Ask, atCommit: pg.QueryArrayConfig[], peeked: P) => Promise<T>,
    peek?: (send: Ask) => Promise<P>,
  ): Promise<T> => {
    const limits = { ...usual, ...changed };
    const ms = timeoutMs(limits);
    return borrow(async ({ ask, isBroken }) => {
      const send = tellFirstFailure((query) => ask(query, ms));
      const atCommit: pg.QueryArrayConfig[] = [];
      try {
        const begun = ask(beginning(isPooled ? limits : changed), CONTROL_TIMEOUT_MS);
        const [, peeked] = await Promise.all([begun, peek?.(send)]);
        const result = await work(send, atCommit, peeked as P);
        const answers = await Promise.all([...atCommit, 'COMMIT'].map((query) => ask(query, ms)));
        if (answers.at(-1)?.command !== 'COMMIT')
          throw new Error('a failed statement was passed over: nothing was committed');
        return result;
      } catch (error) {
        // a broken connection is closed: the server rolls back its uncommitted work
        if (!isBroken()) await ask('ROLLBACK', CONTROL_TIMEOUT_MS).catch(() => {});
        throw error;
      }
    });
  };

  const single: Ask = (query) => borrow(({ ask }) => ask(query, timeoutMs(usual)));
  return {
    pool,
    ...sqlOn((query) =>
      single(query).catch((error: unknown) => {
        if (!isOutdatedPlan(error)) throw error;
        return single(query);
      }),
    ),
    transaction: <T, P>(
      work: (sql: TransactionSql, peeked: P) => Promise<T>,
      { limits = {}, peek }: TransactionOptions<P> = {},
    ) =>
      inTransaction<T, P>(
        limits,
        (send, last, peeked) => {
          const atCommit: Runs<void> = {
            run: (text, ...values) => void last.push(queryOf(text, values)),
          };
          return work({ ...sqlOn(send), atCommit }, peeked);
        },
        peek && ((send) => peek(sqlOn(send))),
      ),
    within: (limits) => sqlOn((query) => inTransaction(limits, (send) => send(query))),
    changeUrl: (next) => urls.replace(verifiedUrl(next)),
    close: async () => {
      if (!pool.ending) await pool.end();
    },
  };
}

/**
 * How long the client waits for the answer to a statement: the server's own refusal comes first.
 */
const timeoutMs = ({ statementMs }: Limits): number =>
  statementMs > 0 ? statementMs + GRACE_MS : 0;

/** BEGIN with limits that hold for this transaction alone, in one round trip. */
function beginning({ statementMs, lockMs, idleInTransactionMs }: Partial<Limits>): string {
  const settings = Object.entries({
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  });
  const given = settings.filter(([, ms]) => ms !== undefined);
  return ['BEGIN', ...given.map(([setting, ms]) => `SET LOCAL ${setting} = ${Number(ms)}`)].join(
    '; ',
  );
}
