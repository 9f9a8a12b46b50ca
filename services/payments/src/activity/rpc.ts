import { rpcs } from '@portal/kit/grpc/rpc';
import { shared } from '@portal/kit/grpc/shared-contracts';
import { listActivity } from '@portal/kit/history/list-activity';
import { officeHistory, studentHistory } from '@portal/kit/history/list-history';
import { packagesOf } from './packages-of.ts';

export const activityRpcs = rpcs(shared.activity.payments, {
  listActivity: {
    handle: async ({ studentIds }, { db }) => ({
      activities: await listActivity(db, 'package', studentIds, packagesOf),
    }),
  },
  listStudentHistory: studentHistory,
  listOfficeHistory: officeHistory,
});
