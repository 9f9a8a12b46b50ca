import { type Part, rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import {
  OfficeExamsServiceDefinition,
  type OfficeExam as WireOfficeExam,
} from '@portal/proto/catalog/v1/office_exams';
import { examFromWire } from '../exams/exam-from-wire.ts';
import { examToWire } from '../exams/exam-to-wire.ts';
import { typed } from '../typed.ts';
import { listOfficeExams } from './list-office-exams.ts';
import type { OfficeExam } from './office-exam.ts';
import { retireExam } from './retire-exam.ts';
import { saveOfficeExam } from './save-office-exam.ts';

export const officeExamRpcs = rpcs(OfficeExamsServiceDefinition, {
  listOfficeExams: {
    handle: async ({ retired, search, ids }, call) => ({
      exams: (await listOfficeExams(call, { retired, search: typed(search), ids })).map(toWire),
    }),
  },
  saveOfficeExam: {
    handle: async ({ id, version, exam }, call) => {
      const {
        active,
        additionalChargeCents,
        courseChangeReserved,
        courseCollegeId,
        studyMaterials,
        ...fields
      } = examFromWire(exam);
      return { exam: toWire(await saveOfficeExam(call, { id, version, exam: fields })) };
    },
  },
  retireExam: {
    handle: async (wanted, call) => ({ exam: toWire(await retireExam(call, wanted)) }),
  },
});

const toWire = ({ exam, ...seen }: OfficeExam): Part<WireOfficeExam> => ({
  ...present(seen),
  exam: examToWire(exam),
});
