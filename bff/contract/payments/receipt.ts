import * as z from 'zod';
import { call } from '../call.ts';
import { endpoints } from '../endpoints.ts';
import { receiptYears } from './receipt-years.ts';

const noYear = 'Please choose a year.';

/** C-A18 */
export const getReceipt = call({
  ...endpoints.getReceipt,
  summary: 'The receipt of a year as a PDF file',
  description:
    'Charges, refunds and packages of the office in a year of New York; not balances of schools and seminary study. A year without any gives a receipt that says so.',
  permission: 'receipt.read',
  onStudent: true,
  body: z.object({
    year: z
      .union(
        [
          z.int(),
          z
            .string()
            .regex(/^\d{4}$/)
            .transform(Number),
        ],
        { error: noYear },
      )
      .refine((year) => receiptYears(new Date()).includes(year), noYear)
      .describe('The current one of New York or one of the four before'),
  }),
  answer: z.never(),
  file: 'application/pdf',
  refuses: { student_not_found: 404 },
});
