import type { Tx } from '@portal/kit/commands/command';
import { insertUsages, lockBalance, type Usage } from './store.ts';

export type { Usage } from './store.ts';

/** Locks a school's balance until the transaction ends; returns it in cents. */
export const balanceToUse = (tx: Tx, schoolId: number): Promise<number> =>
  lockBalance(tx, schoolId);

/** Takes the sums of registrations from the balance, once each. It refuses to fall below zero. */
export async function useBalance(tx: Tx, usages: readonly Usage[]): Promise<void> {
  if (usages.length === 0) return;
  const entries = await insertUsages(tx, usages, tx.actor.name, tx.now);
  for (const { registrationId, studentId, amountCents, schoolId: school } of usages) {
    const id = entries.get(registrationId);
    if (id === undefined) continue;
    const change = {
      kind: 'registration',
      registration: registrationId,
      amountCents: -amountCents,
      school,
    };
    tx.audit({ op: 'insert', table: 'balance_entry', id, studentId, change });
  }
}
