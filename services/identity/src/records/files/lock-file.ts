import type { Sql } from '@portal/kit/database/database';
import { domainError } from '../../errors.ts';

/** Holds the file of a student until the transaction ends. Refuses with student_not_found. */
export async function lockFile(sql: Sql, studentId: number): Promise<void> {
  const student =
    await sql.maybe`SELECT 1 AS known FROM student WHERE id = ${studentId} FOR UPDATE`;
  if (!student) throw domainError('student_not_found', 'No student found');
}
