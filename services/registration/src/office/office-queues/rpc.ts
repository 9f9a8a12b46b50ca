import { rpcs } from '@portal/kit/grpc/rpc';
import { shared } from '@portal/kit/grpc/shared-contracts';
import { waitingHandlers } from '@portal/kit/waiting/queues';
import { queues } from './queues.ts';

export const waitingRpcs = rpcs(shared.waiting.registration, waitingHandlers(queues));
