/**
 * Which sums a balance can give, in cents: all of them when together they fit, otherwise one after
 * the other in order, those that do not fit being left out. It never falls below zero.
 */
export function affordable(sums: readonly number[], balanceCents: number): boolean[] {
  let left = balanceCents;
  return sums.map((cents) => {
    if (cents > left) return false;
    left -= cents;
    return true;
  });
}
