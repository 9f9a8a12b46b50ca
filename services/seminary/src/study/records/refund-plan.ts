/** A payment of which money can be given back, in cents. */
export interface Refundable {
  /** Our row. */
  id: number;
  amountCents: number;
  settledCents: number;
  /** The sum that is neither refunded nor pending as a refund. */
  leftCents: number;
}
export interface RefundPart {
  id: number;
  cents: number;
  /**
   * The part of the settled sum that goes with it: all of it when nothing is left of the payment.
   */
  unsettlesCents: number;
}

export const leftOf = (payments: readonly Refundable[]): number =>
  payments.reduce((sum, one) => sum + one.leftCents, 0);

/**
 * Spreads a refund over payments in their order, newest first, each at most what is left of it;
 * null when it is more than all of them.
 */
export function refundPlan(payments: readonly Refundable[], cents: number): RefundPart[] | null {
  if (cents <= 0 || cents > leftOf(payments)) return null;
  const parts: RefundPart[] = [];
  let open = cents;
  for (const { id, amountCents, settledCents, leftCents } of payments) {
    const part = Math.min(open, leftCents);
    if (part === 0) continue;
    // rounded so that the shares of one payment add up to the sum that it settled
    const share = (left: number) => Math.round((settledCents * left) / amountCents);
    parts.push({ id, cents: part, unsettlesCents: share(leftCents) - share(leftCents - part) });
    open -= part;
  }
  return parts;
}
