import { plural } from '@lingui/core/macro';
/** Whole cents of dollars as they come over the wire. Sums are made in cents, never in dollars. */
export const cents = (dollars: number): number => Math.round(dollars * 100);
/** Dollars for the wire. */
export const fromCents = (amount: number): number => amount / 100;

const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** Dollars as people read them: `$1,554.00`, `−$15.00` (U+2212). */
export const money = (dollars: number): string => format.format(dollars).replace('-', '−');

/** '1 credit', '3 credits'. R-080. */
export const creditsText = (count: number): string =>
  plural(count, { one: '# credit', other: '# credits' });
