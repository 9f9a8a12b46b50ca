import { rpcs } from '@portal/kit/rpc';
import { present } from '@portal/kit/wire';
import { SchoolsServiceDefinition } from '@portal/proto/schools/v1/schools';
import { listSchools } from './list-schools.ts';

export const schoolRpcs = rpcs(SchoolsServiceDefinition, {
  listSchools: {
    // a student's own school stands on the account page, so students may read names and settings; balances are elsewhere
    access: ['student', 'staff', 'service'],
    handle: async ({ ids }, call) => ({ schools: (await listSchools(call, ids)).map(present) }),
  },
});
