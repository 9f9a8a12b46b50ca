import type { Actor } from '@portal/kit/auth/actor';
import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import { AFTER_PENDING } from '../../records/registrations/state/registration-machine.ts';

export interface ExamStanding {
  examId: number;
  isPassed: boolean;
  isUntaken: boolean;
}

/**
 * Returns whether a student passed or still has to take these exams, in any of their versions;
 * omits an exam without a registration.
 */
export const readStanding = (
  sql: Sql,
  studentId: number,
  examIds: readonly number[],
): Promise<ExamStanding[]> =>
  sql.many<ExamStanding>`
    SELECT e.id AS exam_id,
      coalesce(bool_or(r.status = 'graded' AND x.is_passed), false) AS is_passed,
      coalesce(bool_or(r.status NOT IN ('taken', 'graded')), false) AS is_untaken
    FROM exam_copy e
    JOIN registration r ON r.student_id = ${studentId} AND r.exam_group = e.exam_group
      AND r.status NOT IN ('pending', 'dropped', 'cancelled')
    LEFT JOIN exam_result x ON x.registration_id = r.id
    WHERE e.id = ANY (${[...examIds]}::bigint[])
    GROUP BY e.id`;

/** Until when a student is barred from new registrations; null: not at all. R-551 */
export async function buyingBarredUntil(sql: Sql, studentId: number): Promise<Date | null> {
  const row = await sql.maybe<Pick<tables.StudentProjection, 'buyingBarredUntil'>>`
    SELECT buying_barred_until FROM student_copy WHERE id = ${studentId}`;
  return row?.buyingBarredUntil ?? null;
}

export type ReservedExam = Pick<tables.Registration, 'examId'> & { registrationId: number };

/**
 * Puts a hidden registration of each exam that has no open one on the student's record, with
 * nothing to pay.
 */
export const insertReserved = (
  sql: Sql,
  { runId, studentId, examIds }: { runId: string; studentId: number; examIds: readonly number[] },
  now: Date,
): Promise<ReservedExam[]> =>
  sql.many<ReservedExam>`
    INSERT INTO registration (student_id, exam_id, exam_group, status, created_at, is_retake,
      no_additional_fees, proctor_fee_cents, run_id)
    SELECT ${studentId}, e.id, e.exam_group, 'pending', ${now},
      EXISTS (SELECT FROM registration earlier
        WHERE earlier.student_id = ${studentId} AND earlier.exam_group = e.exam_group
          AND earlier.status IN ('taken', 'graded')),
      true, 0, ${runId}::uuid
    FROM exam_copy e WHERE e.id = ANY (${[...examIds]}::bigint[])
    ORDER BY e.id
    ON CONFLICT (student_id, exam_group)
      WHERE status NOT IN ('dropped', 'cancelled', 'taken', 'graded') DO NOTHING
    RETURNING exam_id, id AS registration_id`;

export interface Redeemed {
  registrationId: number;
  credits: number;
  /** Package types that paid; null: payments of the release before did not say. */
  packageIds: number[] | null;
  grade: string | null;
  gradeComment: string;
}

/** Makes hidden registrations of a redemption graded ones, with log rows; returns their ids. */
export const insertRedeemed = (
  sql: Sql,
  { runId, studentId, day }: { runId: string; studentId: number; day: string },
  exams: readonly Redeemed[],
  actor: Actor,
  now: Date,
): Promise<Pick<tables.Registration, 'id' | 'examId'>[]> => {
  const rows = exams.map(({ registrationId, credits, packageIds, grade, gradeComment }) => ({
    id: registrationId,
    credits,
    package_ids: packageIds,
    grade,
    grade_comment: gradeComment,
  }));
  return sql.many<Pick<tables.Registration, 'id' | 'examId'>>`
    WITH wanted AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        AS w (id bigint, credits integer, package_ids bigint[], grade text, grade_comment text)),
    made AS (
      UPDATE registration r
      SET status = ${AFTER_PENDING.redeemed}, paid_at = ${now}, credits_spent = w.credits,
        package_type_ids = COALESCE(w.package_ids, '{}'),
        packages_known = w.package_ids IS NOT NULL,
        seminary_redemption_date = ${day}::date
      FROM wanted w
      WHERE r.id = w.id AND r.student_id = ${studentId} AND r.run_id = ${runId}::uuid
        AND r.status = 'pending'
      RETURNING r.id, r.exam_id, w.grade, w.grade_comment),
    graded AS (
      INSERT INTO exam_result (registration_id, taken_on, paper_exam_uploaded, grade,
        grade_comment, graded_on)
      SELECT id, ${day}::date, true, grade, grade_comment, ${day}::date FROM made
      ON CONFLICT (registration_id) DO UPDATE
      SET taken_on = excluded.taken_on, paper_exam_uploaded = true, grade = excluded.grade,
        grade_comment = excluded.grade_comment, graded_on = excluded.graded_on),
    logged AS (
      INSERT INTO registration_log (registration_id, at, actor_kind, actor_id, actor_name,
        from_status, to_status)
      SELECT id, ${now}, ${actor.kind}, ${actor.id}, ${actor.name}, 'pending',
        ${AFTER_PENDING.redeemed} FROM made)
    SELECT id, exam_id FROM made`;
};

/** Ends hidden registrations of a redemption that came to nothing. */
export const dropReserved = (
  sql: Sql,
  { runId, studentId }: { runId: string; studentId: number },
): Promise<number> =>
  sql.run`
    UPDATE registration SET status = ${AFTER_PENDING.dropped}
    WHERE run_id = ${runId}::uuid AND student_id = ${studentId} AND status = 'pending'`;
