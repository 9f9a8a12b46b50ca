import { rpcs } from '@portal/kit/grpc/rpc';
import { officeHistory, studentHistory } from '@portal/kit/history/list-history';
import { ActivityServiceDefinition } from '@portal/proto/seminary/v1/activity';

export const activityRpcs = rpcs(ActivityServiceDefinition, {
  listStudentHistory: studentHistory,
  listOfficeHistory: officeHistory,
});
