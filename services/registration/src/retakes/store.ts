import type { Sql } from '@portal/kit/database';

export interface CourseVersion {
  id: number;
  additionalChargeCents: number;
}

/** The exam that is the course version of this one, if it is on offer. */
export const courseVersionOf = (sql: Sql, examId: number): Promise<CourseVersion | undefined> =>
  sql.maybe<CourseVersion>`
    SELECT id, additional_charge_cents FROM exam_copy WHERE alternate_course_version = ${examId} AND active ORDER BY id LIMIT 1`;

export const collegeOf = async (sql: Sql, studentId: number): Promise<{ collegeId: number | null } | undefined> =>
  sql.maybe`SELECT college_id FROM student_copy WHERE id = ${studentId}`;

/** The registration of an exam that a student has open, or else the newest. */
export const registrationToChange = (sql: Sql, studentId: number, examId: number): Promise<{ id: number } | undefined> =>
  sql.maybe<{ id: number }>`
    SELECT id FROM registration WHERE student_id = ${studentId} AND exam_id = ${examId} AND status NOT IN ('pending', 'dropped', 'cancelled', 'taken', 'graded')
    ORDER BY id DESC LIMIT 1`;

/** T-06. */
export async function changeToCourseRow(sql: Sql, id: number, course: CourseVersion): Promise<void> {
  await sql.run`
    UPDATE registration SET exam_id = ${course.id}, exam_to_course = true, additional_charge_cents = ${course.additionalChargeCents}, status = 'registered',
      session_id = NULL, session_type = NULL, branch_id = NULL, session_minutes = 0, proctor_reserved = false, proctor_uuid = NULL,
      calendar_sequence = calendar_sequence + (session_id IS NOT NULL)::integer
    WHERE id = ${id}`;
}
