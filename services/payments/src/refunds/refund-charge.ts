import { setTimeout as pause } from 'node:timers/promises';
import { notAllowed } from '@portal/kit/actor';
import { type Call, command } from '@portal/kit/command';
import type { Database } from '@portal/kit/database';
import { conflict, type DomainError, forbidden, invalid, notFound, partnerFailed, unprocessable } from '@portal/kit/errors';
import { money } from '@portal/kit/money';
import { newInvoiceNumber } from '../charges/invoice-number.ts';
import { type Charge, leftOf, listCharges, mayRefund } from '../charges/list-charges.ts';
import { makeRefunds } from './make-refunds.ts';
import { insertRefund, lockCharge, type RefundNow, refundsNow } from './store.ts';

export interface RefundCharge {
  chargeId: number;
  amountCents: number;
}
interface Held {
  refundId: number;
  paymentId: number;
  studentId: number;
}

/** Holds what is to go back, so that two refunds at once never exceed what is left. */
const holdRefund = command('refundCharge', async (tx, { chargeId, amountCents }: RefundCharge): Promise<Held> => {
  const { actor, now } = tx;
  if (amountCents <= 0) throw invalid({ path: 'refundAmt', message: 'Please enter an amount.' });
  const charge = await lockCharge(tx, chargeId);
  const isOfAnother = actor.studentId !== undefined && charge?.studentId !== actor.studentId;
  if (!charge || isOfAnother) throw notFound('charge_not_found', 'This charge was not found.');
  if (!mayRefund(actor, charge.typeId)) {
    throw charge.typeId === '2' ? forbidden('tech_support_only', 'Only tech support can refund this charge.') : notAllowed();
  }
  const left = leftOf(charge);
  if (charge.studentId === null || left <= 0) throw conflict('not_refundable', 'This charge cannot be refunded.');
  const order = { chargeId, cents: amountCents, cause: 'staff' as const, invoiceNumber: newInvoiceNumber(now), by: actor.name };
  const refundId = await insertRefund(tx, order, now);
  if (refundId === null) throw unprocessable('refund_too_large', `The refund cannot be more than ${money(left)}.`);
  const change = { refund: refundId, amountCents, cause: order.cause };
  tx.audit({ op: 'action', table: 'charge', id: chargeId, studentId: charge.studentId, change });
  return { refundId, paymentId: charge.paymentId, studentId: charge.studentId };
});

/** How long a refund waits for another one of the same payment. */
const PATIENCE_MS = 5000;

/** Makes the refund, after whoever has its payment in hand. */
async function make(db: Database, { refundId, paymentId }: Held): Promise<RefundNow> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const wasInHand = await makeRefunds(db, paymentId);
    const [refund] = await refundsNow(db, [refundId]);
    const isOver = performance.now() > until;
    // the same request may be on its way with its twin: that one's answer is waited for
    if (refund && refund.state !== 'open' && (refund.state !== 'asked' || wasInHand || isOver)) return refund;
    if (isOver) throw conflict('request_in_progress', 'This request is still being worked on.', { retryAfter: 2 });
    await pause(100);
  }
}

function refusalOf({ state, error }: RefundNow): DomainError | null {
  if (state === 'asked') return partnerFailed('charge_unknown', 'The refund is being checked. Please do not repeat it.');
  if (state !== 'refused') return null;
  if (error === null) return conflict('charge_not_settled', 'This charge is not settled yet. Please try again tomorrow.');
  return partnerFailed('refund_failed', error);
}

/**
 * Gives money of a charge back to its card because somebody of the staff says so; the credits that it bought stay (C-A24). Answers all charges of the
 * student. A charge that is not settled is voided when its whole payment goes back. Refuses with invalid, charge_not_found, tech_support_only,
 * forbidden, not_refundable, refund_too_large, charge_not_settled, refund_failed (the processor's text) and charge_unknown; a refused refund changes
 * nothing, and one without an answer is settled by asking the processor, never repeated.
 */
export async function refundCharge(call: Call, input: RefundCharge): Promise<Charge[]> {
  const held = await holdRefund(call, input);
  const refusal = refusalOf(await make(call.db, held));
  if (refusal) throw refusal;
  return listCharges(call, held.studentId);
}
