import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../../prisma/tables.ts';
import type { KnownPaper } from './check-batch.ts';

/** Registrations with these ids, and all of these exam codes and students. */
export function findPapers(
  sql: Sql,
  ids: readonly number[],
  studentIds: readonly number[],
  codes: readonly string[],
): Promise<KnownPaper[]> {
  return sql.many<KnownPaper>`
    SELECT r.id, r.student_id, r.exam_id, COALESCE(e.secular_number, '') AS exam_code, r.status,
      r.session_type, (s.starts_at AT TIME ZONE 'America/New_York')::date AS session_day,
      o.online_exam_started, COALESCE(x.paper_exam_uploaded, false) AS paper_exam_uploaded,
      x.batch_id, x.grade, x.grade_comment, x.held_grade, x.held_grade_comment
    FROM registration r
    LEFT JOIN online_sitting o ON o.registration_id = r.id
    LEFT JOIN exam_result x ON x.registration_id = r.id
    LEFT JOIN exam_copy e ON e.id = r.exam_id
    LEFT JOIN session s ON s.id = r.session_id
    WHERE r.status NOT IN ('pending', 'dropped')
      AND (r.id = ANY (${ids}::bigint[])
        OR (r.student_id = ANY (${studentIds}::bigint[])
          AND lower(e.secular_number) = ANY (${codes}::text[])))
    ORDER BY r.id`;
}

/** Whose exam a registration is, as the office names it. */
export interface PaperNames {
  student: string;
  exam: string;
}

/** The names of these registrations' students and exams, by registration. */
export async function describePapers(
  sql: Sql,
  ids: readonly number[],
): Promise<Map<number, PaperNames>> {
  const rows = await sql.many<{
    id: number;
    firstName: string | null;
    lastName: string | null;
    subject: string | null;
  }>`
    SELECT r.id, s.first_name, s.last_name, e.subject
    FROM registration r
    LEFT JOIN student_copy s ON s.id = r.student_id
    LEFT JOIN exam_copy e ON e.id = r.exam_id
    WHERE r.id = ANY (${ids}::bigint[])`;
  return new Map(
    rows.map(({ id, firstName, lastName, subject }) => [
      id,
      { student: [lastName, firstName].filter(Boolean).join(', '), exam: subject ?? '' },
    ]),
  );
}

/** The names of students who were marked absent from the session of these registrations. R-521 */
export async function readAbsentNames(
  sql: Sql,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const rows = await sql.many<{ id: number; name: string }>`
    SELECT r.id, s.first_name || ' ' || s.last_name AS name
    FROM registration r
    JOIN attendance a ON a.session_id = r.session_id AND a.student_id = r.student_id
      AND a.state = 'absent'
    JOIN student_copy s ON s.id = r.student_id
    WHERE r.id = ANY (${ids}::bigint[]) ORDER BY r.id`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Locks registrations in the order of ids, as all writers of registrations do. */
export async function lockPapers(sql: Sql, ids: readonly number[]): Promise<void> {
  await sql.many`
    SELECT id FROM registration WHERE id = ANY (${ids}::bigint[])
    ORDER BY id FOR NO KEY UPDATE`;
}

/**
 * Serializes batches, so that of two files with the same rows the second sees the first's writes.
 */
export async function lockBatches(sql: Sql): Promise<void> {
  await sql.one`SELECT pg_advisory_xact_lock(hashtext('exam batch')) IS NULL AS locked`;
}

export interface NewBatch {
  batchDate: string | null;
  fileName: string;
  fileSha256: string;
  uploadedBy: number;
}

export async function insertBatch(
  sql: Sql,
  { batchDate, fileName, fileSha256, uploadedBy }: NewBatch,
): Promise<number> {
  const { id } = await sql.one<Pick<tables.Batch, 'id'>>`
    INSERT INTO batch (batch_date, file_name, file_sha256, uploaded_by)
    VALUES (${batchDate}::date, ${fileName}, ${fileSha256}, ${uploadedBy}) RETURNING id`;
  return id;
}

/**
 * Inserts a batch under the office's number, unless it exists; numbers assigned later are higher.
 */
export async function ensureBatch(
  sql: Sql,
  id: number,
  { batchDate, fileName, fileSha256, uploadedBy }: NewBatch,
): Promise<void> {
  const made = await sql.run`
    INSERT INTO batch (id, batch_date, file_name, file_sha256, uploaded_by)
    VALUES (${id}, ${batchDate}::date, ${fileName}, ${fileSha256}, ${uploadedBy})
    ON CONFLICT (id) DO NOTHING`;
  if (made > 0) {
    await sql.one`
      SELECT setval(
        pg_get_serial_sequence('batch', 'id'),
        GREATEST(${id}::bigint, nextval(pg_get_serial_sequence('batch', 'id')))) AS last`;
  }
}

/** The start links of these registrations end. */
export async function endStartTokens(sql: Sql, ids: readonly number[], now: Date): Promise<void> {
  await sql.run`
    UPDATE start_token SET ended_at = ${now}
    WHERE ended_at IS NULL AND registration_id = ANY (${[...ids]}::bigint[])`;
}

export interface StoredFile {
  id: string;
  name: string;
  sha256: string;
  content: Uint8Array;
  uploadedBy: number;
}

/** Stores the original file, with the papers that it holds scans of. */
export async function keepFile(
  sql: Sql,
  { id, name, sha256, content, uploadedBy }: StoredFile,
  scans: readonly { registrationId: number; innerName: string | null }[],
  now: Date,
): Promise<void> {
  await sql.run`
    INSERT INTO batch_file (id, name, size, sha256, content, uploaded_by, uploaded_at)
    VALUES (${id}, ${name}, ${content.length}, ${sha256}, ${Buffer.from(content)}, ${uploadedBy},
      ${now})`;
  await sql.run`
    INSERT INTO paper_scan (registration_id, inner_name, file_id)
    SELECT s.registration_id, s.inner_name, ${id}::uuid
    FROM unnest(
      ${scans.map((scan) => scan.registrationId)}::bigint[],
      ${scans.map((scan) => scan.innerName)}::text[]) AS s (registration_id, inner_name)`;
}
