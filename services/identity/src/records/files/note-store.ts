import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';

/** Notes of a student that are shown. */
const MOST = 200;

export type Note = tables.StudentNote;

/** Reads pinned notes first, then the newest, with the real names of their authors. */
export const listNotes = (sql: Sql, studentId: number): Promise<Note[]> =>
  sql.many<Note>`
    SELECT n.id, n.student_id, n.text, n.pinned, n.author_id,
      COALESCE(u.real_name, n.author) AS author, n.created_at, n.edited_at
    FROM student_note n LEFT JOIN staff_user u ON u.id = n.author_id
    WHERE n.student_id = ${studentId}
    ORDER BY n.pinned DESC, n.created_at DESC, n.id DESC LIMIT ${MOST}`;

export const findNote = (sql: Sql, studentId: number, id: number): Promise<Note | undefined> =>
  sql.maybe<Note>`SELECT * FROM student_note WHERE id = ${id} AND student_id = ${studentId}`;

/** How many notes of a student are pinned beside one. */
export async function countPinned(sql: Sql, studentId: number, besideId: number): Promise<number> {
  const { pinned } = await sql.one<{ pinned: number }>`
    SELECT count(*)::integer AS pinned FROM student_note
    WHERE student_id = ${studentId} AND pinned AND id <> ${besideId}`;
  return pinned;
}

export async function insertNote(
  sql: Sql,
  note: Pick<Note, 'studentId' | 'text' | 'pinned' | 'authorId' | 'author' | 'createdAt'>,
): Promise<number> {
  const { id } = await sql.one<Pick<Note, 'id'>>`
    INSERT INTO student_note (student_id, text, pinned, author_id, author, created_at)
    VALUES (${note.studentId}, ${note.text}, ${note.pinned}, ${note.authorId}, ${note.author},
      ${note.createdAt})
    RETURNING id`;
  return id;
}

export async function updateNote(
  sql: Sql,
  { id, text, pinned, editedAt }: Pick<Note, 'id' | 'text' | 'pinned' | 'editedAt'>,
): Promise<void> {
  await sql.run`
    UPDATE student_note SET text = ${text}, pinned = ${pinned}, edited_at = ${editedAt}
    WHERE id = ${id}`;
}

export type StruckNote = tables.StruckNote;

/** Moves a note to those that are struck out. */
export async function strikeNote(
  sql: Sql,
  id: number,
  { name }: { name: string },
  at: Date,
): Promise<void> {
  await sql.run`
    WITH struck AS (
      DELETE FROM student_note WHERE id = ${id}
      RETURNING id, student_id, text, author_id, author, created_at, edited_at)
    INSERT INTO struck_note (id, student_id, text, author_id, author, created_at, edited_at,
      struck_at, struck_by)
    SELECT id, student_id, text, author_id, author, created_at, edited_at, ${at}, ${name}
    FROM struck`;
}

/** Struck notes of a student, the one struck last first; under the real names of their authors. */
export const listStruckNotes = (sql: Sql, studentId: number): Promise<StruckNote[]> =>
  sql.many<StruckNote>`
    SELECT n.id, n.student_id, n.text, n.author_id, COALESCE(u.real_name, n.author) AS author,
      n.created_at, n.edited_at, n.struck_at, n.struck_by
    FROM struck_note n LEFT JOIN staff_user u ON u.id = n.author_id
    WHERE n.student_id = ${studentId}
    ORDER BY n.struck_at DESC, n.id DESC LIMIT ${MOST}`;
