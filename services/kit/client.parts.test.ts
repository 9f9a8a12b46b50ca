import grpc from '@grpc/grpc-js';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { HealthCheckResponse_ServingStatus, HealthDefinition } from '@portal/proto/grpc/health/v1/health';
import { serviceActor } from './actor.ts';
import { client, closeClients } from './client.ts';
import { DomainError } from './errors.ts';
import { methodOf } from './rpc.ts';

/** What the part answers to the next calls, before it serves. */
let failures: Partial<grpc.StatusObject>[] = [];
let asked = 0;
const server = new grpc.Server();
beforeAll(async () => {
  server.addService({ check: methodOf(HealthDefinition, HealthDefinition.methods.check) } as grpc.ServiceDefinition, {
    check: (_call: unknown, answer: grpc.sendUnaryData<unknown>) => {
      asked += 1;
      const failure = failures.shift();
      if (failure) answer(failure);
      else answer(null, { status: HealthCheckResponse_ServingStatus.SERVING });
    },
  });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound))),
  );
  process.env.PART_ADDR = `127.0.0.1:${port}`;
});
beforeEach(() => {
  [failures, asked] = [[], 0];
});
afterAll(() => {
  closeClients();
  server.forceShutdown();
});

const part = client(HealthDefinition, 'PART_ADDR', 'test');
const ask = () => part.check({ service: '' }, { actor: serviceActor('test'), key: 'a key' });
const away = { code: grpc.status.UNAVAILABLE, details: 'No connection established.' };
const broken = { code: grpc.status.INTERNAL, details: 'Received RST_STREAM with code 2 (Internal server error)' };

test.each([
  { what: 'that is away', failure: away },
  { what: 'to which the way broke', failure: broken },
])('a part $what is asked again with the same key until it answers', async ({ failure }) => {
  failures = [failure, failure];
  expect(await ask()).toMatchObject({ status: HealthCheckResponse_ServingStatus.SERVING });
  expect(asked).toBe(3);
});

test.each([away, broken])('one that stays so is told to be not available: $details', async (failure) => {
  failures = Array.from({ length: 9 }, () => failure);
  const error = await ask().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(DomainError);
  expect(error).toMatchObject({ status: 503, code: 'unavailable', detail: 'A part of the system is not available. Please try again.' });
  expect(asked).toBe(5);
});

test('a bug there is no part that is away: it is not asked again', async () => {
  failures = [{ code: grpc.status.INTERNAL, details: 'internal' }];
  await expect(ask()).rejects.not.toBeInstanceOf(DomainError);
  expect(asked).toBe(1);
});
