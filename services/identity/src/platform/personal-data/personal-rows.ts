import type { Sql } from '@portal/kit/database/database';
import type { Person, PersonalRow } from '@portal/kit/personal-data/export-student';
import { rowsOfStudent } from '../../../prisma/personal-tables.ts';

/** All rows here about a student. R-588 */
export async function personalRows(sql: Sql, { studentId }: Person): Promise<PersonalRow[]> {
  const rows = await Promise.all([rowsOfStudent(sql, studentId), otherRows(sql, studentId)]);
  return rows.flat();
}

const otherRows = (sql: Sql, studentId: number): Promise<PersonalRow[]> =>
  sql.many<PersonalRow>`
    SELECT 'student' AS name, to_jsonb(t) AS row FROM student t WHERE t.id = ${studentId}
    UNION ALL
    SELECT 'token', to_jsonb(t) FROM token t WHERE t.student_id = ${studentId}
    UNION ALL
    SELECT 'invite', to_jsonb(t) FROM invite t WHERE t.student_id = ${studentId}
    UNION ALL
    SELECT 'accommodation_document', jsonb_build_object('accommodation_id', t.accommodation_id,
      'name', t.name, 'type', t.type, 'uploaded_at', t.uploaded_at)
    FROM accommodation a JOIN accommodation_document t ON t.accommodation_id = a.id
    WHERE a.student_id = ${studentId}
    UNION ALL
    SELECT 'student_import_row', to_jsonb(t) FROM student_import_row t
    WHERE t.student_id = ${studentId}
    -- never null: name, row`;
