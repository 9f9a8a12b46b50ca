import * as z from 'zod';
import { call } from '../call.ts';
import { TableReport } from '../table-report.ts';
import { count } from '../types.ts';
import { fingerprint, looking } from './uploads.ts';

/** Kinds of files that a batch may be, by the end of their names. R-345. */
export const batchFileTypes = ['csv', 'xlsx', 'zip', 'pdf', 'jpg', 'jpeg', 'png'] as const;
/** The largest file that staff may upload, in bytes. R-344. */
export const largestStaffFile = 25 * 1024 * 1024;

/** The effect of a batch, row by row. */
export const BatchPreview = z
  .object({
    rows: z.array(
      z.object({
        place: z.string().describe("'row 7', or the name of a scan"),
        outcome: z.enum(['graded', 'taken', 'updated', 'unchanged', 'wrong']),
        registrationId: z.int().nullable(),
        student: z.string().nullable(),
        exam: z.string().nullable(),
        changes: z.array(z.string()),
        problem: z.string().nullable().describe('Why the row is wrong'),
      }),
    ),
    wrong: count.describe('Rows with errors; nothing is saved while there are any'),
    fingerprint,
    report: TableReport.nullable().describe('null: the file holds scans only'),
  })
  .meta({ id: 'BatchPreview' });
export type BatchPreview = z.output<typeof BatchPreview>;

export const uploadPaperExams = call({
  method: 'POST',
  path: '/api/admin/uploadPaperExams',
  keyed: true,
  summary: 'An exam batch: papers that are back, and their grades; all or nothing',
  description:
    'A table (CSV, XLSX) with a row for each paper, a ZIP of scans named after their ' +
    'registrations (with a table named batch or without), or one scan. ' +
    'The same file again changes nothing. With preview nothing is saved: what is counted would ' +
    'be so, and rows that are wrong stand among the others.',
  permission: 'grade.upload',
  body: z.object(looking),
  upload: {
    field: 'exam_papers_file',
    largest: largestStaffFile,
    types: batchFileTypes,
    kinds: 'CSV, XLSX, ZIP, PDF, JPG or PNG',
  },
  answer: z.object({
    feedback: z.array(z.string()).describe('One sentence each, first a summary'),
    rows: count,
    updated: count,
    unchanged: count,
    batchIds: z.array(z.int()),
    preview: BatchPreview.optional(),
  }),
  refuses: { file_rows_invalid: 422, file_refused: 422, too_large: 413, wrong_type: 415 },
});
