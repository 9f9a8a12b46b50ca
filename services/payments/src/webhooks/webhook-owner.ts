import { eventName } from '@portal/kit/commands/command';
import { identityWebhooks } from '@portal/kit/events/identity-webhooks';
import { localHosts } from '@portal/kit/webhooks/local-addresses';
import type { WebhookOwner } from '@portal/kit/webhooks/webhook-owner';
import { ChargeCaptured, ChargeRefunded } from '@portal/proto/payments/v1/events';
import { webhooks } from '../clients.ts';
import { webhookData } from './webhook-data.ts';

/** The webhook data of money events. */
export const webhookOwner: WebhookOwner = {
  events: [ChargeCaptured, ChargeRefunded].map(eventName),
  dataOf: webhookData,
  ...identityWebhooks('payments', webhooks),
  localHosts: localHosts(),
};
