import { normalizeLine } from '@portal/access/text/normalize-text';
import * as z from 'zod';
import { call } from '../call.ts';
import { id } from '../types.ts';
import { finderKinds, MAX_FOUND, openedKinds } from './finder-kinds.ts';

const FoundItem = z
  .object({
    kind: z.enum(finderKinds),
    id: z.int().nullable().describe('null: a page or an action'),
    title: z.string(),
    sub: z.string(),
    href: z.string().describe('The page that it opens'),
    recent: z.boolean().describe('The account opened it in the last 30 days'),
  })
  .meta({ id: 'FoundItem' });
export type FoundItem = z.output<typeof FoundItem>;

/** C-O50 */
export const find = call({
  method: 'POST',
  path: '/api/office/find',
  summary: 'Things that match the text that staff type into the finder',
  description:
    'Students, registrations, sessions, schools, exams, pages and actions that the caller could ' +
    'open, the best first, at most five of a kind. An exact id comes first (r881 is a ' +
    'registration, s204 a session), then whole names and addresses. Never by SSN or birth date. ' +
    'After " / " a page of the student or school, or an exam of theirs: the address leads there. ' +
    'Nothing typed: what the account opened lately, then pages. ' +
    'Kinds whose service does not answer within 1.5 seconds are left out, and named in ' +
    '`missing`.',
  permission: 'finder.use',
  body: z.object({
    q: z
      .string({ error: 'Must be a text' })
      .overwrite(normalizeLine)
      .max(100, { error: 'At most 100 characters', abort: true })
      .refine((text) => text.isWellFormed() && !text.includes('\0'), 'Cannot be read')
      .optional()
      .meta({ examples: ['levi dana'] }),
  }),
  answer: z.object({
    items: z.array(FoundItem).max(MAX_FOUND),
    missing: z
      .array(z.enum(openedKinds))
      .describe('Kinds that cannot be told now, of those that the caller finds'),
  }),
});

/** Notes an opened thing, which C-O50 returns as recent. */
export const noteOpened = call({
  method: 'POST',
  path: '/api/office/opened',
  summary: 'Notes that the caller opened something, which the finder offers again',
  description: 'By its id alone; the last 50 of an account are kept, for 30 days.',
  permission: 'finder.use',
  body: z.object({ kind: z.enum(openedKinds, { error: 'kind invalid' }), id }),
  answer: z.object({ noted: z.literal(true) }),
});
