import { rpcs } from '@portal/kit/rpc';
import { VendorsServiceDefinition } from '@portal/proto/identity/v1/vendors';
import { getVendorIds, keepCccId } from './vendor-ids.ts';

export const vendorRpcs = rpcs(VendorsServiceDefinition, {
  getVendorIds: {
    access: ['service'],
    handle: async ({ studentId }, call) => ({ cccId: (await getVendorIds(call, studentId)).cccId ?? undefined }),
  },
  keepCccId: {
    access: ['service'],
    handle: async (request, call) => ({ cccId: await keepCccId(call, request) }),
  },
});
