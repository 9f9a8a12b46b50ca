import { inTransaction, type Tx } from '@portal/kit/commands/command';
import { DomainError } from '@portal/kit/errors';
import { forEachIsolated } from '@portal/kit/jobs/jobs';
import { changeEntry, startOf } from '../../capacity/seats/waiting-line/change-entry.ts';
import {
  overdueOffers,
  pointlessEntries,
  takeEntry,
} from '../../capacity/waiting-list/entry-store.ts';
import { isOpenEntry } from '../../capacity/waiting-list/waiting-entry.ts';
import { changeWaiting, type WaitingEvent } from '../../capacity/waiting-list/waiting-machine.ts';
import type { OwnCall } from './own-call.ts';

/** Ends an open entry unless it is locked, already changed or not yet due. */
async function endOne(tx: Tx, id: number, event: WaitingEvent): Promise<void> {
  const entry = await takeEntry(tx, id);
  if (entry === undefined || !isOpenEntry(entry)) return;
  const startsAt = await startOf(tx, entry.sessionId);
  const refused = changeWaiting(entry, event, { startsAt, now: tx.now }) instanceof DomainError;
  if (!refused) await changeEntry(tx, entry, event, startsAt);
}

/**
 * Ends expired offers, except those with a timely charge; their seats pass to the next in line.
 *
 */
export const expireOffers = async (call: OwnCall): Promise<void> =>
  forEachIsolated(
    await overdueOffers(call.db, call.now),
    (waiting) => ({ waiting }),
    (waiting) =>
      inTransaction(call, 'expireOffer', (tx) => endOne(tx, waiting, { type: 'expired' })),
  );

/** Ends entries without a purpose: the student has a place there, or the exam is closed. R-539 */
export const endPointless = async (call: OwnCall): Promise<void> =>
  forEachIsolated(
    await pointlessEntries(call.db),
    ({ id: waiting }) => ({ waiting }),
    ({ id, why }) =>
      inTransaction(call, 'endWaiting', (tx) => endOne(tx, id, { type: 'ended', why })),
  );
