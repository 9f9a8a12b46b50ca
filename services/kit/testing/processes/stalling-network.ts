import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * A network before a server that stalls when a test says so: nothing breaks, and nothing arrives
 * any more.
 */
export interface StallingNetwork {
  /** The url of the server, by way of this network. */
  readonly url: string;
  /** Carries nothing on the connections of now; with `all`, neither on new ones. */
  stall: (all: boolean) => void;
  /** Makes new connections work again; stalled ones stay so. */
  mend: () => void;
  /** How many connections there were. */
  connections: () => number;
  close: () => void;
}

export async function stallingNetwork(target: string): Promise<StallingNetwork> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let [isStalled, connections] = [false, 0];
  const server = createServer((near) => {
    connections += 1;
    const far = connect(Number(port), hostname);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => {});
      from.on('close', () => void to.destroy());
      from.on('data', (piece) => void (stalled.has(from) || to.write(piece)));
      if (isStalled) stalled.add(from);
    }
  });
  const stalled = new WeakSet<Socket>();
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = new URL(target);
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    stall(all) {
      for (const socket of sockets) stalled.add(socket);
      isStalled = all;
    },
    mend() {
      isStalled = false;
    },
    connections: () => connections,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
