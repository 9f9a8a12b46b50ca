import { can } from '@portal/access/can';
import { type Actor, studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { StudentFilesServiceDefinition } from '@portal/proto/identity/v1/student_files';
import { noteActions } from './note-rules.ts';
import { listNotes, type Note } from './note-store.ts';
import { saveNote } from './save-note.ts';

const notesView = (notes: Note[], { actor, now }: { actor: Actor; now: Date }) => ({
  notes: notes.map((note) => ({ ...present(note), actions: noteActions(note, actor, now) })),
});

const notesOf = async (call: Call, studentId: number) =>
  can(call.actor, 'student_note.edit')
    ? notesView(await listNotes(call.db, studentId), call)
    : undefined;

export const studentFileRpcs = rpcs(StudentFilesServiceDefinition, {
  getStudentFile: {
    handle: async (_, call) => ({ notes: await notesOf(call, studentInView(call.actor)) }),
  },
  saveNote: {
    handle: async ({ noteId, ...wish }, call) => ({
      notes: notesView(await saveNote(call, { ...wish, noteId: noteId ?? null }), call),
    }),
  },
});
