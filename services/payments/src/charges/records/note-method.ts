import type { Sql } from '@portal/kit/database/database';
import { noteCard } from './payment-store.ts';

/**
 * Notes with which saved card or bank account a payment is being made; `kind` of a bank account is
 * null.
 */
export const noteMethod = (
  sql: Sql,
  paymentId: number,
  method: { ccId: string; customerProfileId: string; cardType: string | null; last4: string },
): Promise<void> => noteCard(sql, paymentId, method);
