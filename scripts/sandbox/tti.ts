import { type Request, type Response, Router } from 'express';
import * as z from 'zod';
import { bodyOf, fields, notFound, parameter, Refusal } from './partner-http.ts';
import type { Shelves } from './records/shelf.ts';

interface Program {
  studentProgramId: number;
  programId: number;
  name: string;
  /** First calendar year of the study year. */
  year: number;
  /** Dollars: the whole price, and the amount due when joining. */
  price: number;
  firstPart: number;
  woodmontOnly: boolean;
  refundable: boolean;
  notRefundableText: string | null;
  active: boolean;
}
interface Payment {
  studentPaymentId: number;
  reference: string;
  programId: number;
  addDate: string;
  /** Dollars; a refund is negative. */
  amount: number;
  paymentGateway: 'TTI' | 'TTINJ';
  paymentMethodType: 'CC' | 'ACH';
  last4: string;
  transId: string;
  refundOf: number | null;
}
/** A student in the records of the partner. Facts that it never received are null. */
export interface Student {
  studentId: string;
  reference: string;
  first: string;
  last: string;
  email: string;
  dob: string | null;
  collegeId: number | null;
  last4ssn: string | null;
  /** '1' men, '2' women */
  gender: '1' | '2' | null;
  phone: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  country: string | null;
  member: boolean;
  programs: Program[];
  payments: Payment[];
  paymentMethod: {
    paymentMethodType: 'CC' | 'ACH';
    last4: string;
    paymentGateway: 'TTI' | 'TTINJ';
  } | null;
}

const gateway = z.enum(['TTI', 'TTINJ']);
const method = z.enum(['CC', 'ACH']);
const dollars = z.number().min(0.01).max(100_000).multipleOf(0.01);
const program = z.object({
  programId: z.number().int().positive(),
  name: fields.text,
  year: z.number().int().min(2000).max(2100).optional(),
  price: dollars,
  firstPart: dollars.optional(),
  woodmontOnly: z.boolean().default(false),
  refundable: z.boolean().default(true),
  notRefundableText: z.string().max(300).nullable().default(null),
});
const known = fields.text.nullable().default(null);
const student = z.object({
  reference: fields.reference,
  /** An id of one's own choice, for demo data that others refer to. */
  studentId: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,20}$/)
    .optional(),
  first: fields.text,
  last: fields.text,
  email: fields.text,
  dob: fields.date.nullable().default(null),
  collegeId: z.number().int().nullable().default(null),
  last4ssn: fields.fourDigits.nullable().default(null),
  gender: z.enum(['1', '2']).nullable().default(null),
  phone: known,
  address: known,
  city: known,
  state: known,
  zip: known,
  country: known,
  programs: z.array(program).max(20).default([]),
});
const payment = z.object({
  reference: fields.reference,
  programId: z.number().int().positive(),
  amount: dollars,
  paymentGateway: gateway,
  paymentMethodType: method,
  last4: fields.fourDigits,
  transId: fields.reference,
});
const refund = z.object({
  reference: fields.reference,
  studentPaymentId: z.number().int().positive(),
  amount: dollars,
  transId: fields.reference,
});
const join = z.object({
  programId: z.number().int().positive(),
  membership: z.boolean().default(true),
});
const unjoin = z.object({
  studentProgramId: z.number().int().positive(),
  keepMembership: z.boolean(),
});
const paymentMethod = z.object({
  paymentMethodType: method,
  last4: fields.fourDigits,
  paymentGateway: gateway,
});

const cents = (amount: number) => Math.round(amount * 100);

/**
 * A study partner (TTI and MASPED speak alike): students, program interests, payments and
 * membership, under the name of its shelf.
 */
export function createStudyPartner(
  name: 'tti' | 'masped',
  firstId: number,
  shelves: Shelves,
  now: () => number,
): Router {
  const students = shelves.shelf<Student>(`${name}.students`, (one) => one.reference);
  const router = Router();
  const studentOf = (req: Request): Student => {
    const found = students.get(parameter(req, 'id'));
    if (!found) throw notFound('Student');
    return found;
  };
  const programOf = (one: Student, programId: number): Program => {
    const found = one.programs.findLast((item) => item.programId === programId);
    if (!found) throw new Refusal(404, 'no_interest', 'Seminary study program interest not found');
    return found;
  };
  const paid = (one: Student, programId: number) =>
    one.payments
      .filter((item) => item.programId === programId)
      .reduce((sum, item) => sum + cents(item.amount), 0) / 100;
  const leftOf = (one: Student, item: Payment) =>
    (cents(item.amount) +
      one.payments
        .filter((other) => other.refundOf === item.studentPaymentId)
        .reduce((sum, other) => sum + cents(other.amount), 0)) /
    100;
  const thisYear = () => new Date(now()).getUTCFullYear();
  const nextPayment = () =>
    9_001 + students.all().reduce((sum, one) => sum + one.payments.length, 0);
  const save = (one: Student) => students.put(one.studentId, one);

  router.post('/students', (req: Request, res: Response) => {
    const { programs, studentId: wanted, ...input } = bodyOf(student, req);
    const before = students.byKey(input.reference);
    if (!before && wanted !== undefined && students.get(wanted))
      throw new Refusal(409, 'taken', 'This student id is taken.');
    const studentId = before?.studentId ?? wanted ?? students.nextId('', firstId);
    const firstProgram = 5_001 + students.all().reduce((sum, one) => sum + one.programs.length, 0);
    const interests = programs.map(
      (item, index): Program => ({
        ...item,
        year: item.year ?? thisYear(),
        firstPart: item.firstPart ?? item.price,
        studentProgramId: firstProgram + index,
        active: true,
      }),
    );
    const kept = before ?? {
      member: false,
      payments: [],
      paymentMethod: null,
      programs: interests,
    };
    res
      .status(before ? 200 : 201)
      .json(save({ ...kept, ...input, studentId, programs: before ? before.programs : interests }));
  });
  router.get(
    '/students',
    (req, res) =>
      void res.json(
        students
          .all()
          .filter((one) => req.query.email === undefined || one.email === req.query.email),
      ),
  );
  router.get('/students/:id', (req, res) => void res.json(studentOf(req)));
  router.get('/students/:id/programs/:program', (req, res) => {
    const one = studentOf(req);
    const found = programOf(one, Number(req.params.program));
    res.json({
      ...found,
      totalPaid: paid(one, found.programId),
      payments: one.payments.filter((item) => item.programId === found.programId),
    });
  });
  router.post('/students/:id/programs', (req, res) => {
    const one = studentOf(req);
    const input = bodyOf(program, req);
    const studentProgramId =
      5_001 + students.all().reduce((sum, other) => sum + other.programs.length, 0);
    res.status(201).json(
      save({
        ...one,
        programs: [
          ...one.programs,
          {
            ...input,
            year: input.year ?? thisYear(),
            firstPart: input.firstPart ?? input.price,
            studentProgramId,
            active: true,
          },
        ],
      }),
    );
  });
  router.post('/students/:id/payments', (req, res) => {
    const one = studentOf(req);
    const input = bodyOf(payment, req);
    const before = one.payments.find((item) => item.reference === input.reference);
    if (before) return void res.json(before);
    programOf(one, input.programId);
    const added: Payment = {
      studentPaymentId: nextPayment(),
      ...input,
      addDate: new Date(now()).toISOString(),
      refundOf: null,
    };
    save({ ...one, payments: [...one.payments, added] });
    res.status(201).json(added);
  });
  router.post('/students/:id/refunds', (req, res) => {
    const one = studentOf(req);
    const input = bodyOf(refund, req);
    const before = one.payments.find((item) => item.reference === input.reference);
    if (before) return void res.json(before);
    const paidOnce = one.payments.find(
      (item) => item.studentPaymentId === input.studentPaymentId && item.refundOf === null,
    );
    if (!paidOnce) throw new Refusal(404, 'no_payments', 'No payments found for student.');
    const { refundable, notRefundableText } = programOf(one, paidOnce.programId);
    if (!refundable)
      throw new Refusal(
        409,
        'not_refundable',
        notRefundableText ?? 'This program is not refundable.',
      );
    if (cents(input.amount) > cents(leftOf(one, paidOnce)))
      throw new Refusal(422, 'refund_too_large', 'More than is left of the payment.');
    const { reference, transId } = input;
    const added: Payment = {
      ...paidOnce,
      studentPaymentId: nextPayment(),
      reference,
      transId,
      amount: -input.amount,
      addDate: new Date(now()).toISOString(),
      refundOf: paidOnce.studentPaymentId,
    };
    save({ ...one, payments: [...one.payments, added] });
    res.status(201).json(added);
  });
  router.get('/students/:id/refund-data/:program', (req, res) => {
    const one = studentOf(req);
    const { refundable, notRefundableText, programId } = programOf(one, Number(req.params.program));
    const payments = one.payments.filter((item) => item.programId === programId);
    res.json({
      refundable,
      message: refundable ? null : notRefundableText,
      maxRefund: paid(one, programId),
      payments,
    });
  });
  router.post('/students/:id/join', (req, res) => {
    const one = studentOf(req);
    const input = bodyOf(join, req);
    const found = programOf(one, input.programId);
    const programs = one.programs.map((item) =>
      item === found ? { ...item, active: true } : item,
    );
    const isNewMember = input.membership && !one.member;
    save({ ...one, programs, member: one.member || input.membership });
    res.json({ isNewMember, member: one.member || input.membership });
  });
  router.post('/students/:id/unjoin', (req, res) => {
    const one = studentOf(req);
    const input = bodyOf(unjoin, req);
    if (!one.programs.some((item) => item.studentProgramId === input.studentProgramId))
      throw new Refusal(404, 'no_interest', 'Seminary study program interest not found');
    const programs = one.programs.map((item) =>
      item.studentProgramId === input.studentProgramId ? { ...item, active: false } : item,
    );
    const member = input.keepMembership && one.member;
    save({ ...one, programs, member });
    res.json({ member, programs });
  });
  router.put(
    '/students/:id/payment-method',
    (req, res) =>
      void res.json(
        save({ ...studentOf(req), paymentMethod: bodyOf(paymentMethod, req) }).paymentMethod,
      ),
  );
  return router;
}
