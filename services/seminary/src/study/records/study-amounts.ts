/** One payment or refund as far as sums go, in cents; a refund is below zero. */
export interface Counted {
  reference: string;
  amountCents: number;
  /** How much of the due sum it settles: a test student's 1 settles all of it. */
  settledCents: number;
}
export interface Sums {
  paidCents: number;
  settledCents: number;
}

/**
 * Whether a first name is the word test, or begins with test followed by a digit, space or hyphen
 * (R-308).
 */
export const isTestStudent = (firstName: string): boolean =>
  /^test(?:$|[\d\s-])/i.test(firstName.trim());

/**
 * Sums the payments for a programme by TTI's list and by ours: payments not reported to TTI yet
 * count too, and nothing counts twice.
 */
export function sumsOf(
  listed: readonly { reference: string; amount: number }[],
  ours: readonly Counted[],
): Sums {
  const own = new Map(ours.map((one) => [one.reference, one]));
  const known = new Set(listed.map((one) => one.reference));
  const all = [
    ...listed.map(
      (one) => own.get(one.reference) ?? { amountCents: one.amount, settledCents: one.amount },
    ),
    ...ours.filter((one) => !known.has(one.reference)),
  ];
  return {
    paidCents: all.reduce((sum, one) => sum + one.amountCents, 0),
    settledCents: all.reduce((sum, one) => sum + one.settledCents, 0),
  };
}

export interface Prices {
  price: number;
  firstPart: number;
}
/** The sum that a payment is for: the whole price, its first part, or the rest after that part. */
export type Paying = 'full' | 'first' | 'rest';

export interface Due {
  /** The sum to charge. */
  amountCents: number;
  /** The sum that this settles. */
  settlesCents: number;
}

/**
 * Returns the sum due now. A test student is charged 1 dollar, which settles it all.
 */
export function dueOf(
  { price, firstPart }: Prices,
  { settledCents }: Sums,
  paying: Paying,
  isTest: boolean,
): Due {
  const settlesCents = Math.max(0, (paying === 'first' ? firstPart : price) - settledCents);
  return { amountCents: isTest && settlesCents > 0 ? 100 : settlesCents, settlesCents };
}
