import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode, RECURSION_DESIRED } from 'dns-packet';

/** CoreDNS answers from its cache for so long. */
const CACHED_MS = 5000;

/**
 * The names of headless Services: each resolves to the addresses of the pods that are ready, as
 * they were at most five seconds ago.
 */
export class HeadlessNames {
  readonly #socket: Socket = createSocket('udp4');
  readonly #addressesOf: (name: string) => readonly string[];
  readonly #cached = new Map<string, { at: number; addresses: readonly string[] }>();

  /** `addressesOf` gets a service, which is the first label of its name. */
  constructor(addressesOf: (name: string) => readonly string[]) {
    this.#addressesOf = addressesOf;
    this.#socket.on('message', (message, from) => {
      const { id, questions = [] } = decode(message);
      const [question] = questions;
      const part = question?.name.split('.')[0] ?? '';
      const addresses = question?.type === 'A' ? this.resolve(part) : [];
      const answers = addresses.map((data) => ({
        type: 'A' as const,
        name: question?.name ?? '',
        ttl: 5,
        data,
      }));
      const packet = { type: 'response', id: id ?? 0, flags: RECURSION_DESIRED } as const;
      this.#socket.send(encode({ ...packet, questions, answers }), from.port, from.address);
    });
  }

  async listen(): Promise<void> {
    this.#socket.bind(0, '127.0.0.1');
    await once(this.#socket, 'listening');
  }

  /** Returns the address by which gRPC finds all pods of a service. */
  target(part: string, port: number): string {
    return `dns://127.0.0.1:${this.#socket.address().port}/${part}.pods.test:${port}`;
  }

  /** Returns the addresses of a service that a client gets now. */
  resolve(part: string): readonly string[] {
    const now = performance.now();
    const kept = this.#cached.get(part);
    if (kept && now - kept.at < CACHED_MS) return kept.addresses;
    const addresses = this.#addressesOf(part);
    this.#cached.set(part, { at: now, addresses });
    return addresses;
  }

  close(): void {
    this.#socket.close();
  }
}
