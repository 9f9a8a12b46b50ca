import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { PackagesServiceDefinition } from '@portal/proto/catalog/v1/packages';
import { savePrices } from '../prices/save-prices.ts';
import { listPackages } from './list-packages.ts';
import { packageFromWire } from './package-from-wire.ts';
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
        package: present(
          await savePackage(call, { id: pack?.id ?? 0, pack: packageFromWire(pack) }),
        ),
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
