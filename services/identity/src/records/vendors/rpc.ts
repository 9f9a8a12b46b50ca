import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { VendorsServiceDefinition } from '@portal/proto/identity/v1/vendors';
import { keepTalId } from '../../students/partner-ids/partner-ids.ts';
import { findTalStudents } from './find-tal-students.ts';
import { findByJseIds, getVendorIds, keepCccId, listVendorIds } from './vendor-ids.ts';

export const vendorRpcs = rpcs(VendorsServiceDefinition, {
  getVendorIds: {
    handle: async ({ studentId }, call) => ({
      cccId: (await getVendorIds(call, studentId)).cccId ?? undefined,
    }),
  },
  listVendorIds: {
    handle: async ({ studentIds }, call) => ({
      students: (await listVendorIds(call, studentIds)).map(present),
    }),
  },
  findTalStudents: {
    handle: async (request, call) => ({
      students: (await findTalStudents(call, request)).map(present),
    }),
  },
  findByJseIds: {
    handle: async ({ jseIds }, call) => ({ students: await findByJseIds(call, jseIds) }),
  },
  keepTalId: { handle: async (request, call) => ({ talId: await keepTalId(call, request) }) },
  keepCccId: { handle: async (request, call) => ({ cccId: await keepCccId(call, request) }) },
});
