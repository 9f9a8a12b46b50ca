import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Answer, Session } from '../../postgres/server.ts';
import { cluster } from '../processes/cluster.ts';
import { type Host, never } from '../processes/runtime.ts';

/** Milliseconds that a message between a service and its database takes. */
const LATENCY_MS = 1;
/** Longest time until a side notices that its connection is broken. */
const NOTICE_MS = 3_000;

let lastPid = 0;

const failure = (message: string, code: string): Error =>
  Object.assign(new Error(message), { code });

/** A connection of the driver: messages take time, keep their order and may be lost. */
class SimulatedClient extends EventEmitter {
  readonly processID = ++lastPid;
  readonly connection: { stream: { writableCorked: number; destroy: (error: Error) => void } };
  private readonly session: Session;
  private readonly host: Host | null;
  private readonly waiting = new Set<(error: Error) => void>();
  private sentAt = 0;
  private answeredAt = 0;
  private broken: Error | null = null;
  /** A message in this direction was lost; nothing sent after it arrives. */
  private readonly isCut = { there: false, back: false };
  private readonly onRelease: (client: SimulatedClient, isBroken: boolean) => void;

  constructor(
    database: string,
    host: Host | null,
    onRelease: (client: SimulatedClient, isBroken: boolean) => void,
  ) {
    super();
    this.host = host;
    this.onRelease = onRelease;
    const server = cluster().databases.get(database);
    if (!server) throw new Error(`there is no database ${database}`);
    this.session = server.connect();
    this.session.onTerminated = (error) => this.after('terminated', () => this.break(error));
    this.connection = { stream: { writableCorked: 1, destroy: (error) => this.break(error) } };
  }

  get isBroken(): boolean {
    return this.broken !== null;
  }

  private after(what: string, run: () => void): void {
    const { runtime } = cluster();
    runtime.later(runtime.random.latency(LATENCY_MS), what, run, this.host);
  }

  /** Drops the connection with its host. */
  drop(): void {
    this.broken ??= failure('Connection terminated', 'ECONNRESET');
    this.session.close();
  }

  private break(error: Error): void {
    if (this.broken) return;
    this.broken = error;
    this.session.close();
    for (const reject of this.waiting) reject(error);
    this.waiting.clear();
    if (this.listenerCount('error') > 0) this.emit('error', error);
  }

  query(config: { text: string; values?: unknown[] }): Promise<Answer> {
    const { runtime, faultRates, faultPlan } = cluster();
    if (this.host && !this.host.isAlive) return never();
    if (this.broken) return Promise.reject(this.broken);
    const { random } = runtime;
    return new Promise((resolve, reject) => {
      this.waiting.add(reject);
      const lost = faultPlan.strikes('database connection', faultRates.databaseBreaks);
      const arrives = Math.max(this.sentAt, runtime.now + random.latency(LATENCY_MS));
      this.sentAt = arrives;
      const isBefore = lost && random.chance(0.5);
      runtime.later(
        arrives - runtime.now,
        'statement',
        () => {
          if (this.broken || this.isCut.there) return;
          if (isBefore) {
            this.isCut.there = true;
            return this.loseConnection();
          }
          runtime.include(JSON.stringify([config.text, config.values]));
          this.session.query(config.text, config.values ?? []).then(
            (answer) => this.answer(lost, reject, () => resolve(answer)),
            (error: Error) => this.answer(lost, reject, () => reject(error)),
          );
        },
        null,
      );
    });
  }

  /** Lets both sides notice, each after its own delay. */
  private loseConnection(): void {
    const { runtime } = cluster();
    runtime.note('database connection lost');
    runtime.later(
      runtime.random.next() * NOTICE_MS,
      'session closed',
      () => this.session.close(),
      null,
    );
    runtime.later(
      runtime.random.next() * NOTICE_MS,
      'connection broken',
      () => this.break(failure('Connection terminated unexpectedly', 'ECONNRESET')),
      this.host,
    );
  }

  private answer(isLost: boolean, reject: (error: Error) => void, deliver: () => void): void {
    const { runtime } = cluster();
    if (this.broken || this.isCut.back) return;
    if (isLost) {
      this.isCut.back = true;
      this.loseConnection();
      return;
    }
    this.answeredAt = Math.max(this.answeredAt, runtime.now + runtime.random.latency(LATENCY_MS));
    runtime.later(
      this.answeredAt - runtime.now,
      'answer',
      () => {
        if (this.broken || !this.waiting.delete(reject)) return;
        deliver();
      },
      this.host,
    );
  }

  release(error?: Error | boolean): void {
    this.onRelease(this, this.broken !== null || (error !== undefined && error !== false));
  }
}

interface Options {
  connectionString: string;
  max?: number;
  connectionTimeoutMillis?: number;
}

const pools = new Set<SimulatedPool>();

/** Replaces pg's pool: connections to the databases of the simulated world. */
class SimulatedPool extends EventEmitter {
  private readonly database: string;
  private readonly host: Host | null;
  private readonly max: number;
  private readonly timeoutMs: number;
  private readonly idle: SimulatedClient[] = [];
  readonly all = new Set<SimulatedClient>();
  private readonly queue: ((client: SimulatedClient) => void)[] = [];

  constructor({ connectionString, max = 10, connectionTimeoutMillis = 0 }: Options) {
    super();
    this.database = new URL(connectionString).pathname.slice(1);
    this.host = cluster().runtime.here.getStore() ?? null;
    this.max = max;
    this.timeoutMs = connectionTimeoutMillis;
    pools.add(this);
  }

  belongsTo(host: Host): boolean {
    return this.host === host;
  }

  connect(): Promise<SimulatedClient> {
    const { runtime } = cluster();
    if (this.host && !this.host.isAlive) return never();
    return new Promise((resolve, reject) => {
      let isOver = false;
      const take = (client: SimulatedClient) => {
        isOver = true;
        resolve(client);
      };
      this.queue.push(take);
      this.serve();
      if (this.timeoutMs > 0 && !isOver)
        runtime.later(
          this.timeoutMs,
          'no free connection',
          () => {
            const at = this.queue.indexOf(take);
            if (at < 0) return;
            this.queue.splice(at, 1);
            reject(new Error('timeout exceeded when trying to connect'));
          },
          this.host,
        );
    });
  }

  private serve(): void {
    while (this.queue.length > 0) {
      let client = this.idle.pop();
      while (client?.isBroken) {
        this.all.delete(client);
        client = this.idle.pop();
      }
      if (!client) {
        if (this.all.size >= this.max) return;
        client = new SimulatedClient(this.database, this.host, (released, isBroken) => {
          if (isBroken) {
            released.drop();
            this.all.delete(released);
          } else this.idle.push(released);
          this.serve();
        });
        this.all.add(client);
      }
      this.queue.shift()?.(client);
    }
  }

  drop(): void {
    for (const client of this.all) client.drop();
    this.all.clear();
    pools.delete(this);
  }

  end(): Promise<void> {
    this.drop();
    return Promise.resolve();
  }
}

/** Replaces the product's probe of a connection: which ones the server still serves. */
class SimulatedProbe extends EventEmitter {
  readonly processID = ++lastPid;

  connect(): Promise<void> {
    return Promise.resolve();
  }

  query(_text: string, [pids]: [number[]]): Promise<{ rows: unknown[] }> {
    return Promise.resolve({ rows: [{ own: this.processID, pids }] });
  }

  end(): Promise<void> {
    return Promise.resolve();
  }
}

/** Replaces pg's driver by the simulated one. */
export function takeOverDriver(): void {
  Object.assign(pg, { Pool: SimulatedPool, Client: SimulatedProbe });
}

/** Closes all connections of a host, as the death of its process does. */
export function dropConnections(host: Host): void {
  for (const pool of [...pools]) if (pool.belongsTo(host)) pool.drop();
}

export function dropAllConnections(): void {
  for (const pool of [...pools]) pool.drop();
  lastPid = 0;
}
