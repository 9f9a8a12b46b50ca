import { studentInView } from '@portal/kit/auth/actor';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { invalid } from '@portal/kit/errors';
import { StudentFileChanged } from '@portal/proto/identity/v1/events';
import { domainError } from '../../errors.ts';
import { lockFile } from './lock-file.ts';
import { editRefusal, MAX_PINNED, strikeRefusal } from './note-rules.ts';
import {
  countPinned,
  findNote,
  insertNote,
  listNotes,
  type Note,
  strikeNote,
  updateNote,
} from './note-store.ts';

const MAX_LENGTH = 2000;

export interface SaveNote {
  /** Null: a new one. */
  noteId: number | null;
  text: string;
  pinned: boolean;
  strike: boolean;
}

/**
 * Adds, changes or strikes out a note about the student in view, and gives all of them (C-O40,
 * Refuses with student_not_found, invalid, note_not_found, not_author, note_old or
 * too_many_pinned.
 */
export async function saveNote(call: Call, { text: typed, ...wish }: SaveNote): Promise<Note[]> {
  const studentId = studentInView(call.actor);
  const text = typed.trim().normalize('NFC');
  if (!wish.strike && (text === '' || text.length > MAX_LENGTH))
    throw invalid({ path: 'text', message: 'Text invalid' });
  await save(call, { ...wish, text, studentId });
  // the answer under the key would keep what was written; it is read where it is kept
  return listNotes(call.db, studentId);
}

const save = command(
  'saveNote',
  async (tx: Tx, { studentId, noteId, ...wish }: SaveNote & { studentId: number }) => {
    // pins are counted: two who pin at once wait for one another
    await lockFile(tx, studentId);
    const note = noteId === null ? null : await findNote(tx, studentId, noteId);
    if (note === undefined) throw domainError('note_not_found');
    if (wish.strike) await strike(tx, note);
    else if (note === null) await add(tx, studentId, wish);
    else await change(tx, note, wish);
    tx.emit(StudentFileChanged, { studentId });
  },
);

async function checkPins(tx: Tx, studentId: number, besideId: number): Promise<void> {
  if ((await countPinned(tx, studentId, besideId)) >= MAX_PINNED)
    throw domainError('too_many_pinned');
}

async function add(
  tx: Tx,
  studentId: number,
  { text, pinned }: Pick<SaveNote, 'text' | 'pinned'>,
): Promise<void> {
  if (pinned) await checkPins(tx, studentId, 0);
  const { id: authorId, name: author } = tx.actor;
  const note = { studentId, text, pinned, authorId, author, createdAt: tx.now };
  const id = await insertNote(tx, note);
  tx.audit({ op: 'insert', table: 'note', id, studentId, change: { text: 'written', pinned } });
}

async function change(
  tx: Tx,
  note: Note,
  { text, pinned }: Pick<SaveNote, 'text' | 'pinned'>,
): Promise<void> {
  const { id, studentId } = note;
  const isTextNew = text !== note.text;
  const refusal = isTextNew ? editRefusal(note, tx.actor, tx.now) : null;
  if (refusal) throw refusal;
  if (pinned && !note.pinned) await checkPins(tx, studentId, id);
  await updateNote(tx, { id, text, pinned, editedAt: isTextNew ? tx.now : note.editedAt });
  const changed = {
    ...(isTextNew ? { text: 'changed' } : {}),
    ...(pinned === note.pinned ? {} : { pinned: [note.pinned, pinned] }),
  };
  tx.audit({ op: 'update', table: 'note', id, studentId, change: changed });
}

async function strike(tx: Tx, note: Note | null): Promise<void> {
  if (note === null) throw domainError('note_not_found');
  const refusal = strikeRefusal(note, tx.actor);
  if (refusal) throw refusal;
  await strikeNote(tx, note.id, tx.actor, tx.now);
  const { id, studentId, author } = note;
  tx.audit({ op: 'action', table: 'note', id, studentId, change: { text: 'struck', author } });
}
