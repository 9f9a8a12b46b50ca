import grpc from '@grpc/grpc-js';
import {
  type HealthCheckResponse,
  HealthCheckResponse_ServingStatus,
  HealthDefinition,
} from '@portal/proto/grpc/health/v1/health';
import { methodOf } from '../../grpc/rpc.ts';

const check = methodOf(HealthDefinition, HealthDefinition.methods.check);

/** The response of a serving server. */
export const SERVING: HealthCheckResponse = { status: HealthCheckResponse_ServingStatus.SERVING };

export interface HealthServer {
  readonly server: grpc.Server;
  readonly port: number;
}

/** A server that answers health checks and nothing else; on a free port unless one is named. */
export async function startHealthServer({
  listen = '127.0.0.1:0',
  credentials = grpc.ServerCredentials.createInsecure(),
  options = {},
  answer = (reply) => reply(null, SERVING),
}: {
  listen?: string;
  credentials?: grpc.ServerCredentials;
  options?: grpc.ServerOptions;
  answer?: (reply: grpc.sendUnaryData<HealthCheckResponse>) => void;
} = {}): Promise<HealthServer> {
  const server = new grpc.Server(options);
  server.addService({ check } as grpc.ServiceDefinition, {
    check: (_call: unknown, reply: grpc.sendUnaryData<HealthCheckResponse>) => answer(reply),
  });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync(listen, credentials, (error, bound) =>
      error ? reject(error) : resolve(bound),
    ),
  );
  return { server, port };
}

/** Asks a server whether it serves, without the retries of our own clients. */
export const askHealth = (
  client: grpc.Client,
  metadata: grpc.Metadata = new grpc.Metadata(),
): Promise<HealthCheckResponse> =>
  new Promise((resolve, reject) =>
    client.makeUnaryRequest(
      check.path,
      check.requestSerialize,
      check.responseDeserialize,
      { service: '' },
      metadata,
      (error, answer) => (error ? reject(error) : resolve(answer as HealthCheckResponse)),
    ),
  );
