import type { Tx } from '@portal/kit/commands/command';
import { newInvoiceNumber } from '../charges/paying/invoice-number.ts';
import { holdPackage, lockBought } from './packages/store.ts';
import { takeBackRefunded } from './packages/take-back.ts';
import { finishRefunds, insertRefund, type RefundCause } from './store.ts';

/** A refund that the processor has, and the charge that it gave back. */
export interface MadeRefund {
  refund: {
    invoiceNumber: string;
    transactionId: string;
    amountCents: number;
    submittedAt: Date;
  };
  paymentId: number;
  chargeId: number;
  cause: RefundCause;
}

/**
 * Books a refund that the processor made and the books lack, and closes the package that it was
 * for; if that package is closed or held by another refund, books the money alone, as a refund by
 * staff does. Returns the reason that prevents the booking, or null.
 */
export async function bookMadeRefund(
  tx: Tx,
  { refund, paymentId, chargeId, cause: request }: MadeRefund,
): Promise<string | null> {
  const { invoiceNumber, amountCents, transactionId, submittedAt } = refund;
  // before its charge, as whoever refunds a package locks them
  const lot = request === 'package' ? await lockBought(tx, paymentId) : undefined;
  const isHeld = lot !== undefined && (!lot.active || lot.refundId !== null);
  const cause = request === 'package' && (!lot || isHeld) ? 'staff' : request;
  const order = { chargeId, cents: amountCents, cause, invoiceNumber, by: tx.actor.name };
  const id = await insertRefund(tx, order, submittedAt);
  if (id === null) return `refund ${transactionId}: no more is left of charge ${chargeId}`;
  await finish(tx, { paymentId, ids: [id], cause, kind: 'refund', transactionId, at: submittedAt });
  return null;
}

/**
 * Books that a whole payment went back before it was settled, as far as that is not booked yet.
 * Answers what a person should look at, or null.
 */
export async function bookVoid(
  tx: Tx,
  { paymentId, transactionId }: { paymentId: number; transactionId: string },
): Promise<string | null> {
  const bought = await tx.maybe<{ id: number; isUnspent: boolean }>`
    SELECT id, balance = bought AS is_unspent FROM lot
    WHERE payment_id = ${paymentId} AND active AND refund_id IS NULL
    -- never null: is_unspent`;
  const cause: RefundCause = bought?.isUnspent ? 'package' : 'staff';
  const left = await tx.many<{ id: number; typeId: string; cents: number }>`
    SELECT id, type_id, amount_cents - held_cents - refunded_cents AS cents FROM charge
    WHERE payment_id = ${paymentId} AND amount_cents - held_cents - refunded_cents > 0
    ORDER BY id FOR UPDATE
    -- never null: cents`;
  for (const { id: chargeId, typeId, cents } of left) {
    const ofLot: RefundCause = typeId === '2' ? cause : 'exam_cancelled';
    const invoiceNumber = newInvoiceNumber(tx.now);
    const order = { chargeId, cents, cause: ofLot, invoiceNumber, by: tx.actor.name };
    const id = await insertRefund(tx, order, tx.now);
    if (id === null) continue;
    const made = { paymentId, ids: [id], cause: ofLot, kind: 'void' as const, at: tx.now };
    await finish(tx, { ...made, transactionId: null });
  }
  return bought && left.length > 0
    ? `payment ${paymentId} was voided (${transactionId}): its credits were ` +
        (bought.isUnspent
          ? 'taken back; give them again if only the money was to go back'
          : 'spent in part and stay; see whether that is right')
    : null;
}

async function finish(
  tx: Tx,
  made: {
    paymentId: number;
    ids: number[];
    cause: RefundCause;
    kind: 'refund' | 'void';
    transactionId: string | null;
    at: Date;
  },
): Promise<void> {
  const { paymentId, ids, cause, kind, transactionId, at } = made;
  const lot = await tx.maybe<{ id: number }>`
    SELECT id FROM lot WHERE payment_id = ${paymentId} AND active AND refund_id IS NULL FOR UPDATE`;
  if (cause === 'package' && lot) await holdPackage(tx, lot.id, ids[0] as number);
  const refunded = await finishRefunds(tx, { ids, kind, transactionId }, at);
  const { last4, studentId } = await tx.one<{ last4: string | null; studentId: number | null }>`
    SELECT card_last4 AS last4, student_id FROM payment WHERE id = ${paymentId}`;
  await takeBackRefunded(tx, refunded, last4 ?? '');
  for (const { id, chargeId, amountCents } of refunded)
    tx.audit({
      op: 'action',
      table: 'charge',
      id: chargeId,
      ...(studentId === null ? {} : { studentId }),
      change: { reconciled: kind, refund: id, amountCents },
    });
}
