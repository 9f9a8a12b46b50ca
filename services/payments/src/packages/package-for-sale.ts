import type { Sql } from '@portal/kit/database';
import { conflict, notFound, unprocessable } from '@portal/kit/errors';
import { type Buyer, buyerOf } from '../copies/buyer.ts';
import type { PackageCopy } from '../copies/package-copy.ts';

export interface Program {
  programId: number;
  year: number;
}

export const packageNotFound = () => notFound('package_not_found', 'This package does not exist.');

/** The package of the price list, or undefined. Throws MissingCopy when there is no price list yet. */
export async function packageForSale(
  sql: Sql,
  packageId: number,
  studentId: number,
): Promise<{ buyer: Buyer; offer: PackageCopy | undefined }> {
  const buyer = await buyerOf(sql, studentId);
  const row = await sql.maybe<Omit<PackageCopy, 'examsAllowed'> & { examsAllowed: string[] }>`
    SELECT id, number_of_credits, purchase_price_cents, display_name, proctor_fee_cents, no_additional_fees, is_special_program,
      seminary_study_tti_program_id, seminary_year, exams_allowed, vendors_allowed, active, admin_only
    FROM package_copy WHERE id = ${packageId}`;
  return { buyer, offer: row && { ...row, examsAllowed: row.examsAllowed.map(Number) } };
}

/**
 * Whether this person may have this package. Students see neither admin-only ones nor special ones but of programmes they are in (404); staff may
 * not give a programme's package to others (422, R-089); nobody gets an inactive one. `programs` null: the student's were not asked.
 */
export function checkPackage(
  offer: PackageCopy | undefined,
  { isStudent, programs }: { isStudent: boolean; programs: readonly Program[] | null },
): PackageCopy {
  if (!offer || (isStudent && offer.adminOnly)) throw packageNotFound();
  const isOfProgram =
    offer.seminaryStudyTtiProgramId === null ||
    (programs ?? []).some(
      (one) => one.programId === offer.seminaryStudyTtiProgramId && (offer.seminaryYear === null || one.year === offer.seminaryYear),
    );
  const isForStaffToGive = offer.isSpecialProgram && offer.seminaryStudyTtiProgramId === null;
  if (isStudent && (!isOfProgram || isForStaffToGive)) throw packageNotFound();
  if (!isOfProgram) throw unprocessable('package_not_for_student', 'This package is for students of another program.');
  if (!offer.active || offer.numberOfCredits === 0) throw conflict('package_inactive', 'This package is no longer offered.');
  return offer;
}
