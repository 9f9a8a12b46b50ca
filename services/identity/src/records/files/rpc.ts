import { can } from '@portal/access/can';
import { type Actor, studentInView } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { rpcs } from '@portal/kit/grpc/rpc';
import { present } from '@portal/kit/grpc/wire';
import { StudentFilesServiceDefinition } from '@portal/proto/identity/v1/student_files';
import { listAccommodations } from '../accommodations/accommodation-store.ts';
import {
  type Decision,
  decideAccommodation,
  openDocument,
} from '../accommodations/decide-accommodation.ts';
import { saveAccommodation } from '../accommodations/save-accommodation.ts';
import { accommodationsView, approvedView } from '../accommodations/views.ts';
import type { AccommodationKind } from '../students/accommodation-rules.ts';
import { barLevels, stateOf } from '../students/bar-rules.ts';
import { type Bar, listBars } from './bar-store.ts';
import { noteActions } from './note-rules.ts';
import { listNotes, listStruckNotes, type Note } from './note-store.ts';
import { saveNote } from './save-note.ts';
import { setBar } from './set-bar.ts';

type Caller = Pick<Call, 'actor' | 'now'>;

/** Returns notes with the caller's allowed actions; struck notes follow for super admins. R-556 */
async function notesView(call: Call, studentId: number, notes: Note[]) {
  const { db, actor, now } = call;
  const struck = can(actor, 'others_note.strike') ? await listStruckNotes(db, studentId) : [];
  return {
    notes: [
      ...notes.map((note) => ({ ...present(note), actions: noteActions(note, actor, now) })),
      ...struck.map((note) => ({ ...present(note), pinned: false, actions: [] })),
    ],
  };
}

const notesOf = async (call: Call, studentId: number) =>
  can(call.actor, 'student_note.edit')
    ? notesView(call, studentId, await listNotes(call.db, studentId))
    : undefined;

const barsView = (bars: Bar[], { actor, now }: Caller) => ({
  bars: bars.map((bar) => {
    const state = stateOf(bar, now);
    const mayLift = state === 'in_force' && !bar.isOfBlanking && can(actor, 'student.bar');
    return {
      ...present(bar),
      reason: mayReadReasons(actor) ? bar.reason : undefined,
      state,
      actions: mayLift ? ['lift'] : [],
    };
  }),
});
const mayReadReasons = (actor: Actor): boolean => can(actor, 'bar_reason.read');

export const studentFileRpcs = rpcs(StudentFilesServiceDefinition, {
  getStudentFile: {
    handle: async (_, call) => {
      const studentId = studentInView(call.actor);
      const [notes, bars, accommodations] = await Promise.all([
        notesOf(call, studentId),
        listBars(call.db, studentId),
        listAccommodations(call.db, studentId),
      ]);
      return {
        notes,
        bars: barsView(bars, call),
        accommodations: accommodationsView(accommodations, call),
      };
    },
  },
  saveNote: {
    handle: async ({ noteId, ...wish }, call) => {
      const notes = await saveNote(call, { ...wish, noteId: noteId ?? null });
      return { notes: await notesView(call, studentInView(call.actor), notes) };
    },
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
  saveAccommodation: {
    handle: async ({ accommodationId, version, document, ...form }, call) => {
      const rows = await saveAccommodation(call, {
        accommodationId: accommodationId ?? null,
        version,
        form: {
          kind: form.kind as AccommodationKind,
          percent: form.percent ?? null,
          minutes: form.minutes ?? null,
          text: form.text?.trim().normalize('NFC') || null,
          validFrom: form.validFrom,
          validUntil: form.validUntil ?? null,
        },
        document: document ? { ...document, content: Buffer.from(document.content) } : null,
      });
      return { accommodations: accommodationsView(rows, call) };
    },
  },
  decideAccommodation: {
    handle: async ({ decision, reason, ...request }, call) => {
      const decided = await decideAccommodation(call, {
        ...request,
        decision: decisionOf(decision),
        reason: reason ?? '',
      });
      return {
        studentId: decided.studentId,
        accommodations: accommodationsView(decided.accommodations, call),
        before: approvedView(decided.before),
        after: approvedView(decided.after),
      };
    },
  },
  openDocument: {
    handle: async ({ accommodationId }, call) => ({
      document: await openDocument(call, accommodationId),
    }),
  },
});

function decisionOf(wire: string): Decision {
  if (wire !== 'approve' && wire !== 'refuse' && wire !== 'end')
    throw invalid({ path: 'decision', message: 'decision invalid' });
  return wire;
}
