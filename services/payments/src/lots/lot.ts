export type VendorGroup = '1,4' | '3';

/** How credits came to a student. */
export type LotSource = 'credits' | 'package' | 'assigned' | 'granted' | 'returned';

/**
 * The exams that the credits of a lot may pay for, and their effect on the fees of a registration.
 */
export interface LotRules {
  packageId: number | null;
  packageName: string | null;
  isSpecialProgram: boolean;
  seminaryStudyTtiProgramId: number | null;
  seminaryYear: number | null;
  /** Empty: every exam. Otherwise vendorsAllowed is without effect. */
  examsAllowed: number[];
  vendorsAllowed: VendorGroup | null;
  /** The fee of a sitting, in cents; null: the usual fee at the time of spending. */
  proctorFeeCents: number | null;
  noAdditionalFees: boolean;
  isFreeSeminaryRetake: boolean;
}

/** Credits that came to a student at one moment. */
export interface Lot extends LotRules {
  id: number;
  balance: number;
  purchasedAt: Date;
  /**
   * The school of the student when staff assigned these credits without payment; null or absent:
   * they belong to the student alone.
   */
  freeSchoolId?: number | null;
}

/** Rules of credits bought one by one: good for every exam, with the usual fees. */
export const singleCredits: LotRules = {
  packageId: null,
  packageName: null,
  isSpecialProgram: false,
  seminaryStudyTtiProgramId: null,
  seminaryYear: null,
  examsAllowed: [],
  vendorsAllowed: null,
  proctorFeeCents: null,
  noAdditionalFees: false,
  isFreeSeminaryRetake: false,
};

/**
 * Group of vendors whose credits pay for an exam of this vendor; null when only generic credits do
 * (R-067).
 */
export function vendorGroup(vendorId: number): VendorGroup | null {
  if (vendorId === 1 || vendorId === 4) return '1,4';
  return vendorId === 3 ? '3' : null;
}

/** Oldest purchase first. */
export const oldestFirst = (a: Lot, b: Lot): number =>
  a.purchasedAt.getTime() - b.purchasedAt.getTime() || a.id - b.id;
