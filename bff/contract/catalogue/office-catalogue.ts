import * as z from 'zod';
import { call } from '../call.ts';
import { count, flag, id, text } from '../types.ts';
import { OfficeExam } from './office-exam.ts';
import { OfficeMaterial } from './office-material.ts';
import { OfficePackage } from './office-package.ts';
import { OfficeLocation, OfficeVendor } from './office-places.ts';
import { OfficePrice } from './office-price.ts';

/** Sections of the catalogue, as tabs of its page. */
export const catalogueParts = [
  'exams',
  'packages',
  'prices',
  'vendors',
  'locations',
  'materials',
] as const;
export type CataloguePart = (typeof catalogueParts)[number];

/** The version of something as it was seen; of 64 bits in the database, of 53 here. */
export const version = count.max(Number.MAX_SAFE_INTEGER);

/** C-O22 */
export const getCatalogue = call({
  method: 'GET',
  path: '/api/office/catalogue',
  summary: 'A part of the catalogue, as the office keeps it',
  description: 'Packages, prices and vendors for those who hold office_price.list.',
  permission: 'office_catalog.list',
  query: z
    .object({
      part: z.enum(catalogueParts, { error: 'part invalid' }),
      retired: flag.optional().describe('What is not offered any more, too'),
      search: text(100).optional(),
      format: z
        .enum(['json', 'xlsx'], { error: 'format invalid' })
        .optional()
        .describe('xlsx: a file of exams or prices, by the names that an import reads'),
    })
    .refine(({ part, format }) => format !== 'xlsx' || part === 'exams' || part === 'prices', {
      path: ['format'],
      error: 'format invalid',
    }),
  file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  answer: z.discriminatedUnion('part', [
    z.object({ part: z.literal('exams'), items: z.array(OfficeExam) }),
    z.object({ part: z.literal('packages'), items: z.array(OfficePackage) }),
    z.object({ part: z.literal('prices'), items: z.array(OfficePrice) }),
    z.object({ part: z.literal('vendors'), items: z.array(OfficeVendor) }),
    z.object({ part: z.literal('locations'), items: z.array(OfficeLocation) }),
    z.object({ part: z.literal('materials'), items: z.array(OfficeMaterial) }),
  ]),
});

/** C-O29 */
export const retireFromCatalogue = call({
  method: 'POST',
  path: '/api/office/retire',
  keyed: true,
  summary: 'Takes something off what is offered, or brings it back; what was sold goes on',
  description:
    'Packages and vendors by those who hold office_price.edit. ' +
    'A material that comes from its vendor follows what the vendor lists.',
  permission: 'office_catalog.edit',
  body: z.object({
    part: z.enum(['exams', 'packages', 'vendors', 'locations', 'materials'], {
      error: 'part invalid',
    }),
    id,
    version,
    active: z.boolean().describe('true: it is brought back'),
  }),
  answer: z.discriminatedUnion('part', [
    z.object({ part: z.literal('exams'), item: OfficeExam }),
    z.object({ part: z.literal('packages'), item: OfficePackage }),
    z.object({ part: z.literal('vendors'), item: OfficeVendor }),
    z.object({ part: z.literal('locations'), item: OfficeLocation }),
    z.object({ part: z.literal('materials'), item: OfficeMaterial }),
  ]),
  refuses: {
    exam_not_found: 404,
    package_not_found: 404,
    vendor_not_found: 404,
    location_not_found: 404,
    material_not_found: 404,
    changed: 409,
    code_taken: 409,
    is_default: 409,
    vendor_in_use: 409,
    coming_sessions: 409,
    fetched: 409,
  },
});
