import type { Tx } from '@portal/kit/commands/command';
import { lockOfStudent } from '../waiting-list/entry-store.ts';
import { heldUntil } from '../waiting-list/offer-end.ts';
import { waitingErrors } from '../waiting-list/waiting-errors.ts';
import { changeEntry, startOf } from './change-entry.ts';
import { holdOfferUntil } from './line-store.ts';

/**
 * The student is about to pay for a place that is offered to her: its seat stays held for at most
 * ten minutes after the end of the offer, once. Answers until when. Refuses with offer_over when
 * the offer ended meanwhile. R-536.
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
