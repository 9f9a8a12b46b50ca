import type { Tx } from '@portal/kit/commands/command';
import { lockOfStudent } from '../../waiting-list/entry-store.ts';
import { waitingErrors } from '../../waiting-list/waiting-errors.ts';
import { changeEntry, startOf } from './change-entry.ts';

/**
 * Accepts the offer of the place that the student books: its entry is accepted, and the student's
 * other entries for this session end. Throws offer_over when the offer has ended..
 */
export async function takeOffer(
  tx: Tx,
  {
    sessionId,
    studentId,
    registrationId,
  }: { sessionId: number; studentId: number; registrationId: number },
): Promise<void> {
  const entries = await lockOfStudent(tx, sessionId, studentId);
  if (!entries.some(({ state }) => state === 'offered')) throw waitingErrors.offerOver();
  const startsAt = await startOf(tx, sessionId);
  for (const entry of entries) {
    const isTaken = entry.state === 'offered' && entry.registrationId === registrationId;
    await changeEntry(
      tx,
      entry,
      isTaken ? { type: 'accepted' } : { type: 'ended', why: 'booked' },
      startsAt,
    );
  }
}
