import type { Call } from '@portal/kit/commands/command';
import { registrations } from '../../clients.ts';
import type { Lot } from '../../lots/lot.ts';
import { examsForSale, usualProctorFee } from '../../projections/buyer.ts';
import { heldLots, wasPaidBySeminaryPackage } from '../ledger/store.ts';
import { type ExamOffer, examOffers, hasSpecialLots } from './exam-offers.ts';

/**
 * Returns the effects of registering for exams that are special for this student; none for the many
 * students who hold only plain credits.
 */
export async function listExamOffers(call: Call, studentId: number): Promise<ExamOffer[]> {
  const [lots, usual] = await Promise.all([heldLots(call.db, studentId), usualProctorFee(call.db)]);
  if (!hasSpecialLots(lots, usual)) return [];
  const freeRetakes = await freeRetakesOf(call, studentId, lots);
  return examOffers(await examsForSale(call.db), lots, freeRetakes);
}

/** Exams that free retake credits among these lots could pay for. */
export const freeRetakesOf = async (
  call: Call,
  studentId: number,
  lots: readonly Lot[],
): Promise<ReadonlySet<number>> =>
  lots.some((lot) => lot.isFreeSeminaryRetake)
    ? failedSeminaryExams(call, studentId)
    : new Set<number>();

/**
 * Exams whose last try failed and was paid from a seminary study package. Only registration
 * knows grades.
 */
async function failedSeminaryExams(
  { db, actor, requestId }: Call,
  studentId: number,
): Promise<Set<number>> {
  const answer = await registrations.listRegistrations(
    {},
    { actor: { ...actor, studentId }, requestId },
  );
  const failed = answer.registrations.filter((one) => one.failed);
  const paid = await wasPaidBySeminaryPackage(
    db,
    failed.map((one) => one.id),
  );
  return new Set(paid.flatMap((one) => one.examId ?? []));
}
