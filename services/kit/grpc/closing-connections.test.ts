import grpc from '@grpc/grpc-js';
import { expect, test } from '@jest/globals';
import type { HealthCheckResponse } from '@portal/proto/grpc/health/v1/health';
import { askHealth, SERVING, startHealthServer } from '../testing/processes/health-server.ts';
import { spareClosingConnections } from './closing-connections.ts';

const PING_MS = 20;

test('a call succeeds on a connection that its server closes, despite due pings', async () => {
  spareClosingConnections();
  let calls = 0;
  let open: grpc.sendUnaryData<HealthCheckResponse> | undefined;
  const { server, port } = await startHealthServer({
    answer: (reply) => {
      calls += 1;
      open = reply;
    },
  });
  const client = new grpc.Client(`127.0.0.1:${port}`, grpc.credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
    'grpc.keepalive_time_ms': PING_MS,
    'grpc.keepalive_permit_without_calls': 1,
  });
  const answer = askHealth(client);
  while (!open) await new Promise((turn) => setImmediate(turn));
  const stopped = new Promise((done) => server.tryShutdown(done));
  // as long as it takes until some pings were due after the word of the server
  await new Promise((due) => setTimeout(due, 10 * PING_MS));
  open(null, SERVING);
  expect(await answer).toEqual(SERVING);
  expect(calls).toBe(1);
  client.close();
  await stopped;
});
