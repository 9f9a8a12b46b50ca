import { rpcs } from '@portal/kit/grpc/rpc';
import { CatalogueUseServiceDefinition } from '@portal/proto/registration/v1/catalogue_use';
import { countExamUse } from './count-exam-use.ts';
import { countLocationUse } from './count-location-use.ts';
import { countRoomUse } from './count-room-use.ts';

export const catalogueUseRpcs = rpcs(CatalogueUseServiceDefinition, {
  countExamUse: {
    handle: async ({ examIds }, call) => ({ uses: await countExamUse(call, examIds) }),
  },
  countLocationUse: {
    handle: async ({ locationIds }, call) => ({ uses: await countLocationUse(call, locationIds) }),
  },
  countRoomUse: {
    handle: async ({ rooms }, call) => ({ uses: await countRoomUse(call, rooms) }),
  },
});
