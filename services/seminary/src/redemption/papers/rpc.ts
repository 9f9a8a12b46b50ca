import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { SeminaryPapersServiceDefinition } from '@portal/proto/seminary/v1/papers';
import { previewPaper } from './preview-paper.ts';
import { uploadPaper } from './upload-paper.ts';

export const paperRpcs = rpcs(SeminaryPapersServiceDefinition, {
  uploadPaper: {
    handle: async (request, call) => {
      if (!request.preview) {
        const { course, examsCount, isChanged } = await uploadPaper(call, request);
        return { course: present(course), examsCount, isChanged };
      }
      const { course, examsCount, isChanged, preview } = await previewPaper(call, request);
      const rows = preview.rows.map((row) => present({ ...row, course: present(row.course) }));
      return {
        course: present(course),
        examsCount,
        isChanged,
        preview: { ...preview, rows },
      };
    },
  },
});
