import type { Actor } from '@portal/kit/auth/actor';
import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../../prisma/tables.ts';
import type { RegistrationStatus } from '../../../records/registrations/state/registration-state.ts';

export interface StateChange {
  registrationId: number;
  from: RegistrationStatus;
  to: RegistrationStatus;
}

/** Logs state changes of many registrations. R-127. */
export async function logChanges(
  sql: Sql,
  lines: readonly StateChange[],
  actor: Actor,
  now: Date,
): Promise<void> {
  const rows = lines.map(({ registrationId, from, to }) => ({
    id: registrationId,
    from_status: from,
    to_status: to,
  }));
  await sql.run`
    INSERT INTO registration_log (registration_id, at, actor_kind, actor_id, actor_name,
      from_status, to_status, from_session_id, to_session_id)
    SELECT l.id, ${now}, ${actor.kind}, ${actor.id}, ${actor.name}, l.from_status, l.to_status,
      r.session_id, r.session_id
    FROM ROWS FROM (jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      AS (id bigint, from_status text, to_status text)) WITH ORDINALITY
      AS l (id, from_status, to_status, place)
    JOIN registration r ON r.id = l.id ORDER BY l.place`;
}

/** Taken exams whose assignments are in, and whose grade still waits. */
export async function listHeld(sql: Sql): Promise<number[]> {
  const rows = await sql.many<Pick<tables.Registration, 'id'>>`
    SELECT id FROM registration
    WHERE status = 'taken' AND assignments_completed AND id = ANY (ARRAY(
      SELECT registration_id FROM exam_result WHERE held_grade_comment IS NOT NULL))
    ORDER BY id LIMIT 100`;
  return rows.map(({ id }) => id);
}

export interface UngradedExam
  extends Pick<tables.Registration, 'studentId' | 'examId'>,
    Pick<tables.ExamProjection, 'vendorId'> {
  registrationId: number;
  examCode: string;
  takenOn: string;
  /** Day of the last try of this exam that has its grade. */
  gradedTryOn: string | undefined;
}

/** Taken exams without a grade, also without one that waits, by id. */
export async function listUngraded(
  sql: Sql,
  studentId: number | null,
  afterId: number,
  limit: number,
): Promise<UngradedExam[]> {
  const rows = await sql.many<Omit<UngradedExam, 'gradedTryOn'> & { gradedTryOn: string | null }>`
    SELECT r.id AS registration_id, r.student_id, r.exam_id, e.vendor_id,
      e.secular_number AS exam_code, x.taken_on,
      (SELECT max(y.taken_on)
        FROM registration t JOIN exam_result y ON y.registration_id = t.id
        WHERE t.student_id = r.student_id AND t.exam_id = r.exam_id AND t.id <> r.id
          AND t.status = 'graded') AS graded_try_on
    FROM registration r
    JOIN exam_result x ON x.registration_id = r.id
    JOIN exam_copy e ON e.id = r.exam_id
    WHERE r.status = 'taken' AND x.held_grade_comment IS NULL AND x.taken_on IS NOT NULL
      AND r.id > ${afterId}
      AND (${studentId}::bigint IS NULL OR r.student_id = ${studentId}::bigint)
    ORDER BY r.id LIMIT ${limit}`;
  return rows.map((row) => ({ ...row, gradedTryOn: row.gradedTryOn ?? undefined }));
}
