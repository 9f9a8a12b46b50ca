import * as z from 'zod';
import { PaymentMethod } from '../payments/cards.ts';
import { CreditTotals } from '../payments/credits.ts';
import { dollars, orNull } from '../types.ts';
import { Exam } from './exam.ts';

/** The answer of every call that registers. */
export const RegistrationResult = CreditTotals.extend({
  exam: orNull(Exam),
  registrationId: z.int().nullable(),
  examProctorCode: z.string().nullable(),
  proctorFee: dollars,
  registrationMadeWithFreeSeminaryStudyCredits: z.boolean(),
  studyMaterialNotSent: z.boolean().describe('Registered, but the mail could not be queued'),
  successMessage: z.string().nullable(),
  paymentMethod: orNull(PaymentMethod).describe('Only after a new card'),
  allExams: z.array(Exam).optional().describe('When other rows changed too'),
  error: z
    .string()
    .nullable()
    .describe(
      'Only when money was taken but the registration failed; ' +
        'exam and registrationId are then null',
    ),
}).meta({ id: 'RegistrationResult' });
export type RegistrationResult = z.output<typeof RegistrationResult>;

/** The refusals of the rules of registration, in their order. */
export const registrationRefusals = {
  exam_not_found: 404,
  registration_denied: 403,
  admin_only_exam: 403,
  requirements_not_met: 403,
  already_registered: 409,
} as const;
