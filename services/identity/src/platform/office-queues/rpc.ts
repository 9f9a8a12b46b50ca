import { rpcs } from '@portal/kit/grpc/rpc';
import { shared } from '@portal/kit/grpc/shared-contracts';
import { waitingHandlers } from '@portal/kit/waiting/queues';

export const waitingRpcs = rpcs(shared.waiting.identity, waitingHandlers());
