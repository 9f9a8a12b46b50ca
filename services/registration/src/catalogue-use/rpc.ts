import { rpcs } from '@portal/kit/grpc/rpc';
import { CatalogueUseServiceDefinition } from '@portal/proto/registration/v1/catalogue_use';
import { countExamUse } from './count-exam-use.ts';

export const catalogueUseRpcs = rpcs(CatalogueUseServiceDefinition, {
  countExamUse: {
    handle: async ({ examIds }, call) => ({ uses: await countExamUse(call, examIds) }),
  },
});
