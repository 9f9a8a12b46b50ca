import { askPartner } from '@portal/kit/partners/ask-partner';
import { z } from 'zod';

const dollars = z.number().transform((amount) => Math.round(amount * 100));
const gateway = z.enum(['TTI', 'TTINJ']);
const method = z.enum(['CC', 'ACH']);
const said = z.string().max(300).nullish();

const Payment = z.object({
  studentPaymentId: z.int(),
  reference: z.string(),
  programId: z.int(),
  addDate: z.iso.datetime({ offset: true }),
  amount: dollars,
  paymentGateway: gateway,
  paymentMethodType: method,
  refundOf: z.int().nullish(),
});
/** A payment as TTI lists it, in cents; a refund is below zero. */
export type TtiPayment = z.output<typeof Payment>;

const Program = z.object({
  studentProgramId: z.int(),
  programId: z.int(),
  name: z.string().min(1).max(300),
  /** First calendar year of the study year. */
  year: z.int().nullish(),
  price: dollars,
  firstPart: dollars,
  woodmontOnly: z.boolean(),
  refundable: z.boolean(),
  notRefundableText: said,
  active: z.boolean(),
});
/** A student's interest in a programme: prices in cents. */
export type TtiProgram = z.output<typeof Program>;

const Student = z.object({
  studentId: z.string().min(1),
  first: z.string(),
  last: z.string(),
  email: said,
  dob: said,
  collegeId: z.int().nullish(),
  last4ssn: said,
  gender: said,
  phone: said,
  address: said,
  city: said,
  state: said,
  zip: said,
  country: said,
  member: z.boolean(),
  programs: z.array(Program).max(100),
  payments: z.array(Payment).max(10_000),
});
/** A student as TTI reports them. */
export type TtiStudent = z.output<typeof Student>;

const nothing = z.unknown();
const ask = <T>(
  verb: 'GET' | 'POST' | 'PUT',
  studentId: string,
  path: string,
  answer: z.ZodType<T>,
  body?: unknown,
): Promise<T> =>
  askPartner({
    partner: 'tti',
    method: verb,
    url: `${process.env.TTI_URL}/students/${encodeURIComponent(studentId)}${path}`,
    answer,
    ...(body === undefined ? {} : { body }),
  });

/**
 * Returns the student with their programmes and payments. Throws PartnerError, with the code
 * not_found for a student that TTI does not know.
 */
export const findStudent = (studentId: string): Promise<TtiStudent> =>
  ask('GET', studentId, '', Student);

/** Reports a payment, once a reference; returns TTI's own id of it. Throws PartnerError. */
export async function reportPayment(
  studentId: string,
  payment: {
    reference: string;
    programId: number;
    amountCents: number;
    gateway: string;
    method: string;
    last4: string;
    transactionId: string;
  },
): Promise<number> {
  const { reference, programId, amountCents, last4, transactionId: transId } = payment;
  const details = { reference, programId, amount: amountCents / 100, last4, transId };
  const body = { ...details, paymentGateway: payment.gateway, paymentMethodType: payment.method };
  return (await ask('POST', studentId, '/payments', Payment, body)).studentPaymentId;
}

/**
 * Reports a refund of one payment, once a reference; returns TTI's own id of it. Throws
 * PartnerError.
 */
export async function reportRefund(
  studentId: string,
  refund: {
    reference: string;
    paymentPartnerId: number;
    amountCents: number;
    transactionId: string;
  },
): Promise<number> {
  const {
    reference,
    paymentPartnerId: studentPaymentId,
    amountCents,
    transactionId: transId,
  } = refund;
  const body = { reference, studentPaymentId, amount: amountCents / 100, transId };
  return (await ask('POST', studentId, '/refunds', Payment, body)).studentPaymentId;
}

/**
 * Reports that a student takes part in a programme, and becomes a member if requested; a repeat is
 * no error. Throws PartnerError.
 */
export const reportJoin = async (
  studentId: string,
  programId: number,
  membership: boolean,
): Promise<void> =>
  void (await ask('POST', studentId, '/join', nothing, { programId, membership }));

/**
 * Reports that a student leaves a programme, and ends their membership unless it is kept; a repeat
 * is no error. Throws PartnerError.
 */
export const reportUnjoin = async (
  studentId: string,
  studentProgramId: number,
  keepMembership: boolean,
): Promise<void> =>
  void (await ask('POST', studentId, '/unjoin', nothing, { studentProgramId, keepMembership }));

/** Reports the student's current method of payment. Throws PartnerError. */
export const reportMethod = async (
  studentId: string,
  { type, last4, account }: { type: string; last4: string; account: string },
): Promise<void> =>
  void (await ask('PUT', studentId, '/payment-method', nothing, {
    paymentMethodType: type,
    last4,
    paymentGateway: account,
  }));
