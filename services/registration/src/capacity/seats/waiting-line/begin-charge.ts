import type { Tx } from '@portal/kit/commands/command';
import { lockOfStudent } from '../../waiting-list/entry-store.ts';
import { heldUntil } from '../../waiting-list/offer-end.ts';
import { waitingErrors } from '../../waiting-list/waiting-errors.ts';
import { changeEntry, startOf } from './change-entry.ts';
import { holdOfferUntil } from './line-store.ts';

/**
 * Extends the hold of an offered seat, once, when the student is about to pay: to at most ten
 * minutes after the end of the offer. Returns until when. Throws offer_over when the offer has
 * ended. R-536.
 */
export async function beginCharge(tx: Tx, sessionId: number, studentId: number): Promise<Date> {
  const entries = await lockOfStudent(tx, sessionId, studentId);
  const offered = entries.find(({ state }) => state === 'offered');
  if (offered === undefined) throw waitingErrors.offerOver();
  const startsAt = await startOf(tx, sessionId);
  const { offerUntil, chargeBegunAt } = await changeEntry(
    tx,
    offered,
    { type: 'charge_begun' },
    startsAt,
  );
  if (offerUntil === null) throw waitingErrors.offerOver();
  const until = heldUntil({ offerUntil, chargeBegunAt }, startsAt);
  await holdOfferUntil(tx, offered, until);
  return until;
}
