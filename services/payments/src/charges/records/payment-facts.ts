import type { Sql } from '@portal/kit/database/database';
import { type PaymentFacts, paymentFacts } from './payment-store.ts';

/** What a receipt says about a payment. */
export const factsOfPayment = (sql: Sql, paymentId: number): Promise<PaymentFacts | undefined> =>
  paymentFacts(sql, paymentId);
