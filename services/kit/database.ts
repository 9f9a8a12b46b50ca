import { createHash } from 'node:crypto';
import pg from 'pg';

pg.types.setTypeParser(20, Number); // bigint: ids and cents stay below 2^53
pg.types.setTypeParser(1016 as 20, (list) => JSON.parse(`[${list.slice(1, -1)}]`)); // bigint[], which the types of pg do not know
pg.types.setTypeParser(1082, (day) => day); // date: YYYY-MM-DD as the contract writes it

/** Statements written as tagged templates: every value is a parameter, every text is prepared once a connection. Columns arrive in camelCase. */
export interface Sql {
  many<R>(text: TemplateStringsArray, ...values: unknown[]): Promise<R[]>;
  maybe<R>(text: TemplateStringsArray, ...values: unknown[]): Promise<R | undefined>;
  /** Exactly one row; none is a bug. */
  one<R>(text: TemplateStringsArray, ...values: unknown[]): Promise<R>;
  /** Number of rows touched. */
  run(text: TemplateStringsArray, ...values: unknown[]): Promise<number>;
}

const prepared = new WeakMap<TemplateStringsArray, { name: string; text: string }>();
function statement(parts: TemplateStringsArray): { name: string; text: string } {
  let known = prepared.get(parts);
  if (!known) {
    const text = parts.reduce((sql, part, index) => `${sql}$${index}${part}`);
    known = { name: createHash('sha1').update(text).digest('base64url').slice(0, 20), text };
    prepared.set(parts, known);
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

type Runner = Pick<pg.ClientBase, 'query'>;

/** The tagged-template face of a pool or of one connection. */
function sqlOn(runner: () => Runner): Sql {
  const ask = async (text: TemplateStringsArray, values: unknown[]) => {
    const result = await runner().query({ ...statement(text), values, rowMode: 'array' });
    const fields = result.fields.map((field) => camelCase(field.name));
    return { rows: result.rows.map((row) => toRow(fields, row as unknown[])), count: result.rowCount ?? 0 };
  };
  return {
    many: async <R>(text: TemplateStringsArray, ...values: unknown[]) => (await ask(text, values)).rows as R[],
    maybe: async <R>(text: TemplateStringsArray, ...values: unknown[]) => (await ask(text, values)).rows[0] as R | undefined,
    one: async <R>(text: TemplateStringsArray, ...values: unknown[]) => {
      const { rows } = await ask(text, values);
      if (rows.length !== 1) throw new Error(`one row expected, ${rows.length} found: ${statement(text).text.slice(0, 80)}`);
      return rows[0] as R;
    },
    run: async (text, ...values) => (await ask(text, values)).count,
  };
}

/** A service's own database. */
export interface Database extends Sql {
  readonly pool: pg.Pool;
  /** Runs in one transaction on one connection; rolls back when `work` throws. */
  transaction<T>(work: (sql: Sql, client: pg.PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A pool of connections to a database; none is opened before it is asked. */
export function connect(url: string, { max = 10, name = 'portal', idleInTransactionMs = 60_000 } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    application_name: name,
    connectionTimeoutMillis: 3000,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    keepAlive: true,
  });
  pool.on('error', () => {}); // an idle connection that breaks is replaced by the next one that is asked for
  return {
    pool,
    ...sqlOn(() => pool as unknown as Runner),
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      // the server may end a connection that nothing is asked of at this moment, e.g. when it restarts; the next statement finds out
      const lost = (error: Error) => {
        broken = error;
      };
      client.on('error', lost);
      try {
        await client.query('BEGIN');
        const result = await work(
          sqlOn(() => client),
          client,
        );
        await client.query('COMMIT');
        return result;
      } catch (error) {
        await client.query('ROLLBACK').catch((lost: Error) => {
          broken = lost;
        });
        throw error;
      } finally {
        client.off('error', lost);
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}

const code = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/** The transaction lost a race that a second try settles: serialization failure or deadlock. */
export const isRetryable = (error: unknown): boolean => ['40001', '40P01'].includes(code(error));

/** A unique constraint said no, optionally this one. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  return code(error) === '23505' && (constraint === undefined || (error as { constraint?: string }).constraint === constraint);
}

/** The database is not there, is going or is coming back. */
export function isDown(error: unknown): boolean {
  const text = String((error as Error | null)?.message ?? '');
  return (
    /^(57P|08|53300|25P03)/.test(code(error)) ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT'].includes(code(error)) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed/.test(text)
  );
}
