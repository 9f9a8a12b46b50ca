import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';

/** A seminary student as an invoice may name them. */
export interface InvoicedStudent
  extends Pick<tables.SeminaryStudent, 'studentId' | 'lastName' | 'firstName'> {
  seminaryStudentId: number;
  /** takenOn: YYYY-MM-DD on the paper. */
  exams: { seminaryExamId: number; examId: number; takenOn: string | null }[];
}

const MOST = 20_000;

/** Finds the students who are these members, and those of these names, which are in lower case. */
export const findInvoicedStudents = (
  sql: Sql,
  studentIds: readonly number[],
  lastNames: readonly string[],
  firstNames: readonly string[],
): Promise<InvoicedStudent[]> =>
  sql.many<InvoicedStudent>`
    WITH found AS (
      SELECT id FROM seminary_student WHERE student_id = ANY (${studentIds}::bigint[])
      UNION SELECT s.id
      FROM unnest(${lastNames}::text[], ${firstNames}::text[]) AS n (last_name, first_name)
      JOIN seminary_student s
        ON lower(s.last_name) = n.last_name AND lower(s.first_name) = n.first_name)
    SELECT s.id AS seminary_student_id, s.student_id, s.last_name, s.first_name,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('seminaryExamId', e.id, 'examId', e.exam_id,
          'takenOn', e.actual_taken_date) ORDER BY e.id), '[]')
        FROM seminary_exam e WHERE e.seminary_student_id = s.id) AS exams
    FROM found JOIN seminary_student s USING (id)
    ORDER BY s.id LIMIT ${MOST}`;
