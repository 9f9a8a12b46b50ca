import { createHmac } from 'node:crypto';

const brands: readonly [RegExp, string][] = [
  [/^4(\d{12}|\d{15})$/, 'Visa'],
  [/^(5[1-5]\d{14}|2(22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12})$/, 'MasterCard'],
  [/^3[47]\d{13}$/, 'AmericanExpress'],
  [/^6(011|5\d\d|4[4-9]\d)\d{12}$/, 'Discover'],
  [/^35\d{14}$/, 'JCB'],
  [/^3(0[0-5]|[68]\d)\d{11}$/, 'DinersClub'],
];

/** The card type in the processor's spelling, or null for a number of no known card. */
export function brandOf(number: string): string | null {
  return brands.find(([pattern]) => pattern.test(number))?.[1] ?? null;
}

/** The check digit of a card number. */
export function luhnHolds(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The check digit of a bank's routing number (ABA, nine digits). */
export function routingHolds(number: string): boolean {
  if (!/^\d{9}$/.test(number)) return false;
  const weights = [3, 7, 1];
  return (
    [...number].reduce(
      (total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0),
      0,
    ) %
      10 ===
    0
  );
}

/**
 * A card's end of life as YYYY-MM from any form the processor takes (MMYY, MM/YY, MMYYYY, MM-YYYY,
 * YYYY-MM); null when unreadable.
 */
export function expiryOf(text: string): string | null {
  const iso = /^(\d{4})-(\d{2})$/.exec(text);
  const other = /^(\d{2})[-/]?(\d{2}|\d{4})$/.exec(text);
  const year = iso ? iso[1] : other?.[2] && (other[2].length === 2 ? `20${other[2]}` : other[2]);
  const month = iso ? iso[2] : other?.[1];
  if (!year || !month || Number(month) < 1 || Number(month) > 12) return null;
  return `${year}-${month}`;
}

/** A card is good until the end of its month. `expiry` is YYYY-MM, `now` milliseconds. */
export function isExpired(expiry: string, now: number): boolean {
  return expiry < new Date(now).toISOString().slice(0, 7);
}

/**
 * Returns the hash of a number for the sandbox's files: the same number gives the same hash, which
 * cannot be reversed without the salt.
 */
export function hashNumber(salt: string, number: string): string {
  return createHmac('sha256', salt).update(number).digest('base64url').slice(0, 22);
}
