import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import {
  DISCARDED,
  REDEEMED,
  type SeminaryCourse,
  type SeminaryStudent,
} from '../students/records/seminary-student.ts';

/** The seminary student who is linked with a student on record. */
export const findLinkedRecord = (
  sql: Sql,
  studentId: number,
): Promise<SeminaryStudent | undefined> =>
  sql.maybe<SeminaryStudent>`
    SELECT * FROM seminary_student_record WHERE student_id = ${studentId}`;

/** An exam with its names here and at TAL. */
export type ExamRow = SeminaryCourse & Pick<tables.SeminaryExam, 'id' | 'talReference'>;

/** The exams of a seminary student, in the order of their papers. */
export const listExams = (sql: Sql, seminaryStudentId: number): Promise<ExamRow[]> =>
  sql.many<ExamRow>`
    SELECT id, seminary_student_id, exam_id, actual_taken_date, taken_date, grade, grade_comment,
      tal_reference
    FROM seminary_exam WHERE seminary_student_id = ${seminaryStudentId}
    ORDER BY actual_taken_date, exam_id`;

export type Deciding = Pick<
  tables.SeminaryStudent,
  'id' | 'studentId' | 'redeemedExams' | 'redeeming' | 'seminaryYear'
>;

/** A seminary student about whose exams is decided, held until the transaction ends. */
export const lockDeciding = (sql: Sql, id: number): Promise<Deciding | undefined> =>
  sql.maybe<Deciding>`
    SELECT id, student_id, redeemed_exams, redeeming, seminary_year FROM seminary_student
    WHERE id = ${id} FOR UPDATE`;

/** Links a seminary student for a process that redeems; blocks other decisions until it ends. */
export async function takeForRedeeming(
  sql: Sql,
  id: number,
  { studentId, processId }: { studentId: number; processId: string },
): Promise<void> {
  await sql.run`
    UPDATE seminary_student SET student_id = ${studentId}, redeeming = ${processId}::uuid
    WHERE id = ${id}`;
}

/** A redemption came to nothing: the link that it made goes too. */
export async function freeFromRedeeming(
  sql: Sql,
  id: number,
  { processId, unlinks }: { processId: string; unlinks: boolean },
): Promise<void> {
  await sql.run`
    UPDATE seminary_student
    SET redeeming = NULL, student_id = CASE WHEN ${unlinks} THEN NULL ELSE student_id END
    WHERE id = ${id} AND redeeming = ${processId}::uuid`;
}

/** Head start of the deciding process: seconds before the job notifies TAL. */
const AHEAD_SECONDS = 5;

/** Redeemed by the process that took it; gives whether it was its own still. */
export async function noteRedeemed(
  sql: Sql,
  id: number,
  processId: string,
  now: Date,
): Promise<boolean> {
  const noted = await sql.run`
    UPDATE seminary_student
    SET redeemed_exams = ${REDEEMED}, redeemed_at = ${now}, redeeming = NULL,
      tell_at = clock_timestamp() + ${AHEAD_SECONDS} * interval '1 second'
    WHERE id = ${id} AND redeeming = ${processId}::uuid`;
  return noted > 0;
}

/** Discarded, and linked for good. */
export async function noteDiscarded(
  sql: Sql,
  id: number,
  studentId: number,
  now: Date,
): Promise<void> {
  await sql.run`
    UPDATE seminary_student
    SET redeemed_exams = ${DISCARDED}, redeemed_at = ${now}, student_id = ${studentId},
      tell_at = clock_timestamp() + ${AHEAD_SECONDS} * interval '1 second'
    WHERE id = ${id}`;
}

/** The exams that became registrations, with the day that goes on the transcript. */
export async function noteRedeemedExams(
  sql: Sql,
  exams: readonly { id: number; registrationId: number }[],
  day: string,
): Promise<void> {
  await sql.run`
    UPDATE seminary_exam exam SET taken_date = ${day}::date, registration_id = of.registration_id
    FROM unnest(${exams.map(({ id }) => id)}::bigint[],
      ${exams.map(({ registrationId }) => registrationId)}::bigint[]) AS of (id, registration_id)
    WHERE exam.id = of.id`;
}

export type ToNotify = Pick<
  tables.SeminaryStudent,
  'id' | 'firstName' | 'lastName' | 'dob' | 'last4Ssn' | 'talStudentId' | 'redeemedExams'
>;
const LEASE_SECONDS = 60;

/** Lists students with a decision to report to TAL. */
export async function listToNotify(sql: Sql): Promise<number[]> {
  const rows = await sql.many<Pick<tables.SeminaryStudent, 'id'>>`
    SELECT id FROM seminary_student
    WHERE redeemed_exams IS NOT NULL AND release_told_at IS NULL
      AND tell_at <= clock_timestamp()
    ORDER BY tell_at LIMIT 20`;
  return rows.map(({ id }) => id);
}

/**
 * Leases one of them for a minute; undefined when TAL knows, or while another process has the
 * lease. `isHeld`: the caller is the process that has just decided.
 */
export const takeToNotify = (
  sql: Sql,
  id: number,
  isHeld: boolean,
): Promise<ToNotify | undefined> =>
  sql.maybe<ToNotify>`
    UPDATE seminary_student
    SET tell_at = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second',
      tell_tries = tell_tries + 1
    WHERE id = ${id} AND redeemed_exams IS NOT NULL AND release_told_at IS NULL
      AND (${isHeld} OR tell_at <= clock_timestamp())
    RETURNING id, first_name, last_name, dob, last4_ssn, tal_student_id, redeemed_exams`;

/** Whether TAL knows what was decided. */
export const announced = async (sql: Sql, id: number): Promise<boolean> =>
  (await sql.maybe`
    SELECT 1 AS told FROM seminary_student WHERE id = ${id} AND release_told_at IS NOT NULL`) !==
  undefined;

/** Retries a failed notification of TAL after a pause of at most ten minutes. */
export async function notifyLater(sql: Sql, id: number): Promise<void> {
  await sql.run`
    UPDATE seminary_student
    SET tell_at = clock_timestamp() + least(600, power(2, least(tell_tries, 10)))
      * interval '1 second'
    WHERE id = ${id} AND release_told_at IS NULL`;
}

export async function keepTalStudent(sql: Sql, id: number, talStudentId: string): Promise<void> {
  await sql.run`UPDATE seminary_student SET tal_student_id = ${talStudentId} WHERE id = ${id}`;
}

export async function keepTalReference(sql: Sql, id: number, reference: string): Promise<void> {
  await sql.run`UPDATE seminary_exam SET tal_reference = ${reference} WHERE id = ${id}`;
}

export async function markAnnounced(sql: Sql, id: number, now: Date): Promise<void> {
  await sql.run`UPDATE seminary_student SET release_told_at = ${now} WHERE id = ${id}`;
}
