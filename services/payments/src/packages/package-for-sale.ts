import type { Sql } from '@portal/kit/database/database';
import { domainError } from '../errors.ts';
import { type Buyer, buyerOf } from '../projections/buyer.ts';
import type { PackageProjection } from '../projections/package-projection.ts';

export interface Program {
  programId: number;
  year: number;
}

/**
 * Facts about a student that were fetched before a package is sold to them; null: the fact does not
 * matter for this package.
 */
export interface Eligibility {
  programs: readonly Program[] | null;
  /** Whether the student may take one of the exams that the package is bound to. */
  mayTakeOne: boolean | null;
}

/** Its credits pay for these exams alone, and no programme says who may have it. */
export const isBoundToExams = (
  offer: Pick<PackageProjection, 'examsAllowed' | 'seminaryStudyTtiProgramId'>,
): boolean => offer.examsAllowed.length > 0 && offer.seminaryStudyTtiProgramId === null;

export const packageNotFound = () => domainError('package_not_found');

/**
 * Returns the package of the price list, or undefined. Throws ProjectionMissing when there is no
 * price list yet.
 */
export async function packageForSale(
  sql: Sql,
  packageId: number,
  studentId: number,
  now: Date,
): Promise<{ buyer: Buyer; offer: PackageProjection | undefined }> {
  const buyer = await buyerOf(sql, studentId, now);
  const row = await sql.maybe<PackageProjection>`
    SELECT id, number_of_credits, purchase_price_cents, display_name, proctor_fee_cents,
      no_additional_fees, is_special_program, seminary_study_tti_program_id, seminary_year,
      exams_allowed, vendors_allowed, active, admin_only, free_retake_credits
    FROM package_copy WHERE id = ${packageId}`;
  return { buyer, offer: row };
}

/**
 * Checks whether this person may have this package. Students see neither admin-only packages, nor
 * special ones of programmes they are not in, nor those bound to exams of which they may take none
 * (404); staff may not give a programme's package to other students (422, R-089); an inactive
 * package is refused for every caller.
 */
export function checkPackage(
  offer: PackageProjection | undefined,
  { isStudent, programs, mayTakeOne }: Eligibility & { isStudent: boolean },
): PackageProjection {
  if (!offer || (isStudent && offer.adminOnly)) throw packageNotFound();
  const isOfProgram =
    offer.seminaryStudyTtiProgramId === null ||
    (programs ?? []).some(
      (one) =>
        one.programId === offer.seminaryStudyTtiProgramId &&
        (offer.seminaryYear === null || one.year === offer.seminaryYear),
    );
  const isForStaffToGive =
    offer.isSpecialProgram && offer.seminaryStudyTtiProgramId === null && !isBoundToExams(offer);
  const isOfNoUse = isBoundToExams(offer) && mayTakeOne !== true;
  if (isStudent && (!isOfProgram || isForStaffToGive || isOfNoUse)) throw packageNotFound();
  if (!isOfProgram) throw domainError('package_not_for_student');
  if (!offer.active || offer.numberOfCredits === 0) throw domainError('package_inactive');
  return offer;
}
