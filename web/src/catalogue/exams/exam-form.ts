import type { CallInput } from '@portal/contract/call';
import type { saveExam } from '@portal/contract/catalogue/office-exam';
import type { OfficeExam } from '../api.ts';
import { filledOf } from '../typed-over.ts';

/** The fields of an exam's form; an empty text means no value. */
export interface ExamValues {
  subject: string;
  vendorId: number | null;
  secularNumber: string;
  alt1: string;
  alt2: string;
  alt3: string;
  credits: number | '';
  durationMinutes: number | '';
  onlineOnly: boolean;
  paperOnly: boolean;
  assignments: boolean;
  allowedResources: string;
  contentCode: string;
  programContentCode: string;
  examProctorCode: string;
  alternateCourseVersion: number | null;
  phonesystemActive: boolean;
  requiredExamIds: number[];
  seminaryTesting: boolean;
}

export const emptyExam: ExamValues = {
  subject: '',
  vendorId: null,
  secularNumber: '',
  alt1: '',
  alt2: '',
  alt3: '',
  credits: 3,
  durationMinutes: 90,
  onlineOnly: false,
  paperOnly: false,
  assignments: false,
  allowedResources: '',
  contentCode: '',
  programContentCode: '',
  examProctorCode: '',
  alternateCourseVersion: null,
  phonesystemActive: true,
  requiredExamIds: [],
  seminaryTesting: false,
};

const fields = Object.keys(emptyExam) as (keyof ExamValues)[];

/** An exam as its form holds it. */
export function valuesOf(exam: OfficeExam): ExamValues {
  const own = fields.map((field) => [field, exam[field] ?? emptyOf(field)]);
  return Object.fromEntries(own) as unknown as ExamValues;
}
const emptyOf = (field: keyof ExamValues) => (typeof emptyExam[field] === 'string' ? '' : null);

/** Returns whether all required fields of an exam are filled in. */
export const isComplete = ({
  subject,
  vendorId,
  secularNumber,
  credits,
  durationMinutes,
}: ExamValues): boolean =>
  subject.trim() !== '' &&
  vendorId !== null &&
  secularNumber.trim() !== '' &&
  credits !== '' &&
  durationMinutes !== '';

/** Returns the form as the call takes it; `seen` is the exam being edited. */
export const examInput = (
  values: ExamValues,
  seen: OfficeExam | null,
): CallInput<typeof saveExam> =>
  ({
    ...filledOf(values),
    ...(seen ? { id: seen.id, version: seen.version } : {}),
  }) as CallInput<typeof saveExam>;
