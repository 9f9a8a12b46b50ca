import { normalizeAddress } from '@portal/access/text/normalize-text';
import { isAddress, isName, isPhone, isZip } from '@portal/access/text/person-rules';
import * as z from 'zod';
import { call } from '../call.ts';
import { isOldEnough, newYorkDay, readDay } from '../days.ts';
import { largestStaffFile } from '../exams/grades.ts';
import { fingerprint, looking } from '../exams/uploads.ts';
import { filled, idOf, optional, place } from '../students/form-fields.ts';
import { count, day, dob, email, flag, id, queryId, ssn4, typed } from '../types.ts';

const text = z.string().nullable();

/** An exam sat at a seminary. */
export const SeminaryCourse = z
  .object({
    subject: z.string(),
    courseNumber: z.string(),
    numCredits: count,
    examActualTakenDate: day.nullable().describe('The day on the uploaded paper'),
    examTakenDate: day.nullable().describe('The day that goes on the transcript'),
    grade: text,
  })
  .meta({ id: 'SeminaryCourse' });
export type SeminaryCourse = z.output<typeof SeminaryCourse>;

/** A person who sat exams at a seminary, whether or not on record as a student. */
export const SeminaryStudent = z
  .object({
    id,
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
    ssn: z.string().describe('Last four digits'),
    dob: day,
    address: z.string(),
    city: z.string(),
    state: text,
    zip: z.string(),
    country: z.string(),
    seminary_id: id,
    seminaryId: id.describe('The same as seminary_id'),
    seminaryName: z.string(),
    seminaryYear: z.int().describe('First calendar year of the academic year'),
    sem_phone: text,
    semPhone: text.describe('The same as sem_phone'),
    sem_email: text,
    semEmail: text.describe('The same as sem_email'),
    jseId: text,
    studentId: id.nullable().describe('The student on record whom the exams belong to'),
    redeemed_exams: z
      .union([z.literal(1), z.literal(2), z.null()])
      .describe('null: not yet; 1 redeemed, 2 discarded'),
    examsCount: count,
    redeemedExams: z.array(SeminaryCourse).describe('Those that were redeemed'),
    hasStudentWithSameSsnDob: z
      .boolean()
      .describe(
        'A student on record, linked with no seminary student, has the same SSN digits and birth date',
      ),
  })
  .meta({ id: 'SeminaryStudent' });
export type SeminaryStudent = z.output<typeof SeminaryStudent>;

const yearInvalid = 'Seminary year invalid';
/** First calendar year of the academic year that runs; it begins in October. R-064. */
export function academicYearNow(): number {
  const [year = 0, month = 0] = newYorkDay(new Date()).split('-').map(Number);
  return month >= 10 ? year : year - 1;
}
const optionalEmail = z
  .union([z.literal(''), email], { error: 'Seminary email invalid' })
  .transform((value) => value || undefined)
  .optional();

const formFields = {
  firstName: filled(isName, 'First name invalid'),
  lastName: filled(isName, 'Last name invalid'),
  email,
  phone: filled(isPhone, 'Phone number invalid'),
  ssn: ssn4,
  dob: dob.refine((born) => isOldEnough(born, newYorkDay(new Date())), 'DOB invalid'),
  address: filled(isAddress, 'Address invalid', normalizeAddress),
  city: filled(place(100), 'City invalid'),
  state: optional(place(50), 'State invalid'),
  zip: filled((value) => isZip(value, ''), 'Zip invalid'),
  country: filled(place(60), 'Country invalid'),
  seminaryId: idOf('Seminary invalid'),
  seminaryYear: z
    .int({ error: yearInvalid })
    .min(2000, yearInvalid)
    .refine((year) => year <= academicYearNow() + 1, yearInvalid)
    .optional()
    .describe('The academic year that runs when left out; of an edit, the one on record'),
  semEmail: optionalEmail,
  semPhone: optional(isPhone, 'Phone number invalid'),
};
const isZipOf = ({ zip, country }: { zip: string; country: string }) => isZip(zip, country);
const zipInvalid = { path: ['zip'], message: 'Zip invalid' };

export const findSeminaryStudent = call({
  method: 'POST',
  path: '/api/admin/findSeminaryStudent',
  summary: 'Seminary students with this birth date and these SSN digits (C-A53)',
  permission: 'seminary_student.list',
  body: z.object({ dob, ssn: ssn4 }),
  answer: z.array(SeminaryStudent),
});

const known = z.object({ student_id: id.describe('Of the seminary student') });

export const findSeminaryStudentById = call({
  method: 'POST',
  path: '/api/admin/findSeminaryStudentById',
  summary: 'One seminary student (C-A54)',
  permission: 'seminary_student.read',
  body: known,
  answer: z.object({ seminaryStudent: SeminaryStudent }),
  refuses: { seminary_student_not_found: 404 },
});

export const addSeminaryStudent = call({
  method: 'POST',
  path: '/api/admin/addSeminaryStudent',
  keyed: true,
  summary: 'Puts a seminary student on the list (C-A55)',
  description:
    'The JSE id is that of the student on record with the same SSN digits, birth date and name, ' +
    'else a new one. Somebody with the same SSN digits and birth date needs confirmDoubleSsnDob.',
  permission: 'seminary_student.edit',
  body: z
    .object({
      ...formFields,
      confirmDoubleSsnDob: flag.optional().describe('Yes, this is another person'),
    })
    .refine(isZipOf, zipInvalid),
  answer: z.object({ seminaryStudent: SeminaryStudent }),
  refuses: { duplicate_seminary_student: 409 },
});

export const editSeminaryStudent = call({
  method: 'POST',
  path: '/api/admin/editSeminaryStudent',
  keyed: true,
  summary: 'Changes a seminary student whose exams are neither redeemed nor discarded (C-A56)',
  permission: 'seminary_student.edit',
  body: known.extend(formFields).refine(isZipOf, zipInvalid),
  answer: z.object({ seminaryStudent: SeminaryStudent }),
  refuses: { seminary_student_not_found: 404, read_only: 422, already_redeemed: 409 },
});

export const findAllSeminaryStudents = call({
  method: 'POST',
  path: '/api/admin/findAllSeminaryStudents',
  summary: 'All seminary students, the newest year first, then by last name (C-A58)',
  permission: 'seminary_student.list',
  answer: z.array(SeminaryStudent),
});

export const getAllSeminariesForSeminaryTesting = call({
  method: 'POST',
  path: '/api/admin/getAllSeminariesForSeminaryTesting',
  summary: 'Seminaries by name (C-A59)',
  permission: 'seminary.list',
  answer: z.array(z.object({ id, name: z.string() })),
});

const dateInvalid = 'Exam date should be in the past';
const examDate = typed(dateInvalid)
  .max(10, dateInvalid)
  .transform((value, context) => {
    const read = readDay(value);
    if (read !== null && read >= '1980-01-01' && read <= newYorkDay(new Date())) return read;
    context.addIssue({ code: 'custom', message: dateInvalid });
    return z.NEVER;
  })
  .meta({ description: 'YYYY-MM-DD or MM/DD/YYYY, not in the future', examples: ['02/03/2026'] });

/** Kinds of files that the scan of a paper may be. R-345. */
export const scanTypes = ['pdf', 'jpg', 'jpeg', 'png'] as const;

/** The result that a paper would become, among the exams that are on record. */
export const PaperPreview = z
  .object({
    rows: z.array(
      z.object({
        exam: SeminaryCourse,
        isNew: z.boolean().describe('The paper that is looked at'),
        note: text.describe('What makes one look twice'),
      }),
    ),
    fingerprint,
  })
  .meta({ id: 'PaperPreview' });
export type PaperPreview = z.output<typeof PaperPreview>;

export const uploadSeminaryStudentTest = call({
  method: 'POST',
  path: '/api/admin/uploadSeminaryStudentTest',
  keyed: true,
  summary: 'The scan of a paper of a seminary student, whose grade is pending (C-A63)',
  description:
    'PDF (not encrypted, 200 pages at most), JPG or PNG. The paper is passed on to TAL, again ' +
    'and again until TAL has it; its grade comes from there. With preview nothing is saved; ' +
    'what would be refused is.',
  permission: 'seminary_exam.upload',
  body: z.object({ seminaryStudentId: queryId, examId: queryId, examDate, ...looking }),
  upload: {
    field: 'exam_papers_file',
    largest: largestStaffFile,
    types: scanTypes,
    kinds: 'PDF, JPG or PNG',
  },
  answer: z.object({
    msg: z.string(),
    exam: SeminaryCourse,
    examsCount: count,
    preview: PaperPreview.optional(),
  }),
  refuses: {
    seminary_student_not_found: 404,
    already_redeemed: 409,
    exam_exists: 409,
    too_large: 413,
    wrong_type: 415,
    file_refused: 422,
  },
});
