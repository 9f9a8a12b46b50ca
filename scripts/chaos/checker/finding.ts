/** A violation in words; `rule` names the check that found it. */
export interface Finding {
  readonly rule: string;
  readonly detail: string;
}

export const finding = (rule: string, detail: string): Finding => ({ rule, detail });

/** Counts the occurrences of each value. */
export function countsOf<T>(values: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** Returns values of which one list has more than the other, and how many of each. */
export function differences<T>(
  wanted: readonly T[],
  found: readonly T[],
): { value: T; wanted: number; found: number }[] {
  const [ours, theirs] = [countsOf(wanted), countsOf(found)];
  return [...new Set([...ours.keys(), ...theirs.keys()])]
    .map((value) => ({ value, wanted: ours.get(value) ?? 0, found: theirs.get(value) ?? 0 }))
    .filter((one) => one.wanted !== one.found);
}

export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
export const sum = (numbers: Iterable<number>): number =>
  [...numbers].reduce((total, one) => total + one, 0);
