import { domainError } from '../errors.ts';

/** The fees due according to registration, in cents. */
export interface FeesDue {
  proctorFeeCents: number;
  /** The fee that leaving the booked session now would make due. */
  proctorFeeIfMovedCents: number;
  additionalFeeCents: number;
}
export interface FeesAgreed {
  /** The fee due, the one for leaving the session, or 0 to pay only the additional fee. */
  proctorFeeCents: number;
  /** Both fees together. */
  amountCents: number;
}

/**
 * The fees that one payment is for, in cents. Refuses with amount_changed (expected) when the
 * person agreed to something else, and when nothing is due: expected 0 (C-S36).
 */
export function feesToPay(
  { proctorFeeCents, amountCents }: FeesAgreed,
  due: FeesDue,
): { proctor: number; additional: number } {
  const additional = due.additionalFeeCents;
  const isProctorRight = [due.proctorFeeCents, due.proctorFeeIfMovedCents, 0].includes(
    proctorFeeCents,
  );
  const expected = additional + (isProctorRight ? proctorFeeCents : due.proctorFeeCents);
  if (!isProctorRight || amountCents !== expected || expected === 0) {
    throw domainError('amount_changed', { expected });
  }
  return { proctor: proctorFeeCents, additional };
}
