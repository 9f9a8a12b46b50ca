import { rpcs } from '@portal/kit/grpc/rpc';
import { shared } from '@portal/kit/grpc/shared-contracts';
import { officeHistory, studentHistory } from '@portal/kit/history/list-history';

export const activityRpcs = rpcs(shared.activity.transcripts, {
  listStudentHistory: studentHistory,
  listOfficeHistory: officeHistory,
});
