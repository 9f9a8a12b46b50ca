import { rpcs } from '@portal/kit/grpc/rpc';
import { CatalogueUseServiceDefinition } from '@portal/proto/payments/v1/catalogue_use';
import { countPackageUse } from './count-package-use.ts';

export const catalogueUseRpcs = rpcs(CatalogueUseServiceDefinition, {
  countPackageUse: {
    handle: async ({ packageIds }, call) => ({ uses: await countPackageUse(call, packageIds) }),
  },
});
