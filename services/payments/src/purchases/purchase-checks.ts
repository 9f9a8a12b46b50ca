import { type Actor, isStaff } from '@portal/kit/auth/actor';
import { type DomainError, invalid } from '@portal/kit/errors';
import { domainError } from '../errors.ts';
import type { Buyer } from '../projections/buyer.ts';

/** Single credits that a student may buy at once, and staff. */
const MOST = 8;
const MAX_FOR_STAFF = 99;

/**
 * Whether credits or packages may be bought for this student. Refuses with registration_denied who
 * is barred from booking too, with buying_disabled who is barred from buying
 * or, for the student alone, where the account is stopped.
 */
export function checkMayBuy(
  {
    isDenied,
    isBuyingBarred,
    isBuyingStopped,
  }: Pick<Buyer, 'isDenied' | 'isBuyingBarred' | 'isBuyingStopped'>,
  actor: Pick<Actor, 'kind'>,
): void {
  if (isDenied) throw domainError('registration_denied');
  if (isBuyingBarred) throw domainError('buying_disabled');
  if (isBuyingStopped && !isStaff(actor as Actor)) throw domainError('buying_disabled');
}

/** Returns the price of this many credits, in cents. Throws price_not_set. R-602. */
export function creditsPrice(
  credits: number,
  { pricePerCreditCents }: Pick<Buyer, 'pricePerCreditCents'>,
): number {
  if (credits === 0) return 0;
  if (pricePerCreditCents === null) throw domainError('price_not_set');
  return credits * pricePerCreditCents;
}

/**
 * Checks that the agreed amount is the one that the server computes, both in cents. Refuses
 * with amount_changed (expected).
 */
export function checkAmount(agreed: number, expected: number): void {
  if (agreed !== expected) throw domainError('amount_changed', { expected });
}

const wrongNumber = (most: number) =>
  invalid({ path: 'numberOfCredits', message: `Please choose 1 to ${most} credits.` });

/** Single credits: 1 to 8, staff 1 to 99. Refuses with invalid. */
export function checkNumber(credits: number, actor: Pick<Actor, 'kind'>): void {
  const most = isStaff(actor as Actor) ? MAX_FOR_STAFF : MOST;
  if (!Number.isInteger(credits) || credits < 1 || credits > most) throw wrongNumber(most);
}

/** Says how many are missing; at the field of their number. */
export function tooFewCredits(missing: number): DomainError {
  const message = `This exam needs ${missing} more ${missing === 1 ? 'credit' : 'credits'}.`;
  return domainError('too_few_credits', message, {
    errors: [{ path: 'numberOfCredits', message }],
  });
}

/**
 * Credits bought for an exam: at least what is missing, at most 8, or exactly what is missing when
 * that is more. Refuses with amount_changed (expected: 0) when nothing is missing any more,
 * too_few_credits or invalid.
 */
export function checkNumberForExam(credits: number, missing: number): void {
  if (missing <= 0) checkAmount(Number.NaN, 0);
  if (!Number.isInteger(credits) || credits < 1) throw wrongNumber(Math.max(MOST, missing));
  if (credits < missing) throw tooFewCredits(missing);
  if (credits > Math.max(MOST, missing)) throw wrongNumber(Math.max(MOST, missing));
}

/**
 * The same where nothing need be missing, since fees are paid too: 0 then, and `expected` cents in
 * all. Refuses as checkNumberForExam does.
 */
export function checkNumberWithFees(credits: number, missing: number, expected: number): void {
  if (missing > 0 && credits === 0) throw tooFewCredits(missing);
  if (missing > 0) checkNumberForExam(credits, missing);
  else if (credits !== 0) checkAmount(Number.NaN, expected);
}
