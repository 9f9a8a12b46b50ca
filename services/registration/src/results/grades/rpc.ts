import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { GradesServiceDefinition } from '@portal/proto/registration/v1/grades';
import { previewBatch } from './batch/preview-batch.ts';
import { uploadBatch } from './batch/upload-batch.ts';
import { listTalExams } from './result/list-tal-exams.ts';
import { listUngraded } from './result/list-ungraded.ts';

export const gradeRpcs = rpcs(GradesServiceDefinition, {
  uploadBatch: {
    handle: async (request, call) => {
      if (!request.preview) return uploadBatch(call, request);
      const { preview, ...counts } = await previewBatch(call, request);
      return { ...counts, preview: present({ ...preview, rows: preview.rows.map(present) }) };
    },
  },
  listTalExams: { handle: (request, call) => listTalExams(call, request) },
  listUngraded: { handle: async (request, call) => ({ exams: await listUngraded(call, request) }) },
});
