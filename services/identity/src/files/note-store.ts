import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';

/** Notes of a student that are shown. */
const MOST = 200;

export type Note = tables.StudentNote;

/** Pinned ones first, then the newest; under the real name of who wrote them. */
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

export async function deleteNote(sql: Sql, id: number): Promise<void> {
  await sql.run`DELETE FROM student_note WHERE id = ${id}`;
}
