import { normalizeLine } from '@portal/access/text/normalize-text';
import { isPlainName } from '@portal/access/text/person-rules';
import type { Day } from '../days.ts';
import type { CardType } from './cards.ts';

/** Returns the digits of a typed card number. */
export const cardDigits = (typed: string): string => typed.replace(/\s/g, '');

/** The checksum of card numbers. R-240. */
export function passesLuhn(digits: string): boolean {
  if (!/^\d+$/.test(digits)) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - place) - 48;
    const doubled = digit * 2;
    sum += place % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const patterns: readonly (readonly [CardType, RegExp])[] = [
  ['Visa', /^4(?:\d{12}|\d{15})$/],
  ['Mastercard', /^5[1-5]\d{14}$/],
  ['American Express', /^3[47]\d{13}$/],
  ['Discover', /^6011\d{12}$/],
];

/** The brand of a complete card number; null when it is of none that is taken. R-241. */
export const cardBrand = (typed: string): CardType | null =>
  patterns.find(([, pattern]) => pattern.test(cardDigits(typed)))?.[0] ?? null;

export interface Expiry {
  month: number;
  /** Four digits. */
  year: number;
}

/** Reads MM/YY; null when it is none or the month is no month. R-243. */
export function readExpiry(typed: string): Expiry | null {
  const [, month, year] = /^(\d{2}) ?\/ ?(\d{2})$/.exec(typed.trim()) ?? [];
  const read = { month: Number(month), year: 2000 + Number(year) };
  return read.month >= 1 && read.month <= 12 ? read : null;
}

/**
 * The student's card form asks for a month after this one, the staff forms for one that is not
 * over. R-243.
 */
export type ExpiryRule = 'later_than_this_month' | 'not_past';

export function expiryHolds({ month, year }: Expiry, rule: ExpiryRule, today: Day): boolean {
  const expires = `${year}-${String(month).padStart(2, '0')}`;
  const thisMonth = today.slice(0, 7);
  return rule === 'not_past' ? expires >= thisMonth : expires > thisMonth;
}

export interface TypedCard {
  number: string;
  expiry: string;
  cvv: string;
  name: string;
  zip: string;
}

/**
 * The fields of a card form that are not right, in the order of the form; none: the card can be
 * sent to the processor..
 */
export function wrongCardFields(
  card: TypedCard,
  rule: ExpiryRule,
  today: Day,
): (keyof TypedCard)[] {
  const digits = cardDigits(card.number);
  const expiry = readExpiry(card.expiry);
  const zip = normalizeLine(card.zip);
  const right: Record<keyof TypedCard, boolean> = {
    name: isPlainName(normalizeLine(card.name), 100),
    number: digits.length >= 13 && cardBrand(digits) !== null && passesLuhn(digits),
    expiry: expiry !== null && expiryHolds(expiry, rule, today),
    cvv: /^\d{3,4}$/.test(card.cvv),
    zip: zip.length >= 3 && zip.length <= 10,
  };
  return (Object.keys(right) as (keyof TypedCard)[]).filter((field) => !right[field]);
}
