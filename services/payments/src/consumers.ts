import type { Consumer } from '@portal/kit/events/inbox';
import { projectionConsumers } from './projections/on-facts-changed.ts';
import { receiptConsumers } from './receipts/on-money-moved.ts';
import { differenceConsumers } from './settled-days/on-differences.ts';

/** What this service does about events. */
export const consumers: Consumer[] = [
  ...projectionConsumers,
  ...receiptConsumers,
  ...differenceConsumers,
];
