import type { Tx } from '@portal/kit/commands/command';
import { insertCancelled } from './store.ts';

/**
 * Returns to a school the sum that its balance paid for a registration that no longer exists, as a
 * row 'Cancelled' of the same cohort; once.
 */
export async function refundToBalance(
  tx: Tx,
  registrationId: number,
  studentId: number,
): Promise<void> {
  const entry = await insertCancelled(tx, registrationId, tx.actor.name, tx.now);
  if (!entry) return;
  const change = {
    kind: 'cancelled',
    registration: registrationId,
    amountCents: entry.amountCents,
    school: entry.schoolId,
  };
  tx.audit({ op: 'insert', table: 'balance_entry', id: entry.id, studentId, change });
}
