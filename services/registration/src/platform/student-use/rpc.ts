import { rpcs } from '@portal/kit/grpc/rpc';
import { StudentUseServiceDefinition } from '@portal/proto/registration/v1/student_use';
import { closeUnusedStudents, reopenStudents } from './close-unused.ts';
import { listUse } from './list-use.ts';

/** Most students of one call. */
const MOST = 1000;

export const studentUseRpcs = rpcs(StudentUseServiceDefinition, {
  listStudentUse: {
    handle: async ({ studentIds }, { db }) => ({
      uses: await listUse(db, studentIds.slice(0, MOST)),
    }),
  },
  closeUnusedStudents: {
    handle: async ({ studentIds }, call) => ({
      uses: await closeUnusedStudents(call, studentIds.slice(0, MOST)),
    }),
  },
  reopenStudents: {
    handle: async ({ studentIds }, call) => {
      await reopenStudents(call, studentIds.slice(0, MOST));
      return {};
    },
  },
});
