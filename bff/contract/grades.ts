import * as z from 'zod';
import { call } from './call.ts';
import { count } from './types.ts';

/** Kinds of files that a batch may be, by the end of their names. R-345. */
export const batchFileTypes = ['csv', 'xlsx', 'zip', 'pdf', 'jpg', 'jpeg', 'png'] as const;
/** The largest file that staff may upload, in bytes. R-344. */
export const largestStaffFile = 25 * 1024 * 1024;

export const uploadPaperExams = call({
  method: 'POST',
  path: '/api/admin/uploadPaperExams',
  summary: 'An exam batch: papers that are back, and their grades; all or nothing',
  description:
    'A table (CSV, XLSX) with a row for each paper, a ZIP of scans named after their registrations (with a table named batch or without), or one scan. The same file again changes nothing.',
  access: ['superAdmin'],
  keyed: true,
  upload: { field: 'exam_papers_file', largest: largestStaffFile, types: batchFileTypes, kinds: 'CSV, XLSX, ZIP, PDF, JPG or PNG' },
  answer: z.object({
    feedback: z.array(z.string()).describe('One sentence each, first a summary'),
    rows: count,
    updated: count,
    unchanged: count,
    batchIds: z.array(z.int()),
  }),
  refuses: { file_rows_invalid: 422, too_large: 413, wrong_type: 415 },
});
