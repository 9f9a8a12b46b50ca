import type { Call } from '@portal/kit/commands/command';
import type { ExamCost } from '../../lots/spend-plan.ts';
import type { Program } from '../../packages/package-for-sale.ts';
import { programsOf } from '../../packages/student-eligibility.ts';
import { buyerOf, type PricePair, pricePerCredit } from '../../projections/buyer.ts';
import { heldLots } from '../ledger/store.ts';
import { type CreditTotals, creditTotals } from './credit-totals.ts';
import { totalsFor } from './credits-of.ts';
import { type ExamOffer, examOffers } from './exam-offers.ts';
import { freeRetakesOf } from './list-exam-offers.ts';

export interface PreviewCredits {
  /** Null: previews a member and a non-member, both without credits. */
  studentId: number | null;
  /** The portal's own pair on the day that is looked at, in cents. */
  prices: PricePair;
  /** The exam to register, at the proctor fee of that day; null: no particular exam. */
  exam: ExamCost | null;
  /** With the seminary programmes of the student. */
  withPrograms: boolean;
}

/** The effect of a person's credits. */
export interface CreditsSeen {
  audience: 'member' | 'nonmember' | 'student';
  credits: CreditTotals;
  /** Null: the usual. */
  offer: ExamOffer | null;
  programs: Program[];
}

const MEMBER = { membershipTypeId: 1, isTtiMember: false };
const NONMEMBER = { membershipTypeId: 0, isTtiMember: false };

/**
 * Returns the price and effect of credits at given prices: for one student with their current
 * credits, or for a member and a non-member. Refuses with student_not_found. C-O30, R-074.
 */
export async function previewCredits(
  call: Call,
  { studentId, prices, exam, withPrograms }: PreviewCredits,
): Promise<CreditsSeen[]> {
  if (studentId === null)
    return [seenBy('member', MEMBER, prices), seenBy('nonmember', NONMEMBER, prices)];
  const [buyer, lots, programs] = await Promise.all([
    buyerOf(call.db, studentId, call.now, prices),
    heldLots(call.db, studentId),
    withPrograms ? programsOf(call, studentId) : [],
  ]);
  const freeRetakes = exam ? await freeRetakesOf(call, studentId, lots) : new Set<number>();
  const offer = exam ? examOffers([exam], lots, freeRetakes)[0] : undefined;
  const credits = totalsFor(buyer, lots);
  return [{ audience: 'student', credits, offer: offer ?? null, programs }];
}

const seenBy = (
  audience: CreditsSeen['audience'],
  who: Parameters<typeof pricePerCredit>[0],
  prices: PricePair,
): CreditsSeen => ({
  audience,
  credits: creditTotals([], {
    pricePerCreditCents: pricePerCredit(who, null, prices),
    buyingDisabled: false,
  }),
  offer: null,
  programs: [],
});
