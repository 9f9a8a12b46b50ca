import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

const CONNECT_TIMEOUT_MS = 1000;

/**
 * A plain TCP balancer before the BFF, as nginx's stream module or HAProxy: each connection goes to
 * the next endpoint, and to another one where it is refused. It does not read requests.
 */
export class TcpBalancer {
  /**
   * Connections that a backend ended while a request of the client was unanswered: many clients
   * retry automatically then, unnoticed by their user.
   */
  cutOff = 0;
  /** Connections that no endpoint took. */
  refused = 0;
  /** Connections that the first endpoint did not take. */
  passedOn = 0;
  readonly #endpoints: () => readonly string[];
  readonly #port: number;
  readonly #server: Server;
  readonly #open = new Set<Socket>();
  readonly #unanswered = new Set<Socket>();
  #next = 0;

  /** `endpoints` returns the addresses that are known right now; all listen on the same port. */
  constructor(endpoints: () => readonly string[], port: number) {
    this.#endpoints = endpoints;
    this.#port = port;
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
      client.on('error', () => {});
      this.#keep(client);
      void this.#serve(client);
    });
  }

  /** Connections with an unanswered request. */
  get waiting(): number {
    return this.#unanswered.size;
  }

  async listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
    await closed;
  }

  #keep(socket: Socket): void {
    this.#open.add(socket);
    socket.once('close', () => this.#open.delete(socket));
  }

  async #serve(client: Socket): Promise<void> {
    const addresses = this.#endpoints();
    const first = this.#next++;
    for (let tried = 0; tried < addresses.length; tried++) {
      const backend = await this.#reach(addresses[(first + tried) % addresses.length] as string);
      if (backend) return this.#join(client, backend);
      this.passedOn += tried === 0 ? 1 : 0;
    }
    this.refused += 1;
    client.resetAndDestroy();
  }

  async #reach(address: string): Promise<Socket | null> {
    const backend = connect({
      host: address,
      port: this.#port,
      allowHalfOpen: true,
      noDelay: true,
    });
    this.#keep(backend);
    const timer = setTimeout(() => backend.destroy(new Error('late')), CONNECT_TIMEOUT_MS);
    try {
      await once(backend, 'connect');
      return backend;
    } catch {
      backend.destroy();
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  #join(client: Socket, backend: Socket): void {
    client.on('data', () => this.#unanswered.add(client));
    backend.on('data', () => this.#unanswered.delete(client));
    const note = () => {
      if (this.#unanswered.delete(client) && !client.destroyed) this.cutOff += 1;
    };
    backend.once('end', note);
    backend.on('error', () => {
      note();
      client.resetAndDestroy();
    });
    client.on('error', () => backend.destroy());
    client.once('close', () => {
      this.#unanswered.delete(client);
      backend.destroy();
    });
    backend.once('close', () => client.destroySoon());
    client.pipe(backend);
    backend.pipe(client);
  }
}
