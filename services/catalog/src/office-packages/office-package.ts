import type { PackageFields, PackageType } from '../packages/package-type.ts';

/** A package type as the office sees it. */
export interface OfficePackage {
  pack: PackageType;
  version: number;
  /** How many were sold or given. */
  inUse: number;
  lastChange: Date | null;
  lastChangeBy: string | null;
}

/** The fields of a package in the office's form; the rest is fixed, or set by other calls. */
export type OfficePackageFields = Omit<
  PackageFields,
  | 'purchasePriceCents'
  | 'proctorFeeCents'
  | 'active'
  | 'isStudyAbroad'
  | 'vendorPackageVendorId'
  | 'freeRetakeCredits'
>;

/** First prices of a new package, in cents. */
export type FirstPrices = Pick<PackageFields, 'purchasePriceCents' | 'proctorFeeCents'>;

/** Whether a change touches what a package is to those who bought it: credits, vendors or exams. */
export const changesWhatWasSold = (before: PackageType, after: OfficePackageFields): boolean =>
  before.numberOfCredits !== after.numberOfCredits ||
  before.vendorsAllowed !== after.vendorsAllowed ||
  [...before.examsAllowed].sort().join() !== [...after.examsAllowed].sort().join();
