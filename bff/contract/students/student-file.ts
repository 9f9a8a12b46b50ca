import * as z from 'zod';
import { call } from '../call.ts';
import { endpoints } from '../endpoints.ts';
import { day, id, instant, text } from '../types.ts';

const noteActions = ['edit', 'pin', 'strike'] as const;

/** What staff wrote down about a student, for staff. */
export const Note = z
  .object({
    noteId: z.int(),
    text: z.string(),
    pinned: z.boolean(),
    author: z.string(),
    createdAt: instant,
    editedAt: instant.nullable(),
    actions: z.array(z.enum(noteActions)).describe('What the caller may do now'),
  })
  .meta({ id: 'StudentNote' });
export type Note = z.output<typeof Note>;

const notes = z.array(Note).describe('Pinned ones first, then the newest; at most 200');

export const barLevels = ['buying', 'booking', 'sign_in'] as const;
export type BarLevel = (typeof barLevels)[number];

/** What a student is barred from. */
export const Bar = z
  .object({
    barId: z.int(),
    levels: z.array(z.enum(barLevels)),
    until: day.nullable().describe('The last day in New York; null: no end'),
    reason: z.string().nullable().describe('null for a school admin'),
    setBy: z.string(),
    setAt: instant,
    liftedBy: z.string().nullable(),
    liftedAt: instant.nullable(),
    state: z.enum(['in_force', 'ended', 'lifted']).describe('ended: by itself, after its last day'),
    actions: z.array(z.enum(['lift'])).describe('What the caller may do now'),
  })
  .meta({ id: 'StudentBar' });
export type Bar = z.output<typeof Bar>;

const bars = z.array(Bar).describe('All that the student ever had, the newest first');

/** C-O38 */
export const getStudentFile = call({
  ...endpoints.getStudentFile,
  summary: 'What staff keep about a student beside the record',
  description: 'Parts that the caller may not see are null.',
  permission: 'student_file.read',
  onStudent: true,
  answer: z.object({ bars, notes: notes.nullable() }),
});

/** C-O40 */
export const saveNote = call({
  ...endpoints.saveNote,
  summary: 'Adds, changes or strikes out a note about a student',
  description:
    'Its author changes a note for 24 hours, and strikes it out at any time; so does a super admin. Whoever writes notes may pin any. The text of one that is struck out stays in the history.',
  permission: 'student_note.edit',
  onStudent: true,
  body: z.object({
    noteId: id.optional().describe('Absent: a new note'),
    text: text(2000, 'Text invalid'),
    pinned: z.boolean({ error: 'pinned invalid' }),
    strike: z.boolean({ error: 'strike invalid' }).optional(),
  }),
  answer: z.object({ notes }),
  refuses: { note_not_found: 404, too_many_pinned: 409, not_author: 403, note_old: 409 },
});

/** C-O39 */
export const setBar = call({
  ...endpoints.setBar,
  summary: 'Bars a student from buying, booking or signing in, or lifts a bar',
  description:
    'Bars add up. Nobody registers, buys or books over one, staff neither; what runs goes on. When the call answers, the bar holds in every part, and the sessions of a student who may not sign in are over.',
  permission: 'student.bar',
  onStudent: true,
  body: z
    .object({
      levels: z
        .array(z.enum(barLevels, { error: 'levels invalid' }), { error: 'levels invalid' })
        .min(1, 'Choose at least one.')
        .max(3, 'levels invalid')
        .optional()
        .describe('Of a new bar'),
      until: day.optional().describe('The last day of a new bar; absent: no end'),
      reason: text(500, 'Give a reason of 3 to 500 characters.').describe(
        'Why it is set, or lifted; at least 3 characters',
      ),
      barId: id.optional().describe('The bar to lift'),
      lift: z.literal(true, { error: 'lift invalid' }).optional(),
    })
    .superRefine(({ barId, lift }, context) => {
      if ((barId === undefined) === (lift === undefined)) return;
      const path = barId === undefined ? 'barId' : 'lift';
      context.addIssue({ code: 'custom', path: [path], message: `${path} invalid` });
    }),
  answer: z.object({ bars }),
  refuses: { already_barred: 409, bar_not_found: 404, already_lifted: 409 },
});
