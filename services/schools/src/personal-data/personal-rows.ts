import type { Sql } from '@portal/kit/database/database';
import type { Person, PersonalRow } from '@portal/kit/personal-data/export-student';

/** All rows here about a student: orders of their school. R-588 */
export const personalRows = (sql: Sql, { studentId }: Person): Promise<PersonalRow[]> =>
  sql.many<PersonalRow>`
    SELECT 'bulk_student' AS name, to_jsonb(t) AS row FROM bulk_student t
    WHERE t.student_id = ${studentId}
    UNION ALL
    SELECT 'bulk_exam', to_jsonb(t)
    FROM bulk_student s JOIN bulk_exam t ON t.run_id = s.run_id AND t.student_id = s.student_id
    WHERE s.student_id = ${studentId}
    -- never null: name, row`;
