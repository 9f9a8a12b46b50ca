import type { LotOrder } from '../credits/granting/grant-lot.ts';
import type { Lot } from '../lots/lot.ts';
import type { SpendPlan } from '../lots/spend-plan.ts';

/** Fees of a first sitting at a branch, in cents. */
export interface RegistrationFees {
  proctorCents: number;
  additionalCents: number;
}

/**
 * Returns the fees of a registration beside its credits: the proctor fee of the lots that pay (0:
 * it is prepaid), and the exam's additional charge unless every lot waives it..
 */
export function feesOf(
  plan: Pick<SpendPlan, 'proctorFeeCents' | 'noAdditionalFees'> | null,
  additionalChargeCents: number,
): RegistrationFees {
  if (plan === null) return { proctorCents: 0, additionalCents: 0 };
  return {
    proctorCents: plan.proctorFeeCents,
    additionalCents: plan.noAdditionalFees ? 0 : additionalChargeCents,
  };
}

/** A lot that is about to be paid for, as if it were held: the newest of all. */
export const comingLot = ({ rules, credits }: LotOrder, now: Date): Lot => ({
  ...rules,
  id: Number.MAX_SAFE_INTEGER,
  balance: credits,
  purchasedAt: now,
});
