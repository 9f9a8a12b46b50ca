import type { OfficeExam } from '../api.ts';
import type { ExamValues } from './exam-form.ts';

const titles: Readonly<Record<keyof ExamValues, string>> = {
  subject: 'Subject',
  vendorId: 'Vendor',
  secularNumber: 'Code',
  alt1: 'Other name 1',
  alt2: 'Other name 2',
  alt3: 'Other name 3',
  credits: 'Credits',
  durationMinutes: 'Minutes',
  onlineOnly: 'Online only',
  paperOnly: 'Paper only',
  assignments: 'Has assignments',
  allowedResources: 'Allowed resources',
  contentCode: 'Online content code',
  programContentCode: 'Course content code',
  examProctorCode: 'Proctor code',
  alternateCourseVersion: 'Course version of',
  phonesystemActive: 'Offered for self-service',
  requiredExamIds: 'Required first',
  seminaryTesting: 'For seminary testing',
};

/** The names needed to show the fields of an exam. */
export interface Names {
  vendors: readonly { id: number; name: string }[];
  exams: readonly OfficeExam[];
}

/** 'Algebra (TAL-1)' */
export const examName = ({ subject, secularNumber }: OfficeExam): string =>
  `${subject} (${secularNumber})`;

/** The fields of an exam in words, in the order of its form. */
export const inWords = (values: ExamValues, names: Names): [keyof ExamValues, string, string][] =>
  (Object.keys(titles) as (keyof ExamValues)[]).map((field) => [
    field,
    titles[field],
    word(field, values[field], names),
  ]);

function word(field: keyof ExamValues, value: unknown, { vendors, exams }: Names): string {
  const nameOf = (id: unknown) => {
    const exam = exams.find((one) => one.id === id);
    return exam ? examName(exam) : String(id);
  };
  if (value === null || value === '') return '';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(nameOf).join(', ');
  if (field === 'vendorId') return vendors.find(({ id }) => id === value)?.name ?? String(value);
  if (field === 'alternateCourseVersion') return nameOf(value);
  return String(value);
}
