import type { Part } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import type { Exam as WireExam } from '@portal/proto/catalog/v1/exams';
import type { Exam } from './exam.ts';

/** An exam as messages carry it. */
export const examToWire = (exam: Exam): Part<WireExam> => ({
  ...present(exam),
  studyMaterials: exam.studyMaterials.map(present),
});
