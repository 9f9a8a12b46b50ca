import type { Package as WirePackage } from '@portal/proto/catalog/v1/packages';
import { typed } from '../typed.ts';
import type { PackageFields } from './package-type.ts';

/** A package type as a message brought it, to be checked. */
export function packageFromWire(wire: WirePackage | undefined): PackageFields {
  return {
    numberOfCredits: wire?.numberOfCredits ?? 0,
    purchasePriceCents: wire?.purchasePriceCents ?? 0,
    isDefault: wire?.isDefault ?? false,
    displayName: typed(wire?.displayName) ?? '',
    description: typed(wire?.description),
    internalComment: typed(wire?.internalComment),
    proctorFeeCents: wire?.proctorFeeCents ?? 0,
    noAdditionalFees: wire?.noAdditionalFees ?? false,
    isSpecialProgram: wire?.isSpecialProgram ?? false,
    seminaryStudyTtiProgramId: wire?.seminaryStudyTtiProgramId || null,
    year: wire?.year || null,
    examsAllowed: [...new Set(wire?.examsAllowed)].sort((a, b) => a - b),
    vendorsAllowed: typed(wire?.vendorsAllowed),
    active: wire?.active ?? false,
    adminOnly: wire?.adminOnly ?? false,
    isStudyAbroad: wire?.isStudyAbroad ?? false,
    vendorPackageVendorId: wire?.vendorPackageVendorId || null,
    freeRetakeCredits: wire?.freeRetakeCredits ?? 0,
  };
}
