import { type Lot, oldestFirst } from '../lots/lot.ts';
import {
  afterSpending,
  draw,
  type ExamCost,
  packagesOf,
  type SpendPlan,
  spendOrder,
} from '../lots/spend-plan.ts';

/** The school of a run, and the payer where the credits of its students do not suffice. */
export interface BulkTerms {
  schoolId: number;
  /** The school's balance pays: of the credits only the free ones of the school are spent. */
  prepays: boolean;
  /** Null: no price is set yet, and missing credits count 0 cents here. */
  pricePerCreditCents: number | null;
}

export interface BulkExamOrder {
  exam: ExamCost;
  additionalChargeCents: number;
  /** Free seminary retake credits may pay. */
  mayRetakeFree: boolean;
}

/**
 * How one exam of a bulk run is paid. `credits` are those of lots that are there, `creditsToPay`
 * the missing ones.
 */
export interface BulkPlan extends SpendPlan {
  creditsToPay: number;
  /**
   * Missing credits x price + additional charge; the charge is 0 where every credit waives
   * it.
   */
  amountCents: number;
  /** Wholly covered by free school credits, without an additional charge. */
  isFree: boolean;
}

const isFreeHere = (lot: Lot, { schoolId }: BulkTerms): boolean => lot.freeSchoolId === schoolId;

/**
 * Plans free school credits first, the oldest first; where the school does not prepay, then
 * free seminary retake credits if they pay the whole exam, and the others in the order of R-070.
 * The missing credits are to be paid.
 */
export function bulkPlan(order: BulkExamOrder, lots: readonly Lot[], terms: BulkTerms): BulkPlan {
  const { exam } = order;
  const inOrder = spendOrder(exam, lots);
  const free = inOrder.filter((lot) => isFreeHere(lot, terms)).sort(oldestFirst);
  const coversFree = free.reduce((sum, lot) => sum + lot.balance, 0) >= exam.credits;
  const retake = lots
    .filter((lot) => lot.isFreeSeminaryRetake && lot.balance > 0)
    .sort(oldestFirst);
  const coversRetake =
    retake.reduce((sum, lot) => sum + lot.balance, 0) >= exam.credits && exam.credits > 0;
  const byRetake = !terms.prepays && !coversFree && order.mayRetakeFree && coversRetake;
  const own = terms.prepays ? [] : inOrder.filter((lot) => !free.includes(lot));
  const used = draw(exam.credits, byRetake ? retake : [...free, ...own]);
  const credits = used.reduce((sum, part) => sum + part.credits, 0);
  const creditsToPay = exam.credits - credits;
  // the lot that missing credits become has the usual fees
  const fees = [
    ...used.map(({ lot }) => lot.proctorFeeCents ?? exam.usualProctorFeeCents),
    ...(creditsToPay > 0 || used.length === 0 ? [exam.usualProctorFeeCents] : []),
  ];
  const noAdditionalFees =
    creditsToPay === 0 && used.length > 0 && used.every(({ lot }) => lot.noAdditionalFees);
  const additionalCents = noAdditionalFees ? 0 : order.additionalChargeCents;
  return {
    lines: used.map(({ lot, credits: taken }) => ({ lotId: lot.id, credits: taken })),
    credits,
    proctorFeeCents: Math.max(...fees),
    usualProctorFeeCents: exam.usualProctorFeeCents,
    noAdditionalFees,
    freeSeminaryRetake: byRetake,
    packages: packagesOf(used.map(({ lot }) => lot)),
    creditsToPay,
    amountCents: creditsToPay * (terms.pricePerCreditCents ?? 0) + additionalCents,
    isFree:
      creditsToPay === 0 &&
      additionalCents === 0 &&
      used.every(({ lot }) => isFreeHere(lot, terms)),
  };
}

/**
 * Plans of a student's exams in the order sent: what one takes is not there for the next. Null: it
 * would go above the agreed amount, and takes nothing.
 */
export function bulkPlans(
  orders: readonly BulkExamOrder[],
  held: readonly Lot[],
  terms: BulkTerms,
  agreedCents = Number.POSITIVE_INFINITY,
): (BulkPlan | null)[] {
  let lots = [...held];
  let left = agreedCents;
  return orders.map((order) => {
    const plan = bulkPlan(order, lots, terms);
    if (plan.amountCents > left) return null;
    left -= plan.amountCents;
    lots = afterSpending(lots, plan);
    return plan;
  });
}

/**
 * Credits of a student as to a school: all that are usable, and those of them that are the
 * school's. Free seminary retake credits stand beside them.
 */
export function creditsAtSchool(
  lots: readonly Lot[],
  schoolId: number,
): { available: number; freeSchool: number } {
  const usable = lots.filter((lot) => !lot.isFreeSeminaryRetake);
  const sum = (some: readonly Lot[]) => some.reduce((total, lot) => total + lot.balance, 0);
  return {
    available: sum(usable),
    freeSchool: sum(usable.filter((lot) => lot.freeSchoolId === schoolId)),
  };
}
