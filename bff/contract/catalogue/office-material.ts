import * as z from 'zod';
import { call } from '../call.ts';
import { studyMaterialTypes } from '../exams/exam.ts';
import { day, queryId, text } from '../types.ts';
import { kept } from './office-exam.ts';

/** A study material as the office keeps it. */
export const OfficeMaterial = z
  .object({
    id: z.int(),
    examId: z.int(),
    subject: z.string().describe('Of its exam'),
    secularNumber: z.string(),
    vendorId: z.int(),
    vendor_name: z.string(),
    fileType: z.enum(studyMaterialTypes),
    displayTitle: z.string(),
    url: z.string().describe('Of a file the call that gives it'),
    fileName: z.string().nullable().describe('null: a link'),
    lastUpdatedDate: day.nullable(),
    fetched: z.boolean().describe('Comes from the vendor, and follows what the vendor lists'),
    ...kept,
    inUse: kept.inUse.describe('Open registrations of its exam'),
  })
  .meta({ id: 'OfficeMaterial' });
export type OfficeMaterial = z.output<typeof OfficeMaterial>;

const link = 'Please enter a link that begins with https://.';

/** C-O27 */
export const saveMaterial = call({
  method: 'POST',
  path: '/api/office/saveMaterial',
  keyed: true,
  summary: 'Adds a study material, or changes one of the office: a link, or a PDF',
  description:
    'JSON, or a form where a PDF is sent. A new one has a link or a file; ' +
    'of a change that has neither, what is there stays. Files are looked at for viruses, and ' +
    'given only to those who have registered the exam and to staff. ' +
    'Materials that were fetched from a vendor follow what the vendor lists.',
  permission: 'office_catalog.edit',
  body: z.object({
    id: queryId.optional().describe('Left out: a new material'),
    examId: queryId,
    fileType: z.enum(studyMaterialTypes, { error: 'Kind invalid' }),
    displayTitle: text(120, 'Title invalid'),
    url: z
      .url({ protocol: /^https$/, error: link })
      .max(500, 'At most 500 characters')
      .optional()
      .describe('https'),
  }),
  upload: {
    field: 'file',
    largest: 25 * 1024 * 1024,
    types: ['pdf'],
    kinds: 'PDF',
    optional: true,
  },
  answer: z.object({ item: OfficeMaterial }),
  refuses: {
    exam_not_found: 404,
    material_not_found: 404,
    fetched: 409,
    url_taken: 409,
    file_refused: 422,
    too_large: 413,
    wrong_type: 415,
  },
});
