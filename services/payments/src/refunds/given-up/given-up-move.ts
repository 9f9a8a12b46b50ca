import { isLastWord, LATEST_ARRIVAL_SECONDS } from '../../charges/paying/next-move.ts';
import type { TransactionState } from '../../partners/transaction-status.ts';

/**
 * What to do about a refund that was given up without an answer, when the processor says this of it
 * so many seconds after it was asked for (null: it never heard of it). It is never asked for again
 * (R-235).
 */
export function givenUpMove(
  found: TransactionState | null,
  ageSeconds: number,
): 'book' | 'look again' | 'forget' {
  if (found === 'captured') return 'book';
  return isLastWord(found, ageSeconds) ? 'forget' : 'look again';
}

/**
 * What to do about one that was made after all and does not fit into the books: what is in its way
 * while another refund of its charge is under way may go; otherwise a person has to see it, to whom
 * the comparison of settled days shows it.
 */
export const bookAsUnmatched = (
  ageSeconds: number,
  isOtherUnderWay: boolean,
): 'look again' | 'forget' =>
  ageSeconds >= LATEST_ARRIVAL_SECONDS && !isOtherUnderWay ? 'forget' : 'look again';
