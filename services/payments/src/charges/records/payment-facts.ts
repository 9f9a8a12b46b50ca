import type { Sql } from '@portal/kit/database/database';
import { type PaymentFacts, paymentFacts } from './payment-store.ts';

/** The facts of a payment for its receipt. */
export const factsOfPayment = (sql: Sql, paymentId: number): Promise<PaymentFacts | undefined> =>
  paymentFacts(sql, paymentId);
