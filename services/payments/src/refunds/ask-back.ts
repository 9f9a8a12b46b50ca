import type { Tx } from '@portal/kit/command';
import { newInvoiceNumber } from '../charges/invoice-number.ts';
import { insertRefund, lockRemaining, type RefundCause, type Which } from './store.ts';

/** Refunds that were asked for, and of which payments. */
export interface AskedBack {
  refundIds: number[];
  paymentIds: number[];
}

/** Holds all that is left of the charges that are meant for a refund; what was asked back before is not asked again. The money moves afterwards. */
export async function askBack(tx: Tx, which: Which, cause: RefundCause): Promise<AskedBack> {
  const asked: AskedBack = { refundIds: [], paymentIds: [] };
  for (const { chargeId, paymentId, studentId, cents } of await lockRemaining(tx, which)) {
    const order = { chargeId, cents, cause, invoiceNumber: newInvoiceNumber(tx.now), by: tx.actor.name };
    const id = await insertRefund(tx, order, tx.now);
    if (id === null) continue;
    asked.refundIds.push(id);
    if (!asked.paymentIds.includes(paymentId)) asked.paymentIds.push(paymentId);
    const change = { refund: id, amountCents: cents, cause };
    tx.audit({ op: 'action', table: 'charge', id: chargeId, ...(studentId === null ? {} : { studentId }), change });
  }
  return asked;
}
