import * as z from 'zod';
import { call } from '../call.ts';
import { largestStaffFile } from '../exams/grades.ts';
import { TableReport } from '../table-report.ts';
import { count, flag } from '../types.ts';

const importWhats = ['add', 'change', 'retire', 'same', 'error'] as const;

/** The change of a row of a table, previewed or done. */
export const ImportRow = z
  .object({
    row: z.int().describe('As the table counts them'),
    id: z.int().nullable().describe('Of the exam or price; null: a new one'),
    what: z.enum(importWhats),
    changes: z.array(z.object({ field: z.string(), from: z.string(), to: z.string() })),
    text: z.string().describe('What it is, or what is wrong with it'),
  })
  .meta({ id: 'CatalogueImportRow' });
export type ImportRow = z.output<typeof ImportRow>;

/** C-O31 */
export const importCatalogue = call({
  method: 'POST',
  path: '/api/office/importCatalogue',
  keyed: true,
  summary: 'A table of exams or prices: says what it would change, or changes it; all rows or none',
  description:
    'CSV or XLSX of at most 5,000 rows, by the columns of the exported file; ' +
    'those that are missing change nothing. An exam is matched by id, else by vendor and ' +
    'secularNumber. With dryRun nothing is changed; without it what was previewed is what is ' +
    'done. Prices by those who hold office_price.edit.',
  permission: 'office_catalog.edit',
  body: z
    .object({
      part: z.enum(['exams', 'prices'], { error: 'part invalid' }),
      dryRun: flag,
      previewHash: z
        .string({ error: 'previewHash invalid' })
        .max(64, 'previewHash invalid')
        .optional()
        .describe('Of the dry run; required without dryRun'),
    })
    .refine(({ dryRun, previewHash }) => dryRun || previewHash !== undefined, {
      path: ['previewHash'],
      error: 'previewHash invalid',
    }),
  upload: {
    field: 'catalogue_file',
    largest: largestStaffFile,
    types: ['csv', 'xlsx'],
    kinds: 'CSV or XLSX',
  },
  answer: z.object({
    previewHash: z.string(),
    rows: z.array(ImportRow),
    counts: z.object({ add: count, change: count, retire: count, same: count, error: count }),
    ignoredColumns: z.array(z.string()),
    report: TableReport.nullable().describe('null only while the portal is updated'),
  }),
  refuses: {
    preview_outdated: 409,
    file_rows_invalid: 422,
    file_refused: 422,
    too_large: 413,
    wrong_type: 415,
  },
});
