import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Addresses } from './environment/service-env.ts';
import type { ServiceName } from './paths.ts';
import type { Program } from './processes/child.ts';
import type { Supervisor } from './processes/supervisor.ts';
import { waitReady } from './processes/wait-ready.ts';
import type { DatabaseUrls, SeedState } from './servers/databases.ts';

interface Running {
  readonly dataDir: string;
  readonly supervisor: Supervisor;
  readonly ready: Readonly<Record<string, () => Promise<boolean>>>;
  readonly addresses: Addresses;
  readonly databases: DatabaseUrls;
  readonly serverUrl: string;
  readonly env: Readonly<Record<string, string>>;
  readonly filling: SeedState;
  readonly release: () => void;
}

/** Servers whose store a test may delete. */
type Wipeable = 'nats' | 'redis';

/**
 * A running portal: its addresses, and ways to break it. Processes are named like their logs: the
 * seven services, `bff`, `sandbox`, `mail`, `postgres`, `nats`, `redis`.
 */
export class Portal {
  readonly url: string;
  readonly mailUrl: string;
  readonly sandboxUrl: string;
  readonly dataDir: string;
  /** PostgreSQL as the role that may do everything. */
  readonly serverUrl: string;
  /** Environment for scripts outside of the portal: addresses, databases, partners. */
  readonly env: Readonly<Record<string, string>>;
  /** What the databases hold: `demo`, `load`, or `none` when nothing was seeded. */
  readonly filling: SeedState;
  readonly #running: Running;
  #stopping: Promise<void> | undefined;

  constructor(running: Running) {
    this.#running = running;
    this.url = running.addresses.url;
    this.mailUrl = running.addresses.mailUrl;
    this.sandboxUrl = running.addresses.sandboxUrl;
    this.dataDir = running.dataDir;
    this.serverUrl = running.serverUrl;
    this.env = running.env;
    this.filling = running.filling;
  }

  get names(): readonly string[] {
    return this.#running.supervisor.names;
  }

  /** The url of a service's own database, as its own role. */
  databaseUrl(service: ServiceName): string {
    return this.#running.databases[service];
  }

  /** host:port of a service's gRPC server. */
  grpcAddress(service: ServiceName): string {
    return `127.0.0.1:${this.#running.addresses.grpc[service]}`;
  }

  /** Base url of /healthz, /readyz and /metrics of a process. */
  adminUrl(part: ServiceName | 'bff'): string {
    return `http://127.0.0.1:${this.#running.addresses.admin[part]}`;
  }

  /** Returns the program of a process, to start more replicas. */
  program(name: string): Program {
    return this.#running.supervisor.part(name).program;
  }

  /** Returns the current pid of a process; undefined while it is down. */
  pid(name: string): number | undefined {
    return this.#running.supervisor.part(name).pid;
  }

  /** Returns how often a process ended unexpectedly. */
  deaths(name: string): number {
    return this.#running.supervisor.part(name).deaths;
  }

  /** Sends a signal, SIGKILL by default; a process that ends by it restarts within a second. */
  kill(name: string, signal: NodeJS.Signals = 'SIGKILL'): void {
    this.#running.supervisor.part(name).kill(signal);
  }

  /** Kills a process and keeps it down until `up`. */
  async down(name: string, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    await this.#running.supervisor.part(name).stop(signal);
  }

  /** Starts a process that is down, and waits until it is ready. */
  async up(name: string): Promise<void> {
    this.#running.supervisor.part(name).start();
    await this.ready(name);
  }

  /** Stops a process cleanly, starts it again and waits until it is ready. */
  async restart(name: string): Promise<void> {
    await this.#running.supervisor.part(name).stop();
    await this.up(name);
  }

  /** Deletes what a server has stored; it must be down. */
  wipe(name: Wipeable): void {
    if (this.pid(name) !== undefined)
      throw new Error(`${name} must be down before its store is deleted.`);
    const store = join(this.dataDir, name);
    rmSync(store, { recursive: true, force: true });
    mkdirSync(store);
  }

  /** Returns the environment of a process from its next start on. */
  environmentOf(name: string): Readonly<Record<string, string>> {
    return this.#running.supervisor.part(name).program.env ?? {};
  }

  /**
   * Changes environment and Node flags of a service or the BFF, from its next start on. The flags
   * replace the previous ones.
   */
  change(
    name: string,
    {
      env = {},
      nodeArgs,
    }: { env?: Readonly<Record<string, string>>; nodeArgs?: readonly string[] },
  ): void {
    this.#running.supervisor.part(name).change((program) => {
      const script = program.args.slice(-1);
      return {
        ...program,
        env: { ...program.env, ...env },
        args: nodeArgs ? [...nodeArgs, ...script] : program.args,
      };
    });
  }

  /** Waits until one process, or all, report that they are ready. */
  async ready(name?: string): Promise<void> {
    const { supervisor, ready } = this.#running;
    const wanted = name === undefined ? supervisor.names : [name];
    await Promise.all(
      wanted.map((part) => waitReady(supervisor.part(part), ready[part] ?? (async () => true))),
    );
  }

  /** Ends everything in order and gives the data folder back. Asking twice is asking once. */
  async stop(): Promise<void> {
    this.#stopping ??= this.#running.supervisor.stop().finally(this.#running.release);
    await this.#stopping;
  }
}
