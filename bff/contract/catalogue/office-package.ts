import * as z from 'zod';
import { call } from '../call.ts';
import { count, dollars, dollarsIn, id, lines, text } from '../types.ts';
import { namesWhatWasSeen, wrongTogether } from './as-seen.ts';
import { kept } from './office-exam.ts';

const maybe = z.string().nullable();

/** A package type as the office keeps it. */
export const OfficePackage = z
  .object({
    id: z.int(),
    number_of_credits: count,
    purchase_price: dollars.describe('In force now'),
    proctor_fee_price: dollars.describe('In force now'),
    is_default: z.boolean(),
    display_name: z.string(),
    description: maybe,
    internal_comment: maybe.describe('Never shown to a student'),
    no_additional_fees: z.boolean(),
    is_special_program: z.boolean(),
    seminary_study_tti_program_id: z.int().nullable(),
    year: z.int().nullable(),
    exams_allowed: z.array(z.int()).describe('Empty: all'),
    vendors_allowed: z.enum(['1,4', '3']).nullable().describe('null: all'),
    admin_only: z.boolean().describe('Given by the office, not sold'),
    ...kept,
    inUse: count.describe('How many were sold or given'),
  })
  .meta({ id: 'OfficePackage' });
export type OfficePackage = z.output<typeof OfficePackage>;

const credits = 'Credits must be 1 to 99.';

/** C-O24 */
export const savePackage = call({
  method: 'POST',
  path: '/api/office/savePackage',
  keyed: true,
  summary: 'Adds a package type, or changes one from the version that was seen',
  description:
    'What is left out is empty afterwards. Prices are set by setPrice; ' +
    'a new package brings its first ones. Credits, vendors and exams of one that was sold stay. ' +
    '`changed` brings the package as it is now.',
  permission: 'office_price.edit',
  body: z
    .object({
      id: id.optional().describe('Left out: a new package'),
      version: count.max(2_147_483_647).optional().describe('Of the package as it was seen'),
      purchasePrice: dollarsIn.max(5000, 'Price invalid').optional().describe('Of a new one'),
      proctorFeePrice: dollarsIn.max(5000, 'Price invalid').optional().describe('Of a new one'),
      number_of_credits: z.int({ error: credits }).min(1, credits).max(99, credits),
      is_default: z.boolean(),
      display_name: text(100, 'Name invalid'),
      description: lines(500).optional(),
      internal_comment: lines(500).optional(),
      no_additional_fees: z.boolean(),
      is_special_program: z.boolean(),
      seminary_study_tti_program_id: id.optional(),
      year: z.int({ error: 'Year invalid' }).min(2000).max(2200).optional(),
      exams_allowed: z.array(id).max(500),
      vendors_allowed: z.enum(['1,4', '3'], { error: 'Vendors invalid' }).optional(),
      admin_only: z.boolean(),
    })
    .superRefine((pack, context) => {
      namesWhatWasSeen(pack, context);
      const isNew = pack.id === undefined;
      for (const field of ['purchasePrice', 'proctorFeePrice'] as const)
        wrongTogether(context)(isNew !== (pack[field] !== undefined), [field], 'Price invalid');
    }),
  answer: z.object({ item: OfficePackage }),
  refuses: { package_not_found: 404, changed: 409, sold: 409 },
});
