import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CallInput } from '@portal/contract/call';
import { editStudent } from '@portal/contract/students/enrol';
import { studentHistory } from '@portal/contract/students/history';
import { getStudentFile, type Note, saveNote } from '@portal/contract/students/student-file';
import { LiveStream } from '../../people/live-stream.ts';
import type { Person } from '../../people/person.ts';
import { signedInStaff } from '../../people/staff.ts';
import { anEnrolled, aStudent } from '../../people/students.ts';
import { sql } from '../../portal/databases.ts';
import { refusal } from '../every-call/refusal.ts';

let admin: Person;
let support: Person;
afterAll(LiveStream.closeAll);
beforeAll(async () => {
  [admin, support] = await Promise.all([
    signedInStaff('ROLE_ADMIN'),
    signedInStaff('ROLE_SUPPORT'),
  ]);
});

const plain = { text: 'Called about Monday', pinned: false };
const write = (
  person: Person,
  student_id: number,
  about: Partial<CallInput<typeof saveNote>> = {},
  key = randomUUID(),
) => person.ask(saveNote, { student_id, ...plain, ...about }, key);
const written = async (
  person: Person,
  student_id: number,
  about: Partial<CallInput<typeof saveNote>> = {},
): Promise<Note[]> => (await person.do(saveNote, { student_id, ...plain, ...about })).notes;

describe('getStudentFile', () => {
  test('the office sees its notes, a school admin does not, and nobody else anything', async () => {
    const [advisor, schoolAdmin, admissions, student] = await Promise.all([
      signedInStaff('ROLE_ADVISOR'),
      signedInStaff('ROLE_SCHOOL_ADMIN', { schoolId: 151 }),
      signedInStaff('ROLE_ADMISSIONS'),
      aStudent({ schoolId: 151 }),
    ]);
    await written(admin, student.id);
    const about = { student_id: student.id };
    for (const person of [admin, support, advisor])
      expect((await person.do(getStudentFile, about)).notes).toMatchObject([
        { text: plain.text, author: 'Test Staff', pinned: false },
      ]);
    expect(await schoolAdmin.do(getStudentFile, about)).toMatchObject({ notes: null });
    for (const person of [admissions, student.person])
      expect(refusal(await person.ask(getStudentFile, about))).toMatchObject({
        status: 403,
        code: 'forbidden',
      });
  });
});

describe('saveNote', () => {
  test('a note is written once a key, changed, pinned and struck out, with its history', async () => {
    const { id } = await anEnrolled();
    const key = randomUUID();
    await write(support, id, {}, key);
    const again = await write(support, id, {}, key);
    expect(again.body.notes).toMatchObject([
      { text: plain.text, editedAt: null, actions: ['edit', 'pin', 'strike'] },
    ]);
    const noteId = again.body.notes[0]?.noteId as number;
    const [pinned] = await written(admin, id, { noteId, pinned: true });
    expect(pinned).toMatchObject({ pinned: true, editedAt: null, actions: ['pin'] });
    const [changed] = await written(support, id, { noteId, text: 'About Tuesday', pinned: true });
    expect(changed).toMatchObject({ text: 'About Tuesday', pinned: true });
    expect(changed?.editedAt).not.toBeNull();
    const superAdmin = await signedInStaff('ROLE_SUPER_ADMIN');
    expect(await written(superAdmin, id, { noteId, strike: true })).toEqual([]);
    const history = await admin.do(studentHistory, { student_id: id });
    const told = history.entries.filter(({ tname }) => tname === 'note');
    expect(told.map(({ op }) => op)).toEqual(['action', 'update', 'update', 'insert']);
    expect(told[0]?.text).toContain('About Tuesday');
  });

  test('staff who have the student open hear of it, the student does not', async () => {
    const student = await aStudent();
    const [office, own] = await Promise.all([
      LiveStream.open(admin, { student_id: student.id }),
      LiveStream.open(student.person),
    ]);
    await Promise.all([office.hears('ready'), own.hears('ready')]);
    await written(support, student.id);
    await office.hears('changed', 'file');
    // what comes after it has come: the note was not told before
    await admin.do(editStudent, { student_id: student.id, city: 'Monsey' });
    await own.hears('changed', 'profile');
    expect(own.told.flatMap(({ topics }) => topics)).not.toContain('file');
  });

  test('refuses what is not the author’s, is too old, is a fourth pin, or is not there', async () => {
    const { id } = await anEnrolled();
    const [mine] = await written(support, id);
    const noteId = mine?.noteId as number;
    for (const about of [
      { noteId, text: 'Other' },
      { noteId, strike: true },
    ])
      expect(refusal(await write(admin, id, about))).toEqual({
        ...{ status: 403, code: 'not_author', detail: 'Only its author can change a note.' },
      });
    await sql(
      'identity',
      `UPDATE student_note SET created_at = created_at - interval '24 hours' WHERE id = $1`,
      [noteId],
    );
    expect(refusal(await write(support, id, { noteId, text: 'Late' }))).toEqual({
      ...{ status: 409, code: 'note_old' },
      detail: 'A note can be changed for 24 hours. Add a new one.',
    });
    for (const text of ['one', 'two', 'three']) await written(admin, id, { text, pinned: true });
    for (const about of [{ pinned: true }, { noteId, pinned: true }])
      expect(refusal(await write(support, id, about))).toEqual({
        ...{ status: 409, code: 'too_many_pinned', detail: 'At most 3 notes can be pinned.' },
      });
    const { id: stranger } = await anEnrolled();
    expect(refusal(await write(support, stranger, { noteId }))).toMatchObject({
      ...{ status: 404, code: 'note_not_found' },
    });
    for (const text of ['', ' \n ', 'x'.repeat(2001)])
      expect(refusal(await write(support, id, { text }))).toMatchObject({ status: 422 });
  });
});
