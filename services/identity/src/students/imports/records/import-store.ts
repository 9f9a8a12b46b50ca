import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../../prisma/tables.ts';
import type { Cells } from '../cells/read-cells.ts';
import type { DateOrder, Defaults, Mapping } from '../columns/import-fields.ts';

/** A table that was uploaded, and how far it is. */
export interface StudentImport
  extends Pick<
    tables.StudentImport,
    | 'id'
    | 'schoolId'
    | 'schoolName'
    | 'cohortChoices'
    | 'fileName'
    | 'columns'
    | 'uploadedById'
    | 'uploadedBy'
    | 'uploadedAt'
    | 'holdsCells'
    | 'runId'
    | 'startedAt'
    | 'finishedAt'
    | 'undoId'
    | 'undoneAt'
  > {
  mapping: Mapping | null;
  defaults: Defaults | null;
  dateOrder: DateOrder | null;
}

export interface NewImport
  extends Pick<
    StudentImport,
    'id' | 'schoolId' | 'schoolName' | 'cohortChoices' | 'fileName' | 'columns'
  > {
  rows: readonly { row: number; cells: readonly string[] }[];
}

/** Keeps a table with its cells as they came, until its columns are chosen. */
export async function insertImport(
  sql: Sql,
  made: NewImport,
  by: { id: number; name: string },
  now: Date,
): Promise<void> {
  await sql.run`
    INSERT INTO student_import (id, school_id, school_name, cohort_choices, file_name, columns,
      uploaded_by_id, uploaded_by, uploaded_at)
    VALUES (${made.id}, ${made.schoolId}, ${made.schoolName}, ${made.cohortChoices}::text[],
      ${made.fileName}, ${made.columns}::text[], ${by.id}, ${by.name}, ${now})`;
  await sql.run`
    INSERT INTO student_import_row (import_id, row, cells)
    SELECT ${made.id}, given.*
    FROM unnest(${made.rows.map(({ row }) => row)}::integer[],
      ${made.rows.map(({ cells }) => JSON.stringify(cells))}::jsonb[]) AS given`;
}

export const findImport = (sql: Sql, id: string): Promise<StudentImport | undefined> =>
  sql.maybe<StudentImport>`SELECT * FROM student_import WHERE id = ${id}`;

/** The same, held until the transaction ends. */
export const lockImport = (sql: Sql, id: string): Promise<StudentImport | undefined> =>
  sql.maybe<StudentImport>`SELECT * FROM student_import WHERE id = ${id} FOR UPDATE`;

/** How the columns of the school's last import were chosen. */
export async function lastMapping(sql: Sql, schoolId: number): Promise<Mapping | null> {
  const last = await sql.maybe<Pick<StudentImport, 'mapping'>>`
    SELECT mapping FROM student_import
    WHERE school_id = ${schoolId} AND started_at IS NOT NULL
    ORDER BY started_at DESC LIMIT 1`;
  return last?.mapping ?? null;
}

/** The cells of a table whose columns are not chosen yet, in the order of its columns. */
export const readUnmapped = (sql: Sql, importId: string) =>
  sql.many<{ row: number; cells: string[] }>`
    SELECT row, cells FROM student_import_row
    WHERE import_id = ${importId} AND cells IS NOT NULL ORDER BY row
    -- never null: cells (it is asked for)`;

/** The cells of a table by their fields. */
export const readMapped = (sql: Sql, importId: string) =>
  sql.many<{ row: number; cells: Cells }>`
    SELECT row, cells FROM student_import_row
    WHERE import_id = ${importId} AND cells IS NOT NULL ORDER BY row
    -- never null: cells (it is asked for)`;

/** Keeps of each row the cells that are mapped, by their fields, and drops the others. R-564. */
export async function writeMapped(
  sql: Sql,
  importId: string,
  rows: readonly { row: number; cells: Cells }[],
): Promise<void> {
  await sql.run`
    UPDATE student_import_row r SET cells = given.cells
    FROM unnest(${rows.map(({ row }) => row)}::integer[],
      ${rows.map(({ cells }) => JSON.stringify(cells))}::jsonb[]) AS given (row, cells)
    WHERE r.import_id = ${importId} AND r.row = given.row`;
}

export async function noteMapping(
  sql: Sql,
  importId: string,
  chosen: { mapping: Mapping; defaults: Defaults; dateOrder: DateOrder; cohortChoices: string[] },
): Promise<void> {
  await sql.run`
    UPDATE student_import SET mapping = ${JSON.stringify(chosen.mapping)}::jsonb,
      defaults = ${JSON.stringify(chosen.defaults)}::jsonb, date_order = ${chosen.dateOrder},
      cohort_choices = ${chosen.cohortChoices}::text[]
    WHERE id = ${importId}`;
}

/** Drops a table that was not run. */
export async function deleteImport(sql: Sql, importId: string): Promise<void> {
  await sql.run`DELETE FROM student_import WHERE id = ${importId} AND started_at IS NULL`;
}

/** Returns those of the addresses that accounts have, in lower case. */
export async function addressesOfAccounts(
  sql: Sql,
  emails: readonly string[],
): Promise<Set<string>> {
  const rows = await sql.many<{ email: string }>`
    SELECT lower(email) AS email FROM student_account
    WHERE lower(email) = ANY(${[...emails]}::text[])
    -- never null: email (its column is not)`;
  return new Set(rows.map(({ email }) => email));
}
