import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';

/** A row whose effect may be taken back. */
export interface UndoRow
  extends Pick<tables.StudentImportRow, 'row' | 'cohortBefore' | 'cohortSet'> {
  outcome: 'added' | 'changed';
  studentId: number;
}

/** Lists rows that added a student or changed a cohort, and are neither undone nor kept yet. */
export const openUndoRows = (sql: Sql, importId: string): Promise<UndoRow[]> =>
  sql.many<UndoRow>`
    SELECT row, outcome, student_id, cohort_before, cohort_set FROM student_import_row
    WHERE import_id = ${importId} AND outcome IN ('added', 'changed') AND undo IS NULL
    ORDER BY row
    -- never null: outcome, student_id (they are asked for)`;

/** The same row, held until the transaction ends. */
export const lockUndoRow = (sql: Sql, importId: string, row: number) =>
  sql.maybe<UndoRow>`
    SELECT row, outcome, student_id, cohort_before, cohort_set FROM student_import_row
    WHERE import_id = ${importId} AND row = ${row} AND outcome IN ('added', 'changed')
      AND undo IS NULL
    FOR UPDATE
    -- never null: outcome, student_id (they are asked for)`;

/** Notes what became of rows; `text`: why its student is kept. */
export async function noteUndo(
  sql: Sql,
  importId: string,
  rows: readonly { row: number; text: string | null }[],
): Promise<void> {
  if (rows.length === 0) return;
  await sql.run`
    UPDATE student_import_row r
    SET undo = CASE WHEN given.text IS NULL THEN 'removed' ELSE 'kept' END, undo_text = given.text
    FROM unnest(${rows.map(({ row }) => row)}::integer[],
      ${rows.map(({ text }) => text)}::text[]) AS given (row, text)
    WHERE r.import_id = ${importId} AND r.row = given.row AND r.undo IS NULL`;
}

/** How a student is in use in this service, in words: the first that holds. */
export interface OwnUse {
  studentId: number;
  why: string;
}

/**
 * Returns how identity uses these students; leaves unused ones out. OFFSET keeps the planner from
 * reading all invitations into a hash. R-568.
 */
export const listOwnUse = (sql: Sql, ids: readonly number[]): Promise<OwnUse[]> =>
  sql.many<OwnUse>`
    SELECT id AS student_id, why
    FROM (SELECT s.id,
        CASE WHEN EXISTS (SELECT FROM student_account a WHERE a.student_id = s.id)
            OR EXISTS (SELECT FROM invite i WHERE i.student_id = s.id OFFSET 0) THEN 'Has signed up'
          WHEN EXISTS (SELECT FROM student_note n WHERE n.student_id = s.id)
            OR EXISTS (SELECT FROM struck_note n WHERE n.student_id = s.id) THEN 'Has a note'
          WHEN s.accommodations IS NOT NULL
            OR EXISTS (SELECT FROM accommodation a WHERE a.student_id = s.id)
            THEN 'Has accommodations'
          WHEN EXISTS (SELECT FROM student_bar b WHERE b.student_id = s.id) THEN 'Has a bar'
          WHEN num_nonnulls(s.tal_id, s.ccc_id, s.tti_student_id, s.masped_id) > 0
            THEN 'Is known to a partner' END AS why
      FROM student s WHERE s.id = ANY(${[...ids]}::bigint[])) AS used
    WHERE why IS NOT NULL ORDER BY id`;

/** Holds a record until the transaction ends; false: it is not there. */
export const holdStudent = async (sql: Sql, id: number): Promise<boolean> =>
  (await sql.maybe`SELECT 1 AS known FROM student WHERE id = ${id} FOR UPDATE`) !== undefined;

/** Deletes a student, with links that were mailed. */
export async function deleteStudent(sql: Sql, id: number): Promise<void> {
  await sql.run`DELETE FROM student WHERE id = ${id}`;
}

/** Students that an undo kept open for others, of those it would have removed. */
export async function keptStudents(sql: Sql, importId: string): Promise<number[]> {
  const rows = await sql.many<{ studentId: number }>`
    SELECT student_id FROM student_import_row
    WHERE import_id = ${importId} AND outcome = 'added' AND undo = 'kept'
    -- never null: student_id (who was added has one)`;
  return rows.map(({ studentId }) => studentId);
}

export interface Kept {
  studentId: number;
  name: string;
  why: string;
}

/** Lists the kept students, by row, with the reasons. */
export const listKept = (sql: Sql, importId: string): Promise<Kept[]> =>
  sql.many<Kept>`
    SELECT r.student_id, coalesce(s.first_name || ' ' || s.last_name, '') AS name,
      r.undo_text AS why
    FROM student_import_row r LEFT JOIN student s ON s.id = r.student_id
    WHERE r.import_id = ${importId} AND r.undo = 'kept' ORDER BY r.row
    -- never null: student_id, why (a kept row has both)`;

export interface UndoCounts {
  open: number;
  total: number;
  removed: number;
  restored: number;
}

export const countUndo = (sql: Sql, importId: string): Promise<UndoCounts> =>
  sql.one<UndoCounts>`
    SELECT count(*) FILTER (WHERE undo IS NULL)::integer AS open, count(*)::integer AS total,
      count(*) FILTER (WHERE undo = 'removed' AND outcome = 'added')::integer AS removed,
      count(*) FILTER (WHERE undo = 'removed' AND outcome = 'changed')::integer AS restored
    FROM student_import_row
    WHERE import_id = ${importId} AND outcome IN ('added', 'changed')`;

export async function beginUndo(sql: Sql, importId: string, undoId: string): Promise<void> {
  await sql.run`UPDATE student_import SET undo_id = ${undoId} WHERE id = ${importId}`;
}

export async function endUndo(sql: Sql, importId: string, now: Date): Promise<void> {
  await sql.run`UPDATE student_import SET undone_at = ${now} WHERE id = ${importId}`;
}

/** Names of students by id. */
export const namesOf = (sql: Sql, ids: readonly number[]) =>
  sql.many<{ id: number; name: string }>`
    SELECT id, first_name || ' ' || last_name AS name FROM student
    WHERE id = ANY(${[...ids]}::bigint[])`;

/** The cohorts that students have now. */
export const cohortsOf = (sql: Sql, ids: readonly number[]) =>
  sql.many<Pick<tables.Student, 'id' | 'cohort'>>`
    SELECT id, cohort FROM student WHERE id = ANY(${[...ids]}::bigint[])`;
