import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { SchoolsServiceDefinition } from '@portal/proto/schools/v1/schools';
import { listSchools } from './list-schools.ts';

export const schoolRpcs = rpcs(SchoolsServiceDefinition, {
  listSchools: {
    handle: async ({ ids }, call) => ({ schools: (await listSchools(call, ids)).map(present) }),
  },
});
