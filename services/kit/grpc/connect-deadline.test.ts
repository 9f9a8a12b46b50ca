import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import grpc from '@grpc/grpc-js';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { TestCertificates } from '../testing/processes/certificates.ts';
import { askHealth, SERVING, startHealthServer } from '../testing/processes/health-server.ts';
import { stallingNetwork } from '../testing/processes/stalling-network.ts';
import { withConnectDeadline } from './connect-deadline.ts';

const DEADLINE_MS = 100;
const certificates = new TestCertificates();
const read = (name: string) => readFileSync(certificates.at(name));
beforeAll(() => {
  certificates.makeCa('ours');
  certificates.make('payments', 'ours', 'DNS:localhost');
});
afterAll(() => certificates.remove());
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const inTls = {
  kind: 'over TLS',
  server: () =>
    grpc.ServerCredentials.createSsl(null, [
      { private_key: read('payments.key'), cert_chain: read('payments.crt') },
    ]),
  client: () => grpc.credentials.createSsl(read('ours.crt')),
};
const kinds = [
  {
    kind: 'in plain text',
    server: () => grpc.ServerCredentials.createInsecure(),
    client: () => grpc.credentials.createInsecure(),
  },
  inTls,
];

/** The network before a server that answers health checks. */
async function networkOf(credentials: grpc.ServerCredentials) {
  const { server, port } = await startHealthServer({ credentials });
  const network = await stallingNetwork(`http://127.0.0.1:${port}`);
  ends.push(() => {
    server.forceShutdown();
    network.close();
  });
  return network;
}

/** Asks by way of a port, and waits as long as it takes. */
function asker(port: string, credentials: grpc.ChannelCredentials) {
  const limited = withConnectDeadline(credentials, DEADLINE_MS);
  const client = new grpc.Client(`localhost:${port}`, limited, {
    'grpc.use_local_subchannel_pool': 1,
    'grpc.initial_reconnect_backoff_ms': 10,
    'grpc.max_reconnect_backoff_ms': 100,
  });
  ends.push(() => client.close());
  return () => askHealth(client, new grpc.Metadata({ waitForReady: true }));
}

/** Returns as soon as the condition is true. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((turn) => setImmediate(turn));
}

test.each(kinds)(
  'a connection $kind that opens during silence is closed and opened again',
  async ({ server, client }) => {
    const network = await networkOf(server());
    network.stall(true);
    const answer = asker(new URL(network.url).port, client())();
    await until(() => network.connections() > 1); // the first one was closed, by us
    network.mend();
    expect(await answer).toEqual(SERVING);
  },
);

test('so is one to a server that says nothing after the TLS handshake', async () => {
  let connections = 0;
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => {
    connections += 1;
    const [key, cert] = [read('payments.key'), read('payments.crt')];
    const secured = new TLSSocket(socket, { isServer: true, key, cert, ALPNProtocols: ['h2'] });
    for (const one of [socket, secured]) sockets.add(one.on('error', () => {}));
  });
  await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const { port } = silent.address() as AddressInfo;
  const answer = asker(String(port), inTls.client())();
  answer.catch(() => {}); // it has none when the test ends
  await until(() => connections > 2);
});

test.each(kinds)(
  'a connection $kind to a server that answers is kept beyond the time limit',
  async ({ server, client }) => {
    const network = await networkOf(server());
    const ask = asker(new URL(network.url).port, client());
    await ask();
    const made = network.connections(); // more than one if this process was suspended
    const end = performance.now() + 3 * DEADLINE_MS;
    while (performance.now() < end) await ask();
    expect(network.connections()).toBe(made);
  },
);
