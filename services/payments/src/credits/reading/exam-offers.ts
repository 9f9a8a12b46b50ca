import type { Lot } from '../../lots/lot.ts';
import { type ExamCost, spendPlan } from '../../lots/spend-plan.ts';

/** The effects of registering an exam with the credits held now. */
export interface ExamOffer {
  examId: number;
  proctorFeeCents: number;
  noAdditionalFees: boolean;
  freeSeminaryRetake: boolean;
}

/**
 * Whether these lots can make any exam differ from the usual: the usual fee in cents, no waiver, no
 * free retake.
 */
export function hasSpecialLots(lots: readonly Lot[], usualProctorFeeCents: number): boolean {
  return lots.some(
    (lot) =>
      lot.balance > 0 &&
      ((lot.proctorFeeCents ?? usualProctorFeeCents) !== usualProctorFeeCents ||
        lot.noAdditionalFees ||
        lot.isFreeSeminaryRetake),
  );
}

/**
 * The exams that are not the usual for this student. `freeRetakes` are the exams whose last try
 * failed and was paid by a seminary package.
 */
export function examOffers(
  exams: readonly ExamCost[],
  lots: readonly Lot[],
  freeRetakes: ReadonlySet<number>,
): ExamOffer[] {
  return exams.flatMap((exam) => {
    const plan = spendPlan(exam, lots, freeRetakes.has(exam.id));
    if (plan === null) return [];
    const { proctorFeeCents, noAdditionalFees, freeSeminaryRetake } = plan;
    const isUsual =
      proctorFeeCents === exam.usualProctorFeeCents && !noAdditionalFees && !freeSeminaryRetake;
    return isUsual
      ? []
      : [{ examId: exam.id, proctorFeeCents, noAdditionalFees, freeSeminaryRetake }];
  });
}
