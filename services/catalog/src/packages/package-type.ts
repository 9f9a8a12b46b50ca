/** Credits that are sold together, with their rules. Amounts in cents. */
export interface PackageFields {
  numberOfCredits: number;
  purchasePriceCents: number;
  isDefault: boolean;
  displayName: string;
  description: string | null;
  internalComment: string | null;
  proctorFeeCents: number;
  noAdditionalFees: boolean;
  isSpecialProgram: boolean;
  seminaryStudyTtiProgramId: number | null;
  year: number | null;
  /** Empty: every exam. */
  examsAllowed: number[];
  /** '1,4', '3', or null for every vendor. */
  vendorsAllowed: string | null;
  active: boolean;
  adminOnly: boolean;
  isStudyAbroad: boolean;
  vendorPackageVendorId: number | null;
  /**
   * Credits that come with it and pay only for retakes; only with a package of a seminary study
   * program.
   */
  freeRetakeCredits: number;
}
export interface PackageType extends PackageFields {
  id: number;
}
