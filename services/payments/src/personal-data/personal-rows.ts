import type { Sql } from '@portal/kit/database/database';
import type { Person, PersonalRow } from '@portal/kit/personal-data/export-student';
import { rowsOfStudent } from '../../prisma/personal-tables.ts';

/** All rows here about a student. R-588 */
export async function personalRows(
  sql: Sql,
  { studentId, ttiStudentId }: Person,
): Promise<PersonalRow[]> {
  const rows = await Promise.all([
    rowsOfStudent(sql, studentId),
    linesOfCredits(sql, studentId),
    payments(sql, studentId, ttiStudentId),
    studyRows(sql, ttiStudentId),
  ]);
  return rows.flat();
}

const linesOfCredits = (sql: Sql, id: number): Promise<PersonalRow[]> => sql.many<PersonalRow>`
  SELECT 'student_copy' AS name, to_jsonb(t) AS row FROM student_copy t WHERE t.id = ${id}
  UNION ALL
  SELECT 'credit_line', to_jsonb(t)
  FROM credit_entry e JOIN credit_line t ON t.entry_id = e.id WHERE e.student_id = ${id}
  UNION ALL
  SELECT 'spending', to_jsonb(t) FROM spending t WHERE t.student_id = ${id}
  UNION ALL
  SELECT 'spending_line', to_jsonb(t)
  FROM spending s JOIN spending_line t ON t.registration_id = s.registration_id
  WHERE s.student_id = ${id}
  -- never null: name, row`;

/** Payments by the student, and for seminary study, with all that hangs on them. */
const payments = (sql: Sql, id: number, ttiId: string): Promise<PersonalRow[]> =>
  sql.many<PersonalRow>`
  WITH own AS (
    SELECT p.id FROM payment p WHERE p.student_id = ${id}
    UNION SELECT p.id FROM payment p WHERE p.tti_student_id = ${ttiId})
  SELECT 'payment' AS name, to_jsonb(t) AS row FROM own JOIN payment t ON t.id = own.id
  UNION ALL
  SELECT 'charge', to_jsonb(t) FROM own JOIN charge t ON t.payment_id = own.id
  UNION ALL
  SELECT 'refund', to_jsonb(t) FROM own JOIN refund t ON t.payment_id = own.id
  UNION ALL
  SELECT 'payment_difference', to_jsonb(t)
  FROM own JOIN payment_difference t ON t.payment_id = own.id
  UNION ALL
  SELECT 'money_entry', to_jsonb(t) FROM own JOIN money_entry t ON t.payment_id = own.id
  UNION ALL
  SELECT 'money_line', to_jsonb(t)
  FROM own JOIN money_entry e ON e.payment_id = own.id JOIN money_line t ON t.entry_id = e.id
  -- never null: name, row`;

const studyRows = (sql: Sql, ttiId: string): Promise<PersonalRow[]> => sql.many<PersonalRow>`
  SELECT 'study_customer' AS name, to_jsonb(t) AS row FROM study_customer t
  WHERE t.tti_student_id = ${ttiId}
  UNION ALL
  SELECT 'study_method', to_jsonb(t) FROM study_method t WHERE t.tti_student_id = ${ttiId}
  -- never null: name, row`;
