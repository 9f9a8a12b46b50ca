import { Agent, get } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A stopped service refuses at once: without a pause it would be called all the time. */
const AFTER_ERROR_MS = 20;

/** The `Connection` header of each answer on one connection. */
type ConnectionHeaders = (string | undefined)[];

/**
 * A client that sends requests again and again over connections that are kept alive, as browsers
 * and load balancers do.
 */
export class BusyConnection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #url: string;
  readonly #headers = new Map<Socket, ConnectionHeaders>();
  /** The codes of all errors. */
  readonly errors: string[] = [];
  #going = true;
  #ended: Promise<void> = Promise.resolve();

  constructor(url: string) {
    this.#url = url;
  }

  start(): this {
    this.#ended = this.#run();
    return this;
  }

  /** The number of answers so far. */
  get answers(): number {
    return [...this.#headers.values()].reduce((sum, headers) => sum + headers.length, 0);
  }

  /** The last `Connection` header of each closed connection. */
  get goodbyes(): (string | undefined)[] {
    return [...this.#headers]
      .filter(([socket]) => socket.destroyed)
      .map(([, headers]) => headers.at(-1));
  }

  async stop(): Promise<void> {
    this.#going = false;
    await this.#ended;
    this.#agent.destroy();
  }

  async #run(): Promise<void> {
    while (this.#going)
      await this.#ask().catch((error: NodeJS.ErrnoException) => {
        this.errors.push(error.code ?? error.message);
        return pause(AFTER_ERROR_MS);
      });
  }

  #ask(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    get(this.#url, { agent: this.#agent }, (answer) => {
      const { socket } = answer;
      const headers = this.#headers.get(socket) ?? [];
      this.#headers.set(socket, [...headers, answer.headers.connection]);
      answer.resume().once('error', reject).once('end', resolve);
    }).once('error', reject);
    return promise;
  }
}
