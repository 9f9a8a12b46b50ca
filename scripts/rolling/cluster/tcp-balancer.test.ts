import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from '@jest/globals';
import { until } from '../../portal/until.ts';
import { TcpBalancer } from './tcp-balancer.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Starts a balancer before one backend, and a connection through it. */
async function joined(): Promise<{ balancer: TcpBalancer; client: Socket; backend: Socket }> {
  const backends = createServer();
  backends.listen(0, '127.77.99.1');
  await once(backends, 'listening');
  ends.push(() => backends.close());
  const { port } = backends.address() as AddressInfo;
  const balancer = new TcpBalancer(() => ['127.77.99.2', '127.77.99.1'], port);
  await balancer.listen();
  ends.push(() => balancer.close());
  const accepted = once(backends, 'connection') as Promise<[Socket]>;
  const client = connect(port, '127.0.0.1').on('error', () => {});
  const [backend] = await accepted;
  backend.on('error', () => {});
  return { balancer, client, backend };
}

test('sends a connection that the first endpoint refuses to the next', async () => {
  const { balancer, client, backend } = await joined();
  client.write('request');
  expect(String((await once(backend, 'data'))[0])).toBe('request');
  expect(balancer.waiting).toBe(1);
  backend.write('answered');
  expect(String((await once(client, 'data'))[0])).toBe('answered');
  expect([balancer.waiting, balancer.passedOn, balancer.refused, balancer.cutOff]).toEqual([
    0, 1, 0, 0,
  ]);
});

test.each([
  { how: 'ends', end: (backend: Socket) => backend.end() },
  { how: 'resets', end: (backend: Socket) => backend.resetAndDestroy() },
])('a connection that the backend $how with a request on it is counted', async ({ end }) => {
  const { balancer, client, backend } = await joined();
  client.resume().write('request');
  await once(backend, 'data');
  end(backend);
  await new Promise((closed) => client.once('close', closed));
  expect(balancer.cutOff).toBe(1);
});

test('one that ends after its last answer is not', async () => {
  const { balancer, client, backend } = await joined();
  client.write('request');
  await once(backend, 'data');
  backend.end('answered');
  client.resume();
  await once(client, 'end');
  client.end();
  await until(
    async () => client.closed,
    (closed) => closed,
  );
  expect(balancer.cutOff).toBe(0);
});
