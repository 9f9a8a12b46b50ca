import * as z from 'zod';
import { call } from '../call.ts';
import { Exam } from '../exams/exam.ts';
import { RegistrationResult, registrationRefusals } from '../exams/registration-result.ts';
import { PaymentMethod, SavedCard } from '../payments/cards.ts';
import { Charge } from '../payments/charges.ts';
import { CreditTotals, Package } from '../payments/credits.ts';
import { StudentPackage } from '../students/staff-student.ts';
import { dollars, dollarsIn, id, instant, orNull } from '../types.ts';

const chargeRefusals = {
  amount_changed: 409,
  card_declined: 402,
  card_partly_approved: 402,
  charge_pending: 409,
  charge_unknown: 502,
  no_payment_method: 422,
} as const;
export const buyRefusals = {
  ...chargeRefusals,
  buying_disabled: 403,
  registration_denied: 403,
} as const;
/** Of purchases at the price of a single credit. */
export const buyCreditsRefusals = {
  ...buyRefusals,
  price_not_set: 409,
} as const;
export const newCardRefusals = { card_fields_invalid: 422 } as const;
export const savedCardRefusals = { payment_method_not_found: 404 } as const;
const packageRefusals = { package_not_found: 404, package_inactive: 409 } as const;

const amount = dollarsIn.describe(
  'What the person agreed to pay; when it is not the sum that the server computes, nothing is ' +
    'charged',
);
const numberOfCredits = z.int().min(1).max(99);
const bought = CreditTotals.extend({
  successMessage: z.string(),
  paymentMethod: orNull(PaymentMethod),
});

export const purchasePackage = call({
  method: 'POST',
  path: '/api/admin/purchasePackage',
  keyed: true,
  summary: 'Assigns a package to a student without a charge',
  permission: 'package.assign',
  onStudent: true,
  body: z.object({ packageId: id }),
  answer: CreditTotals.extend({ successMessage: z.string(), studentPackage: StudentPackage }),
  refuses: {
    ...packageRefusals,
    package_not_for_student: 422,
    buying_disabled: 403,
    registration_denied: 403,
  },
});

export const purchasePackageWithProfile = call({
  method: 'POST',
  path: '/api/purchasePackageWithProfile',
  keyed: true,
  summary: 'Buys a package with a saved card',
  permission: 'credit.buy',
  onStudent: true,
  card: 'saved',
  body: z.object({ packageId: id, amount }),
  answer: bought,
  refuses: { ...packageRefusals, ...savedCardRefusals, ...buyRefusals },
});

export const purchasePackageWithNewProfile = call({
  method: 'POST',
  path: '/api/purchasePackageWithNewProfile',
  keyed: true,
  summary: 'Saves a card and buys a package with it',
  permission: 'credit.buy',
  onStudent: true,
  card: 'new',
  body: z.object({ packageId: id, amount }),
  answer: bought,
  refuses: { ...packageRefusals, ...newCardRefusals, ...buyRefusals },
});

export const purchaseCredits = call({
  method: 'POST',
  path: '/api/purchaseCredits',
  keyed: true,
  summary: 'Saves a card and buys single credits with it (1 to 8; staff 1 to 99)',
  permission: 'credit.buy',
  onStudent: true,
  card: 'new',
  body: z.object({ numberOfCredits, amount }),
  answer: bought,
  refuses: { ...newCardRefusals, ...buyCreditsRefusals },
});

export const purchaseCreditsWithProfile = call({
  method: 'POST',
  path: '/api/purchaseCreditsWithProfile',
  keyed: true,
  summary: 'Buys single credits with a saved card (1 to 8; staff 1 to 99)',
  permission: 'credit.buy',
  onStudent: true,
  card: 'saved',
  body: z.object({ numberOfCredits, amount }),
  answer: bought,
  refuses: { ...savedCardRefusals, ...buyCreditsRefusals },
});

export const getPaymentMethods = call({
  method: 'GET',
  path: '/api/getPaymentMethods',
  summary: 'Saved cards, newest first; the page shows the default one first',
  permission: 'card.list',
  onStudent: true,
  answer: z.array(PaymentMethod),
});

export const submitPaymentAndGetExam = call({
  method: 'POST',
  path: '/api/submitPaymentAndGetExam',
  keyed: true,
  summary: 'BUY in the exam list, with a saved card: buys credits, then registers the exam',
  permission: 'registration.make',
  onStudent: true,
  card: 'saved',
  body: z.object({ examId: id, numberOfCredits, amount }),
  answer: RegistrationResult,
  refuses: {
    ...registrationRefusals,
    too_few_credits: 422,
    ...savedCardRefusals,
    ...buyCreditsRefusals,
  },
});

export const purchasePackageAndRegister = call({
  method: 'POST',
  path: '/api/purchasePackageAndRegister',
  keyed: true,
  summary: 'BUY in the exam list, with a new card: saves it, buys credits, then registers the exam',
  permission: 'registration.make',
  onStudent: true,
  card: 'new',
  body: z.object({ examId: id, numberOfCredits, amount }),
  answer: RegistrationResult,
  refuses: {
    ...registrationRefusals,
    too_few_credits: 422,
    ...newCardRefusals,
    ...buyCreditsRefusals,
  },
});

const feeBody = z.object({
  examId: id,
  registrationId: id.describe('A registration of that exam'),
  sessionId: id
    .optional()
    .describe('The session about to be booked: its place is held for 10 minutes'),
  proctorFee: dollarsIn.describe(
    'proctor_fee_price, or proctor_fee_if_moved before leaving a session, or 0 for the extra ' +
      'fee only',
  ),
  amount: amount.describe('proctorFee and the extra fee if it is owed'),
});
const feesPaid = z.object({
  exam: Exam,
  registrationId: z.int(),
  proctorFee: dollars.describe('Still due'),
  holdUntil: instant.nullable(),
  successMessage: z.string(),
});
/**
 * A named session must be bookable, fees apart, so that no student pays for a place that they
 * cannot get.
 */
export const placeRefusals = {
  session_not_found: 404,
  call_office: 403,
  office_only: 403,
  session_called_off: 409,
  session_closed: 409,
  session_booked_up: 409,
  session_too_short: 409,
  no_room_for_accommodation: 409,
  session_full: 409,
  time_overlap: 409,
  online_only: 409,
  course_not_completed: 409,
} as const;
const feeRefusals = {
  ...chargeRefusals,
  registration_closed: 409,
  registration_not_found: 404,
  ...placeRefusals,
} as const;

export const payProctorFee = call({
  method: 'POST',
  path: '/api/payProctorFee',
  keyed: true,
  summary: 'Pays the fees of a registration with a new card; books nothing',
  permission: 'fee.pay',
  onStudent: true,
  card: 'new',
  body: feeBody,
  answer: feesPaid.extend({ paymentMethod: orNull(PaymentMethod) }),
  refuses: { ...feeRefusals, ...newCardRefusals },
});

export const payProctorFeeWithPaymentProfile = call({
  method: 'POST',
  path: '/api/payProctorFeeWithPaymentProfile',
  keyed: true,
  summary: 'Pays the fees of a registration with a saved card; books nothing',
  permission: 'fee.pay',
  onStudent: true,
  card: 'saved',
  body: feeBody,
  answer: feesPaid.extend({ paymentMethod: z.null() }),
  refuses: { ...feeRefusals, ...savedCardRefusals },
});

export const saveCreditCard = call({
  method: 'POST',
  path: '/api/saveCreditCard',
  keyed: true,
  summary: 'Saves a card without a charge',
  permission: 'card.edit',
  onStudent: true,
  card: 'new',
  answer: z.object({ paymentMethod: PaymentMethod, paymentMethods: z.array(PaymentMethod) }),
  refuses: { card_refused: 402, too_many_cards: 409, ...newCardRefusals, no_payment_method: 422 },
});

const ccId = SavedCard.shape.ccId;
const cardsLeft = z.object({ paymentMethods: z.array(PaymentMethod).describe('Newest first') });

export const removePaymentMethod = call({
  method: 'POST',
  path: '/api/removePaymentMethod',
  keyed: true,
  summary: 'Removes a saved card, here and at the card processor',
  permission: 'card.edit',
  onStudent: true,
  body: z.object({ ccId }),
  answer: cardsLeft,
  refuses: { ...savedCardRefusals, card_in_use: 409 },
});

export const setDefaultPaymentMethod = call({
  method: 'POST',
  path: '/api/setDefaultPaymentMethod',
  summary: 'Makes a saved card the one that is offered first',
  permission: 'card.edit',
  onStudent: true,
  body: z.object({ ccId }),
  answer: cardsLeft,
  refuses: { ...savedCardRefusals, card_expired: 409 },
});

export const getPackagesTypesToDisplay = call({
  method: 'GET',
  path: '/api/getPackagesTypesToDisplay',
  summary: 'Packages on sale',
  permission: 'catalog.list',
  answer: z.object({
    packages: z.array(Package),
    adminOnlyPackages: z
      .array(Package)
      .describe('For admins and advisor admins; empty for everybody else'),
    canAssign: z
      .boolean()
      .optional()
      .describe('Staff only: whether the caller may assign packages without a charge'),
  }),
});

export const getAdminOnlyPackages = call({
  method: 'GET',
  path: '/api/admin/getAdminOnlyPackages',
  summary: 'Packages that only the office gives or sells, by name (C-A20)',
  permission: 'office_package.list',
  answer: z.array(Package),
});

/** C-A21 */
export const getSpecialPackageTypes = call({
  method: 'GET',
  path: '/api/admin/getSpecialPackageTypes',
  summary: 'Packages of special programs, by name: for the registrations report',
  permission: 'office_package.list',
  answer: z.array(z.object({ id: z.int(), displayName: z.string() })),
});

const noAmount = 'Please enter an amount.';

export const chargeRefund = call({
  method: 'POST',
  path: '/api/admin/chargeRefund',
  keyed: true,
  summary: 'Gives money of a charge back to its card; the credits that it bought stay',
  description:
    "Charges of type '2' by tech support only, all others by super admins only. " +
    'A refund without an answer is checked, never repeated.',
  permission: 'charge.refund',
  body: z.object({
    chargeId: id,
    refundAmt: z
      .number({ error: noAmount })
      .refine((dollars) => dollarsIn.safeParse(dollars).success && dollars >= 0.01, noAmount),
    student_id: id.optional().describe('The student whose charge it must be'),
  }),
  answer: z.object({
    charges: z.array(Charge).describe('All charges of the student, newest first'),
  }),
  refuses: {
    charge_not_found: 404,
    tech_support_only: 403,
    not_refundable: 409,
    refund_too_large: 422,
    charge_not_settled: 409,
    refund_failed: 502,
    charge_unknown: 502,
  },
});
