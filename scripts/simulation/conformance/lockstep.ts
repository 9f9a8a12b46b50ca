import { setImmediate as turn } from 'node:timers/promises';
import type { TestDatabase } from '@portal/kit/testing';
import pg from 'pg';
import { emptyDatabaseOf } from '../empty-database.ts';
import { buildCatalog } from '../postgres/schema.ts';
import { Server, type Session } from '../postgres/server.ts';
import type { Catalog } from '../postgres/storage/catalog.ts';
import { differenceOf, type Outcome } from './outcome.ts';
import { type OnLock, RealServer, type RealSession } from './real-server.ts';

const DEADLOCK = '40P01';

/**
 * Longest time that the real server may take for a statement that the simulated one has answered.
 */
const TIMEOUT_MS = 20_000;
const MAX_DIFFERENCES = 40;

export interface Difference {
  text: string;
  values: readonly unknown[];
  difference: string;
}

/** A statement that was sent to both servers. */
interface Sent {
  text: string;
  values: readonly unknown[];
  simulated: Outcome | null;
  real: Outcome | null;
  realDone: Promise<void>;
}

/** One session at both servers. */
interface Pair {
  simulated: Session;
  real: RealSession;
  startedAt: number | null;
  current: Sent | null;
  /** Statements sent while an earlier one of the session still waits. */
  backlog: { text: string; values: readonly unknown[] }[];
}

/**
 * A simulated and a real database of a service that receive the same statements in the same order.
 * Simulated time does not pass while a statement waits. A second one that would wait times out,
 * since the real server may give either the lock first.
 */
export class Lockstep {
  private differences: Difference[] = [];
  readonly counts = { statements: 0, errors: 0, waits: 0, timeouts: 0 };
  readonly server: Server;
  private readonly real: RealServer;
  private readonly pairs = new Map<number, Pair>();
  private readonly atOnce: (() => void)[] = [];
  private readonly timers: (() => void)[] = [];
  private now = 0;

  private constructor(catalog: Catalog, real: RealServer) {
    this.real = real;
    this.server = new Server(catalog, {
      clock: () => this.now,
      later: (ms, work) => void (ms === 0 ? this.atOnce : this.timers).push(work),
    });
  }

  /** Creates it with the tables of a service. */
  static async of(service: string): Promise<Lockstep> {
    return new Lockstep(emptyDatabaseOf(service), await RealServer.of(service, null));
  }

  /** Creates it with the given tables. */
  static async with(tables: string): Promise<Lockstep> {
    return new Lockstep(buildCatalog([tables]), await RealServer.of('kit', tables));
  }

  /** The database at the real server. */
  get database(): TestDatabase {
    return this.real.db;
  }

  /** Whether enough differences were found to stop. */
  get isOver(): boolean {
    return this.differences.length >= MAX_DIFFERENCES;
  }

  /** Returns and forgets the differences found so far. */
  takeDifferences(): Difference[] {
    const found = this.differences;
    this.differences = [];
    return found;
  }

  private waiting(): Pair[] {
    return [...this.pairs.values()].filter(({ current }) => current !== null);
  }

  /** Sends a statement to both and compares the answers to it and to those that it unblocked. */
  async query(
    id: number,
    text: string,
    values: readonly unknown[] = [],
    { at = this.now, mayQueue = false }: { at?: number; mayQueue?: boolean } = {},
  ): Promise<void> {
    const pair = await this.pair(id);
    if (this.waiting().length === 0) this.now = at;
    if (pair.current) pair.backlog.push({ text, values });
    else await this.send(pair, text, values, mayQueue);
    await this.settle();
  }

  /** Closes a session at both servers. */
  async close(id: number): Promise<void> {
    const pair = this.pairs.get(id);
    if (!pair) return;
    this.pairs.delete(id);
    pair.simulated.close();
    await pair.real.close();
    await this.settle();
  }

  async end(): Promise<void> {
    for (const id of [...this.pairs.keys()]) await this.close(id);
    await this.real.db.drop();
  }

  private async pair(id: number): Promise<Pair> {
    let pair = this.pairs.get(id);
    if (!pair) {
      pair = {
        simulated: this.server.connect(),
        real: await this.real.connect(),
        startedAt: null,
        current: null,
        backlog: [],
      };
      this.pairs.set(id, pair);
    }
    return pair;
  }

  /** Returns whether a session's statement waits, at both servers. */
  waits(id: number): boolean {
    return (this.pairs.get(id)?.current ?? null) !== null;
  }

  private async send(
    pair: Pair,
    text: string,
    values: readonly unknown[],
    mayQueue = false,
  ): Promise<void> {
    const sent: Sent = { text, values, simulated: null, real: null, realDone: Promise.resolve() };
    const others = this.waiting().length;
    pair.current = sent;
    this.counts.statements++;
    if (text.startsWith('BEGIN')) pair.startedAt = this.now;
    pair.simulated.query(text, values).then(
      ({ command, rowCount, fields, rows }) => {
        const columns = fields.map(({ name }) => name);
        sent.simulated = { command, rowCount, columns, rows };
      },
      (error: unknown) => {
        sent.simulated = { error: refusalOf(error) };
      },
    );
    await this.drain();
    let onLock: OnLock = 'waits';
    if (sent.simulated?.error?.code === DEADLOCK) onLock = 'detects deadlocks';
    if (sent.simulated === null && others > 0 && !mayQueue) {
      onLock = 'times out';
      this.counts.timeouts++;
      this.timers.at(-1)?.();
      await this.drain();
    }
    const clock = { now: this.now, startedAt: pair.startedAt ?? this.now };
    sent.realDone = pair.real.query(text, values, clock, onLock).then(
      (outcome) => {
        sent.real = outcome;
      },
      () => {}, // the session was closed
    );
    if (sent.simulated === null) await this.expectBlocked(pair, sent);
    if (/^(COMMIT|ROLLBACK)/.test(text)) pair.startedAt = null;
  }

  private async expectBlocked({ real }: Pair, sent: Sent): Promise<void> {
    this.counts.waits++;
    const until = performance.now() + TIMEOUT_MS;
    while (sent.real === null && !(await real.isBlocked())) {
      if (performance.now() > until) throw new Error(`no answer to ${sent.text}`);
      await turn();
    }
  }

  /** Lets the simulated server run all work that is due now. */
  private async drain(): Promise<void> {
    await turn();
    for (let work = this.atOnce.shift(); work; work = this.atOnce.shift()) {
      work();
      await turn();
    }
  }

  /**
   * Compares all answers of the simulated server, and sends the statements that waited for them.
   */
  private async settle(): Promise<void> {
    await this.drain();
    for (;;) {
      const pair = this.waiting().find(({ current }) => current?.simulated);
      if (!pair) break;
      const sent = pair.current as Sent;
      await this.compare(sent);
      pair.current = null;
      const next = pair.backlog.shift();
      if (next) await this.send(pair, next.text, next.values);
      await this.drain();
    }
    for (const { current } of this.waiting())
      if (current?.real) this.note(current, 'waits where the real server does not');
  }

  private async compare(sent: Sent): Promise<void> {
    const { text, simulated, realDone } = sent;
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    await Promise.race([
      realDone,
      new Promise((resolve) => timeout.addEventListener('abort', resolve)),
    ]);
    if (!simulated) return;
    if (simulated.error) this.counts.errors++;
    if (sent.real === null) {
      throw new Error(`waits at the real server and not at the simulated one: ${text}`);
    }
    const difference = differenceOf(text, simulated, sent.real);
    if (difference !== null) this.note(sent, difference);
  }

  private note({ text, values }: Sent, difference: string): void {
    this.differences.push({ text, values, difference });
  }
}

function refusalOf(error: unknown) {
  if (!(error instanceof pg.DatabaseError))
    return { code: 'internal error:', message: (error as Error).message };
  const { code = '', constraint, column, message } = error;
  return { code, constraint, column, message };
}
