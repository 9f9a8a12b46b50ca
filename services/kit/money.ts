/** An amount of money in whole US cents. */
export type Cents = number & { readonly __cents: never };

/**
 * Checks that a number is a whole amount of cents. Throws RangeError: a fraction of a cent is a
 * bug, not an input error.
 */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not whole cents: ${amount}`);
  return amount as Cents;
}

/** a - b, but never below zero. */
export function minusOrZero(a: Cents, b: Cents): Cents {
  return cents(Math.max(0, a - b));
}

/** Dollars of the wire (at most two places) to cents; null for anything finer or not finite. */
export function centsFromDollars(dollars: number): Cents | null {
  const amount = Math.round(dollars * 100);
  return Number.isSafeInteger(amount) && Math.abs(dollars * 100 - amount) < 1e-6
    ? (amount as Cents)
    : null;
}

/** Cents to dollars of the wire: 1550 is 15.5. */
export function dollars(amount: number): number {
  return amount / 100;
}

const inDollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** As a person reads it: 155400 is '$1,554.00'. */
export function money(amount: number): string {
  return inDollars.format(amount / 100);
}
