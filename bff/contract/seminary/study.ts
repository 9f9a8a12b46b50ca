import * as z from 'zod';
import { call } from '../call.ts';
import { day, dollars, dollarsIn, flag, id, orNull, text } from '../types.ts';

const notRecognized = '"PaymentTo" not recognized.';
const paymentTo = z
  .string({ error: notRecognized })
  .max(20, notRecognized)
  .describe('TTI or TTINJ: the account that is paid');
const ttiStudentId = z
  .union([id.transform(String), text(50, 'Must be an id of TTI')], {
    error: 'Must be an id of TTI',
  })
  .describe("TTI's id of the student; a student may name her own only");
const saidBy = text(200).optional().describe('Kept for information; who did it is the session');

export const TtiPaymentMethod = z
  .object({
    PaymentMethodType: z.enum(['CC', 'ACH']),
    CardLast4: z.string().nullable(),
    AccountLast4: z.string().nullable(),
  })
  .meta({ id: 'TtiPaymentMethod' });
export type TtiPaymentMethod = z.output<typeof TtiPaymentMethod>;

export const TtiPayment = z
  .object({
    StudentPaymentId: z.int(),
    AddDate: day,
    Amount: dollars.describe('Below zero: a refund'),
    PaymentGateway: z.enum(['TTI', 'TTINJ']),
    PaymentMethodType: z.enum(['CC', 'ACH']),
  })
  .meta({ id: 'TtiPayment' });
export type TtiPayment = z.output<typeof TtiPayment>;

const known = {
  no_student: 404,
  no_interest: 404,
  not_woodmont: 422,
  partner_failed: 502,
} as const;
const found = { ...known, payment_to_unknown: 422 } as const;
const charged = {
  amount_changed: 409,
  card_declined: 402,
  card_partly_approved: 402,
  charge_pending: 409,
  charge_unknown: 502,
} as const;
const methodTaken = {
  card_fields_invalid: 422,
  ach_not_available: 422,
  too_many_cards: 409,
} as const;
const messages = z.array(z.string());

export const getTTIStudentInfo = call({
  method: 'POST',
  path: '/api/getTTIStudentInfo',
  summary: 'What a student of TTI has to pay for a programme of seminary study, and has paid',
  permission: 'study.join',
  body: z.object({
    student_id: ttiStudentId,
    programId: id,
    isSecondPayment: flag.optional(),
    fullJoin: flag.optional(),
    isRefund: flag.optional(),
    paymentTo: paymentTo.optional(),
  }),
  answer: z.object({
    student: z.object({ First: z.string(), Last: z.string() }),
    amount: dollars.describe('Due now'),
    programs: z.array(z.object({ ProgramId: z.int(), Name: z.string() })),
    programName: z.string(),
    totalPaid: dollars,
    currentPaymentMethod: orNull(TtiPaymentMethod),
    warning: z.string().nullable(),
  }),
  refuses: { ...found, no_payments: 404 },
});

export const chargeAndJoin = call({
  method: 'POST',
  path: '/api/tti/chargeAndJoin',
  keyed: true,
  summary: 'Pays for seminary study and joins the programme',
  description:
    'With chargeCurrentPaymentMethod the current payment method is charged, else the card or ' +
    'bank account of the body.',
  permission: 'study.join',
  card: 'study',
  body: z.object({
    chargeCurrentPaymentMethod: flag.optional(),
    amount: dollarsIn.describe(
      'What the person agreed to pay; when it is not the sum that is due, nothing is charged',
    ),
    ttiStudentId,
    programId: id,
    programName: text(300).optional(),
    chargedBy: saidBy,
    userName: saidBy,
    fullJoin: flag.optional().describe('The whole price, and membership'),
    paymentTo,
  }),
  answer: z.object({
    isNewMember: z.boolean(),
    currentPaymentMethod: TtiPaymentMethod,
    messages,
    payment: TtiPayment,
  }),
  refuses: {
    ...found,
    ...charged,
    ...methodTaken,
    already_paid: 409,
    email_in_use: 409,
    no_payment_method: 409,
  },
});

export const refundAndUnjoin = call({
  method: 'POST',
  path: '/api/tti/refundAndUnjoin',
  keyed: true,
  summary:
    'Gives money of seminary study back, newest payment first, and ends programme and membership',
  permission: 'study.refund',
  body: z.object({
    ttiStudentId,
    studentProgramId: id,
    programId: id,
    userName: saidBy,
    keepMembership: flag,
    requestedRefundAmount: dollarsIn.min(0.01, 'Must be above 0'),
  }),
  answer: z.object({
    payments: z.array(TtiPayment),
    errors: z.array(z.string()).describe('Which payment was not given back, and why'),
  }),
  refuses: {
    no_student: 404,
    no_payments: 404,
    not_refundable: 409,
    refund_too_large: 422,
    charge_pending: 409,
    partner_failed: 502,
  },
});

export const secondPayment = call({
  method: 'POST',
  path: '/api/tti/secondPayment',
  keyed: true,
  summary: 'Charges what is still due of seminary study with the current payment method',
  permission: 'study.refund',
  body: z.object({
    ttiStudentId,
    user: saidBy,
    programId: id.optional().describe('Needed when several programmes are open'),
    amount: dollarsIn.optional(),
  }),
  answer: z.object({
    success: z.literal(true),
    payment: TtiPayment,
    payments: z.array(TtiPayment),
    messages,
  }),
  refuses: { ...known, ...charged, no_payments: 404, nothing_due: 409, no_payment_method: 409 },
});

export const addPaymentMethod = call({
  method: 'POST',
  path: '/api/tti/addPaymentMethod',
  keyed: true,
  summary: 'Saves a card or bank account as the current payment method; charges nothing',
  permission: 'study.join',
  card: 'newStudy',
  body: z.object({
    ttiStudentId,
    programId: id.optional(),
    paymentTo,
    isSecondPayment: flag.optional(),
    userName: saidBy,
  }),
  answer: z.object({ currentPaymentMethod: TtiPaymentMethod, messages }),
  refuses: { ...found, ...methodTaken, card_refused: 402, no_payment_method: 422 },
});

export const getRefundData = call({
  method: 'POST',
  path: '/api/tti/getRefundData',
  summary: 'What was paid for seminary study and what of it can be given back',
  permission: 'study.refund',
  body: z.object({ ttiStudentId, programId: id, studentProgramId: id }),
  answer: z.object({
    payments: z.array(TtiPayment),
    refundable: z.boolean(),
    message: z.string().nullable().describe('Why not, in the words of TTI'),
    maxRefund: dollars,
  }),
  refuses: { no_student: 404, no_payments: 404, partner_failed: 502 },
});
