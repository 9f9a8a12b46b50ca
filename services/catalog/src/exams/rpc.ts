import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { ExamsServiceDefinition } from '@portal/proto/catalog/v1/exams';
import { examFromWire } from './exam-from-wire.ts';
import { examToWire } from './exam-to-wire.ts';
import { getStudyMaterial } from './get-study-material.ts';
import { getExams, listExams } from './list-exams.ts';
import { saveExam } from './save-exam.ts';

// the lists hold nothing of a person; the BFF keeps them for all and shows each person what is for
// them
export const examRpcs = rpcs(ExamsServiceDefinition, {
  listExams: {
    handle: async ({ knownVersion }, call) => {
      const list = await listExams(call, knownVersion);
      return { ...list, exams: list.exams.map(examToWire) };
    },
  },
  getExams: {
    handle: async ({ ids }, call) => ({ exams: (await getExams(call, ids)).map(examToWire) }),
  },
  getStudyMaterial: {
    handle: async (request, call) => {
      const { examId, file, ...material } = await getStudyMaterial(call, request);
      return { examId, material: present(material), ...(file ? { file } : {}) };
    },
  },
  saveExam: {
    handle: async ({ exam }, call) => ({
      exam: examToWire(await saveExam(call, { id: exam?.id ?? 0, exam: examFromWire(exam) })),
    }),
  },
});
