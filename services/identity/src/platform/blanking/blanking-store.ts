import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';

export type BlankingRow = Pick<
  tables.Blanking,
  'id' | 'studentId' | 'blankOn' | 'barId' | 'withdrawnAt' | 'begunAt' | 'doneAt'
>;

/** The blanking of a student that was not withdrawn. */
export const findBlanking = (sql: Sql, studentId: number): Promise<BlankingRow | undefined> =>
  sql.maybe<BlankingRow>`
    SELECT id, student_id, blank_on, bar_id, withdrawn_at, begun_at, done_at FROM blanking
    WHERE student_id = ${studentId} AND withdrawn_at IS NULL`;

export async function insertBlanking(
  sql: Sql,
  row: Pick<
    tables.Blanking,
    'id' | 'studentId' | 'reason' | 'askedById' | 'askedBy' | 'askedAt' | 'blankOn' | 'barId'
  >,
): Promise<void> {
  await sql.run`
    INSERT INTO blanking (id, student_id, reason, asked_by_id, asked_by, asked_at, blank_on, bar_id)
    VALUES (${row.id}, ${row.studentId}, ${row.reason}, ${row.askedById}, ${row.askedBy},
      ${row.askedAt}, ${row.blankOn}, ${row.barId})`;
}

export async function noteWithdrawn(sql: Sql, id: string, by: string, at: Date): Promise<void> {
  await sql.run`
    UPDATE blanking SET withdrawn_by = ${by}, withdrawn_at = ${at} WHERE id = ${id}`;
}

/** Marks a waiting blanking as begun, unless it was withdrawn or has already begun. */
export const noteBegun = (sql: Sql, id: string, at: Date): Promise<number> => sql.run`
  UPDATE blanking SET begun_at = ${at}
  WHERE id = ${id} AND withdrawn_at IS NULL AND begun_at IS NULL`;

/** Something was in the way: it waits again. */
export async function putOff(sql: Sql, id: string, until: Date): Promise<void> {
  await sql.run`UPDATE blanking SET begun_at = NULL, blank_on = ${until} WHERE id = ${id}`;
}

/** Reduces a blanking to its student, time and author. */
export async function noteDone(sql: Sql, id: string, at: Date): Promise<void> {
  await sql.run`
    UPDATE blanking SET begun_at = COALESCE(begun_at, ${at}), done_at = ${at}, reason = 'Removed'
    WHERE id = ${id}`;
}

const CONCURRENCY = 20;

/** Lists blankings that are due. */
export const listDue = (
  sql: Sql,
  now: Date,
): Promise<Pick<tables.Blanking, 'id' | 'studentId' | 'blankOn'>[]> =>
  sql.many<Pick<tables.Blanking, 'id' | 'studentId' | 'blankOn'>>`
    SELECT id, student_id, blank_on FROM blanking
    WHERE withdrawn_at IS NULL AND begun_at IS NULL AND blank_on <= ${now}
    ORDER BY blank_on LIMIT ${CONCURRENCY}`;

/** Reads all students who were blanked, or are being blanked. R-593 */
export async function listBlanked(sql: Sql): Promise<number[]> {
  const rows = await sql.many<Pick<tables.Blanking, 'studentId'>>`
    SELECT student_id FROM blanking WHERE withdrawn_at IS NULL AND begun_at IS NOT NULL
    ORDER BY student_id`;
  return rows.map(({ studentId }) => studentId);
}
