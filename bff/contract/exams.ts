import * as z from 'zod';
import { call } from './call.ts';
import { CreditTotals } from './credits.ts';
import { CatalogExam, Exam } from './exam.ts';
import { RegistrationResult, registrationRefusals } from './registration-result.ts';
import { dollars, flag, id } from './types.ts';

export const getAllActiveExams = call({
  method: 'GET',
  path: '/api/getAllActiveExams',
  summary: 'The catalogue, without a student',
  access: ['student', 'staff'],
  answer: z.array(CatalogExam),
});

export const getAllExamsAccordingStudent = call({
  method: 'GET',
  path: '/api/getAllExamsAccordingStudent',
  summary: 'Every active exam, and every exam that the student has registered, by subject',
  access: ['student', 'admin', 'advisor'],
  onStudent: true,
  answer: z.object({
    exams: z.array(Exam),
    memberHasntRegistered2years: z.boolean().describe('A member whose last registration is over 2 years old: advisor note'),
  }),
});

export const onlineExamRegistration = call({
  method: 'POST',
  path: '/api/onlineExamRegistration',
  summary: 'GET: registers an exam with credits the student has',
  access: ['student', 'admin'],
  onStudent: true,
  keyed: true,
  body: z.object({ examId: id }),
  answer: RegistrationResult,
  refuses: { ...registrationRefusals, not_enough_credits: 409 },
});

export const cancelExamRegistration = call({
  method: 'POST',
  path: '/api/cancelExamRegistration',
  summary: 'Cancels a registration; the credits come back',
  access: ['student', 'admin', 'tech_support', 'school'],
  onStudent: true,
  keyed: true,
  body: z.object({
    registrationId: id,
    adminCancelReason: z
      .union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(6)], { error: 'Please select a cancelling reason' })
      .optional()
      .describe('1 no show, 2 student request, 3 admin error, 4 emergency, 6 school exam; staff and school only'),
    schoolId: id.optional(),
    isSchoolRegistration: flag.optional(),
  }),
  answer: CreditTotals.extend({
    exam: Exam.nullable().describe('The row as it is now; null: take it off the lists'),
    availableCredits: z.int().describe('The same as totCreditsAvailable'),
    sessionId: z.int().nullable().describe('The session whose durationLeft grew'),
    refundAdditionalFees: z.object({
      noCharge: z.boolean().describe('There was nothing to refund'),
      refundAmount: dollars,
      msg: z.string().nullable(),
      error: z.string().nullable(),
    }),
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
