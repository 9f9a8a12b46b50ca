import { notAllowed } from '@portal/kit/auth/actor';
import { type Call, command } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { money } from '@portal/kit/money';
import { newInvoiceNumber } from '../charges/paying/invoice-number.ts';
import { type Charge, leftOf, listCharges, mayRefund } from '../charges/records/list-charges.ts';
import { domainError } from '../errors.ts';
import { makeRefundNow, refusalOfRefund } from './make-refund-now.ts';
import { insertRefund, lockCharge } from './store.ts';

export interface RefundCharge {
  chargeId: number;
  amountCents: number;
}
interface Held {
  refundId: number;
  paymentId: number;
  studentId: number;
}

/**
 * Holds what is to go back, so that two refunds at once never exceed what is left (R-230, R-231,
 *
 */
const holdRefund = command(
  'refundCharge',
  async (tx, { chargeId, amountCents }: RefundCharge): Promise<Held> => {
    const { actor, now } = tx;
    if (amountCents <= 0) throw invalid({ path: 'refundAmt', message: 'Please enter an amount.' });
    const charge = await lockCharge(tx, chargeId);
    const isOfAnother = actor.studentId !== undefined && charge?.studentId !== actor.studentId;
    if (!charge || isOfAnother) throw domainError('charge_not_found');
    if (!mayRefund(actor, charge.typeId)) {
      if (charge.typeId !== '2') throw notAllowed();
      throw domainError('tech_support_only', 'Only tech support can refund this charge.');
    }
    const left = leftOf(charge);
    if (charge.studentId === null || left <= 0) throw domainError('not_refundable');
    const order = {
      chargeId,
      cents: amountCents,
      cause: 'staff' as const,
      invoiceNumber: newInvoiceNumber(now),
      by: actor.name,
    };
    const refundId = await insertRefund(tx, order, now);
    if (refundId === null)
      throw domainError('refund_too_large', `The refund cannot be more than ${money(left)}.`);
    const change = { refund: refundId, amountCents, cause: order.cause };
    tx.audit({ op: 'action', table: 'charge', id: chargeId, studentId: charge.studentId, change });
    return { refundId, paymentId: charge.paymentId, studentId: charge.studentId };
  },
);

/**
 * Refunds money of a charge to its card at the request of staff; the credits that it bought stay
 * (C-A24). Returns all charges of the student. A charge that is not settled is voided when its
 * whole payment goes back. Refuses with invalid, charge_not_found, tech_support_only, forbidden,
 * not_refundable, refund_too_large, charge_not_settled, refund_failed (the processor's text) and
 * charge_unknown; a refused refund changes nothing, and one without an answer is settled by a
 * look-up at the processor, never repeated.
 */
export async function refundCharge(call: Call, input: RefundCharge): Promise<Charge[]> {
  const held = await holdRefund(call, input);
  const refusal = refusalOfRefund(await makeRefundNow(call.db, held));
  if (refusal) throw refusal;
  return listCharges(call, held.studentId);
}
