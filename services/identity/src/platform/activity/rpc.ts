import { rpcs } from '@portal/kit/grpc/rpc';
import { listActivity, ownRecord } from '@portal/kit/history/list-activity';
import { listStudentHistory, officeHistory } from '@portal/kit/history/list-history';
import { ActivityServiceDefinition } from '@portal/proto/identity/v1/activity';
import { domainError } from '../../errors.ts';
import { findStudent } from '../../records/students/find-students.ts';

export const activityRpcs = rpcs(ActivityServiceDefinition, {
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
