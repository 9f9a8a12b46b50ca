import { parseSync } from 'libpg-query';
import { type Catalog, type Context, type Query, Scope, Sequences } from './storage/catalog.ts';
import { databaseError } from './storage/errors.ts';
import {
  Ledger,
  MustWait,
  type Snapshot,
  type Transaction,
  type Tuple,
} from './storage/storage.ts';
import { parameter, result, type Value } from './storage/values.ts';

/** The server's clock and timers. */
export interface Surroundings {
  /** Milliseconds of the epoch. */
  clock: () => number;
  /** Calls a function after some milliseconds. */
  later: (ms: number, work: () => void) => void;
}

export interface Answer {
  command: string;
  rowCount: number;
  fields: { name: string }[];
  rows: unknown[][];
}

/** An entry of the log: a statement of a session (0: a read from outside), or the session's end. */
export interface LogEntry {
  readonly session: number;
  /** Milliseconds of the epoch. */
  readonly at: number;
  /** Null: the session ended. */
  readonly text: string | null;
  readonly values: readonly unknown[];
}

interface Request {
  text: string;
  values: readonly Value[];
  snapshot: Snapshot | null;
  sequences: Sequences;
  resolve: (answer: Answer) => void;
  reject: (error: Error) => void;
}

const LOCK_TIMEOUT_MS = 3_000;
const IDLE_TIMEOUT_MS = 15_000;

/**
 * A PostgreSQL in memory, with READ COMMITTED transactions and row locks, for the statements of the
 * services. It fails at unsupported statements.
 */
export class Server {
  readonly catalog: Catalog;
  readonly ledger = new Ledger();
  readonly around: Surroundings;
  readonly sessions = new Set<Session>();
  /** Sessions that wait for a lock, in the order in which they get it. */
  readonly waiting = new Set<Session>();
  /** Receives all statements in their order. */
  log: ((entry: LogEntry) => void) | null = null;
  /** Receives the rows that a transaction has written, once they are committed. */
  onCommit: ((written: ReadonlySet<Tuple>) => void) | null = null;
  private lastSession = 0;
  private readonly statements = new Map<string, Query>();

  constructor(catalog: Catalog, around: Surroundings) {
    this.catalog = catalog;
    this.around = around;
  }

  connect(): Session {
    const session = new Session(this, ++this.lastSession);
    this.sessions.add(session);
    return session;
  }

  statement(text: string): Query {
    let query = this.statements.get(text);
    if (!query) {
      const node = parseSync(text).stmts?.[0]?.stmt;
      if (!node) throw new Error(`nothing to run in ${text}`);
      query = this.catalog.language.statement(node, new Scope(this.catalog, null));
      this.statements.set(text, query);
    }
    return query;
  }

  /** Ends transactions that were idle for too long. */
  endIdle(): void {
    for (const session of [...this.sessions])
      if (session.idleMs() > IDLE_TIMEOUT_MS)
        session.terminate(databaseError('25P03', 'idle-in-transaction timeout'));
  }

  /** Breaks all connections at once; uncommitted changes are lost. */
  crash(): void {
    for (const session of [...this.sessions])
      session.terminate(databaseError('57P01', 'the server is shutting down'));
  }

  /** Returns the rows of a query over committed data. */
  read<R>(text: string, values: readonly unknown[] = []): R[] {
    this.log?.({ session: 0, at: this.around.clock(), text, values });
    const tx = this.ledger.begin(this.around.clock());
    const query = this.statement(text);
    const rows = query.run(
      contextOf(this, tx, {
        snapshot: snapshotOf(this, tx),
        values: values.map(parameter),
        sequences: new Sequences(),
      }),
      null,
    );
    this.ledger.rollback(tx);
    return rows.map(
      (row) =>
        Object.fromEntries(row.map((value, i) => [query.columns[i] as string, result(value)])) as R,
    );
  }
}

const snapshotOf = ({ ledger }: Server, tx: Transaction): Snapshot => ({
  tx,
  csn: ledger.csn,
  cid: ++tx.cid,
});

function contextOf(
  { catalog, ledger, around }: Server,
  tx: Transaction,
  {
    snapshot,
    values: params,
    sequences,
  }: Pick<Request, 'values' | 'sequences'> & { snapshot: Snapshot },
): Context {
  return {
    catalog,
    ledger,
    tx,
    snapshot,
    params,
    clock: around.clock,
    sequences,
    memo: new Map(),
    after: [],
    depth: 0,
  };
}

const done = (command: string): Answer => ({ command, rowCount: 0, fields: [], rows: [] });

/** One connection, at the server. */
export class Session {
  private readonly server: Server;
  private readonly id: number;
  private readonly queue: Request[] = [];
  private tx: Transaction | null = null;
  private isExplicit = false;
  private isFailed = false;
  private lockMs = LOCK_TIMEOUT_MS;
  private waitingFor: Transaction | null = null;
  private waits = 0;
  private idleSince = 0;
  private isClosed = false;
  /** Called when the server terminates the connection. */
  onTerminated: (error: Error) => void = () => {};

  constructor(server: Server, id: number) {
    this.server = server;
    this.id = id;
  }

  private log(text: string | null, values: readonly unknown[] = []): void {
    this.server.log?.({ session: this.id, at: this.server.around.clock(), text, values });
  }

  /** Sends a statement; those of one connection run in their order. */
  query(text: string, values: readonly unknown[]): Promise<Answer> {
    this.log(text, values);
    return new Promise((resolve, reject) => {
      this.queue.push({
        text,
        values: values.map(parameter),
        snapshot: null,
        sequences: new Sequences(),
        resolve,
        reject,
      });
      if (this.queue.length === 1) this.work();
    });
  }

  idleMs(): number {
    if (!this.isExplicit || this.queue.length > 0) return 0;
    return this.server.around.clock() - this.idleSince;
  }

  terminate(error: Error): void {
    if (this.isClosed) return;
    this.close();
    this.onTerminated(error);
  }

  /** Rolls back when the connection is lost. */
  close(): void {
    if (this.isClosed) return;
    this.log(null);
    this.isClosed = true;
    this.queue.length = 0;
    if (this.waitingFor) this.stopWaiting();
    this.server.sessions.delete(this);
    if (this.tx) this.end('rollback');
  }

  private work(): void {
    while (this.queue.length > 0 && this.waitingFor === null && !this.isClosed) {
      const request = this.queue[0] as Request;
      let answer: Answer;
      try {
        answer = this.execute(request);
      } catch (error) {
        if (error instanceof MustWait) {
          this.wait(request, error.holder);
          continue;
        }
        this.fail(request, error as Error);
        continue;
      }
      this.finish(request);
      request.resolve(answer);
    }
  }

  private finish(request: Request): void {
    if (request.snapshot) this.server.ledger.held.delete(request.snapshot);
    this.queue.shift();
    this.idleSince = this.server.around.clock();
  }

  private fail(request: Request, error: Error): void {
    this.finish(request);
    const { isExplicit } = this;
    if (this.tx) {
      // the locks are released at once; the client still has to send ROLLBACK
      this.end('rollback');
      this.isExplicit = isExplicit;
      this.isFailed = isExplicit;
    }
    request.reject(error);
  }

  private execute(request: Request): Answer {
    const { text } = request;
    if (text.startsWith('BEGIN')) return this.begin(text);
    if (text === 'ROLLBACK') return this.rollback();
    if (text === 'COMMIT') return this.commit();
    if (this.isFailed)
      throw databaseError('25P02', 'current transaction is aborted, commands are ignored');
    if (!this.tx) {
      this.tx = this.server.ledger.begin(this.server.around.clock());
      this.isExplicit = false;
    }
    const answer = this.run(request, this.tx);
    if (!this.isExplicit) {
      this.runDeferred(this.tx);
      this.end('commit');
    }
    return answer;
  }

  private begin(text: string): Answer {
    this.tx ??= this.server.ledger.begin(this.server.around.clock());
    this.isExplicit = true;
    this.isFailed = false;
    const given = /SET LOCAL lock_timeout = (\d+)/.exec(text);
    this.lockMs = given ? Number(given[1]) : LOCK_TIMEOUT_MS;
    return done('BEGIN');
  }

  private commit(): Answer {
    if (this.isFailed) return this.rollback();
    if (!this.tx) return done('COMMIT');
    try {
      this.runDeferred(this.tx);
    } catch (error) {
      if (!(error instanceof MustWait)) this.end('rollback');
      throw error;
    }
    this.end('commit');
    return done('COMMIT');
  }

  private rollback(): Answer {
    this.end('rollback');
    this.isExplicit = false;
    this.isFailed = false;
    return done('ROLLBACK');
  }

  private runDeferred(tx: Transaction): void {
    tx.cid++;
    for (const work of [...tx.deferred]) work();
    tx.deferred.length = 0;
  }

  private run(request: Request, tx: Transaction): Answer {
    const { server } = this;
    const query = server.statement(request.text);
    const snapshot = request.snapshot ?? snapshotOf(server, tx);
    request.snapshot = snapshot;
    request.sequences.restart();
    const written = tx.written.length;
    const deferred = tx.deferred.length;
    const context = contextOf(server, tx, { ...request, snapshot });
    try {
      const rows = query.run(context, null);
      tx.cid++;
      for (let i = 0; i < context.after.length; i++) context.after[i]?.();
      return {
        command: 'OK',
        rowCount: rows.length,
        fields: query.columns.map((name) => ({ name })),
        rows: rows.map((row) => row.map(result)),
      };
    } catch (error) {
      server.ledger.undo(tx, written, deferred);
      throw error;
    }
  }

  private end(how: 'commit' | 'rollback'): void {
    const { tx, server } = this;
    if (!tx) return;
    this.tx = null;
    this.isExplicit = false;
    this.isFailed = false;
    server.ledger[how](tx);
    if (how === 'commit' && tx.written.length > 0) server.onCommit?.(new Set(tx.written));
    for (const session of [...server.waiting])
      if (session.waitingFor === tx) {
        session.stopWaiting();
        server.around.later(0, () => session.work());
      }
  }

  private stopWaiting(): void {
    this.server.waiting.delete(this);
    this.waitingFor = null;
    this.waits++;
  }

  private wait(request: Request, holder: Transaction): void {
    if (this.closesCircle(holder)) {
      this.fail(request, databaseError('40P01', 'deadlock detected'));
      return;
    }
    if (request.snapshot) this.server.ledger.held.add(request.snapshot);
    this.server.waiting.add(this);
    this.waitingFor = holder;
    const waits = this.waits;
    this.server.around.later(this.lockMs, () => {
      if (this.waitingFor === null || this.waits !== waits) return;
      this.stopWaiting();
      this.fail(request, databaseError('55P03', 'canceling statement due to lock timeout'));
      this.work();
    });
  }

  /** Returns whether the holder waits, directly or indirectly, for this session. */
  private closesCircle(holder: Transaction): boolean {
    const byTx = new Map([...this.server.sessions].map((session) => [session.tx, session]));
    for (let at: Transaction | null = holder; at; at = byTx.get(at)?.waitingFor ?? null)
      if (at === this.tx) return true;
    return false;
  }
}
