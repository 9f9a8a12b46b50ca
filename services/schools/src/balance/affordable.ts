/**
 * Returns which sums a balance can pay, in cents: all if together they fit, otherwise in order each
 * one that still fits. The balance never falls below zero.
 */
export function affordable(sums: readonly number[], balanceCents: number): boolean[] {
  let left = balanceCents;
  return sums.map((cents) => {
    if (cents > left) return false;
    left -= cents;
    return true;
  });
}
