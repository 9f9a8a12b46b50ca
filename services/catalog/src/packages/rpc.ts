import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { PackagesServiceDefinition } from '@portal/proto/catalog/v1/packages';
import type { Prices } from '../prices/read-prices.ts';
import { savePrices } from '../prices/save-prices.ts';
import { listPackages } from './list-packages.ts';
import { packageFor } from './package-for.ts';
import { packageFromWire } from './package-from-wire.ts';
import { savePackage } from './save-package.ts';

const toPrices = ({ memberCents, nonmemberCents, ...fees }: Prices) => ({
  memberCents: memberCents ?? 0,
  memberPriceMissing: memberCents === null,
  nonmemberCents: nonmemberCents ?? 0,
  nonmemberPriceMissing: nonmemberCents === null,
  ...fees,
});

export const packageRpcs = rpcs(PackagesServiceDefinition, {
  listPackages: {
    handle: async ({ knownVersion }, call) => {
      const { packages, prices, ...list } = await listPackages(call, knownVersion);
      return {
        ...list,
        packages: packages.map((pack) => present(packageFor(call.actor, pack))),
        ...(prices ? { prices: toPrices(prices) } : {}),
      };
    },
  },
  savePackage: {
    handle: async (request, call) => {
      const pack = request.package;
      const saved = await savePackage(call, { id: pack?.id ?? 0, pack: packageFromWire(pack) });
      return { package: present(packageFor(call.actor, saved)) };
    },
  },
  savePrices: {
    handle: async ({ prices }, call) => {
      await savePrices(call, prices ?? { memberCents: -1, nonmemberCents: -1 });
      return {};
    },
  },
});
