import type { Tx } from '@portal/kit/commands/command';
import { insertUsage, lockBalance, type Usage } from './store.ts';

/** What a school has, in cents: nobody else spends of it until the transaction ends. */
export const balanceToUse = (tx: Tx, schoolId: number): Promise<number> =>
  lockBalance(tx, schoolId);

/**
 * Takes the sum of a student's registration from the balance, once. The ledger refuses to fall
 * below zero.
 */
export async function useBalance(tx: Tx, studentId: number, usage: Usage): Promise<void> {
  const entry = await insertUsage(tx, usage, tx.actor.name, tx.now);
  if (entry === undefined) return;
  const change = {
    kind: 'registration',
    registration: usage.registrationId,
    amountCents: -usage.amountCents,
    school: usage.schoolId,
  };
  tx.audit({ op: 'insert', table: 'balance_entry', id: entry, studentId, change });
}
