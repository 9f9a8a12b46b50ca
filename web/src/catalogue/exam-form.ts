import type { CallInput } from '@portal/contract/call';
import type { saveExam } from '@portal/contract/catalogue/office-exam';
import type { OfficeExam } from './api.ts';

/** What the form of an exam holds; an empty text is nothing. */
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

/** Whether nothing is missing that an exam must have. */
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

/** What the call takes of the form; `seen` is the exam that is changed. */
export function examInput(values: ExamValues, seen: OfficeExam | null): CallInput<typeof saveExam> {
  const filled = Object.fromEntries(
    Object.entries(values)
      .map(([field, value]) => [field, typeof value === 'string' ? value.trim() : value])
      .filter(([, value]) => value !== '' && value !== null),
  );
  return {
    ...filled,
    ...(seen ? { id: seen.id, version: seen.version } : {}),
  } as CallInput<typeof saveExam>;
}

/** The fields in which two forms differ. */
export const differing = (before: ExamValues, after: ExamValues): (keyof ExamValues)[] =>
  fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));

/** An exam as it is now, with what was typed over the one that was seen before. */
export function withMine(current: OfficeExam, seen: OfficeExam, mine: ExamValues): ExamValues {
  const typed = differing(valuesOf(seen), mine).map((field) => [field, mine[field]]);
  return { ...valuesOf(current), ...Object.fromEntries(typed) };
}
