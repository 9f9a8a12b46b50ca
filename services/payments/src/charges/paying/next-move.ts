import type { Transaction } from '../../partners/card-transactions.ts';
import { isUndecided, type TransactionState } from '../../partners/transaction-status.ts';

/** The known facts about a payment when its process resumes. */
export interface Situation {
  /** 0: the first try, so that no look-up at the processor is needed. */
  attempt: number;
  /** unknown: the response said that the payment is being checked. */
  state: 'pending' | 'unknown';
  /**
   * The processor's state of the invoice; null when it is unknown there, undefined when there was
   * no look-up or no answer.
   */
  found: TransactionState | null | undefined;
  /** Since the payment was opened. */
  ageSeconds: number;
}
export type Move = 'ask' | 'charge' | 'settle' | 'decline' | 'void' | 'wait' | 'drop';

/** A request that was cut off may still arrive for this long. */
export const IN_FLIGHT_SECONDS = 18;
/** A request that was cut off has arrived after this long, or never will. */
export const LATEST_ARRIVAL_SECONDS = 3600;
/**
 * Older than this, a payment that was cut short is not charged any more: the person has long gone
 * on to other things.
 */
export const TOO_OLD_SECONDS = 300;

/**
 * Returns the next step of a payment, so that one click is never charged twice and nothing stays
 * open.
 */
export function nextMove({ attempt, state, found, ageSeconds }: Situation): Move {
  if (attempt === 0 && state === 'pending') return 'charge';
  if (found === undefined) return 'ask';
  if (found === 'captured') return 'settle';
  if (found === 'partial') return 'void';
  if (found !== null) return isUndecided(found, ageSeconds) ? 'wait' : 'decline';
  if (state === 'pending') return ageSeconds < TOO_OLD_SECONDS ? 'charge' : 'drop';
  return ageSeconds < IN_FLIGHT_SECONDS ? 'wait' : 'drop';
}

/**
 * Whether the outcome of a request for which the processor has moved no money is final: this state
 * was returned `ageSeconds` after the last possible request.
 */
export const isLastWord = (found: TransactionState | null, ageSeconds: number): boolean =>
  ageSeconds >= LATEST_ARRIVAL_SECONDS &&
  found !== 'captured' &&
  found !== 'partial' &&
  (found === null || !isUndecided(found, ageSeconds));

/**
 * State of a charge of this amount in cents: a capture of less, which can still be voided, is
 * partial too.
 */
export const chargeState = (
  { state, phase, amountCents }: Pick<Transaction, 'state' | 'phase' | 'amountCents'>,
  requestedCents: number,
): TransactionState =>
  state === 'captured' && phase === 'open' && amountCents < requestedCents ? 'partial' : state;
