import type { CallInput } from '@portal/contract/call';
import type { getWebhookDeliveries } from '@portal/contract/webhooks';
import { useAnswer } from '../shared/api/calls.ts';
import { api } from '../shared/api/client.ts';

export type { Webhook, WebhookDelivery } from '@portal/contract/webhooks';

export const webhooksCall = api.getWebhooks;
export const saveWebhookCall = api.saveWebhook;
export const deliveriesCall = api.getWebhookDeliveries;
export const redeliverCall = api.redeliverWebhook;

const EVERY_MS = 5_000;

/** Receivers answer at any time, so the list is polled. */
export const useWebhooks = () => useAnswer(webhooksCall, {}, { every: EVERY_MS });
export const useDeliveries = (input: CallInput<typeof getWebhookDeliveries>) =>
  useAnswer(deliveriesCall, input, { every: EVERY_MS, keepOld: true });
