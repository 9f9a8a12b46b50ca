import { rpcs } from '@portal/kit/grpc/rpc';
import { webhookHandlers } from '@portal/kit/webhooks/webhook-handlers';
import { WebhookDeliveriesServiceDefinition } from '@portal/proto/registration/v1/webhooks';
import { webhookOwner } from './webhook-owner.ts';

export const webhookRpcs = rpcs(WebhookDeliveriesServiceDefinition, webhookHandlers(webhookOwner));
