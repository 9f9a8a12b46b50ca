import { rpcs } from '@portal/kit/grpc/rpc';
import { shared } from '@portal/kit/grpc/shared-contracts';
import type { AuditRow } from '@portal/kit/history/activity';
import { listActivity, ownRecord } from '@portal/kit/history/list-activity';
import { officeHistory, studentHistory } from '@portal/kit/history/list-history';

/**
 * Old audit rows about sent study materials carry the id of the exam under table registration; they
 * belong to no registration.
 */
const registrationOf = (row: AuditRow): readonly number[] =>
  'studyMaterialsSent' in (row.change as object) ? [] : ownRecord(row);

export const activityRpcs = rpcs(shared.activity.registration, {
  listActivity: {
    handle: async ({ studentIds }, { db }) => ({
      activities: await listActivity(db, 'registration', studentIds, registrationOf),
    }),
  },
  listStudentHistory: studentHistory,
  listOfficeHistory: officeHistory,
});
