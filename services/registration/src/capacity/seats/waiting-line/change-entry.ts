import type { AuditEntry, Tx } from '@portal/kit/commands/command';
import { DomainError } from '@portal/kit/errors';
import {
  WaitingAccepted,
  WaitingEnded,
  WaitingOffered,
  WaitingOfferWithdrawn,
} from '@portal/proto/registration/v1/events';
import { sessionNotFound } from '../../../records/sessions/session-rules.ts';
import { writeEntry } from '../../waiting-list/entry-store.ts';
import { isOpenEntry, type WaitingEntry } from '../../waiting-list/waiting-entry.ts';
import { changeWaiting, type WaitingEvent } from '../../waiting-list/waiting-machine.ts';
import { holdOfferUntil, readLineSession } from './line-store.ts';

/** When the session of an entry begins; one that is waited for has a time. */
export async function startOf(tx: Tx, sessionId: number): Promise<Date> {
  const session = await readLineSession(tx, sessionId);
  if (session === undefined || session.startsAt === null) throw sessionNotFound();
  return session.startsAt;
}

/** Emits the event of an entry's change of state. 5.2 */
function emitEntryChange(tx: Tx, before: WaitingEntry, after: WaitingEntry): void {
  if (after.state === before.state) return;
  const { id: waitingId, sessionId, registrationId, studentId, state, endedWhy } = after;
  const whose = { waitingId, sessionId, registrationId, studentId };
  if (state === 'offered')
    tx.emit(WaitingOffered, { ...whose, offerUntil: after.offerUntil ?? undefined });
  else if (state === 'waiting') tx.emit(WaitingOfferWithdrawn, whose);
  else if (state === 'accepted') tx.emit(WaitingAccepted, whose);
  else
    tx.emit(WaitingEnded, {
      ...whose,
      state,
      why: endedWhy ?? undefined,
      offerUntil: before.offerUntil ?? undefined,
    });
}

/**
 * Applies an event to an entry that the transaction has locked, emits the change, and passes the
 * seat of an ended offer to the next in line. Throws the refusal of the event. 5.2, R-537.
 */
export async function changeEntry(
  tx: Tx,
  entry: WaitingEntry,
  event: WaitingEvent,
  startsAt: Date,
  audit: Partial<AuditEntry> = {},
): Promise<WaitingEntry> {
  const change = changeWaiting(entry, event, { startsAt, now: tx.now });
  if (change instanceof DomainError) throw change;
  const after: WaitingEntry = { ...entry, ...change.set };
  await writeEntry(tx, after);
  if (change.freesSeat) await holdOfferUntil(tx, entry, tx.now);
  emitEntryChange(tx, entry, after);
  if (after.state !== entry.state)
    tx.audit({
      op: 'update',
      table: 'waiting_entry',
      id: entry.id,
      studentId: entry.studentId,
      change: {
        state: [entry.state, after.state],
        ...(isOpenEntry(after) || after.endedWhy === null ? {} : { why: after.endedWhy }),
      },
      ...audit,
    });
  return after;
}
