import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import {
  PackagesServiceDefinition,
  type Package as WirePackage,
} from '@portal/proto/catalog/v1/packages';
import { savePrices } from '../prices/save-prices.ts';
import { typed } from '../typed.ts';
import { listPackages } from './list-packages.ts';
import type { PackageFields } from './package-type.ts';
import { savePackage } from './save-package.ts';

export const packageRpcs = rpcs(PackagesServiceDefinition, {
  listPackages: {
    handle: async ({ knownVersion }, call) => {
      const { packages, prices, ...list } = await listPackages(call, knownVersion);
      return { ...list, packages: packages.map(present), ...(prices ? { prices } : {}) };
    },
  },
  savePackage: {
    handle: async (request, call) => {
      const pack = request.package;
      return {
        package: present(await savePackage(call, { id: pack?.id ?? 0, pack: fromWire(pack) })),
      };
    },
  },
  savePrices: {
    handle: async ({ prices }, call) => {
      await savePrices(call, prices ?? { memberCents: -1, nonmemberCents: -1 });
      return {};
    },
  },
});

function fromWire(wire: WirePackage | undefined): PackageFields {
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
