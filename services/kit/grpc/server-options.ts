import type * as grpc from '@grpc/grpc-js';
import { CHARGE_HEARD_MS } from './charge-time.ts';

/** How each service serves. */
export const serverOptions: grpc.ServerOptions = {
  // callers come back over all replicas that there are now: a new one has its share of the calls
  // within a minute (the age varies by a tenth, so they do not all come back at once)
  'grpc.max_connection_age_ms': 45_000,
  // a connection that is too old takes no more calls, and closes after the last of its calls: no
  // pending call is cut off
  'grpc.max_connection_age_grace_ms': CHARGE_HEARD_MS + 5_000,
  'grpc.max_receive_message_length': 32 * 1024 * 1024,
};
