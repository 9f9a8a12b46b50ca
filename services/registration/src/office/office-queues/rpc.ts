import { rpcs } from '@portal/kit/grpc/rpc';
import { waitingHandlers } from '@portal/kit/waiting/queues';
import { WaitingServiceDefinition } from '@portal/proto/registration/v1/waiting';
import { queues } from './queues.ts';

export const waitingRpcs = rpcs(WaitingServiceDefinition, waitingHandlers(queues));
