import type { Tx } from '@portal/kit/commands/command';
import { newInvoiceNumber } from '../charges/paying/invoice-number.ts';
import { type ChargeSelector, insertRefund, lockRemaining, type RefundCause } from './store.ts';

export type { RefundCause } from './store.ts';

/** Requested refunds and their payments. */
export interface RefundRequest {
  refundIds: number[];
  paymentIds: number[];
}

/**
 * Holds the remaining money of the selected charges for a refund; money that is already held is not
 * requested again. The money moves afterwards.
 */
export async function requestRefund(
  tx: Tx,
  which: ChargeSelector,
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
