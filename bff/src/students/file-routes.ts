import * as file from '@portal/contract/students/student-file';
import type { Notes } from '@portal/proto/identity/v1/student_files';
import { route } from '../http/route.ts';

const noteViews = ({ notes }: Notes): file.Note[] =>
  notes.map(({ id, text, pinned, author, createdAt, editedAt, actions }) => ({
    ...{ noteId: id, text, pinned, author },
    createdAt: (createdAt ?? new Date(0)).toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
    actions: actions as file.Note['actions'],
  }));

export const studentFileRoutes = [
  route(file.getStudentFile, async ({ by }, { identity }) => {
    const { notes } = await identity.files.getStudentFile({}, by);
    return { notes: notes ? noteViews(notes) : null };
  }),

  route(file.saveNote, async ({ input, by }, { identity }) => {
    const { noteId, text, pinned, strike = false } = input;
    const { notes } = await identity.files.saveNote({ noteId, text, pinned, strike }, by);
    return { notes: noteViews(notes ?? { notes: [] }) };
  }),
];
