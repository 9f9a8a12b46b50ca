import { rpcs } from '@portal/kit/grpc/rpc';
import { CollegesServiceDefinition } from '@portal/proto/identity/v1/colleges';
import { listColleges, listMembershipTypes } from './list-colleges.ts';

export const collegeRpcs = rpcs(CollegesServiceDefinition, {
  listColleges: {
    handle: async (_request, { db }) => {
      const [colleges, membershipTypes] = await Promise.all([
        listColleges(db),
        listMembershipTypes(db),
      ]);
      return { colleges, membershipTypes };
    },
  },
});
