import { rpcs } from '@portal/kit/rpc';
import { GradesServiceDefinition } from '@portal/proto/registration/v1/grades';
import { listUngraded } from './list-ungraded.ts';
import { uploadBatch } from './upload-batch.ts';

export const gradeRpcs = rpcs(GradesServiceDefinition, {
  uploadBatch: { access: ['superAdmin'], handle: (request, call) => uploadBatch(call, request) },
  listUngraded: {
    access: ['service'],
    handle: async (request, call) => ({ exams: await listUngraded(call, request) }),
  },
});
