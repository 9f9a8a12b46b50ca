import { isLastWord, LATEST_ARRIVAL_SECONDS } from '../../charges/paying/next-move.ts';
import type { TransactionState } from '../../partners/transaction-status.ts';

/**
 * Decides about a refund that was abandoned without an answer, from its state at the processor
 * (null: unknown there) and the seconds since the request. It is never requested again.
 */
export function abandonedRefundMove(
  found: TransactionState | null,
  ageSeconds: number,
): 'book' | 'look again' | 'forget' {
  if (found === 'captured') return 'book';
  return isLastWord(found, ageSeconds) ? 'forget' : 'look again';
}

/**
 * Decides about an abandoned refund that was made after all and does not fit into the books: while
 * another refund of its charge is in progress the obstacle may disappear; otherwise a person has to
 * look at it, in the comparison of settled days.
 */
export const bookAsUnmatched = (
  ageSeconds: number,
  isOtherUnderWay: boolean,
): 'look again' | 'forget' =>
  ageSeconds >= LATEST_ARRIVAL_SECONDS && !isOtherUnderWay ? 'forget' : 'look again';
