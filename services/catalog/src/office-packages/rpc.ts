import type { Call } from '@portal/kit/commands/command';
import { type Part, rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import {
  OfficePackagesServiceDefinition,
  type OfficePackage as WireOfficePackage,
} from '@portal/proto/catalog/v1/office_packages';
import { packageFor } from '../packages/package-for.ts';
import { packageFromWire } from '../packages/package-from-wire.ts';
import { typed } from '../typed.ts';
import { listOfficePackages } from './list-office-packages.ts';
import type { OfficePackage } from './office-package.ts';
import { retirePackage } from './retire-package.ts';
import { saveOfficePackage } from './save-office-package.ts';

export const officePackageRpcs = rpcs(OfficePackagesServiceDefinition, {
  listOfficePackages: {
    handle: async ({ retired, search, ids }, call) => ({
      packages: (await listOfficePackages(call, { retired, search: typed(search), ids })).map(
        (one) => toWire(call, one),
      ),
    }),
  },
  saveOfficePackage: {
    handle: async ({ id, version, package: wire }, call) => {
      const {
        purchasePriceCents,
        proctorFeeCents,
        active,
        isStudyAbroad,
        vendorPackageVendorId,
        freeRetakeCredits,
        ...pack
      } = packageFromWire(wire);
      const prices = { purchasePriceCents, proctorFeeCents };
      return {
        package: toWire(call, await saveOfficePackage(call, { id, version, pack, prices })),
      };
    },
  },
  retirePackage: {
    handle: async (wanted, call) => ({ package: toWire(call, await retirePackage(call, wanted)) }),
  },
});

const toWire = (
  { actor }: Pick<Call, 'actor'>,
  { pack, ...seen }: OfficePackage,
): Part<WireOfficePackage> => ({
  ...present(seen),
  package: present(packageFor(actor, pack)),
});
