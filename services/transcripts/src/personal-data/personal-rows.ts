import type { Sql } from '@portal/kit/database/database';
import type { Person, PersonalRow } from '@portal/kit/personal-data/export-student';
import { rowsOfStudent } from '../../prisma/personal-tables.ts';

/** All rows here about a student. R-588 */
export async function personalRows(sql: Sql, { studentId }: Person): Promise<PersonalRow[]> {
  const rows = await Promise.all([rowsOfStudent(sql, studentId), invoiceLines(sql, studentId)]);
  return rows.flat();
}

const invoiceLines = (sql: Sql, studentId: number): Promise<PersonalRow[]> =>
  sql.many<PersonalRow>`
    SELECT 'tal_invoice_line' AS name, to_jsonb(t) AS row FROM tal_invoice_line t
    WHERE t.student_id = ${studentId}
    -- never null: name, row`;
