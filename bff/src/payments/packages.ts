import { type Account, can } from '@portal/access/can';
import { seesPackageComment } from '@portal/access/package-comment';
import type { CallAnswer } from '@portal/contract/call';
import type { Package as PackageOnSale } from '@portal/contract/payments/credits';
import type { getPackagesTypesToDisplay } from '@portal/contract/purchases/payments';
import type { Package } from '@portal/proto/catalog/v1/packages';
import type { StudentProgram } from '@portal/proto/seminary/v1/students';

/** A package for a page; with the office's comment for those who may read it. */
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
  free_retake_credits: sold.freeRetakeCredits,
});

const isBoundToExams = ({ examsAllowed, seminaryStudyTtiProgramId }: Package): boolean =>
  examsAllowed.length > 0 && seminaryStudyTtiProgramId === undefined;

/** Whether the programmes of a student have to be read to know which packages they see. */
export const asksForPrograms = (packages: readonly Package[]): boolean =>
  packages.some(
    (sold) => sold.active && !sold.adminOnly && sold.isSpecialProgram && !isBoundToExams(sold),
  );

/** The exams that packages are bound to: which of them a student may take decides what they see. */
export const boundExams = (packages: readonly Package[]): number[] => [
  ...new Set(
    packages
      .filter((sold) => sold.active && !sold.adminOnly && isBoundToExams(sold))
      .flatMap(({ examsAllowed }) => examsAllowed),
  ),
];

/** The facts that a student's packages depend on. */
export interface OfStudent {
  programs: readonly StudentProgram[];
  takeableExams: ReadonlySet<number>;
}

const isOfProgram = (sold: Package, programs: readonly StudentProgram[]): boolean =>
  programs.some(
    ({ programId, year }) =>
      programId === sold.seminaryStudyTtiProgramId &&
      (sold.year === undefined || sold.year === year),
  );

export type NotOffered = 'retired' | 'admin_only' | 'of_exams' | 'of_program';

/** Why a package is not on the page of a student, or of staff (null); null: it is. */
export function whyNotOffered(sold: Package, student: OfStudent | null): NotOffered | null {
  if (!sold.active) return 'retired';
  if (sold.adminOnly) return 'admin_only';
  if (student === null) return null;
  const { programs, takeableExams } = student;
  if (isBoundToExams(sold))
    return sold.examsAllowed.some((id) => takeableExams.has(id)) ? null : 'of_exams';
  return !sold.isSpecialProgram || isOfProgram(sold, programs) ? null : 'of_program';
}

/** The packages that a person sees: `student` is null for staff. */
export function packagesFor(
  packages: readonly Package[],
  account: Account,
  student: OfStudent | null,
): CallAnswer<typeof getPackagesTypesToDisplay> {
  const active = packages.filter((sold) => sold.active);
  const sees = can(account, 'office_package.list');
  const withComment = seesPackageComment(account);
  return {
    packages: active
      .filter((sold) => whyNotOffered(sold, student) === null)
      .map((sold) => packageView(sold, withComment)),
    adminOnlyPackages: sees
      ? active.filter(({ adminOnly }) => adminOnly).map((sold) => packageView(sold, withComment))
      : [],
    ...(student === null ? { canAssign: can(account, 'package.assign') } : {}),
  };
}
