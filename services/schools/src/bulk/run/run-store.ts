import type { Actor } from '@portal/kit/auth/actor';
import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';

/** A run as it was ordered. */
export interface Run
  extends Pick<
    tables.BulkRun,
    'id' | 'schoolId' | 'sessionId' | 'sendStudyMaterials' | 'prepays' | 'finishedAt' | 'error'
  > {
  processId: string;
}

export interface NewRun {
  processId: string;
  schoolId: number;
  sessionId: number;
  sendStudyMaterials: boolean;
  prepays: boolean;
  by: string;
}

/** Notes a run. A second open one of the school breaks bulk_run_one_open. */
export async function insertRun(sql: Sql, run: NewRun, now: Date): Promise<number> {
  const { id } = await sql.one<Pick<tables.BulkRun, 'id'>>`
    INSERT INTO bulk_run (process_id, school_id, session_id, send_study_materials, prepays,
      ordered_by, ordered_at)
    VALUES (${run.processId}::uuid, ${run.schoolId}, ${run.sessionId}, ${run.sendStudyMaterials},
      ${run.prepays}, ${run.by}, ${now}) RETURNING id`;
  return id;
}

export interface NewStudent {
  studentId: number;
  ccId: string | null;
  agreedCents: number;
  cohort: string | null;
  exams: {
    examId: number;
    subject: string;
    vendorName: string;
    credits: number;
    additionalChargeCents: number;
    isOffered: boolean;
  }[];
}

/** Notes the students of a run with their exams, in the order sent. */
export async function insertStudents(
  sql: Sql,
  runId: number,
  students: readonly NewStudent[],
): Promise<void> {
  const rows = students.map(({ studentId, ccId, agreedCents, cohort }, place) => ({
    studentId,
    ccId,
    agreedCents,
    cohort,
    place,
  }));
  await sql.run`
    INSERT INTO bulk_student (run_id, student_id, cc_id, agreed_cents, cohort, place)
    SELECT ${runId}, "studentId", "ccId", "agreedCents", cohort, place
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS row ("studentId" bigint, "ccId" text, "agreedCents" bigint, cohort text, place integer)`;
  const exams = students.flatMap((student) =>
    student.exams.map((exam, index) => ({
      ...exam,
      studentId: student.studentId,
      place: index + 1,
    })),
  );
  await sql.run`
    INSERT INTO bulk_exam (run_id, student_id, exam_id, place, subject, vendor_name, credits,
      additional_charge_cents, is_offered)
    SELECT ${runId}, "studentId", "examId", place, subject, "vendorName", credits,
      "additionalChargeCents", "isOffered"
    FROM jsonb_to_recordset(${JSON.stringify(exams)}::jsonb)
      AS row ("studentId" bigint, "examId" bigint, place smallint, subject text, "vendorName" text,
        credits integer, "additionalChargeCents" bigint, "isOffered" boolean)`;
}

export function findRun(sql: Sql, id: number): Promise<Run | undefined> {
  return sql.maybe<Run>`
    SELECT id, process_id, school_id, session_id, send_study_materials, prepays, finished_at, error
    FROM bulk_run WHERE id = ${id} AND process_id IS NOT NULL`;
}

/** A run that was ordered in the last 30 days. */
export function findRecentRun(sql: Sql, id: number, now: Date): Promise<Run | undefined> {
  return sql.maybe<Run>`
    SELECT id, process_id, school_id, session_id, send_study_materials, prepays, finished_at, error
    FROM bulk_run
    WHERE id = ${id} AND process_id IS NOT NULL
      AND ordered_at > ${now}::timestamptz - interval '30 days'`;
}

/** Returns the run that was ordered with a key, if there is one. */
export function findRunOfKey(
  sql: Sql,
  name: string,
  scope: string,
  key: string,
): Promise<Run | undefined> {
  return sql.maybe<Run>`
    SELECT r.id, r.process_id, r.school_id, r.session_id, r.send_study_materials, r.prepays,
      r.finished_at, r.error
    FROM bulk_run r JOIN process p ON p.id = r.process_id
    WHERE p.name = ${name} AND p.scope = ${scope} AND p.key = ${key}`;
}

/** Tells whether a process with this key exists; a refused one counts too. */
export async function isKeyKnown(
  sql: Sql,
  name: string,
  scope: string,
  key: string,
): Promise<boolean> {
  return (
    (await sql.maybe`
      SELECT 1 AS known FROM process
      WHERE name = ${name} AND scope = ${scope} AND key = ${key}`) !== undefined
  );
}

export interface RunExam {
  examId: number;
  subject: string;
  vendorName: string;
  credits: number;
  additionalChargeCents: number;
  isOffered: boolean;
}
/** A student of a run who is to be worked on. */
export interface RunStudent extends Pick<tables.BulkStudent, 'studentId' | 'ccId' | 'cohort'> {
  agreedCents: number;
  exams: RunExam[];
}

/**
 * Returns the unfinished students of a run, in the order sent; with `unknown` those whose charge is
 * still being checked.
 */
export function openStudents(
  sql: Sql,
  runId: number,
  which: 'open' | 'unknown' = 'open',
): Promise<RunStudent[]> {
  return sql.many<RunStudent>`
    SELECT s.student_id, s.cc_id, s.agreed_cents, s.cohort, (
      SELECT coalesce(jsonb_agg(jsonb_build_object('examId', e.exam_id, 'subject', e.subject,
        'vendorName', e.vendor_name, 'credits', e.credits,
        'additionalChargeCents', e.additional_charge_cents, 'isOffered', e.is_offered)
        ORDER BY e.place), '[]')
      FROM bulk_exam e WHERE e.run_id = s.run_id AND e.student_id = s.student_id) AS exams
    FROM bulk_student s WHERE s.run_id = ${runId}
      AND CASE WHEN ${which} = 'unknown' THEN s.step = 'unknown'
        ELSE s.step IN ('waiting', 'checked', 'paid') END
    ORDER BY s.place
    -- never null: agreed_cents (a run notes what was agreed for each student)`;
}

/**
 * Notes that payments does not know of a charge yet; returns false once the first such note is
 * older than `timeoutSeconds`.
 */
export async function noteUnknown(
  sql: Sql,
  runId: number,
  studentId: number,
  timeoutSeconds: number,
): Promise<boolean> {
  const { isPatient } = await sql.one<{ isPatient: boolean }>`
    UPDATE bulk_student SET pay_asked_at = COALESCE(pay_asked_at, clock_timestamp())
    WHERE run_id = ${runId} AND student_id = ${studentId}
    RETURNING pay_asked_at > clock_timestamp() - ${timeoutSeconds} * interval '1 second'
      AS is_patient`;
  return isPatient;
}

export interface ExamOutcome {
  examId: number;
  registrationId: number | null;
  result: string;
  creditsUsed: number;
  chargedCents: number;
}
export interface StudentOutcome {
  studentId: number;
  step: 'done' | 'unknown';
  exams: ExamOutcome[];
  error: string | null;
}

/** Writes what students of a run came to, with the sums over their successful exams. */
export async function saveOutcomes(
  sql: Sql,
  runId: number,
  outcomes: readonly StudentOutcome[],
): Promise<void> {
  const students = outcomes.map(({ exams: _, ...student }) => student);
  const rows = outcomes.flatMap(({ studentId, exams }) =>
    exams.map((exam) => ({ studentId, ...exam })),
  );
  await sql.run`
    WITH exams AS (
      UPDATE bulk_exam e
      SET registration_id = "registrationId", result = row.result, credits_used = "creditsUsed",
        charged_cents = "chargedCents"
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS row ("studentId" bigint, "examId" bigint, "registrationId" bigint, result text,
          "creditsUsed" integer, "chargedCents" bigint)
      WHERE e.run_id = ${runId} AND e.student_id = "studentId" AND e.exam_id = "examId"
      RETURNING e.student_id, e.credits_used, e.charged_cents),
    sums AS (
      SELECT student_id, sum(credits_used) AS credits_used, sum(charged_cents) AS charged_cents
      FROM exams GROUP BY student_id)
    UPDATE bulk_student s
    SET step = row.step, error = row.error, credits_used = COALESCE(sums.credits_used, 0),
      charged_cents = COALESCE(sums.charged_cents, 0)
    FROM jsonb_to_recordset(${JSON.stringify(students)}::jsonb)
      AS row ("studentId" bigint, step text, error text)
    LEFT JOIN sums ON sums.student_id = "studentId"
    WHERE s.run_id = ${runId} AND s.student_id = "studentId"`;
}

/** Sets the trouble that the run as a whole has. */
export async function noteRunError(sql: Sql, runId: number, error: string): Promise<void> {
  await sql.run`UPDATE bulk_run SET error = ${error} WHERE id = ${runId}`;
}

export async function finishRun(sql: Sql, runId: number, now: Date): Promise<void> {
  await sql.run`
    UPDATE bulk_run SET finished_at = ${now} WHERE id = ${runId} AND finished_at IS NULL`;
}

export async function progressOf(
  sql: Sql,
  runId: number,
): Promise<{ done: number; total: number }> {
  return sql.one<{ done: number; total: number }>`
    SELECT count(*) FILTER (WHERE step IN ('done', 'unknown'))::integer AS done,
      count(*)::integer AS total FROM bulk_student WHERE run_id = ${runId}`;
}

export interface StudentRow
  extends Pick<tables.BulkStudent, 'studentId' | 'creditsUsed' | 'chargedCents' | 'error'> {
  exams: { examId: number; result: string | null }[];
}

/** Returns the outcomes of all students of a run, in the order sent. */
export function outcomesOf(sql: Sql, runId: number): Promise<StudentRow[]> {
  return sql.many<StudentRow>`
    SELECT s.student_id, s.credits_used, s.charged_cents, s.error,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('examId', e.exam_id, 'result', e.result)
          ORDER BY e.place), '[]')
        FROM bulk_exam e WHERE e.run_id = s.run_id AND e.student_id = s.student_id) AS exams
    FROM bulk_student s WHERE s.run_id = ${runId} ORDER BY s.place`;
}

/** Returns finished runs with charges that are still being checked, with the caller of each. */
export function runsWithUnknown(sql: Sql): Promise<(Run & { actor: Actor })[]> {
  return sql.many<Run & { actor: Actor }>`
    SELECT r.id, r.process_id, r.school_id, r.session_id, r.send_study_materials, r.prepays,
      r.finished_at, r.error, p.actor
    FROM bulk_run r JOIN process p ON p.id = r.process_id
    WHERE r.finished_at IS NOT NULL AND EXISTS (SELECT FROM bulk_student s
      WHERE s.run_id = r.id AND s.step = 'unknown') ORDER BY r.id LIMIT 20`;
}

/** Whether the balance gave the sum of an exam. */
export interface Decision {
  studentId: number;
  examId: number;
  isTaken: boolean;
}

/** Returns earlier decisions of the balance on exams of these students. */
export function balanceDecisions(
  sql: Sql,
  runId: number,
  studentIds: readonly number[],
): Promise<Decision[]> {
  return sql.many<Decision>`
    SELECT student_id, exam_id, balance_taken AS is_taken FROM bulk_exam
    WHERE run_id = ${runId} AND student_id = ANY (${[...studentIds]}::bigint[])
      AND balance_taken IS NOT NULL
    -- never null: is_taken (only what was decided)`;
}

export async function noteBalanceDecisions(
  sql: Sql,
  runId: number,
  decisions: readonly Decision[],
): Promise<void> {
  await sql.run`
    UPDATE bulk_exam e SET balance_taken = decided.is_taken
    FROM unnest(${decisions.map(({ studentId }) => studentId)}::bigint[],
      ${decisions.map(({ examId }) => examId)}::bigint[],
      ${decisions.map(({ isTaken }) => isTaken)}::boolean[])
      AS decided (student_id, exam_id, is_taken)
    WHERE e.run_id = ${runId} AND e.student_id = decided.student_id
      AND e.exam_id = decided.exam_id`;
}
