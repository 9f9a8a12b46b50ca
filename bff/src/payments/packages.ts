import { holds } from '@portal/contract/access';
import type { CallAnswer } from '@portal/contract/call';
import type { Package as PackageOnSale } from '@portal/contract/credits';
import type { getPackagesTypesToDisplay } from '@portal/contract/payments';
import type { Package } from '@portal/proto/catalog/v1/packages';
import type { StudentProgram } from '@portal/proto/seminary/v1/students';

/** A package for a page. What the office noted about it is never for students. */
const packageView = (sold: Package, withComment: boolean): PackageOnSale => ({
  id: sold.id,
  number_of_credits: sold.numberOfCredits,
  purchase_price: sold.purchasePriceCents / 100,
  is_default: sold.isDefault,
  display_name: sold.displayName,
  description: sold.description ?? null,
  internal_comment: withComment ? (sold.internalComment ?? null) : null,
  proctor_fee_price: sold.proctorFeeCents / 100,
  no_additional_fees: sold.noAdditionalFees,
  is_special_program: sold.isSpecialProgram,
  seminary_study_tti_program_id: sold.seminaryStudyTtiProgramId ?? null,
  year: sold.year ?? null,
  exams_allowed: sold.examsAllowed,
  vendors_allowed: (sold.vendorsAllowed ?? null) as PackageOnSale['vendors_allowed'],
});

/** Whether a student has to be asked for the programmes she is in, to know which packages she sees. */
export const asksForPrograms = (packages: readonly Package[]): boolean =>
  packages.some(({ active, adminOnly, isSpecialProgram }) => active && !adminOnly && isSpecialProgram);

const isOfProgram = (sold: Package, programs: readonly StudentProgram[]): boolean =>
  programs.some(({ programId, year }) => programId === sold.seminaryStudyTtiProgramId && (sold.year === undefined || sold.year === year));

/** The packages that a person sees: `programs` are those of a student, null for staff. */
export function packagesFor(
  packages: readonly Package[],
  roles: readonly string[],
  programs: readonly StudentProgram[] | null,
): CallAnswer<typeof getPackagesTypesToDisplay> {
  const isStaff = programs === null;
  const active = packages.filter((sold) => sold.active);
  const sells = holds(roles, 'admin') || holds(roles, 'advisor_admin');
  return {
    packages: active
      .filter((sold) => !sold.adminOnly && (programs === null || !sold.isSpecialProgram || isOfProgram(sold, programs)))
      .map((sold) => packageView(sold, isStaff)),
    adminOnlyPackages: sells ? active.filter(({ adminOnly }) => adminOnly).map((sold) => packageView(sold, true)) : [],
  };
}
