import { onWebhookChanged } from '@portal/kit/events/identity-webhooks';
import type { Consumer } from '@portal/kit/events/inbox';
import { projectionConsumers } from './projections/on-facts-changed.ts';
import { receiptConsumers } from './receipts/on-money-moved.ts';
import { differenceConsumers } from './settled-days/on-differences.ts';
import { webhookOwner } from './webhooks/webhook-owner.ts';

/** The event handlers of this service. */
export const consumers: Consumer[] = [
  ...projectionConsumers,
  ...receiptConsumers,
  ...differenceConsumers,
  onWebhookChanged(webhookOwner),
];
