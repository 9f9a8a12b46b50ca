import type { TransactionState } from '../partners/transaction-status.ts';

/** How a payment stands at the processor when money of it is asked back, in cents. */
export interface RefundSituation {
  state: TransactionState;
  isSettled: boolean;
  amountCents: number;
  /** What is asked back of it now. */
  askedCents: number;
}

/**
 * Before settlement a whole payment is voided and a part of it waits; afterwards it is
 * refunded.
 */
export function refundMove({
  state,
  isSettled,
  amountCents,
  askedCents,
}: RefundSituation): 'voided already' | 'void' | 'refund' | 'wait' {
  if (state === 'voided') return 'voided already';
  if (isSettled) return 'refund';
  return state === 'captured' && askedCents === amountCents ? 'void' : 'wait';
}
