import * as z from 'zod';
import { call } from '../call.ts';
import { receiptYear } from './receipt-year.ts';

/** C-A18 */
export const getReceipt = call({
  method: 'POST',
  path: '/api/admin/get_pdf',
  summary: 'The receipt of a year as a PDF file',
  description:
    'Charges, refunds and packages of the office in a year of New York; ' +
    'not balances of schools and seminary study. A year without any gives a receipt that says ' +
    'so.',
  permission: 'receipt.read',
  onStudent: true,
  body: z.object({
    year: receiptYear,
  }),
  answer: z.never(),
  file: 'application/pdf',
  refuses: { student_not_found: 404 },
});
