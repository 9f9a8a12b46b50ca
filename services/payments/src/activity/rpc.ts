import { rpcs } from '@portal/kit/grpc/rpc';
import { listActivity } from '@portal/kit/history/list-activity';
import { officeHistory, studentHistory } from '@portal/kit/history/list-history';
import { ActivityServiceDefinition } from '@portal/proto/payments/v1/activity';
import { packagesOf } from './packages-of.ts';

export const activityRpcs = rpcs(ActivityServiceDefinition, {
  listActivity: {
    handle: async ({ studentIds }, { db }) => ({
      activities: await listActivity(db, 'package', studentIds, packagesOf),
    }),
  },
  listStudentHistory: studentHistory,
  listOfficeHistory: officeHistory,
});
