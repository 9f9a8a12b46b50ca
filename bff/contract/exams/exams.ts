import * as z from 'zod';
import { call } from '../call.ts';
import { CreditTotals } from '../payments/credits.ts';
import { AccountReportRow, StudentBySessionRow } from '../schools.ts';
import { cancelReason, count, dollars, flag, id, instant, orNull, queryId } from '../types.ts';
import { CatalogExam, Exam, ExamMaterials } from './exam.ts';
import { RegistrationResult, registrationRefusals } from './registration-result.ts';

export const getAllActiveExams = call({
  method: 'GET',
  path: '/api/getAllActiveExams',
  summary: 'The catalogue, without a student',
  permission: 'catalog.list',
  answer: z.array(CatalogExam),
});

export const getAllSeminaryTestingExams = call({
  method: 'GET',
  path: '/api/getAllSeminaryTestingExams',
  summary: 'Exams that may be uploaded for seminary students',
  permission: 'seminary_exam.list',
  answer: z.array(z.object({ id: z.int(), subject: z.string(), vendor_id: z.int() })),
});

export const getAllActiveExamsWithRegistrationDetails = call({
  method: 'GET',
  path: '/api/getAllActiveExamsWithRegistrationDetails',
  summary: "Active exams, each with this student's registration",
  permission: 'exam.list',
  onStudent: true,
  answer: z.array(Exam),
});

export const getAllExamsWithStudyMaterial = call({
  method: 'GET',
  path: '/api/getAllExamsWithStudyMaterial',
  summary: 'Active exams with at least one study material',
  permission: 'material.list',
  answer: z.array(ExamMaterials),
});

export const openStudyMaterial = call({
  method: 'GET',
  path: '/api/openStudyMaterial',
  summary: 'Where a study material is, for students who have registered its exam and for staff',
  description:
    'The page /study-material/{id}, to which lists and mails lead, asks this and goes there. ' +
    'Of a PDF that the office keeps the address is this call, which gives it with `format=file`.',
  permission: 'material.open',
  query: z.object({
    materialId: queryId,
    format: z.enum(['json', 'file'], { error: 'format invalid' }).optional(),
  }),
  answer: z.object({
    url: z.string().describe('http or https, of the catalogue; of a file below /api'),
    display_title: z.string(),
  }),
  file: 'application/pdf',
  refuses: { material_not_found: 404, not_registered: 403 },
});

const materials = z.object({
  exams: z.array(ExamMaterials).describe('As getAllExamsWithStudyMaterial'),
  lastUpdated: instant.nullable().describe('When materials of TAL or CIS were last fetched'),
  updated: count.describe('Materials that this call changed; 0 for GET'),
  talError: z
    .string()
    .optional()
    .describe('Why the last fetch of TAL failed; the materials from before are in use'),
  cisError: z.string().optional(),
});

export const getStudyMaterials = call({
  method: 'GET',
  path: '/api/updateAndGetStudyMaterials',
  summary: 'Study materials as they are stored, and how the last fetch went',
  permission: 'material.update',
  answer: materials,
});

export const updateAndGetStudyMaterials = call({
  method: 'POST',
  path: '/api/updateAndGetStudyMaterials',
  summary: 'Fetches the study materials of TAL and CIS, then answers with them',
  permission: 'material.update',
  answer: materials,
  refuses: { update_running: 409, partner_failed: 502 },
});

export const getAllExamsAccordingStudent = call({
  method: 'GET',
  path: '/api/getAllExamsAccordingStudent',
  summary: 'Every active exam, and every exam that the student has registered, by subject',
  permission: 'exam.list',
  onStudent: true,
  answer: z.object({
    exams: z.array(Exam),
    memberHasntRegistered2years: z
      .boolean()
      .describe('A member whose last registration is over 2 years old: advisor note'),
  }),
});

export const onlineExamRegistration = call({
  method: 'POST',
  path: '/api/onlineExamRegistration',
  keyed: true,
  summary: 'GET in the exam list: registers an exam with credits that the student has',
  permission: 'registration.make',
  onStudent: true,
  body: z.object({ examId: id }),
  answer: RegistrationResult,
  refuses: { ...registrationRefusals, not_enough_credits: 409 },
});

export const cancelExamRegistration = call({
  method: 'POST',
  path: '/api/cancelExamRegistration',
  keyed: true,
  summary: 'Cancels a registration; the credits come back',
  permission: 'registration.cancel',
  onStudent: true,
  studentOptional: true,
  body: z.object({
    registrationId: id,
    adminCancelReason: cancelReason([1, 2, 3, 4, 6])
      .optional()
      .describe(
        '1 no show, 2 student request, 3 admin error, 4 emergency, 6 school exam; ' +
          'staff and school only',
      ),
    schoolId: id
      .optional()
      .describe('Staff: the school in whose session the exam must be, else registration_not_found'),
    isSchoolRegistration: flag
      .optional()
      .describe('Staff: from the page of a school, adds its fields to the answer'),
  }),
  answer: CreditTotals.extend({
    exam: orNull(Exam).describe('The row as it is now; null: take it off the lists'),
    availableCredits: z.int().describe('The same as totCreditsAvailable'),
    sessionId: z.int().nullable().describe('The session whose durationLeft grew'),
    refundAdditionalFees: z.object({
      noCharge: z.boolean().describe('There was nothing to refund'),
      refundAmount: dollars,
      msg: z.string().nullable(),
      error: z.string().nullable(),
    }),
    studentsSession: z
      .array(StudentBySessionRow)
      .optional()
      .describe('With isSchoolRegistration: who is in that session now'),
    schoolCurrentBalance: dollars
      .nullable()
      .optional()
      .describe('With isSchoolRegistration; null: the school does not prepay'),
    accountReport: z.array(AccountReportRow).optional().describe('With isSchoolRegistration'),
  }),
  refuses: {
    already_cancelled: 409,
    exam_started: 409,
    course_started: 409,
    cp_session_over: 403,
    charged_school: 403,
    session_closed: 409,
    office_only: 403,
    reason_required: 422,
  },
});
