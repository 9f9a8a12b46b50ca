import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';

export type CourseVersion = Pick<
  tables.ExamProjection,
  'id' | 'additionalChargeCents' | 'courseCollegeId'
>;

/** The exam that is the course version of this one, if it is on offer. */
export const courseVersionOf = (sql: Sql, examId: number): Promise<CourseVersion | undefined> =>
  sql.maybe<CourseVersion>`
    SELECT id, additional_charge_cents, course_college_id FROM exam_copy
    WHERE alternate_course_version = ${examId} AND active ORDER BY id LIMIT 1`;

/** Whether only tech support changes this exam to its course version. R-124. */
export const isChangeReserved = async (sql: Sql, examId: number): Promise<boolean> =>
  (await sql.maybe`
    SELECT 1 AS reserved FROM exam_copy WHERE id = ${examId} AND course_change_reserved`) !==
  undefined;

export const collegeOf = async (
  sql: Sql,
  studentId: number,
): Promise<Pick<tables.StudentProjection, 'collegeId'> | undefined> =>
  sql.maybe`SELECT college_id FROM student_copy WHERE id = ${studentId}`;

/** The registration of an exam that a student has open, or else the newest. */
export const registrationToChange = (
  sql: Sql,
  studentId: number,
  examId: number,
): Promise<{ id: number } | undefined> =>
  sql.maybe<Pick<tables.Registration, 'id'>>`
    SELECT id FROM registration
    WHERE student_id = ${studentId} AND exam_id = ${examId}
      AND status NOT IN ('pending', 'dropped', 'cancelled', 'taken', 'graded')
    ORDER BY id DESC LIMIT 1`;
