import type { Actor } from '@portal/kit/actor';
import type { Sql } from '@portal/kit/database';
import type { RegistrationStatus } from '../registrations/registration-state.ts';
import type { KnownPaper } from './check-batch.ts';
import type { Grade } from './grade.ts';

/** Registrations with these ids, and all of these exam codes and students. */
export function findPapers(
  sql: Sql,
  ids: readonly number[],
  studentIds: readonly number[],
  codes: readonly string[],
): Promise<KnownPaper[]> {
  return sql.many<KnownPaper>`
    SELECT r.id, r.student_id, r.exam_id, COALESCE(e.secular_number, '') AS exam_code, r.status, r.session_type,
      (s.starts_at AT TIME ZONE 'America/New_York')::date AS session_day, r.online_exam_started, r.paper_exam_uploaded, r.batch_id, r.grade, r.grade_comment,
      r.held_grade, r.held_grade_comment
    FROM registration r LEFT JOIN exam_copy e ON e.id = r.exam_id LEFT JOIN session s ON s.id = r.session_id
    WHERE r.status NOT IN ('pending', 'dropped')
      AND (r.id = ANY (${ids}::bigint[]) OR (r.student_id = ANY (${studentIds}::bigint[]) AND lower(e.secular_number) = ANY (${codes}::text[])))
    ORDER BY r.id`;
}

/** Locks them in the order of ids, as everybody does who changes registrations. */
export async function lockPapers(sql: Sql, ids: readonly number[]): Promise<void> {
  await sql.many`SELECT id FROM registration WHERE id = ANY (${ids}::bigint[]) ORDER BY id FOR NO KEY UPDATE`;
}

/** One batch is taken after the other: two files with the same rows meet what the first has written. */
export async function lockBatches(sql: Sql): Promise<void> {
  await sql.one`SELECT pg_advisory_xact_lock(hashtext('exam batch')) IS NULL AS locked`;
}

export interface NewBatch {
  batchDate: string | null;
  fileName: string;
  fileSha256: string;
  uploadedBy: number;
}

export async function insertBatch(sql: Sql, { batchDate, fileName, fileSha256, uploadedBy }: NewBatch): Promise<number> {
  const { id } = await sql.one<{ id: number }>`
    INSERT INTO batch (batch_date, file_name, file_sha256, uploaded_by) VALUES (${batchDate}::date, ${fileName}, ${fileSha256}, ${uploadedBy}) RETURNING id`;
  return id;
}

/** Makes a batch under the number that the office gave it, unless there is one; numbers given later are higher. */
export async function ensureBatch(sql: Sql, id: number, { batchDate, fileName, fileSha256, uploadedBy }: NewBatch): Promise<void> {
  const made = await sql.run`
    INSERT INTO batch (id, batch_date, file_name, file_sha256, uploaded_by) VALUES (${id}, ${batchDate}::date, ${fileName}, ${fileSha256}, ${uploadedBy})
    ON CONFLICT (id) DO NOTHING`;
  if (made > 0) {
    await sql.one`
      SELECT setval(pg_get_serial_sequence('batch', 'id'), GREATEST(${id}::bigint, nextval(pg_get_serial_sequence('batch', 'id')))) AS last`;
  }
}

export interface PaperBack {
  id: number;
  /** Null: it was taken before. */
  takenOn: string | null;
  arrivedBack: string;
  batchId: number;
}

/** The papers are back: T-45 for those that were not taken before. */
export async function notePapersBack(sql: Sql, papers: readonly PaperBack[]): Promise<void> {
  const rows = papers.map(({ id, takenOn, arrivedBack, batchId }) => ({
    id,
    taken_on: takenOn,
    arrived_back: arrivedBack,
    batch_id: batchId,
  }));
  await sql.run`
    UPDATE registration r SET status = CASE WHEN p.taken_on IS NULL THEN r.status ELSE 'taken' END, taken_on = COALESCE(p.taken_on, r.taken_on),
      online_access = false, paper_exam_uploaded = true, arrived_back = COALESCE(r.arrived_back, p.arrived_back), batch_id = COALESCE(r.batch_id, p.batch_id)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS p (id bigint, taken_on date, arrived_back date, batch_id bigint) WHERE r.id = p.id`;
  await sql.run`
    UPDATE start_token SET ended_at = clock_timestamp() WHERE ended_at IS NULL AND registration_id = ANY (${papers.map(({ id }) => id)}::bigint[])`;
}

export interface Graded extends Grade {
  id: number;
}
const asJson = (graded: readonly Graded[]) => JSON.stringify(graded.map(({ id, grade, comment }) => ({ id, grade, comment })));

/** T-50. */
export async function gradeRows(sql: Sql, graded: readonly Graded[], day: string): Promise<void> {
  await sql.run`
    UPDATE registration r SET status = 'graded', grade = g.grade, grade_comment = g.comment, graded_on = ${day}::date, held_grade = NULL, held_grade_comment = NULL
    FROM jsonb_to_recordset(${asJson(graded)}::jsonb) AS g (id bigint, grade text, comment text) WHERE r.id = g.id`;
}

/** Keeps grades until the assignments are in. */
export async function holdGrades(sql: Sql, held: readonly Graded[]): Promise<void> {
  await sql.run`
    UPDATE registration r SET held_grade = g.grade, held_grade_comment = g.comment
    FROM jsonb_to_recordset(${asJson(held)}::jsonb) AS g (id bigint, grade text, comment text) WHERE r.id = g.id`;
}

export interface Change {
  registrationId: number;
  from: RegistrationStatus;
  to: RegistrationStatus;
}

/** Who, when, from, to, of many. R-127. */
export async function logChanges(sql: Sql, lines: readonly Change[], actor: Actor, now: Date): Promise<void> {
  const rows = lines.map(({ registrationId, from, to }) => ({ id: registrationId, from_status: from, to_status: to }));
  await sql.run`
    INSERT INTO registration_log (registration_id, at, actor_kind, actor_id, actor_name, from_status, to_status, from_session_id, to_session_id)
    SELECT l.id, ${now}, ${actor.kind}, ${actor.id}, ${actor.name}, l.from_status, l.to_status, r.session_id, r.session_id
    FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS (id bigint, from_status text, to_status text)) WITH ORDINALITY
      AS l (id, from_status, to_status, place)
    JOIN registration r ON r.id = l.id ORDER BY l.place`;
}

export interface StoredFile {
  id: string;
  name: string;
  sha256: string;
  content: Uint8Array;
  uploadedBy: number;
}

/** Keeps the file as it came, with the papers that it holds scans of. */
export async function keepFile(
  sql: Sql,
  { id, name, sha256, content, uploadedBy }: StoredFile,
  scans: readonly { registrationId: number; innerName: string | null }[],
  now: Date,
): Promise<void> {
  await sql.run`
    INSERT INTO batch_file (id, name, size, sha256, content, uploaded_by, uploaded_at)
    VALUES (${id}, ${name}, ${content.length}, ${sha256}, ${Buffer.from(content)}, ${uploadedBy}, ${now})`;
  await sql.run`
    INSERT INTO paper_scan (registration_id, inner_name, file_id)
    SELECT s.registration_id, s.inner_name, ${id}::uuid
    FROM unnest(${scans.map((scan) => scan.registrationId)}::bigint[], ${scans.map((scan) => scan.innerName)}::text[]) AS s (registration_id, inner_name)`;
}

/** Taken exams whose assignments are in, and whose grade still waits. */
export async function listHeld(sql: Sql): Promise<number[]> {
  const rows = await sql.many<{ id: number }>`
    SELECT id FROM registration WHERE status = 'taken' AND held_grade_comment IS NOT NULL AND assignments_completed ORDER BY id LIMIT 100`;
  return rows.map(({ id }) => id);
}

export const readHeld = (sql: Sql, id: number): Promise<{ heldGrade: string | null; heldGradeComment: string | null } | undefined> =>
  sql.maybe`SELECT held_grade, held_grade_comment FROM registration WHERE id = ${id}`;

export interface UngradedExam {
  registrationId: number;
  studentId: number;
  examId: number;
  vendorId: number;
  examCode: string;
  takenOn: string;
  /** Day of the last try of this exam that has its grade. */
  gradedTryOn: string | undefined;
}

/** Taken exams without a grade, also without one that waits, by id. */
export async function listUngraded(sql: Sql, studentId: number | null, afterId: number, limit: number): Promise<UngradedExam[]> {
  const rows = await sql.many<Omit<UngradedExam, 'gradedTryOn'> & { gradedTryOn: string | null }>`
    SELECT r.id AS registration_id, r.student_id, r.exam_id, e.vendor_id, e.secular_number AS exam_code, r.taken_on,
      (SELECT max(t.taken_on) FROM registration t WHERE t.student_id = r.student_id AND t.exam_id = r.exam_id AND t.id <> r.id AND t.status = 'graded') AS graded_try_on
    FROM registration r JOIN exam_copy e ON e.id = r.exam_id
    WHERE r.status = 'taken' AND r.held_grade_comment IS NULL AND r.taken_on IS NOT NULL AND r.id > ${afterId}
      AND (${studentId}::bigint IS NULL OR r.student_id = ${studentId}::bigint)
    ORDER BY r.id LIMIT ${limit}`;
  return rows.map((row) => ({ ...row, gradedTryOn: row.gradedTryOn ?? undefined }));
}
