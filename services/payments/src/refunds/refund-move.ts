import type { TransactionState } from '../partners/transaction-status.ts';

/** The state of a payment at the processor when money of it is to be refunded, in cents. */
export interface RefundSituation {
  state: TransactionState;
  phase: 'open' | 'settling' | 'settled';
  amountCents: number;
  /** The amount to refund now. */
  askedCents: number;
}

/**
 * Before settlement a whole payment is voided and a partial refund waits; during settlement
 * both wait; afterwards it is refunded. 'no money': the bank took it back, which is final.
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
