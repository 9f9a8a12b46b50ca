import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { aNetwork } from './network.ts';

const BYTES = 4_000_000;

test.each([0, 20])(
  'the end of a connection comes after all its data, delayed by %s ms',
  async (ms) => {
    const server = createServer((socket) => socket.end(Buffer.alloc(BYTES)));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const network = await aNetwork(`127.0.0.1:${(server.address() as AddressInfo).port}`);
    network.slow(ms);
    const client = connect(Number(network.address.split(':')[1]), '127.0.0.1');
    let received = 0;
    for await (const piece of client) {
      received += (piece as Buffer).length;
      await turn(); // slower than the server
    }
    expect(received).toBe(BYTES);
    await once(server.close(), 'close'); // the server has seen the end as well
    await network.close();
  },
);
