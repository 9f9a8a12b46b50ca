import type { Tx } from '@portal/kit/commands/command';
import { newInvoiceNumber } from '../charges/paying/invoice-number.ts';
import { insertRefund, lockRemaining, type RefundCause, type Which } from './store.ts';

export type { RefundCause } from './store.ts';

/** Refunds that were asked for, and of which payments. */
export interface RefundRequest {
  refundIds: number[];
  paymentIds: number[];
}

/**
 * Holds all that is left of the charges that are meant for a refund; what was asked back before is
 * not asked again. The money moves afterwards.
 */
export async function requestRefund(
  tx: Tx,
  which: Which,
  cause: RefundCause,
): Promise<RefundRequest> {
  const request: RefundRequest = { refundIds: [], paymentIds: [] };
  for (const { chargeId, paymentId, studentId, cents } of await lockRemaining(tx, which)) {
    const order = {
      chargeId,
      cents,
      cause,
      invoiceNumber: newInvoiceNumber(tx.now),
      by: tx.actor.name,
    };
    const id = await insertRefund(tx, order, tx.now);
    if (id === null) continue;
    request.refundIds.push(id);
    if (!request.paymentIds.includes(paymentId)) request.paymentIds.push(paymentId);
    const change = { refund: id, amountCents: cents, cause };
    tx.audit({
      op: 'action',
      table: 'charge',
      id: chargeId,
      ...(studentId === null ? {} : { studentId }),
      change,
    });
  }
  return request;
}
