import { inTransaction, type Tx } from '@portal/kit/commands/command';
import { forEachIsolated } from '@portal/kit/commands/jobs';
import { DomainError } from '@portal/kit/errors';
import { changeEntry, startOf } from '../capacity/change-entry.ts';
import { overdueOffers, pointlessEntries, takeEntry } from '../waiting-list/entry-store.ts';
import { isOpenEntry } from '../waiting-list/waiting-entry.ts';
import { changeWaiting, type WaitingEvent } from '../waiting-list/waiting-machine.ts';
import type { OwnCall } from './own-call.ts';

/** Ends an entry by itself, unless somebody is at it, or was first, or it is not to end yet. */
async function endOne(tx: Tx, id: number, event: WaitingEvent): Promise<void> {
  const entry = await takeEntry(tx, id);
  if (entry === undefined || !isOpenEntry(entry)) return;
  const startsAt = await startOf(tx, entry.sessionId);
  const refused = changeWaiting(entry, event, { startsAt, now: tx.now }) instanceof DomainError;
  if (!refused) await changeEntry(tx, entry, event, startsAt);
}

/**
 * Ends the offers whose time is over, but for a charge that was begun in time; their seats go on to
 * the next in line..
 */
export const expireOffers = async (call: OwnCall): Promise<void> =>
  forEachIsolated(
    await overdueOffers(call.db, call.now),
    (waiting) => ({ waiting }),
    (waiting) =>
      inTransaction(call, 'expireOffer', (tx) => endOne(tx, waiting, { type: 'expired' })),
  );

/** Ends what has nothing to wait for: a place there is had, or the exam is gone. R-539 */
export const endPointless = async (call: OwnCall): Promise<void> =>
  forEachIsolated(
    await pointlessEntries(call.db),
    ({ id: waiting }) => ({ waiting }),
    ({ id, why }) =>
      inTransaction(call, 'endWaiting', (tx) => endOne(tx, id, { type: 'ended', why })),
  );
