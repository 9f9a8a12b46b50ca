import { rpcs } from '@portal/kit/grpc/rpc';
import { waitingHandlers } from '@portal/kit/waiting/queues';
import { WaitingServiceDefinition } from '@portal/proto/identity/v1/waiting';

export const waitingRpcs = rpcs(WaitingServiceDefinition, waitingHandlers());
