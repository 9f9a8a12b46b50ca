import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import grpc from '@grpc/grpc-js';
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import {
  HealthCheckResponse_ServingStatus,
  HealthDefinition,
} from '@portal/proto/grpc/health/v1/health';
import { TestCertificates } from '../testing/certificates.ts';
import { withConnectDeadline } from './connect-deadline.ts';
import { methodOf } from './rpc.ts';

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

const kinds = [
  {
    kind: 'in plain text',
    server: () => grpc.ServerCredentials.createInsecure(),
    client: () => grpc.credentials.createInsecure(),
  },
  {
    kind: 'over TLS',
    server: () =>
      grpc.ServerCredentials.createSsl(null, [
        { private_key: read('payments.key'), cert_chain: read('payments.crt') },
      ]),
    client: () => grpc.credentials.createSsl(read('ours.crt')),
  },
];

const check = methodOf(HealthDefinition, HealthDefinition.methods.check);

/**
 * A server behind a network on which nothing of the first connections arrives; gives its address
 * and how many connections there were.
 */
async function serve(credentials: grpc.ServerCredentials, silent: number) {
  const server = new grpc.Server();
  server.addService({ check } as grpc.ServiceDefinition, {
    check: (_call: unknown, answer: grpc.sendUnaryData<unknown>) =>
      answer(null, { status: HealthCheckResponse_ServingStatus.SERVING }),
  });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', credentials, (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  let connections = 0;
  const sockets = new Set<Socket>();
  const network = createServer((near) => {
    sockets.add(near);
    near.on('error', () => {});
    connections += 1;
    if (connections <= silent) return;
    const far = connect(port, '127.0.0.1');
    sockets.add(far);
    far.on('error', () => {});
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((ready) => network.listen(0, '127.0.0.1', ready));
  ends.push(() => {
    server.forceShutdown();
    for (const socket of sockets) socket.destroy();
    network.close();
  });
  return {
    address: `localhost:${(network.address() as AddressInfo).port}`,
    connections: () => connections,
  };
}

function clientOf(address: string, credentials: grpc.ChannelCredentials) {
  const client = new grpc.Client(address, withConnectDeadline(credentials, DEADLINE_MS), {
    'grpc.use_local_subchannel_pool': 1,
    'grpc.initial_reconnect_backoff_ms': 10,
  });
  ends.push(() => client.close());
  const metadata = new grpc.Metadata({ waitForReady: true });
  return () =>
    new Promise<unknown>((resolve, reject) =>
      client.makeUnaryRequest(
        check.path,
        check.requestSerialize,
        check.responseDeserialize,
        { service: '' },
        metadata,
        (error, answer) => (error ? reject(error) : resolve(answer)),
      ),
    );
}

test.each(kinds)(
  'a connection $kind that is opened while nothing arrives is given up and opened again',
  async ({ server, client }) => {
    const { address, connections } = await serve(server(), 2);
    const ask = clientOf(address, client());
    expect(await ask()).toMatchObject({ status: HealthCheckResponse_ServingStatus.SERVING });
    expect(connections()).toBe(3);
  },
);

test.each(kinds)(
  'a connection $kind to a server that answers is kept beyond the time limit',
  async ({ server, client }) => {
    const { address, connections } = await serve(server(), 0);
    const ask = clientOf(address, client());
    const until = performance.now() + 3 * DEADLINE_MS;
    while (performance.now() < until) await ask();
    expect(connections()).toBe(1);
  },
);
