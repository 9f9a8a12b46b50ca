import { normalizeLine } from '@portal/access/text/normalize-text';
import * as z from 'zod';
import { call } from '../call.ts';
import { count, day, id, instant, lines, queryId, text } from '../types.ts';

const noteActions = ['edit', 'pin', 'strike'] as const;

/** A note of staff about a student, for staff. */
export const Note = z
  .object({
    noteId: z.int(),
    text: z.string(),
    pinned: z.boolean(),
    author: z.string(),
    createdAt: instant,
    editedAt: instant.nullable(),
    actions: z.array(z.enum(noteActions)).describe('What the caller may do now'),
    struckAt: instant.nullable().describe('Struck notes are shown to super admins alone'),
    struckBy: z.string().nullable(),
  })
  .meta({ id: 'StudentNote' });
export type Note = z.output<typeof Note>;

const notes = z
  .array(Note)
  .describe('Pinned ones first, then the newest, struck ones last; at most 200 each');

export const barLevels = ['buying', 'booking', 'sign_in'] as const;
export type BarLevel = (typeof barLevels)[number];

/** A bar on a student. */
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
    state: z
      .enum(['in_force', 'ended', 'lifted'])
      .describe('ended: automatically, after its last day'),
    actions: z.array(z.enum(['lift'])).describe('What the caller may do now'),
  })
  .meta({ id: 'StudentBar' });
export type Bar = z.output<typeof Bar>;

const bars = z.array(Bar).describe('All that the student ever had, the newest first');

const accommodationKinds = [
  'extra_time',
  'own_room',
  'large_print',
  'reader',
  'breaks',
  'other',
] as const;
export type AccommodationKind = (typeof accommodationKinds)[number];
const percents: readonly number[] = [25, 50, 100];

/** An accommodation of a student in exams. */
export const Accommodation = z
  .object({
    accommodationId: z.int(),
    kind: z.enum(accommodationKinds),
    percent: z.int().nullable(),
    minutes: z.int().nullable(),
    text: z.string().nullable(),
    validFrom: day,
    validUntil: day.nullable().describe('The last day; null: no end'),
    state: z.enum(['entered', 'approved', 'refused', 'ended', 'expired']),
    approvedBy: z.string().nullable(),
    hasDocument: z.boolean(),
    version: count,
    inForceDiffers: z
      .boolean()
      .describe('It was changed since: what was approved counts until that is decided'),
    actions: z
      .array(z.enum(['edit', 'approve', 'refuse', 'end', 'open']))
      .describe('What the caller may do now'),
  })
  .meta({ id: 'Accommodation' });
export type Accommodation = z.output<typeof Accommodation>;

const accommodations = z
  .array(Accommodation)
  .describe('What was entered last first; a school admin sees kinds, days and states alone');

/** A number of a form, where everything is text; of the page a number. */
const formNumber = (most: number, error: string) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .overwrite(normalizeLine)
          .regex(/^\d{1,4}$/),
      ],
      { error },
    )
    .transform(Number)
    .pipe(z.int({ error }).min(0, error).max(most, error));

/** C-O41 */
export const saveAccommodation = call({
  method: 'POST',
  path: '/api/office/saveAccommodation',
  keyed: true,
  summary: 'Enters an accommodation, or a change of one, to be decided',
  description:
    'JSON, or a form where a document is sent. Nothing is in force by it: a change leaves what ' +
    'was approved as it is until the change is approved. The paper behind it is looked at for ' +
    'viruses, and only admins open it.',
  permission: 'accommodation.edit',
  onStudent: true,
  body: z.object({
    accommodationId: queryId.optional().describe('Absent: a new one'),
    version: formNumber(1_000_000_000, 'version invalid')
      .optional()
      .describe('Of the one that is changed, as it was seen'),
    kind: z.enum(accommodationKinds, { error: 'kind invalid' }),
    percent: formNumber(100, 'Extra time is 25, 50 or 100 %.')
      .refine((value) => percents.includes(value), 'Extra time is 25, 50 or 100 %.')
      .optional()
      .describe(`Of extra time: ${percents.join(', ')}`),
    minutes: formNumber(240, 'Minutes must be 5 to 240 in steps of 5.')
      .refine((value) => value >= 5 && value % 5 === 0, 'Minutes must be 5 to 240 in steps of 5.')
      .optional()
      .describe('Of extra time or breaks, an exam'),
    text: text(500).optional().describe('Required of kind other'),
    validFrom: day,
    validUntil: day.optional(),
  }),
  upload: {
    field: 'document',
    largest: 10 * 1024 * 1024,
    types: ['pdf', 'jpg', 'jpeg', 'png'],
    kinds: 'PDF, JPG or PNG',
    optional: true,
  },
  answer: z.object({ accommodations }),
  refuses: {
    accommodation_not_found: 404,
    changed: 409,
    already_decided: 409,
    too_large: 413,
    wrong_type: 415,
    file_refused: 422,
  },
});

/** C-O42 */
export const decideAccommodation = call({
  method: 'POST',
  path: '/api/office/decideAccommodation',
  keyed: true,
  summary: 'Approves, refuses or ends an accommodation',
  description:
    'With `dryRun` it is worked out and nothing changes. A change that is refused leaves what ' +
    'was approved before. No booking is lost by any of it.',
  permission: 'accommodation.decide',
  body: z.object({
    accommodationId: id,
    version: count.max(2_147_483_647),
    decision: z.enum(['approve', 'refuse', 'end'], { error: 'decision invalid' }),
    reason: lines(300).optional().describe('Required to end one'),
    dryRun: z.boolean({ error: 'dryRun invalid' }).optional(),
  }),
  answer: z.object({
    accommodations,
    sessions: z
      .array(
        z.object({
          testSessionId: z.int(),
          date: day,
          endsAt: instant.describe("The student's own end from now on"),
          problem: z.string().nullable(),
        }),
      )
      .describe('Coming bookings that change'),
  }),
  refuses: { accommodation_not_found: 404, changed: 409, already_decided: 409 },
});

/** C-O43 */
export const accommodationDocument = call({
  method: 'GET',
  path: '/api/office/accommodationDocument',
  summary: 'The paper behind an accommodation; that it was opened is noted',
  permission: 'accommodation.decide',
  query: z.object({ accommodationId: queryId }),
  answer: z.never(),
  file: 'application/octet-stream',
  refuses: { accommodation_not_found: 404 },
});

/** C-O38 */
export const getStudentFile = call({
  method: 'GET',
  path: '/api/office/studentFile',
  summary: 'What staff keep about a student beside the record',
  description: 'Parts that the caller may not see are null.',
  permission: 'student_file.read',
  onStudent: true,
  answer: z.object({
    bars,
    notes: notes.nullable(),
    accommodations,
    attendance: z
      .object({ absent: count, lastAbsent: day.nullable() })
      .describe('Sessions from which the student was absent'),
  }),
});

/** C-O40 */
export const saveNote = call({
  method: 'POST',
  path: '/api/office/saveNote',
  keyed: true,
  summary: 'Adds, changes or strikes out a note about a student',
  description:
    'Its author changes a note for 24 hours, and strikes it out at any time; ' +
    'so does a super admin. Whoever writes notes may pin any. ' +
    'A note that is struck out stays readable for super admins.',
  permission: 'student_note.edit',
  onStudent: true,
  body: z.object({
    noteId: id.optional().describe('Absent: a new note'),
    text: lines(2000, 'Text invalid'),
    pinned: z.boolean({ error: 'pinned invalid' }),
    strike: z.boolean({ error: 'strike invalid' }).optional(),
  }),
  answer: z.object({ notes }),
  refuses: { note_not_found: 404, too_many_pinned: 409, not_author: 403, note_old: 409 },
});

/** C-O39 */
export const setBar = call({
  method: 'POST',
  path: '/api/office/setBar',
  keyed: true,
  summary: 'Bars a student from buying, booking or signing in, or lifts a bar',
  description:
    'Bars add up. Nobody registers, buys or books over one, staff neither; what runs goes on. ' +
    'When the call answers, the bar holds in every part, and the sessions of a student who may ' +
    'not sign in are over.',
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
      reason: lines(500, 'Give a reason of 3 to 500 characters.').describe(
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
  refuses: { already_barred: 409, bar_not_found: 404, already_lifted: 409, bar_of_blanking: 409 },
});
