import * as z from 'zod';
import { call } from '../call.ts';
import { day, typed } from '../types.ts';

const partnerId = typed('Id invalid')
  .max(50, { error: 'At most 50 characters', abort: true })
  .regex(/^[A-Za-z0-9][A-Za-z0-9._/-]*$/, 'Id invalid')
  .meta({ examples: ['TAL100001'] });
const stored = z.string().nullable();

/** The id of a student at each partner; null: no id is stored. */
export const PartnerIds = z
  .object({ talId: stored, cccId: stored, ttiId: stored, maspedId: stored })
  .meta({ id: 'PartnerIds' });
export type PartnerIds = z.output<typeof PartnerIds>;

const onStudent = { permission: 'partner_id.edit', onStudent: true } as const;

export const getPartnerIds = call({
  method: 'GET',
  path: '/api/office/partnerIds',
  ...onStudent,
  summary: 'The ids of a student at TAL, Coopersmith, TTI and MASPED',
  answer: PartnerIds,
  refuses: { student_not_found: 404 },
});

/** C-O66 */
export const savePartnerIds = call({
  method: 'POST',
  path: '/api/office/savePartnerIds',
  keyed: true,
  ...onStudent,
  summary: 'Changes the ids of a student at partners',
  description:
    'An absent id stays; null removes it. An id belongs to at most one student: id_taken names ' +
    'the other one.',
  body: z.object({
    talId: partnerId.nullable().optional(),
    cccId: partnerId.nullable().optional(),
    ttiId: partnerId.nullable().optional(),
    maspedId: partnerId.nullable().optional(),
  }),
  answer: PartnerIds,
  refuses: { student_not_found: 404, id_taken: 409 },
});

/** C-O67 */
export const lookUpTalId = call({
  method: 'POST',
  path: '/api/office/lookUpTalId',
  keyed: true,
  ...onStudent,
  summary: 'Looks a student up at TAL and stores the id',
  description:
    'By name, birth date and the last 4 digits of the SSN. One with other data, or several, are ' +
    'not stored: reasons states what differs, or whom TAL found.',
  body: z.object({}),
  answer: z.object({
    talId: stored.describe('Null: TAL does not know the student'),
    candidates: z
      .array(z.object({ firstName: z.string(), lastName: z.string(), dob: day }))
      .describe('The student that TAL knows by these data'),
  }),
  refuses: {
    student_not_found: 404,
    several_found: 409,
    differs: 409,
    id_taken: 409,
    partner_failed: 502,
  },
});
