import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import grpc from '@grpc/grpc-js';
import { afterAll, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import {
  HealthCheckResponse_ServingStatus,
  HealthDefinition,
} from '@portal/proto/grpc/health/v1/health';
import { Refusal } from '@portal/proto/kit/v1/refusal';
import { serviceActor } from '../auth/actor.ts';
import { DomainError } from '../errors.ts';
import { setForFile } from '../testing/after-test.ts';
import { SERVING, startHealthServer } from '../testing/processes/health-server.ts';
import { client, closeClients } from './client.ts';
import '../testing.ts'; // keys to sign with

/** Responses of the service to the next calls, before it serves. */
let failures: Partial<grpc.StatusObject>[] = [];
let requests = 0;
let server: grpc.Server;
beforeAll(async () => {
  const started = await startHealthServer({
    answer: (reply) => {
      requests += 1;
      const failure = failures.shift();
      if (failure) reply(failure);
      else reply(null, SERVING);
    },
  });
  server = started.server;
  setForFile({ PART_ADDR: `127.0.0.1:${started.port}` });
});
beforeEach(() => {
  [failures, requests] = [[], 0];
});
afterAll(() => {
  closeClients();
  server.forceShutdown();
});

const part = client(HealthDefinition, 'PART_ADDR', 'operator');
const ask = () => part.check({ service: '' }, { actor: serviceActor('test'), key: 'a key' });
const away = { code: grpc.status.UNAVAILABLE, details: 'No connection established.' };
const inProgress = { code: grpc.status.ABORTED, details: '', metadata: new grpc.Metadata() };
inProgress.metadata.set(
  'refusal-bin',
  Buffer.from(
    Refusal.encode(
      Refusal.fromPartial({ code: 'request_in_progress', detail: '', status: 409 }),
    ).finish(),
  ),
);
const broken = {
  code: grpc.status.INTERNAL,
  details: 'Received RST_STREAM with code 2 (Internal server error)',
};

test.each([
  { what: 'that is unavailable', failure: away },
  { what: 'whose connection broke', failure: broken },
])('a service $what is retried with the same key until it responds', async ({ failure }) => {
  failures = [failure, failure];
  expect(await ask()).toMatchObject({ status: HealthCheckResponse_ServingStatus.SERVING });
  expect(requests).toBe(3);
});

test.each([away, broken])(
  'a service that stays so is reported as unavailable: $details',
  async (failure) => {
    failures = Array.from({ length: 9 }, () => failure);
    const error = await ask().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DomainError);
    expect(error).toMatchObject({
      status: 503,
      code: 'unavailable',
      detail: 'A part of the system is not available. Please try again.',
    });
    // at least once more; the last one only where that is within the three seconds
    expect(requests).toBeGreaterThan(1);
    expect(requests).toBeLessThanOrEqual(5);
  },
);

test('a request that carries a file is sent once', async () => {
  failures = [away];
  const upload = part.check(
    { service: '', file: { name: 'a.csv', content: Buffer.from('a') } } as { service: string },
    { actor: serviceActor('test'), key: 'a key' },
  );
  await expect(upload).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  expect(requests).toBe(1);
});

test('a process that was paused for seconds retries on a good connection', async () => {
  failures = [away];
  const answer = ask();
  while (requests === 0) await new Promise((turn) => setImmediate(turn));
  // within the pause after the first try, or before it: then the test proves nothing, which is fine
  await pause(20);
  const now = performance.now.bind(performance);
  const later = jest.spyOn(performance, 'now').mockImplementation(() => now() + 3_500);
  try {
    expect(await answer).toMatchObject({ status: HealthCheckResponse_ServingStatus.SERVING });
  } finally {
    later.mockRestore();
  }
});

test('a request still running after its connection broke is awaited, not refused', async () => {
  failures = [away, inProgress, inProgress];
  expect(await ask()).toMatchObject({ status: HealthCheckResponse_ServingStatus.SERVING });
  expect(requests).toBe(4);
});

test('a duplicate by another caller is reported at once', async () => {
  failures = [inProgress];
  await expect(ask()).rejects.toMatchObject({ status: 409, code: 'request_in_progress' });
  expect(requests).toBe(1);
});

test('a bug in a service does not count as unavailable: the call is not retried', async () => {
  failures = [{ code: grpc.status.INTERNAL, details: 'internal' }];
  await expect(ask()).rejects.not.toBeInstanceOf(DomainError);
  expect(requests).toBe(1);
});

test('refuses a service that accepts connections but stays silent before the limit', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => void sockets.add(socket));
  await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready));
  setForFile({ SILENT_ADDR: `127.0.0.1:${(silent.address() as AddressInfo).port}` });
  try {
    const change = client(HealthDefinition, 'SILENT_ADDR', 'operator').check(
      { service: '' },
      { actor: serviceActor('test'), key: 'a key' },
    );
    await expect(change).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  } finally {
    for (const socket of sockets) socket.destroy();
    silent.close();
  }
}, 25_000); // a change may take thirty seconds

test('a service that returns within the timeout answers the waiting call', async () => {
  const taken = createServer();
  await new Promise<void>((ready) => taken.listen(0, '127.0.0.1', ready));
  const address = `127.0.0.1:${(taken.address() as AddressInfo).port}`;
  await new Promise((closed) => taken.close(closed));
  setForFile({ LATE_ADDR: address });
  const answer = client(HealthDefinition, 'LATE_ADDR', 'operator').check(
    { service: '' },
    { actor: serviceActor('test'), key: 'a key' },
  );
  const { server: late } = await startHealthServer({ listen: address });
  expect(await answer).toMatchObject({ status: HealthCheckResponse_ServingStatus.SERVING });
  late.forceShutdown();
});

test('calls of one request share its time: after the budget they are refused unsent', async () => {
  const by = { actor: serviceActor('test'), key: 'a key' };
  expect(
    await part.check({ service: '' }, { ...by, until: performance.now() + 60_000 }),
  ).toBeDefined();
  const late = part.check({ service: '' }, { ...by, until: performance.now() });
  await expect(late).rejects.toMatchObject({ status: 503, code: 'unavailable' });
  expect(requests).toBe(1);
});
