import { Agent, createServer, get, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, expect, jest, test } from '@jest/globals';
import { type Connections, guardConnections, serverOptions } from './connections.ts';

const short = {
  head: 200,
  unused: 300,
  stalled: 200,
  whole: 30_000,
  idle: 30_000,
  goodbye: 100,
  linger: 500,
  recent: 500,
  receive: 1000,
};

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

interface Listening {
  port: number;
  connections: Connections;
}
/** Called when a connection is over at the server. */
const answering: (() => void)[] = [];
async function listening(
  app: RequestListener,
  limits = { most: 100, mostOfAddress: null as number | null },
  times = short,
): Promise<Listening> {
  const server = createServer({ ...serverOptions, connectionsCheckingInterval: 50 }, app);
  server.on('connection', (socket) =>
    socket.on('close', () => {
      for (const notify of answering.splice(0)) notify();
    }),
  );
  const connections = guardConnections(server, limits, times);
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, connections };
}
const hello: RequestListener = (_request, response) => void response.end('hello');

/**
 * One connection to which a test writes what it likes; `answer` is all that came until it was
 * closed.
 */
function wire(port: number): { socket: Socket; answer: Promise<string>; open: Promise<void> } {
  const socket = connect(port, '127.0.0.1');
  ends.push(() => socket.destroy());
  let text = '';
  socket.on('data', (data) => (text += data.toString())).on('error', () => {});
  return {
    socket,
    answer: new Promise((resolve) => socket.on('close', () => resolve(text))),
    open: new Promise((resolve) => socket.on('connect', resolve)),
  };
}

const ask = (port: number, agent: Agent): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get({ port, host: '127.0.0.1', agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer));
    }).on('error', reject);
  });

test('draining closes busy connections after an answer and refuses new ones', async () => {
  const { port, connections } = await listening(hello);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const said: (string | undefined)[] = [];
  let drained: Promise<void> | undefined;
  const busy = async (own: Agent): Promise<string> => {
    for (;;) {
      try {
        const isLate = drained !== undefined;
        const { headers } = await ask(port, own);
        if (isLate) said.push(headers.connection);
      } catch (error) {
        return String((error as NodeJS.ErrnoException).code);
      }
    }
  };
  const agents = [
    agent,
    ...Array.from({ length: 4 }, () => new Agent({ keepAlive: true, maxSockets: 1 })),
  ];
  const ended = agents.map(busy);
  await ask(port, new Agent({ keepAlive: false }));
  drained = connections.drain();
  expect(await Promise.all(ended)).toEqual(agents.map(() => 'ECONNREFUSED'));
  expect(said.filter((one) => one !== 'close')).toEqual([]);
  await drained;
});

test('a request on an idle connection during the drain is answered, with close', async () => {
  const { port, connections } = await listening(hello);
  const { socket, answer, open } = wire(port);
  await open;
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((first) => socket.once('data', first));
  const drained = connections.drain();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  expect((await answer).split('HTTP/1.1 200 OK').slice(1)).toEqual([
    expect.stringMatching(/Connection: keep-alive/i),
    expect.stringMatching(/Connection: close/i),
  ]);
  await drained;
});

test('a recently answered client has longer for a request than an idle one', async () => {
  jest.useFakeTimers({
    doNotFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'nextTick', 'queueMicrotask', 'Date'],
  });
  ends.push(() => void jest.useRealTimers());
  const times = { ...short, linger: 50, recent: 2000, receive: 4000 };
  const { port, connections } = await listening(hello, undefined, times);
  const { socket, answer, open } = wire(port);
  await open;
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((first) => socket.once('data', first));
  const drained = connections.drain();
  jest.advanceTimersByTime(1900);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await answer).toMatch(/keep-alive[\s\S]*Connection: close/i);
  jest.advanceTimersByTime(200);
  await drained;
});

test('a recently answered, silent client is not waited for any longer', async () => {
  jest.useFakeTimers({
    doNotFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'nextTick', 'queueMicrotask', 'Date'],
  });
  ends.push(() => void jest.useRealTimers());
  const times = { ...short, linger: 50, recent: 2000, receive: 4000 };
  const { port, connections } = await listening(hello, undefined, times);
  const { socket, answer, open } = wire(port);
  await open;
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((first) => socket.once('data', first));
  const drained = connections.drain();
  jest.advanceTimersByTime(2200);
  expect(await answer).toMatch(/keep-alive/i);
  await drained;
});

test('an answer that is under way when the drain begins is finished and says close', async () => {
  const requests = Promise.withResolvers<() => void>();
  const { port, connections } = await listening((_request, response) =>
    requests.resolve(() => response.end('late')),
  );
  const { socket, answer } = wire(port);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const finish = await requests.promise;
  const drained = connections.drain();
  finish();
  expect(await answer).toMatch(/Connection: close[\s\S]*late/i);
  await drained;
});

test('a drain does not wait for half a request or an empty connection', async () => {
  const { port, connections } = await listening(hello);
  const [half, silent, body] = [wire(port), wire(port), wire(port)];
  await Promise.all([half.open, silent.open, body.open]);
  half.socket.write('GET / HTTP/1.1\r\nHo');
  body.socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf');
  await connections.drain();
  await Promise.all([half.answer, silent.answer]);
});

test.each([
  { what: 'nothing', text: '' },
  { what: 'half a line', text: 'GET / HT' },
  { what: 'half a head', text: 'GET / HTTP/1.1\r\nHost: x\r\nX-A: ' },
])('a connection that sends $what and then no more is ended', async ({ text }) => {
  const { port } = await listening(hello);
  const { socket, answer } = wire(port);
  socket.write(text);
  expect(await answer).toMatch(/^$|^HTTP\/1\.1 400 /);
});

test('an unused connection, as browsers open early, ends without an answer', async () => {
  const { port } = await listening(hello);
  expect(await wire(port).answer).toBe('');
});

test('... and a request on it before then is answered', async () => {
  const { port } = await listening(hello, undefined, { ...short, unused: 30_000 });
  const early = wire(port);
  await early.open;
  // a connection opened later has got its time-out response: so has the first one
  const late = wire(port);
  await late.open;
  late.socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-A: ');
  expect(await late.answer).toMatch(/^HTTP\/1.1 400/);
  early.socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(await early.answer).toMatch(/^HTTP\/1.1 200/);
});

test('a client that drips a head and reads no answer is disconnected', async () => {
  const { port, connections } = await listening(hello);
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\n'));
  const drops = setInterval(() => socket.write('x'), 20);
  const ended = new Promise((end) => socket.once('error', end).once('close', end));
  await ended;
  clearInterval(drops);
  await connections.drain();
});

test('a client that never reads its large answers is disconnected', async () => {
  const { port } = await listening(
    (_request, response) => void response.end(Buffer.alloc(50_000_000)),
    undefined,
    { ...short, idle: 300 },
  );
  const socket = connect(port, '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'),
  );
  ends.push(() => socket.destroy());
  socket.pause();
  const closed = Promise.withResolvers<void>();
  answering.push(closed.resolve);
  await closed.promise;
});

const reading: RequestListener = (request, response) => {
  request.resume().on('end', () => response.end('all of it'));
};
const head = (bytes: number) =>
  `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\nConnection: close\r\n\r\n`;

test('a body that stops coming, or only trickles, is ended', async () => {
  const { port } = await listening(reading);
  const [stalled, trickling] = [wire(port), wire(port)];
  stalled.socket.write(`${head(100_000)}half`);
  trickling.socket.write(head(100_000));
  const drops = setInterval(() => trickling.socket.write('x'), 20);
  expect(await Promise.all([stalled.answer, trickling.answer])).toEqual(['', '']);
  clearInterval(drops);
});

test('a body that comes slowly, and takes many times as long, is read to its end', async () => {
  const { port } = await listening(reading);
  const { socket, answer } = wire(port);
  const part = 'x'.repeat(10_000);
  socket.write(head(15 * part.length));
  for (let sent = 0; sent < 15; sent += 1) {
    socket.write(part);
    await new Promise((next) => setTimeout(next, 60));
  }
  expect(await answer).toContain('all of it');
});

test.each([
  { long: 'several turns of the watch', waitMs: 5.5 * short.stalled },
  { long: 'until just before one of them', waitMs: 3 * short.stalled - 20 },
])('a body that waits here for $long is not ended', async ({ waitMs }) => {
  const { port } = await listening((request, response) => {
    setTimeout(() => reading(request, response), waitMs);
  });
  const { socket, answer } = wire(port);
  socket.write(head(500_000));
  socket.write('x'.repeat(500_000));
  expect(await answer).toContain('all of it');
});

test('a body that has come while the BFF itself stood still is read, and not ended', async () => {
  let stop = () => {};
  const { port } = await listening((request, response) => {
    reading(request, response);
    setImmediate(stop); // timers are what comes next
  });
  const { socket, answer } = wire(port);
  const part = 'x'.repeat(20_000);
  stop = () => {
    socket.write(part);
    const until = performance.now() + 1.5 * short.stalled;
    while (performance.now() < until);
  };
  socket.write(head(part.length));
  expect(await answer).toContain('all of it');
});

test('connections beyond what there may be are closed, and those before them go on', async () => {
  const { port } = await listening(hello, { most: 3, mostOfAddress: null });
  const first = [wire(port), wire(port), wire(port)];
  await Promise.all(first.map(({ open }) => open));
  expect(await wire(port).answer).toBe('');
  first[0]?.socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  expect(await first[0]?.answer).toContain('hello');
});

test('one address gets only a share of them', async () => {
  const { port } = await listening(hello, { most: 100, mostOfAddress: 2 });
  const first = [wire(port), wire(port)];
  await Promise.all(first.map(({ open }) => open));
  expect(await wire(port).answer).toBe('');
  first[0]?.socket.destroy();
  await first[0]?.answer;
  for (let answer = ''; !answer.includes('hello'); ) {
    const again = wire(port);
    again.socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    answer = await again.answer;
  }
});
