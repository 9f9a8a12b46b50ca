import { rpcs } from '@portal/kit/rpc';
import { present } from '@portal/kit/wire';
import { VendorsServiceDefinition } from '@portal/proto/identity/v1/vendors';
import { findByJseIds, getVendorIds, keepCccId, listVendorIds } from './vendor-ids.ts';

export const vendorRpcs = rpcs(VendorsServiceDefinition, {
  getVendorIds: {
    access: ['service'],
    handle: async ({ studentId }, call) => ({ cccId: (await getVendorIds(call, studentId)).cccId ?? undefined }),
  },
  listVendorIds: {
    access: ['service'],
    handle: async ({ studentIds }, call) => ({ students: (await listVendorIds(call, studentIds)).map(present) }),
  },
  findByJseIds: {
    access: ['service'],
    handle: async ({ jseIds }, call) => ({ students: await findByJseIds(call, jseIds) }),
  },
  keepCccId: {
    access: ['service'],
    handle: async (request, call) => ({ cccId: await keepCccId(call, request) }),
  },
});
