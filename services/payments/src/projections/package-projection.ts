import type { VendorGroup } from '../lots/lot.ts';

/** A package type as the catalogue has it now, in cents. */
export interface PackageProjection {
  id: number;
  numberOfCredits: number;
  purchasePriceCents: number;
  displayName: string;
  proctorFeeCents: number;
  noAdditionalFees: boolean;
  isSpecialProgram: boolean;
  seminaryStudyTtiProgramId: number | null;
  seminaryYear: number | null;
  examsAllowed: number[];
  vendorsAllowed: VendorGroup | null;
  active: boolean;
  adminOnly: boolean;
  /** Credits that come with it and pay only for retakes. */
  freeRetakeCredits: number;
}

/** Facts that the refund of a package depends on, as the catalogue has them now. */
export interface PackageRefundFacts {
  /** Only tech support refunds it. */
  isStudyAbroad: boolean;
  /** It comes with a package of this vendor and is never refunded here. */
  vendorPackageVendorId: number | null;
}
