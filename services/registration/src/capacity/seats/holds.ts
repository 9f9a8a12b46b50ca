import type { Call, Tx } from '@portal/kit/commands/command';
import { inTransaction } from '@portal/kit/commands/command';
import { endHolds, endHoldsOfSession } from './places/hold-store.ts';
import { releaseHolds } from './seats.ts';

/**
 * Ends the holds of registrations that need no place any more; the next release frees the seats, at
 * most a second later.
 */
export const endHoldsOf = (tx: Tx, registrationIds: readonly number[]): Promise<void> =>
  endHolds(tx, registrationIds, null, tx.now);

/** Ends every hold in a session and releases the seats at once. */
export async function releaseAllHolds(call: Call, sessionId: number): Promise<void> {
  await endHoldsOfSession(call.db, sessionId, call.now);
  await inTransaction(call, 'releaseHolds', (tx) => releaseHolds(tx, sessionId));
}
