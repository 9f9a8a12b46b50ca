import { rpcs } from '@portal/kit/grpc/rpc';
import { shared } from '@portal/kit/grpc/shared-contracts';
import { listActivity, ownRecord } from '@portal/kit/history/list-activity';
import { listStudentHistory, officeHistory } from '@portal/kit/history/list-history';
import { domainError } from '../../errors.ts';
import { findStudent } from '../../records/students/find-students.ts';

export const activityRpcs = rpcs(shared.activity.identity, {
  listActivity: {
    handle: async ({ studentIds }, { db }) => ({
      activities: await listActivity(db, 'student', studentIds, ownRecord),
    }),
  },
  listStudentHistory: {
    handle: async (request, { db }) => {
      const [student, entries] = await Promise.all([
        findStudent(db, request.studentId),
        listStudentHistory(db, request),
      ]);
      if (!student) throw domainError('student_not_found', 'No student found');
      return { entries, email: student.email ?? '' };
    },
  },
  listOfficeHistory: officeHistory,
});
