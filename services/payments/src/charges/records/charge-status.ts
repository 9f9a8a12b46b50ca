export type PaymentState = 'pending' | 'unknown' | 'captured' | 'voided' | 'declined' | 'dropped';

/** The status of a charge as staff read it (registration-states 5). */
export function chargeStatus(charge: {
  state: PaymentState;
  amountCents: number;
  heldCents: number;
  refundedCents: number;
}): string {
  const { state, amountCents, heldCents, refundedCents } = charge;
  if (state === 'dropped') return 'declined';
  if (state !== 'captured') return state;
  if (heldCents > 0) return 'refund pending';
  if (refundedCents === 0) return 'succeeded';
  return refundedCents === amountCents ? 'refunded' : 'partly refunded';
}
