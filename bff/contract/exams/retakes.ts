import * as z from 'zod';
import { call } from '../call.ts';
import { PaymentMethod } from '../payments/cards.ts';
import { dollars, dollarsIn, id, orNull } from '../types.ts';
import { Exam } from './exam.ts';

const retake = z.object({ registrationId: z.int(), exam: Exam, successMessage: z.string() });
const retakeRefusals = {
  exam_not_found: 404,
  registration_denied: 403,
  no_taken_exam: 409,
  already_registered: 409,
} as const;
const feeRefusals = {
  ...retakeRefusals,
  amount_changed: 409,
  card_declined: 402,
  card_partly_approved: 402,
  charge_unknown: 502,
  no_payment_method: 422,
} as const;

const bought = retake.extend({
  paymentMethod: orNull(PaymentMethod).describe('Only after a new card'),
});
const amount = dollarsIn.describe('The fee of the day; otherwise nothing is charged');

export const getRetakeFee = call({
  method: 'GET',
  path: '/api/admin/retakeFee',
  summary: 'What a retake that the vendor approved costs now',
  permission: 'retake.price',
  answer: z.object({ amount: dollars }),
});

export const makeVendorApprovedExamRetakeRegistration = call({
  method: 'POST',
  path: '/api/admin/makeVendorApprovedExamRetakeRegistration',
  keyed: true,
  summary: 'Registers a retake that the vendor approved, without credits and fee',
  permission: 'retake.make',
  onStudent: true,
  body: z.object({ examId: id }),
  answer: retake,
  refuses: retakeRefusals,
});

export const payRetakeFeeAndRegisterWithPaymentProfile = call({
  method: 'POST',
  path: '/api/admin/payRetakeFeeAndRegisterWithPaymentProfile',
  keyed: true,
  summary:
    'Registers a retake that the vendor approved for the retake fee, by a saved card of the ' +
    'student; declined, nothing remains',
  permission: 'retake.make',
  onStudent: true,
  card: 'saved',
  body: z.object({ examId: id, amount }),
  answer: bought,
  refuses: { ...feeRefusals, payment_method_not_found: 404 },
});

export const payRetakeFeeAndRegisterWithNewPaymentProfile = call({
  method: 'POST',
  path: '/api/admin/payRetakeFeeAndRegisterWithNewPaymentProfile',
  keyed: true,
  summary:
    'Registers a retake that the vendor approved for the retake fee, by a new card that is ' +
    'saved for the student',
  permission: 'retake.make',
  onStudent: true,
  card: 'new',
  body: z.object({ examId: id, amount }),
  answer: bought,
  refuses: { ...feeRefusals, card_fields_invalid: 422 },
});

export const changeExamToCourse = call({
  method: 'POST',
  path: '/api/admin/changeExamToCourse',
  keyed: true,
  summary: 'The open registration of an exam becomes one of its course version',
  description:
    'For students of college 269. No credits or money move; a booked session is given up, its ' +
    'payment held. Exam 525: tech support only.',
  permission: 'registration.change_to_course',
  onStudent: true,
  body: z.object({ examId: id.describe('The exam that is registered now') }),
  answer: z.object({ exam: Exam.describe('The course'), registrationId: z.int() }),
  refuses: {
    exam_not_found: 404,
    registration_not_found: 404,
    not_woodmont: 422,
    no_course_version: 409,
    already_started: 409,
  },
});
