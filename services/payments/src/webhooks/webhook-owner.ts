import { eventName } from '@portal/kit/commands/command';
import { identityWebhooks } from '@portal/kit/events/identity-webhooks';
import type { WebhookOwner } from '@portal/kit/webhooks/addresses/webhook-owner';
import { localHosts } from '@portal/kit/webhooks/hosts/local-addresses';
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
