import { rpcs } from '@portal/kit/rpc';
import { present } from '@portal/kit/wire';
import { AssignmentsServiceDefinition } from '@portal/proto/registration/v1/assignments';
import { getCccId } from './get-ccc-id.ts';
import { listAssignments } from './list-assignments.ts';
import { uploadAssignment } from './upload-assignment.ts';

export const assignmentRpcs = rpcs(AssignmentsServiceDefinition, {
  listAssignments: {
    access: ['student', 'admin', 'advisor'],
    handle: async (request, call) => ({ assignments: (await listAssignments(call, request)).map(present) }),
  },
  getCccId: {
    access: ['student', 'admin'],
    handle: async ({ examId }, call) => ({ cccId: await getCccId(call, examId) }),
  },
  uploadAssignment: {
    // staff come in to be told that only the student can upload
    access: ['student', 'staff'],
    handle: async (request, call) => {
      const { assignments, uploaded } = await uploadAssignment(call, request);
      return { assignments: assignments.map(present), uploaded };
    },
  },
});
