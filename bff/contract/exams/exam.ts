import * as z from 'zod';
import { count, day, dollars, instant } from '../types.ts';
import { ExamAction } from './actions.ts';

/** States of a registration, and `none`. */
const registrationStates = [
  'none',
  'registered',
  'scheduled',
  'online_access',
  'course_started',
  'course_completed',
  'online_started',
  'disconnected',
  'taken',
  'graded',
] as const;

/** Kinds of study materials. R-122. */
export const studyMaterialTypes = [
  'CourseReviewPDF',
  'CourseReview',
  'StudyGuide',
  'CourseSyllabus',
  'PracticeExam',
  'other',
] as const;
export const StudyMaterial = z
  .object({
    id: z.int(),
    file_type: z.enum(studyMaterialTypes),
    display_title: z.string(),
    url: z.string(),
    last_updated_date: day.nullable(),
  })
  .meta({ id: 'StudyMaterial' });
export type StudyMaterial = z.output<typeof StudyMaterial>;

const name = z.string().nullable();

const catalogFields = {
  id: z.int(),
  subject: z.string(),
  vendor_id: z.int().describe('1 TAL, 4 CIS, 3 CCC'),
  vendor_name: z.string(),
  vendor_fullname: z.string(),
  secularNumber: z.string().describe('Course code'),
  alt1: name.describe('Other name, searched too'),
  alt2: name,
  alt3: name,
  credits: count.describe('The cost in credits'),
  examDuration: count.describe('Minutes'),
  online_only: z.boolean(),
  paper_only: z.boolean(),
  allowed_resources: z.string().nullable().describe('What may be used during the exam'),
  assignments: z.boolean().describe('The course has assignments to hand in'),
  content_code: z.string().nullable().describe('The exam on the online platform; null: not online'),
  program_content_code: z
    .string()
    .nullable()
    .describe('The course programme on the platform; null: no course part'),
  alternate_course_version: z
    .int()
    .nullable()
    .describe('This row is the course version of the exam with this id'),
  hasAlternateCourseVersion: z.boolean().describe('Another row is the course version of this one'),
  courseCollegeId: z
    .int()
    .nullable()
    .describe(
      'College whose students the course version is for; null: everybody, or there is none',
    ),
  phonesystem_active: z
    .boolean()
    .describe('On offer for self-service; false: only staff can register it'),
  study_materials: z.array(StudyMaterial),
  requirements: z
    .array(z.object({ id: z.int(), subject: z.string() }))
    .describe('Exams of which one has to be passed before; empty: none'),
  additionalCharge: dollars.describe("The exam's extra fee; 0: none"),
  examProctorCode: z
    .string()
    .nullable()
    .describe("The proctoring service's code; null: no remote proctoring"),
};

const registrationFields = {
  registration_id: z.int().nullable(),
  status: z.enum(registrationStates),
  branchId: z.int().nullable().describe('Location of the booked session'),
  testSessionId: z.int().nullable(),
  sessionType: z
    .enum(['21', '22', '23', '99'])
    .nullable()
    .describe('21 location, 22 school, 23 shipped, 99 online'),
  isOldSystemReg: z
    .boolean()
    .describe('Taken over from the old system: only the office can change it'),
  chargeSchool: z.boolean().describe("The school's balance paid"),
  isFreeSchoolRegistration: z.boolean(),
  vendor_approved_retake: z.boolean(),
  vendor_approved_retake_with_fee: z.boolean(),
  isRetakeNotYetTaken: z.boolean().describe('The open registration is a retake'),
  exam_to_course: z.boolean().describe('Staff changed this registration from an exam to a course'),
};

const studentFields = {
  fitRequirements: z.boolean().describe("This student meets the exam's conditions"),
  freeSeminaryRetake: z
    .boolean()
    .describe('Free retake credits would pay for this exam now: the button reads GET'),
  proctor_fee_price: dollars.describe(
    'Proctor fee due for the booked session, or for the next one',
  ),
  proctor_fee_if_moved: dollars.describe('What leaving the booked session now would make due'),
  proctor_fee_paid: z
    .boolean()
    .describe(
      'A proctor fee was paid, not waived, and counts for the booked session or the next one',
    ),
  isFreeAdditionnalFees: z.boolean().describe('The extra fee is waived'),
  chargeAdditionalCharge: z.boolean().describe('The extra fee is still owed'),
};

const onlineFields = {
  proctor_reserved: z.boolean().describe('Has a booking at the proctoring service'),
  proctorUuid: z.string().nullable().describe("That booking's id"),
  onlineAccess: z.boolean().describe('The proctor, or staff, has let the student in'),
  online_exam_started: instant.nullable(),
  online_program_started: instant.nullable(),
  online_program_completed: instant.nullable(),
  online_ampeducator_assignments_started: instant.nullable(),
  online_exam_redirect: instant
    .nullable()
    .describe('Last time the browser was sent on to the exam platform'),
  online_exam_resume_until: instant
    .nullable()
    .describe('Until when an exam that was begun can be gone on with'),
};

const resultFields = {
  examTaken: z.boolean(),
  examTakenDate: day.nullable(),
  grade: z.string().nullable(),
  gradeComment: z.string().nullable(),
  is_retake_dates: z
    .string()
    .nullable()
    .describe('Earlier tries: date*grade*comment, joined by commas'),
  coopersmithExamTakenAssignmentsIncomplete: z.boolean(),
  batchId: z.int().nullable().describe('Batch sent to the vendor'),
  arrivedBack: day.nullable().describe('Paper is back'),
  admin_cancel_session_id: z.int().nullable(),
  admin_cancel_session_date: day.nullable(),
  admin_cancel_session_reason_code: z.enum(['CP', 'NS', 'EM', 'ST', 'ER']).nullable(),
  admin_cancel_session_called_off: z.boolean().describe('The whole session was called off'),
};

/**
 * One row of the exam list: the exam, and this student's newest registration of it that is not
 * cancelled.
 */
export const Exam = z
  .object({
    ...catalogFields,
    ...studentFields,
    ...registrationFields,
    ...onlineFields,
    ...resultFields,
    actions: z
      .array(ExamAction)
      .describe('What the caller may do with it now, and why not; what never can be is left out'),
  })
  .meta({ id: 'Exam' });
export type Exam = z.output<typeof Exam>;

/** One row of the plain catalogue, without a student. */
export const CatalogExam = z
  .object({
    id: z.int(),
    vendor_id: z.int(),
    vendor_name: z.string(),
    subject: z.string(),
    credits: count,
    additionalCharge: dollars,
    courseNumber: z.string().describe('The same as secularNumber'),
    secularNumber: z.string(),
    active: z.literal(true),
    alternate_course_version: z.int().nullable(),
  })
  .meta({ id: 'CatalogExam' });
export type CatalogExam = z.output<typeof CatalogExam>;

/** An active exam with its study materials, without a student. */
export const ExamMaterials = z
  .object({
    id: z.int(),
    subject: z.string(),
    vendor_id: z.int(),
    vendor_name: z.string(),
    secularNumber: z.string(),
    study_materials: z.array(StudyMaterial),
  })
  .meta({ id: 'ExamMaterials' });
export type ExamMaterials = z.output<typeof ExamMaterials>;
