import { rpcs } from '@portal/kit/grpc/rpc';
import { shared } from '@portal/kit/grpc/shared-contracts';
import { webhookHandlers } from '@portal/kit/webhooks/webhook-handlers';
import { webhookOwner } from './webhook-owner.ts';

export const webhookRpcs = rpcs(shared.webhooks.registration, webhookHandlers(webhookOwner));
