import type * as grpc from '@grpc/grpc-js';

/** How each service serves. */
export const serverOptions: grpc.ServerOptions = {
  // callers come back over all replicas that there are now: a new one has its share of the calls
  // within a minute (the age varies by a tenth, so they do not all come back at once)
  'grpc.max_connection_age_ms': 45_000,
  'grpc.max_connection_age_grace_ms': 20_000,
  'grpc.max_receive_message_length': 32 * 1024 * 1024,
};
