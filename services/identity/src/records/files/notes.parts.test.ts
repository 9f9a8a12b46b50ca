import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  asStaff,
  freshDatabase,
  refusalOf,
  refusals,
  type TestDatabase,
} from '@portal/kit/testing';
import { listOwnUse } from '../../students/import-runs/undo-store.ts';
import { aStaffUser, aStudent, insertAudit } from '../../testing.ts';
import { listNotes, listStruckNotes } from './note-store.ts';
import { type SaveNote, saveNote } from './save-note.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase('identity');
});
afterAll(() => db.drop());

const now = new Date('2026-03-02T15:00:00Z');
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const note = { noteId: null, text: 'Called', pinned: false, strike: false } satisfies SaveNote;
const write = (
  studentId: number,
  about: Partial<SaveNote> = {},
  { by = 1, at = now, ...options }: { by?: number; at?: Date; key?: string } = {},
) => {
  const call = asStaff(db, ['ROLE_SUPPORT'], { studentId, now: at, ...options });
  return saveNote({ ...call, actor: { ...call.actor, id: by } }, { ...note, ...about });
};
const auditOf = (studentId: number) =>
  db.many<{ op: string; change: object }>`
    SELECT op, change FROM audit WHERE student_id = ${studentId} AND table_name = 'note'
    ORDER BY id`;

test('a note is added, changed, pinned and struck; the audit never holds its text', async () => {
  const { id } = await aStudent(db);
  const [added] = await write(id, { text: '  Called about Monday \n' });
  expect(added).toMatchObject({ text: 'Called about Monday', pinned: false, editedAt: null });
  const noteId = added?.id as number;

  const [changed] = await write(
    id,
    { noteId, text: 'Called about Tuesday', pinned: true },
    { at: later(1) },
  );
  expect(changed).toMatchObject({ text: 'Called about Tuesday', pinned: true, editedAt: later(1) });
  expect(await write(id, { noteId, strike: true, text: '' }, { at: later(50) })).toEqual([]);

  expect(await auditOf(id)).toEqual([
    { op: 'insert', change: { text: 'written', pinned: false } },
    { op: 'update', change: { text: 'changed', pinned: [false, true] } },
    { op: 'action', change: { text: 'struck', author: 'staff' } },
  ]);
  expect(await listStruckNotes(db, id)).toMatchObject([
    { id: noteId, text: 'Called about Tuesday', author: 'staff', struckAt: later(50) },
  ]);
  expect(
    await db.many`
      SELECT payload->'data' AS data FROM outbox WHERE type = 'identity.student_file_changed'
        AND payload->'data'->>'studentId' = ${String(id)}`,
  ).toEqual([1, 2, 3].map(() => ({ data: { studentId: id } })));
});

test('pinned ones stand above the newest, under the real names of their authors', async () => {
  const { id } = await aStudent(db);
  const author = await aStaffUser(db, { loginName: 'writer' });
  await write(id, { text: 'pinned', pinned: true }, { by: author });
  await write(id, { text: 'newest' }, { at: later(1) });
  const notes = await listNotes(db, id);
  expect(notes.map(({ text, author: by }) => [text, by])).toEqual([
    ['pinned', 'writer'],
    ['newest', 'staff'],
  ]);
});

test('an undone import keeps a student with a note, struck or not', async () => {
  const { id } = await aStudent(db);
  const [written] = await write(id);
  expect(await listOwnUse(db, [id])).toEqual([{ studentId: id, why: 'Has a note' }]);
  await write(id, { noteId: written?.id ?? 0, strike: true });
  expect(await listOwnUse(db, [id])).toEqual([{ studentId: id, why: 'Has a note' }]);
});

test('the same key writes a note once', async () => {
  const { id } = await aStudent(db);
  await write(id, {}, { key: 'once' });
  expect(await write(id, {}, { key: 'once' })).toHaveLength(1);
});

test('of four that are pinned at once three are', async () => {
  const { id } = await aStudent(db);
  const tries = await Promise.allSettled(
    ['a', 'b', 'c', 'd'].map((text) => write(id, { text, pinned: true })),
  );
  expect(refusals(tries)).toEqual(['too_many_pinned']);
  expect((await listNotes(db, id)).filter(({ pinned }) => pinned)).toHaveLength(3);
  const [plain] = (await write(id)).slice(-1);
  expect((await refusalOf(write(id, { noteId: plain?.id ?? 0, pinned: true }))).code).toBe(
    'too_many_pinned',
  );
});

test('refuses a note that is empty, of another author, too old, or unknown', async () => {
  const [{ id }, stranger] = [await aStudent(db), await aStudent(db)];
  const [made] = await write(id, {}, { by: 7 });
  const noteId = made?.id as number;
  const refused = async (tried: Promise<unknown>) => (await refusalOf(tried)).code;
  expect(await refused(write(id, { text: ' \n ' }))).toBe('invalid');
  expect(await refused(write(id, { text: 'x'.repeat(2001) }))).toBe('invalid');
  expect(await refused(write(id, { noteId, text: 'Mine' }, { by: 8 }))).toBe('not_author');
  expect(await refused(write(id, { noteId, strike: true }, { by: 8 }))).toBe('not_author');
  expect(await refused(write(id, { noteId, text: 'Late' }, { by: 7, at: later(24) }))).toBe(
    'note_old',
  );
  expect(await refused(write(stranger.id, { noteId, text: 'Other' }))).toBe('note_not_found');
  expect(await refused(write(id, { strike: true }))).toBe('note_not_found');
  expect(await refused(write(9_999_999))).toBe('student_not_found');
  expect(await listNotes(db, id)).toMatchObject([{ text: 'Called' }]);
});

test('removes texts in the audit from the last release, and keeps a note it strikes', async () => {
  const { id } = await aStudent(db);
  const row = { studentId: id, at: later(2), table: 'note' };
  await insertAudit(db, { ...row, op: 'insert', change: { text: 'Owes money', pinned: false } });
  await insertAudit(db, { ...row, op: 'update', change: { text: ['Owes money', 'Paid'] } });
  await insertAudit(db, { ...row, op: 'action', change: { struckOut: 'Paid', author: 'Rivka' } });
  expect((await auditOf(id)).map(({ change }) => change)).toEqual([
    { text: 'written', pinned: false },
    { text: 'changed' },
    { text: 'struck', author: 'Rivka' },
  ]);
  const { texts } = await db.one<{ texts: number }>`
    SELECT count(*)::integer AS texts FROM audit
    WHERE student_id = ${id} AND change::text ~ 'Owes|Paid'`;
  expect(texts).toBe(0);
  expect(await listStruckNotes(db, id)).toMatchObject([
    { text: 'Paid', author: 'Rivka', createdAt: later(2), struckAt: later(2), struckBy: 'rivka' },
  ]);
});
