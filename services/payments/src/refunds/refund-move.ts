import type { TransactionState } from '../partners/transaction-status.ts';

/** How a payment stands at the processor when money of it is asked back, in cents. */
export interface RefundSituation {
  state: TransactionState;
  phase: 'open' | 'settling' | 'settled';
  amountCents: number;
  /** What is asked back of it now. */
  askedCents: number;
}

/**
 * Before settlement a whole payment is voided and a part of it waits; while it settles both
 * wait; afterwards it is refunded. 'no money': the bank took it back, which is final.
 */
export function refundMove({
  state,
  phase,
  amountCents,
  askedCents,
}: RefundSituation): 'voided already' | 'void' | 'refund' | 'wait' | 'no money' {
  if (state === 'voided') return 'voided already';
  if (state === 'declined') return 'no money';
  if (phase === 'settled') return 'refund';
  const isVoidable = state === 'captured' && phase === 'open';
  return isVoidable && askedCents === amountCents ? 'void' : 'wait';
}
