import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../../prisma/tables.ts';

/** TAL among the vendors. */
const TAL = 1;

export interface TalExam extends Pick<tables.Registration, 'studentId'> {
  registrationId: number;
  examCode: string;
  /** YYYY-MM-DD: when it was taken, or else the day of its session and of its start online. */
  days: string[];
}

/** Registrations of TAL of these students with these course codes, which are in lower case. */
export const talExams = (
  sql: Sql,
  studentIds: readonly number[],
  codes: readonly string[],
): Promise<TalExam[]> =>
  sql.many<TalExam>`
    SELECT r.id AS registration_id, r.student_id, e.secular_number AS exam_code,
      CASE WHEN x.taken_on IS NOT NULL THEN ARRAY[x.taken_on::text]
        ELSE array_remove(ARRAY[(s.starts_at AT TIME ZONE 'America/New_York')::date::text,
          (o.online_exam_started AT TIME ZONE 'America/New_York')::date::text], NULL) END AS days
    FROM registration r
    JOIN exam_copy e ON e.id = r.exam_id
    LEFT JOIN exam_result x ON x.registration_id = r.id
    LEFT JOIN online_sitting o ON o.registration_id = r.id
    LEFT JOIN session s ON s.id = r.session_id
    WHERE r.student_id = ANY (${studentIds}::bigint[])
      AND r.status NOT IN ('pending', 'dropped', 'cancelled')
      AND e.vendor_id = ${TAL} AND lower(e.secular_number) = ANY (${codes}::text[])
    ORDER BY r.id
    -- never null: days (both of its branches are arrays)`;

/** Exams of any vendor that have one of these codes, which are in lower case. */
export const examsOfCodes = (
  sql: Sql,
  codes: readonly string[],
): Promise<{ examId: number; examCode: string }[]> =>
  sql.many<{ examId: number; examCode: string }>`
    SELECT id AS exam_id, secular_number AS exam_code FROM exam_copy
    WHERE lower(secular_number) = ANY (${codes}::text[]) ORDER BY id`;
