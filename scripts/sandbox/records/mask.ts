const lastFour = (value: unknown): string => {
  const digits = String(value ?? '').replace(/\s/g, '');
  return digits.length >= 4 ? `XXXX${digits.slice(-4)}` : 'XXXX';
};
const hidden = () => 'XXXX';
const withoutKey = (value: unknown): string => String(value ?? '').replace(/[^/]*$/, 'XXXX');

const byField: Record<string, (value: unknown) => string> = {
  cardNumber: lastFour,
  accountNumber: lastFour,
  routingNumber: lastFour,
  cardCode: hidden,
  expirationDate: hidden,
  dataValue: hidden,
  transactionKey: hidden,
  clientKey: hidden,
  password: hidden,
  secret: hidden,
  token: hidden,
  ssn: hidden,
  last4ssn: hidden,
  dob: hidden,
  startUrl: withoutKey,
};
const looksLikeACard = /\b\d(?:[ -]?\d){12,18}\b/g;

/**
 * A copy of a request's body for the journal, with card numbers, security codes, keys, tokens and
 * personal numbers masked.
 */
export function masked(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(looksLikeACard, lastFour);
  if (Array.isArray(value)) return value.map(masked);
  if (value === null || typeof value !== 'object') return value;
  const copy: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const mask = byField[key];
    copy[key] = mask && (typeof item !== 'object' || item === null) ? mask(item) : masked(item);
  }
  return copy;
}
