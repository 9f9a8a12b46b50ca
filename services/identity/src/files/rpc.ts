import { can } from '@portal/access/can';
import { type Actor, studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { StudentFilesServiceDefinition } from '@portal/proto/identity/v1/student_files';
import { barLevels, stateOf } from './bar-rules.ts';
import { type Bar, listBars } from './bar-store.ts';
import { noteActions } from './note-rules.ts';
import { listNotes, type Note } from './note-store.ts';
import { saveNote } from './save-note.ts';
import { setBar } from './set-bar.ts';

type Caller = Pick<Call, 'actor' | 'now'>;

const notesView = (notes: Note[], { actor, now }: Caller) => ({
  notes: notes.map((note) => ({ ...present(note), actions: noteActions(note, actor, now) })),
});

const notesOf = async (call: Call, studentId: number) =>
  can(call.actor, 'student_note.edit')
    ? notesView(await listNotes(call.db, studentId), call)
    : undefined;

const barsView = (bars: Bar[], { actor, now }: Caller) => ({
  bars: bars.map((bar) => {
    const state = stateOf(bar, now);
    return {
      ...present(bar),
      reason: mayReadReasons(actor) ? bar.reason : undefined,
      state,
      actions: state === 'in_force' && can(actor, 'student.bar') ? ['lift'] : [],
    };
  }),
});
const mayReadReasons = (actor: Actor): boolean => can(actor, 'bar_reason.read');

export const studentFileRpcs = rpcs(StudentFilesServiceDefinition, {
  getStudentFile: {
    handle: async (_, call) => {
      const studentId = studentInView(call.actor);
      const [notes, bars] = await Promise.all([
        notesOf(call, studentId),
        listBars(call.db, studentId),
      ]);
      return { notes, bars: barsView(bars, call) };
    },
  },
  saveNote: {
    handle: async ({ noteId, ...wish }, call) => ({
      notes: notesView(await saveNote(call, { ...wish, noteId: noteId ?? null }), call),
    }),
  },
  setBar: {
    handle: async ({ levels, until, reason, barId }, call) => {
      const wish =
        barId === undefined
          ? {
              levels: barLevels.filter((level) => levels.includes(level)),
              until: until ?? null,
              reason,
            }
          : { barId, reason };
      return { bars: barsView(await setBar(call, wish), call) };
    },
  },
});
