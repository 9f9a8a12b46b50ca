import { dayInNewYork, instantInNewYork } from '@portal/kit/clock';
import { type FieldError, invalid } from '@portal/kit/errors';
import { domainError } from '../errors.ts';

export const PRICE_KINDS = [
  'credit_member',
  'credit_nonmember',
  'package',
  'package_proctor_fee',
  'additional_charge',
  'proctor_fee',
  'retake_fee',
] as const;
export type PriceKind = (typeof PRICE_KINDS)[number];

/** Returns the owner of a price of a kind: a package, an exam, or null for the portal. */
export const refOf = (kind: PriceKind): 'package' | 'exam' | null =>
  kind === 'additional_charge' ? 'exam' : kind.startsWith('package') ? 'package' : null;

/** A price that is wanted, in cents. */
export interface WantedPrice {
  kind: PriceKind;
  /** Null where it is of nothing in particular. */
  refId: number | null;
  amountCents: number;
  reason: string;
}

const MAX_CENTS = 500_000;
const WHOLE_DOLLARS = 'Additional charges are whole dollars.';

/** Refuses with invalid what is no price. R-558. */
export function checkPrice({ kind, refId, amountCents, reason }: WantedPrice): void {
  const wrong = (error: FieldError | false) => {
    if (error) throw invalid(error);
  };
  const isAmount =
    Number.isSafeInteger(amountCents) && amountCents >= 0 && amountCents <= MAX_CENTS;
  wrong(!PRICE_KINDS.includes(kind) && { path: 'kind', message: 'Kind invalid' });
  wrong((refOf(kind) === null) !== (refId === null) && { path: 'refId', message: 'refId invalid' });
  wrong(!isAmount && { path: 'amount', message: 'Price invalid' });
  wrong(
    kind === 'additional_charge' &&
      amountCents % 100 !== 0 && { path: 'amount', message: WHOLE_DOLLARS },
  );
  const isReason = reason.length >= 3 && reason.length <= 200;
  wrong(!isReason && { path: 'reason', message: 'Please give a reason.' });
}

/**
 * When a price begins: now, or at 00:00 New York of a day (YYYY-MM-DD) after today. Refuses with
 * not_backdated. R-558.
 */
export function beginOf(day: string | null, now: Date): Date {
  if (day === null) return now;
  if (day <= dayInNewYork(now)) throw domainError('not_backdated');
  return instantInNewYork(day, '00:00');
}

/** A day as people read it in a sentence: 12/06/2026. */
export function dayText(begin: Date): string {
  const [year, month, date] = dayInNewYork(begin).split('-');
  return `${month}/${date}/${year}`;
}
