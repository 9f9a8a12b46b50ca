import { createHash, randomUUID } from 'node:crypto';
import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import grpc from '@grpc/grpc-js';
import pg from 'pg';
import { type Actor, serviceActor } from './auth/actor.ts';
import { publicKeysVariable } from './auth/token-keys.ts';
import { dumpDatabase } from './backup/dump-database.ts';
import { restoreDatabase } from './backup/restore-database.ts';
import type { FindSubject } from './commands/authorize.ts';
import type { Call } from './commands/command.ts';
import { connect, type Database } from './database/database.ts';
import { applyMigrations, migrate, migrationsOf } from './database/migrate.ts';
import { DomainError } from './errors.ts';
import { addRpcs, ownerOf, type RpcSet } from './grpc/rpc.ts';
import { clockOffsetMs, steadyNow } from './steady-clock.ts';
import { withErrorsOf } from './testing/calls/service-errors.ts';
import { createClock, moveClock } from './testing/database-clock.ts';
import './testing/test-settings.ts';

export interface TestDatabase extends Database {
  url: string;
  /** Closes and drops it. */
  drop: () => Promise<void>;
}

/** Returns the server that `npm test` starts for tests with real services. */
function serverUrl(database: string): string {
  const url = new URL(process.env.TEST_POSTGRES_URL ?? '');
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * Limits of the databases of tests, which are longer than those of services: on a machine that runs
 * every test at once, a new connection or a lock holder may get no time for seconds.
 */
export const PATIENT = {
  connectMs: 30_000,
  lockMs: 30_000,
  statementMs: 60_000,
  idleInTransactionMs: 60_000,
} as const;

/** A database of its own for a test file, copied from a template that is migrated once. */
export async function freshDatabase(service: string): Promise<TestDatabase> {
  const migrations = await migrationsOf(service);
  const hash = createHash('sha1').update(JSON.stringify(migrations)).digest('hex').slice(0, 10);
  const template = `template_${service}_${hash}${clockOffsetMs === 0 ? '' : '_moved'}`;
  const name = `test_${service}_${randomUUID().replaceAll('-', '').slice(0, 12)}`;
  const server = new pg.Client({ connectionString: serverUrl('postgres') });
  await server.connect();
  try {
    await server.query('SELECT pg_advisory_lock(hashtext($1))', [template]);
    const { rowCount } = await server.query('SELECT 1 FROM pg_database WHERE datname = $1', [
      template,
    ]);
    if (rowCount === 0) {
      await server.query(`CREATE DATABASE ${template}_new`);
      if (clockOffsetMs !== 0) {
        await moveClock(server, `${template}_new`, clockOffsetMs);
        await createClock(serverUrl(`${template}_new`));
      }
      await migrate(service, serverUrl(`${template}_new`));
      await server.query(`ALTER DATABASE ${template}_new RENAME TO ${template}`);
    }
    await server.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
    if (clockOffsetMs !== 0) await moveClock(server, name, clockOffsetMs);
  } finally {
    await server.end();
  }
  const url = serverUrl(name);
  const db = connect(url, { name, ...PATIENT });
  return {
    ...db,
    url,
    async drop() {
      await db.close();
      const again = new pg.Client({ connectionString: serverUrl('postgres') });
      await again.connect();
      await again.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      await again.end();
    },
  };
}

/**
 * A database as another release made it, whose services lie in a folder; `upgrade` brings it up to
 * date, `rollBack` runs the migrations of that release that a database lacks.
 */
export async function databaseOfRelease(
  service: string,
  services: URL,
): Promise<{
  db: TestDatabase;
  upgrade: () => Promise<unknown>;
  rollBack: (from: TestDatabase) => Promise<string[]>;
}> {
  const db = await freshDatabase(service);
  await db.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  const migrations = await migrationsOf(service, services);
  const rollBack = ({ url }: TestDatabase) => applyMigrations(service, url, migrations);
  await rollBack(db);
  return { db, upgrade: () => migrate(service, db.url), rollBack };
}

/** Returns a database that is restored from a backup of another one. */
export async function restoredCopy(service: string, { url }: TestDatabase): Promise<TestDatabase> {
  const out = new PassThrough();
  const [backup] = await Promise.all([
    buffer(out),
    dumpDatabase(service, url, out).finally(() => out.end()),
  ]);
  const copy = await freshDatabase(service);
  await restoreDatabase(service, copy.url, Readable.from([backup]), { replace: true });
  return copy;
}

interface CallOptions {
  key?: string | null;
  now?: Date;
}
const callOf = (
  db: Database,
  actor: Actor,
  { key = randomUUID(), now = steadyNow() }: CallOptions = {},
): Call => ({
  db,
  actor,
  key,
  now,
  requestId: randomUUID(),
});

/** A call of a signed-in student, with a new key unless one is given. */
export const asStudent = (db: Database, id: number, options?: CallOptions): Call =>
  callOf(
    db,
    {
      kind: 'student',
      id,
      roles: ['ROLE_STUDENT'],
      studentId: id,
      name: `student ${id}`,
      via: 'bff',
    },
    options,
  );

/** A call of staff with these roles, acting for a student when one is named. */
export const asStaff = (
  db: Database,
  roles: string[],
  options: CallOptions & { studentId?: number; schoolId?: number } = {},
): Call =>
  callOf(
    db,
    {
      kind: 'staff',
      id: 1,
      roles,
      name: 'staff',
      via: 'bff',
      ...(options.studentId === undefined ? {} : { studentId: options.studentId }),
      ...(options.schoolId === undefined ? {} : { schoolId: options.schoolId }),
    },
    options,
  );

/** A call that another service makes. */
export const asService = (
  db: Database,
  service: string,
  options: CallOptions & { studentId?: number } = {},
): Call => callOf(db, serviceActor(service, options.studentId), options);

/** Returns a call by the public, without a signed-in person. */
export const asPublic = (db: Database, options?: CallOptions): Call =>
  callOf(db, { kind: 'public', id: 0, roles: [], name: 'public', via: 'bff' }, options);

/** Codes of the refusals among settled answers; anything else that was thrown fails the test. */
export function refusals(settled: PromiseSettledResult<unknown>[]): string[] {
  return settled.flatMap((answer) => {
    if (answer.status === 'fulfilled') return [];
    if (answer.reason instanceof DomainError) return [answer.reason.code];
    throw answer.reason;
  });
}

/** The refusal that a call ends with; a call that succeeds fails the test. */
export async function refusalOf(call: Promise<unknown>): Promise<DomainError> {
  const answer = await call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ('error' in answer && answer.error instanceof DomainError) return answer.error;
  throw 'error' in answer
    ? answer.error
    : new Error(`not refused but answered ${JSON.stringify(answer.value)}`);
}

/** The same RPCs; an error that is not in the table of their service fails instead of going out. */
function withKnownErrors({ definition, handlers }: RpcSet): RpcSet {
  const service = ownerOf(definition);
  const checked = Object.entries(handlers).map(([name, { handle }]) => [
    name,
    {
      handle: (request: never, call: Call) => withErrorsOf(service, () => handle(request, call)),
    },
  ]);
  return { definition, handlers: Object.fromEntries(checked) };
}

/** Every student is on record, and of no school. */
const anybody: FindSubject = async (_call, studentId) => ({ studentId, schoolId: null });

/**
 * Serves RPC sets in this process, as a stand-in for another service or to call one's own over the
 * wire; the address goes into the variable.
 */
export async function serveInProcess(
  addressVariable: string,
  sets: RpcSet[],
  db = {} as Database,
  clock: () => Date = steadyNow,
  findSubject: FindSubject = anybody,
): Promise<() => void> {
  const server = new grpc.Server();
  const publicKeys = publicKeysVariable.parse(process.env.TOKEN_PUBLIC_KEYS);
  for (const set of sets)
    addRpcs(server, withKnownErrors(set), { db, publicKeys, clock, findSubject });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  const before = process.env[addressVariable];
  process.env[addressVariable] = `127.0.0.1:${port}`;
  return () => {
    server.forceShutdown();
    if (before === undefined) delete process.env[addressVariable];
    else process.env[addressVariable] = before;
  };
}

/**
 * Asks until the condition holds; fails after two minutes, which a busy machine may need, with
 * the last answer.
 */
export async function eventually<T>(
  ask: () => Promise<T>,
  isRight: (answer: T) => boolean,
): Promise<T> {
  const until = performance.now() + 120_000;
  for (;;) {
    const answer = await ask();
    if (isRight(answer)) return answer;
    if (performance.now() > until)
      throw new Error(`did not become right: ${JSON.stringify(answer)}`);
    await new Promise((next) => setTimeout(next, 20));
  }
}

/**
 * Does work in which the first caller to reach this failpoint dies, as a process would there.
 * Returns the answer where others continued the work, null where the caller died; fails when no
 * caller reached the failpoint, and with any other error.
 */
export async function diesAt<T>(name: string, work: () => Promise<T>): Promise<T | null> {
  const hook = Symbol.for('portal.failpoints');
  const marks = globalThis as { [hook]?: (mark: string) => void };
  const death = new Error(`died at ${name}`);
  let isDead = false;
  marks[hook] = (mark) => {
    if (mark !== name || isDead) return;
    isDead = true;
    throw death;
  };
  try {
    const answer = await work().catch((error: unknown) => {
      if (error !== death) throw error;
      return null;
    });
    if (!isDead) throw new Error(`nobody came to ${name}`);
    return answer;
  } finally {
    delete marks[hook];
  }
}

/**
 * From now on the first two rows that are inserted into a table wait for each other, for ten
 * seconds at most: neither transaction ends before the other has looked at what was there.
 */
export async function twoMeetAtInsert(db: Database, table: string): Promise<void> {
  await db.pool.query(`CREATE SEQUENCE come_to_${table};
    CREATE FUNCTION meet_at_${table}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM nextval('come_to_${table}');
      FOR tries IN 1..1000 LOOP
        EXIT WHEN (SELECT last_value FROM come_to_${table}) >= 2;
        PERFORM pg_sleep(0.01);
      END LOOP;
      RETURN NEW; END $$;
    CREATE TRIGGER meet BEFORE INSERT ON ${table} FOR EACH ROW
      EXECUTE FUNCTION meet_at_${table}()`);
}

/**
 * A barrier for this many callers: all continue when the last one has arrived. For tests of
 * concurrent calls.
 */
export function together(count: number): () => Promise<void> {
  const all = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    come += 1;
    if (come === count) all.resolve();
    return all.promise;
  };
}
