import * as z from 'zod';
import { call } from '../call.ts';
import { TableReport } from '../table-report.ts';
import { count, day } from '../types.ts';
import { largestStaffFile } from './grades.ts';
import { fingerprint, looking } from './uploads.ts';

/** The matches of an invoice, row by row. */
export const InvoicePreview = z
  .object({
    rows: z.array(
      z.object({
        place: z.string().describe("'row 7'"),
        outcome: z.enum(['matched', 'unmatched', 'wrong']),
        lastName: z.string().nullable().describe('As the file has it; null: cannot be read'),
        firstName: z.string().nullable(),
        examCode: z.string().nullable(),
        examDate: day.nullable(),
        amount: z.number().nullable().describe('Dollars'),
        match: z.string().nullable().describe("'Registration 12' or 'Seminary exam 5'"),
        problem: z.string().nullable().describe('Why it matches nothing, or what is wrong'),
      }),
    ),
    wrong: count.describe('Rows with errors; nothing is saved while there are any'),
    fingerprint,
    report: TableReport.nullable().describe('null: a PDF is not read'),
  })
  .meta({ id: 'InvoicePreview' });
export type InvoicePreview = z.output<typeof InvoicePreview>;

/** C-A67 */
export const uploadTalInvoice = call({
  method: 'POST',
  path: '/api/admin/uploadTalInvoice',
  keyed: true,
  summary: 'An invoice of TAL, compared with registrations and seminary exams',
  description:
    'A table (CSV, XLSX) with a row for each line, or a PDF, which is kept and not read. ' +
    'Lines that match nothing are kept as such. The same number or the same file again is ' +
    'refused. With preview nothing is saved: what is counted would be so, and rows that are ' +
    'wrong stand among the others.',
  permission: 'invoice.upload',
  body: z.object(looking),
  upload: {
    field: 'tal_invoice',
    largest: largestStaffFile,
    types: ['csv', 'xlsx', 'pdf'],
    kinds: 'CSV, XLSX or PDF',
    instead: { xls: 'Please save it as XLSX.' },
  },
  answer: z.object({
    message: z.string(),
    matched: count,
    unmatched: count,
    unmatchedRows: z.array(
      z.object({
        row: z.int().describe('As the file counts its rows'),
        reason: z.string(),
      }),
    ),
    preview: InvoicePreview.optional(),
  }),
  refuses: {
    invoice_exists: 409,
    file_rows_invalid: 422,
    file_refused: 422,
    too_large: 413,
    wrong_type: 415,
  },
});
