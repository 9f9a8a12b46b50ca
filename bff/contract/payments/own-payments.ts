import * as z from 'zod';
import { call } from '../call.ts';
import { dollars, id, instant } from '../types.ts';
import { receiptYear } from './receipt-year.ts';

const OwnPayment = z
  .object({
    paymentId: id.describe('Of the payment, also where money of it went back'),
    kind: z.enum(['payment', 'refund']),
    date: instant,
    description: z.string().describe('What it was for'),
    amount: dollars.describe('Above zero; what went back too'),
    cardtype: z.string().nullable(),
    cc4digits: z.string().nullable(),
  })
  .meta({ id: 'OwnPayment' });
export type OwnPayment = z.output<typeof OwnPayment>;

export const getOwnPayments = call({
  method: 'POST',
  path: '/api/getOwnPayments',
  summary: 'What cards paid and what went back to them, newest first',
  description:
    'The own payments of the student who is signed in; not balances of schools and seminary ' +
    'study. `next` is the `before` of the next page.',
  permission: 'own_payment.list',
  onStudent: true,
  body: z.object({
    before: z
      .string()
      .regex(/^\d{1,14},\d{1,15},\d{1,15}$/, 'Must be the next of an answer')
      .optional()
      .describe('Rows after this place; without it the newest'),
    limit: z.int().min(1).max(50).default(20),
  }),
  answer: z.object({
    payments: z.array(OwnPayment),
    next: z.string().nullable().describe('null: these are the last'),
  }),
});

export const getOwnReceipt = call({
  method: 'POST',
  path: '/api/getOwnReceipt',
  summary: 'The own receipt of a year as a PDF file',
  description: 'As staff get it (C-A18). A year without payments gives a receipt that says so.',
  permission: 'own_payment.list',
  onStudent: true,
  body: z.object({ year: receiptYear }),
  answer: z.never(),
  file: 'application/pdf',
});

export const getPaymentReceipt = call({
  method: 'POST',
  path: '/api/getPaymentReceipt',
  summary: 'The receipt of one own payment as a PDF file, with what went back of it',
  permission: 'own_payment.list',
  onStudent: true,
  body: z.object({ paymentId: id.describe('OwnPayment.paymentId') }),
  answer: z.never(),
  file: 'application/pdf',
  refuses: { payment_not_found: 404 },
});
