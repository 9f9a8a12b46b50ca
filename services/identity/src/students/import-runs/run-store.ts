import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { Cells } from '../imports/cells/read-cells.ts';
import type { Choice } from '../imports/preview/row-states.ts';
import type { StudentImport } from '../imports/records/import-store.ts';

export type Outcome = 'added' | 'changed' | 'skipped' | 'failed';

/** A run of an import, or of its undo: that of a process, of the last 30 days. */
export const findRun = (sql: Sql, runId: string, now: Date): Promise<StudentImport | undefined> =>
  sql.maybe<StudentImport>`
    SELECT * FROM student_import
    WHERE (run_id = ${runId} OR undo_id = ${runId})
      AND started_at > ${now}::timestamptz - interval '30 days'`;

/** The process that a key has begun. */
export const findProcess = (sql: Sql, name: string, scope: string, key: string) =>
  sql.maybe<Pick<tables.StudentImport, 'id'>>`
    SELECT id FROM process WHERE name = ${name} AND scope = ${scope} AND key = ${key}`;

/** Notes what is to be done with each row, and that a run of a process has begun. */
export async function beginRun(
  sql: Sql,
  { importId, runId, by }: { importId: string; runId: string; by: { id: number; name: string } },
  rows: readonly { row: number; choice: Choice; matchId: number | null }[],
  now: Date,
): Promise<void> {
  await sql.run`
    UPDATE student_import_row r SET choice = given.choice, match_id = given.match_id
    FROM unnest(${rows.map(({ row }) => row)}::integer[],
      ${rows.map(({ choice }) => choice)}::text[],
      ${rows.map(({ matchId }) => matchId)}::bigint[]) AS given (row, choice, match_id)
    WHERE r.import_id = ${importId} AND r.row = given.row`;
  await sql.run`
    UPDATE student_import SET run_id = ${runId}, started_at = ${now}, uploaded_by_id = ${by.id},
      uploaded_by = ${by.name}
    WHERE id = ${importId}`;
}

/** Rows that are skipped, in one go: nothing is done about them. */
export async function noteSkipped(
  sql: Sql,
  importId: string,
  rows: readonly { row: number; text: string; studentId: number | null }[],
): Promise<void> {
  await sql.run`
    UPDATE student_import_row r
    SET outcome = 'skipped', text = given.text, student_id = given.student_id
    FROM unnest(${rows.map(({ row }) => row)}::integer[],
      ${rows.map(({ text }) => text)}::text[],
      ${rows.map(({ studentId }) => studentId)}::bigint[]) AS given (row, text, student_id)
    WHERE r.import_id = ${importId} AND r.row = given.row`;
}

/** Rows that nothing was done about yet. */
export async function openRows(sql: Sql, importId: string): Promise<number[]> {
  const rows = await sql.many<Pick<tables.StudentImportRow, 'row'>>`
    SELECT row FROM student_import_row
    WHERE import_id = ${importId} AND outcome IS NULL ORDER BY row`;
  return rows.map(({ row }) => row);
}

export interface OpenRow extends Pick<tables.StudentImportRow, 'matchId'> {
  cells: Cells;
  choice: Choice;
}

/** A row that nothing was done about yet, held until the transaction ends. */
export const lockOpenRow = (sql: Sql, importId: string, row: number) =>
  sql.maybe<OpenRow>`
    SELECT cells, choice, match_id FROM student_import_row
    WHERE import_id = ${importId} AND row = ${row} AND outcome IS NULL AND cells IS NOT NULL
      AND choice IS NOT NULL
    FOR UPDATE
    -- never null: cells, choice (they are asked for)`;

export interface RowResult {
  outcome: Outcome;
  text: string;
  studentId: number | null;
  cohortBefore?: string | null;
  cohortSet?: string;
}

export async function noteResult(
  sql: Sql,
  importId: string,
  row: number,
  { outcome, text, studentId, cohortBefore = null, cohortSet }: RowResult,
): Promise<void> {
  await sql.run`
    UPDATE student_import_row SET outcome = ${outcome}, text = ${text}, student_id = ${studentId},
      cohort_before = ${cohortBefore}, cohort_set = ${cohortSet ?? null}
    WHERE import_id = ${importId} AND row = ${row}`;
}

/** Ends a run; deletes the cells of its rows, which are on record now. R-564. */
export async function endRun(sql: Sql, importId: string, now: Date): Promise<void> {
  await sql.run`UPDATE student_import_row SET cells = NULL WHERE import_id = ${importId}`;
  await sql.run`
    UPDATE student_import SET finished_at = ${now}, holds_cells = false WHERE id = ${importId}`;
}

/** The number of rows by outcome. */
export interface RunCounts {
  total: number;
  added: number;
  changed: number;
  skipped: number;
  failed: number;
}

export const countRun = (sql: Sql, importId: string): Promise<RunCounts> =>
  sql.one<RunCounts>`
    SELECT count(*)::integer AS total, count(*) FILTER (WHERE outcome = 'added')::integer AS added,
      count(*) FILTER (WHERE outcome = 'changed')::integer AS changed,
      count(*) FILTER (WHERE outcome = 'skipped')::integer AS skipped,
      count(*) FILTER (WHERE outcome = 'failed')::integer AS failed
    FROM student_import_row WHERE import_id = ${importId}`;

/** Lists the outcomes of the rows. */
export const listResults = (sql: Sql, importId: string) =>
  sql.many<{ row: number; studentId: number | null; text: string }>`
    SELECT row, student_id, text FROM student_import_row
    WHERE import_id = ${importId} AND outcome IS NOT NULL ORDER BY row
    -- never null: text (a constraint says so where outcome is not)`;

const MAX_LISTED = 200;

/** An import that was run, and how many students it added. */
export interface ListedImport
  extends Pick<
    StudentImport,
    | 'id'
    | 'schoolName'
    | 'fileName'
    | 'uploadedById'
    | 'uploadedBy'
    | 'finishedAt'
    | 'undoneAt'
    | 'undoId'
  > {
  runId: string;
  startedAt: Date;
  added: number;
}

/** Imports that were run, the newest first; of one school or all. C-O36. */
export const listRun = (sql: Sql, schoolId: number | null): Promise<ListedImport[]> =>
  sql.many<ListedImport>`
    SELECT i.id, i.school_name, i.file_name, i.uploaded_by_id, i.uploaded_by, i.finished_at,
      i.undone_at, i.undo_id, i.run_id, i.started_at,
      (SELECT count(*)::integer FROM student_import_row r
        WHERE r.import_id = i.id AND r.outcome = 'added') AS added
    FROM student_import i
    WHERE i.started_at IS NOT NULL AND (${schoolId}::bigint IS NULL OR i.school_id = ${schoolId})
    ORDER BY i.started_at DESC LIMIT ${MAX_LISTED}
    -- never null: run_id, started_at (a constraint says so), added (a count)`;
