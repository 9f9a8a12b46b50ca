import { can } from '@portal/access/can';
import { notAllowed, serviceActor } from '@portal/kit/auth/actor';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { newInvoiceNumber } from '../../charges/paying/invoice-number.ts';
import { leftOf } from '../../charges/records/list-charges.ts';
import { registrations } from '../../clients.ts';
import { domainError } from '../../errors.ts';
import { packageNotFound } from '../../packages/package-for-sale.ts';
import { withProjections } from '../../projections/buyer.ts';
import { makeRefundNow, refusalOfRefund } from '../make-refund-now.ts';
import { insertRefund } from '../store.ts';
import { hasSitting, refundAmount, refusalOf } from './package-refund.ts';
import {
  holdPackage,
  type LockedPackage,
  lockPackage,
  lockPackageCharge,
  paidFromPackage,
} from './store.ts';
import { takeBack, takenBackMessage } from './take-back.ts';

export interface RefundPackage {
  studentId: number;
  packageId: number;
  withoutProctorFees: boolean;
}
export interface PackageRefunded {
  message: string;
  refundedCents: number;
}
/** Null: no money goes back, and the package is taken away already. */
type Held = { refundId: number; paymentId: number } | null;

/** The response of registration before anything is written: the registrations with a sitting. */
type Sittings = ReadonlySet<number>;

/**
 * Holds the money and the credits of a package, so that neither is spent during the refund; takes
 * the package away at once when no money goes back.
 */
const hold = (sittings: Sittings) =>
  command('refundPackage', async (tx, input: RefundPackage): Promise<{ held: Held }> => {
    const { actor } = tx;
    if (input.withoutProctorFees && !can(actor, 'proctor_fee.waive')) throw notAllowed();
    const lot = await lockPackage(tx, input.studentId, input.packageId);
    if (!lot) throw packageNotFound();
    const refusal = refusalOf(actor, lot);
    if (refusal === 'tech_support_only')
      throw domainError(refusal, 'Only tech support can refund this package.');
    if (refusal) throw domainError(refusal);
    const held = await holdMoney(tx, lot, input.withoutProctorFees ? null : sittings);
    if (!held) {
      const order = { lotId: lot.id, studentId: lot.studentId, by: actor.name };
      await takeBack(tx, { ...order, message: takenBackMessage(null) });
    }
    return { held };
  });

async function holdMoney(tx: Tx, lot: LockedPackage, sittings: Sittings | null): Promise<Held> {
  const charge = lot.paymentId === null ? undefined : await lockPackageCharge(tx, lot.paymentId);
  if (!charge) return null;
  const paid = sittings === null ? [] : await paidFromPackage(tx, lot.id);
  const sat = paid.filter((one) => sittings?.has(one.registrationId));
  const cents = refundAmount(lot, sat, leftOf(charge));
  if (cents === 0) return null;
  const order = {
    chargeId: charge.id,
    cents,
    cause: 'package' as const,
    invoiceNumber: newInvoiceNumber(tx.now),
    by: tx.actor.name,
  };
  const refundId = await insertRefund(tx, order, tx.now);
  if (refundId === null) throw new Error(`charge ${charge.id} is locked and has less than it said`);
  await holdPackage(tx, lot.id, refundId);
  const { studentId } = lot;
  const change = { refund: refundId, amountCents: cents, cause: order.cause, package: lot.id };
  tx.audit({ op: 'action', table: 'charge', id: charge.id, studentId, change });
  return { refundId, paymentId: charge.paymentId };
}

/**
 * Returns which registrations of the student have a sitting. Calls registration before anything is
 * written, and only where proctor fees may be charged.
 */
async function sittingsOf(call: Call, input: RefundPackage): Promise<Sittings> {
  const paid = input.withoutProctorFees ? [] : await paidFromPackage(call.db, input.packageId);
  if (paid.length === 0) return new Set();
  const { registrations: all } = await registrations.listOfStudents(
    { studentIds: [input.studentId] },
    { actor: serviceActor('payments'), requestId: call.requestId, origin: call.origin },
  );
  return new Set(all.filter(({ status }) => hasSitting(status)).map(({ id }) => id));
}

/**
 * Takes back the remaining credits of a package and refunds its money to the card that paid, as far
 * as that charge still holds it (C-A23, R-096 to R-102). The money goes first: credits and package
 * are booked in the transaction that books the refund, whichever worker finishes it, and the
 * credits cannot be spent until then. Refuses with package_not_found, package_not_refundable,
 * tech_support_only, forbidden, charge_not_settled, refund_failed (the processor's text) and
 * charge_unknown; a refused refund changes nothing, and one without an answer is settled by a
 * look-up at the processor.
 */
export async function refundPackage(call: Call, input: RefundPackage): Promise<PackageRefunded> {
  const sittings = await sittingsOf(call, input);
  const { held } = await withProjections(call, () => hold(sittings)(call, input));
  if (!held) return { message: takenBackMessage(null), refundedCents: 0 };
  const refund = await makeRefundNow(call.db, held);
  const refusal = refusalOfRefund(refund);
  if (refusal) throw refusal;
  const { amountCents, cardLast4 } = refund;
  const message = takenBackMessage({ cents: amountCents, last4: cardLast4 ?? '' });
  return { message, refundedCents: amountCents };
}
