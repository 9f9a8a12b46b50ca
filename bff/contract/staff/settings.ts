import { STAFF_ROLES } from '@portal/access/roles';
import { normalizeLine } from '@portal/access/text/normalize-text';
import * as z from 'zod';
import { call } from '../call.ts';
import { dollars, flag } from '../types.ts';

export const Settings = z
  .object({
    offerHours: z.int().describe('Hours that an offer of the waiting list stands'),
    waitingList: z.boolean().describe('Whether full sessions can be waited for'),
    twoFactorRoles: z
      .array(z.enum(STAFF_ROLES as [string, ...string[]]))
      .describe('Who of staff must have a second factor'),
    lowBalance: dollars.describe('A school whose balance is below it is low'),
    version: z.int(),
    changedBy: z.string().nullable(),
  })
  .meta({ id: 'Settings' });
export type Settings = z.output<typeof Settings>;

/** C-O65 */
export const getSettings = call({
  method: 'GET',
  path: '/api/office/settings',
  summary: 'What the office has set for all of the portal',
  permission: 'setting.read',
  answer: Settings,
});

const badHours = 'Must be 1 to 72 hours';
const badAmount = 'Amount invalid';

/** C-O65 */
export const saveSettings = call({
  method: 'POST',
  path: '/api/office/settings',
  keyed: true,
  summary: 'Changes the settings, from the version that was seen',
  description: '`changed` brings the settings as they are now.',
  permission: 'setting.edit',
  body: z.object({
    offerHours: z
      .union(
        [
          z.number(),
          z
            .string()
            .overwrite(normalizeLine)
            .regex(/^\d{1,3}$/)
            .transform(Number),
        ],
        {
          error: badHours,
        },
      )
      .refine((hours) => Number.isInteger(hours) && hours >= 1 && hours <= 72, badHours)
      .meta({ examples: [24] }),
    waitingList: flag,
    twoFactorRoles: z
      .array(z.string(), { error: 'Role invalid' })
      .max(20, 'Role invalid')
      .refine((names) => names.every((name) => STAFF_ROLES.some((role) => role === name)), {
        error: 'Role invalid',
      }),
    lowBalance: z
      .union(
        [
          z.number(),
          z
            .string()
            .overwrite(normalizeLine)
            .regex(/^\d{1,7}(?:\.\d{1,2})?$/)
            .transform(Number),
        ],
        { error: badAmount },
      )
      .refine(
        (value) =>
          value >= 0 &&
          value <= 1_000_000 &&
          Math.abs(value * 100 - Math.round(value * 100)) < 1e-6,
        badAmount,
      )
      .meta({ examples: [500] }),
    version: z.int({ error: 'Version missing' }).min(1),
  }),
  answer: Settings,
  refuses: { changed: 409 },
});
