import type { Sql } from '@portal/kit/database/database';
import type { Person, PersonalRow } from '@portal/kit/personal-data/export-student';

/** All rows here about a student. R-588 */
export const personalRows = (sql: Sql, { studentId }: Person): Promise<PersonalRow[]> =>
  sql.many<PersonalRow>`
    SELECT 'exam_result' AS name, to_jsonb(t) AS row FROM exam_result t
    WHERE t.student_id = ${studentId}
    UNION ALL
    SELECT 'transcript_request', to_jsonb(t) FROM transcript_request t
    WHERE t.student_id = ${studentId}
    UNION ALL
    SELECT 'vendor_ask', to_jsonb(t) FROM vendor_ask t WHERE t.student_id = ${studentId}
    UNION ALL
    SELECT 'tal_invoice_line', to_jsonb(t) FROM tal_invoice_line t
    WHERE t.student_id = ${studentId}
    -- never null: name, row`;
