import type { Tx } from '@portal/kit/commands/command';
import { money } from '@portal/kit/money';
import { PackageTakenBack } from '@portal/proto/payments/v1/events';
import type { Refunded } from '../store.ts';
import { lockHeldPackages, withdrawLots } from './store.ts';

/** Returns the message about a refunded package; null: without money. */
export const takenBackMessage = (refund: { cents: number; last4: string } | null): string =>
  refund ? `Refunded ${money(refund.cents)} to card ending ${refund.last4}.` : 'Package removed.';

interface TakeBack {
  lotId: number;
  studentId: number;
  by: string;
  message: string;
  refundId?: number;
}

/** Takes a package back in this transaction: credits, audit row and event. */
export async function takeBack(tx: Tx, { refundId, ...order }: TakeBack): Promise<void> {
  const { lotId, studentId, by, message } = order;
  const credits = await withdrawLots(tx, order, tx.now);
  const change = { withdrawn: credits, message, by, ...(refundId ? { refund: refundId } : {}) };
  tx.audit({ op: 'action', table: 'package', id: lotId, studentId, change });
  tx.emit(PackageTakenBack, { lotId, studentId });
}

/** Takes back the packages whose refunds were made now, with the books of the money. */
export async function takeBackRefunded(
  tx: Tx,
  refunds: readonly Refunded[],
  last4: string,
): Promise<void> {
  const made = new Map(refunds.map((refund) => [refund.id, refund]));
  for (const { id, studentId, refundId } of await lockHeldPackages(tx, [...made.keys()])) {
    const refund = made.get(refundId);
    if (!refund) throw new Error(`package ${id} is held by a refund that was not made`);
    const message = takenBackMessage({ cents: refund.amountCents, last4 });
    await takeBack(tx, { lotId: id, studentId, by: refund.requestedBy, message, refundId });
  }
}
