import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { AssignmentsServiceDefinition } from '@portal/proto/registration/v1/assignments';
import { getCccId } from './get-ccc-id.ts';
import { listAssignments } from './list-assignments.ts';
import { uploadAssignment } from './upload-assignment.ts';

export const assignmentRpcs = rpcs(AssignmentsServiceDefinition, {
  listAssignments: {
    handle: async (request, call) => ({
      assignments: (await listAssignments(call, request)).map(present),
    }),
  },
  getCccId: { handle: async ({ examId }, call) => ({ cccId: await getCccId(call, examId) }) },
  uploadAssignment: {
    handle: async (request, call) => {
      const { assignments, uploaded } = await uploadAssignment(call, request);
      return { assignments: assignments.map(present), uploaded };
    },
  },
});
