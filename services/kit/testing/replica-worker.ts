import grpc from '@grpc/grpc-js';
import {
  HealthCheckResponse_ServingStatus,
  HealthDefinition,
} from '@portal/proto/grpc/health/v1/health';
import { methodOf } from '../grpc/rpc.ts';
import { serverOptions } from '../grpc/server-options.ts';

// A replica that serves as services do, and says on request how often it was called.

const { LISTEN: listen = '' } = process.env;
let calls = 0;
const server = new grpc.Server(serverOptions);
server.addService(
  { check: methodOf(HealthDefinition, HealthDefinition.methods.check) } as grpc.ServiceDefinition,
  {
    check: (_call: unknown, answer: grpc.sendUnaryData<unknown>) => {
      calls += 1;
      answer(null, { status: HealthCheckResponse_ServingStatus.SERVING });
    },
  },
);
server.bindAsync(listen, grpc.ServerCredentials.createInsecure(), (error) => {
  if (error) throw error;
  process.send?.(0);
});
process.on('message', () => process.send?.(calls));
