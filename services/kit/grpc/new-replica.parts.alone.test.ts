// F32, with processes and names as in a cluster: a headless Service has one address for each pod.
import { type ChildProcess, fork } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  HealthCheckResponse_ServingStatus,
  HealthDefinition,
} from '@portal/proto/grpc/health/v1/health';
import { decode, encode, RECURSION_DESIRED } from 'dns-packet';
import { serviceActor } from '../auth/actor.ts';

const worker = fileURLToPath(new URL('../testing/processes/replica-worker.ts', import.meta.url));
/** The current addresses of the service name. */
const pods: string[] = [];
/** So many look-ups return no address, as while the first replica of a service starts. */
let lookUpsInVain = 0;
const names = createSocket('udp4');
names.on('message', (query, from) => {
  const { id, questions = [] } = decode(query);
  const [question] = questions;
  const isThere = question?.type !== 'A' || lookUpsInVain-- <= 0;
  const answers =
    question?.type === 'A' && isThere
      ? pods.map((data) => ({ type: 'A' as const, name: question.name, ttl: 5, data }))
      : [];
  const flags = RECURSION_DESIRED;
  names.send(encode({ type: 'response', id: id ?? 0, flags, questions, answers }), from.port);
});

// the library asks the name server of the address only with this, which it reads as it is loaded
process.env['GRPC_NODE_USE_ALTERNATIVE_RESOLVER'] = 'true';
const { client, closeClients } = await import('./client.ts');
const { startHealthServer } = await import('../testing/processes/health-server.ts');
const { freePort } = await import('../testing/processes/sandbox-process.ts');
await import('../testing.ts'); // keys to sign with

const replicas: ChildProcess[] = [];
/** Starts a replica on an address of this machine's own, and waits until it serves. */
async function replica(address: string, port: number): Promise<ChildProcess> {
  const started = fork(worker, { env: { ...process.env, LISTEN: `${address}:${port}` } });
  replicas.push(started);
  await once(started, 'message');
  pods.push(address);
  return started;
}
async function callsOf(one: ChildProcess): Promise<number> {
  const said = once(one, 'message');
  one.send('calls?');
  return (await said)[0] as number;
}

beforeAll(async () => {
  names.bind(0, '127.0.0.1');
  await once(names, 'listening');
});
afterAll(async () => {
  closeClients();
  names.close();
  const ended = replicas.map((one) => once(one, 'exit'));
  for (const one of replicas) one.kill();
  await Promise.all(ended);
});

test('no call is lost when each replica is replaced within a second of another', async () => {
  const port = await freePort();
  process.env['ROLLED_ADDR'] = `dns://127.0.0.1:${names.address().port}/rolled.test:${port}`;
  const part = client(HealthDefinition, 'ROLLED_ADDR', 'operator');
  const ask = () => part.check({ service: '' }, { actor: serviceActor('test'), key: 'a key' });
  pods.length = 0;
  let last = await replica('127.0.0.1', port);
  await ask();
  for (const address of ['127.0.0.2', '127.0.0.3']) {
    const next = await replica(address, port);
    pods.shift();
    const gone = once(last, 'exit');
    last.kill();
    await gone;
    replicas.splice(replicas.indexOf(last), 1);
    await ask();
    last = next;
  }
  expect(await callsOf(last)).toBe(1);
  pods.length = 0;
});

test('a call to a service without replicas waits and is answered by the first one', async () => {
  const { server, port } = await startHealthServer();
  process.env['LATE_ADDR'] = `dns://127.0.0.1:${names.address().port}/late.test:${port}`;
  const part = client(HealthDefinition, 'LATE_ADDR', 'operator');
  pods.push('127.0.0.1');
  lookUpsInVain = 4;
  try {
    const answer = part.check({ service: '' }, { actor: serviceActor('test'), key: 'a key' });
    expect(await answer).toMatchObject({ status: HealthCheckResponse_ServingStatus.SERVING });
  } finally {
    [pods.length, lookUpsInVain] = [0, 0];
    server.forceShutdown();
  }
});

test('F32: a replica that joins under load gets its share of calls, and none fails', async () => {
  const port = await freePort();
  process.env['JOINED_ADDR'] = `dns://127.0.0.1:${names.address().port}/part.test:${port}`;
  const part = client(HealthDefinition, 'JOINED_ADDR', 'operator');
  const ask = () => part.check({ service: '' }, { actor: serviceActor('test'), key: 'a key' });
  const old = await replica('127.0.0.1', port);
  await ask();
  const joined = await replica('127.0.0.2', port);
  const before = await callsOf(old);

  // a call is refused only if both connections are lost; the age limit closes the old one
  const minute = performance.now() + 60_000;
  for (let calls = 0; calls <= 100; await pause(20)) {
    await Promise.all([ask(), ask()]);
    calls = await callsOf(joined);
    if (calls === 0 && performance.now() > minute) break;
  }
  const reached = { old: await callsOf(old), joined: await callsOf(joined) };
  expect(reached.joined).toBeGreaterThan(100);
  await Promise.all(Array.from({ length: 100 }, ask));
  expect((await callsOf(joined)) - reached.joined).toBe(50);
  expect(reached.old).toBeGreaterThan(before);
});
