import { Agent, get } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A part that is down refuses at once: without a pause that would be asked all the time. */
const AFTER_ERROR_MS = 20;

/** What came over one connection: the `Connection` header of each answer. */
type Said = (string | undefined)[];

/**
 * Somebody who asks again and again over connections that are kept alive, as browsers and load
 * balancers do.
 */
export class BusyConnection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #url: string;
  readonly #said = new Map<Socket, Said>();
  /** Codes of what went wrong, each time it did. */
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

  /** Answers so far. */
  get answers(): number {
    return [...this.#said.values()].reduce((sum, said) => sum + said.length, 0);
  }

  /** The last `Connection` header of each connection that is over. */
  get goodbyes(): (string | undefined)[] {
    return [...this.#said].filter(([socket]) => socket.destroyed).map(([, said]) => said.at(-1));
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
      const said = this.#said.get(socket) ?? [];
      this.#said.set(socket, [...said, answer.headers.connection]);
      answer.resume().once('error', reject).once('end', resolve);
    }).once('error', reject);
    return promise;
  }
}
