import * as z from 'zod';
import { call } from '../call.ts';
import { endpoints } from '../endpoints.ts';
import { id, instant, text } from '../types.ts';

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

/** C-O38 */
export const getStudentFile = call({
  ...endpoints.getStudentFile,
  summary: 'What staff keep about a student beside the record',
  description: 'Parts that the caller may not see are null.',
  permission: 'student_file.read',
  onStudent: true,
  answer: z.object({ notes: notes.nullable() }),
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
