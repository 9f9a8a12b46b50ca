import type { Tx } from '@portal/kit/commands/command';
import { insertRefund } from './store.ts';

/**
 * Holds an amount of a charge for a later refund, with its audit row; returns null when that much
 * is not left.
 */
export async function holdRefund(
  tx: Tx,
  order: Parameters<typeof insertRefund>[1],
): Promise<number | null> {
  const id = await insertRefund(tx, order, tx.now);
  if (id === null) return null;
  tx.audit({
    op: 'action',
    table: 'charge',
    id: order.chargeId,
    change: { refund: id, amountCents: order.cents, cause: order.cause },
  });
  return id;
}
