import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { ExamsServiceDefinition, type Exam as WireExam } from '@portal/proto/catalog/v1/exams';
import { typed } from '../typed.ts';
import type { ExamFields } from './exam.ts';
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
    handle: async ({ materialId }, call) => {
      const { examId, ...material } = await getStudyMaterial(call, materialId);
      return { examId, material: present(material) };
    },
  },
  saveExam: {
    handle: async ({ exam }, call) => ({
      exam: examToWire(await saveExam(call, { id: exam?.id ?? 0, exam: fromWire(exam) })),
    }),
  },
});

function fromWire(wire: WireExam | undefined): ExamFields {
  return {
    subject: typed(wire?.subject) ?? '',
    vendorId: wire?.vendorId ?? 0,
    secularNumber: typed(wire?.secularNumber) ?? '',
    alt1: typed(wire?.alt1),
    alt2: typed(wire?.alt2),
    alt3: typed(wire?.alt3),
    credits: wire?.credits ?? 0,
    durationMinutes: wire?.durationMinutes ?? 0,
    onlineOnly: wire?.onlineOnly ?? false,
    paperOnly: wire?.paperOnly ?? false,
    allowedResources: typed(wire?.allowedResources),
    assignments: wire?.assignments ?? false,
    contentCode: typed(wire?.contentCode),
    programContentCode: typed(wire?.programContentCode),
    alternateCourseVersion: wire?.alternateCourseVersion || null,
    phonesystemActive: wire?.phonesystemActive ?? false,
    requiredExamIds: [...new Set(wire?.requiredExamIds)].sort((a, b) => a - b),
    additionalChargeCents: wire?.additionalChargeCents ?? 0,
    examProctorCode: typed(wire?.examProctorCode),
    active: wire?.active ?? false,
    seminaryTesting: wire?.seminaryTesting ?? false,
    courseChangeReserved: wire?.courseChangeReserved ?? false,
    courseCollegeId: wire?.courseCollegeId || null,
    studyMaterials: (wire?.studyMaterials ?? []).map(
      ({ fileType, displayTitle, url, lastUpdatedDate }) => ({
        fileType,
        displayTitle: displayTitle.trim(),
        url,
        lastUpdatedDate: typed(lastUpdatedDate),
      }),
    ),
  };
}
