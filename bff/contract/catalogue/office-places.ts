import * as z from 'zod';
import { call } from '../call.ts';
import { clock } from '../sessions/office-sessions.ts';
import { count, id, phone, text, time } from '../types.ts';
import { namesWhatWasSeen } from './as-seen.ts';
import { kept } from './office-exam.ts';

const maybe = z.string().nullable();

/** Whose exams they are. */
export const OfficeVendor = z
  .object({
    id: z.int(),
    name: z.string(),
    fullname: z.string(),
    ...kept,
    inUse: count.describe('Active exams'),
  })
  .meta({ id: 'OfficeVendor' });
export type OfficeVendor = z.output<typeof OfficeVendor>;

/** C-O25 */
export const saveVendor = call({
  method: 'POST',
  path: '/api/office/saveVendor',
  keyed: true,
  summary: 'Adds a vendor, or names one anew',
  description:
    'A new one gets the next id from 5 on. Its exams are paid by generic credits or packages ' +
    'that name them, are in no bulk run, have no transcript request, and get results by batch.',
  permission: 'office_price.edit',
  body: z.object({
    id: id.optional().describe('Left out: a new vendor'),
    name: text(30, 'Name invalid'),
    fullname: text(100, 'Full name invalid'),
  }),
  answer: z.object({ item: OfficeVendor }),
  refuses: { vendor_not_found: 404, name_taken: 409 },
});

/** A branch as the office keeps it. */
export const OfficeLocation = z
  .object({
    id: z.int(),
    name: z.string(),
    address: maybe,
    city: maybe,
    phone: maybe,
    adminOnly: z.boolean().describe('Only the office books here'),
    byAppointment: z.boolean(),
    israel: z.boolean().describe('One day of yom tov'),
    closesAt: time,
    seminaryStudyProgramIds: z.array(z.int()).describe('Empty: for everybody'),
    rooms: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        capacity: count,
        special: z
          .boolean()
          .describe('For who sits alone or with a reader; its places are no seats'),
        active: z.boolean(),
      }),
    ),
    ...kept,
    inUse: count.describe('Sessions to come'),
  })
  .meta({ id: 'OfficeLocation' });
export type OfficeLocation = z.output<typeof OfficeLocation>;

const capacity = 'A room has 1 to 500 places.';

/** C-O26 */
export const saveLocation = call({
  method: 'POST',
  path: '/api/office/saveLocation',
  keyed: true,
  summary: 'Adds a branch with its rooms, or changes one from the version that was seen',
  description:
    'What is left out is empty afterwards; a room that is left out retires. ' +
    '`changed` brings the branch as it is now.',
  permission: 'office_catalog.edit',
  body: z
    .object({
      id: id.optional().describe('Left out: a new branch'),
      version: count.max(2_147_483_647).optional().describe('Of the branch as it was seen'),
      name: text(60, 'Name invalid'),
      address: text(100, 'Address invalid'),
      city: text(100, 'City invalid'),
      phone: phone.optional(),
      adminOnly: z.boolean(),
      byAppointment: z.boolean(),
      israel: z.boolean(),
      closesAt: clock.optional().describe('23:00 unless said'),
      seminaryStudyProgramIds: z.array(id).max(50),
      rooms: z
        .array(
          z.object({
            id: id.optional().describe('Left out: a new room'),
            name: text(40, 'Room invalid'),
            capacity: z.int({ error: capacity }).min(1, capacity).max(500, capacity),
            special: z.boolean(),
            active: z.boolean(),
          }),
        )
        .max(40, 'At most 40 rooms'),
    })
    .superRefine(namesWhatWasSeen),
  answer: z.object({ item: OfficeLocation }),
  refuses: { location_not_found: 404, changed: 409, room_in_use: 409 },
});
