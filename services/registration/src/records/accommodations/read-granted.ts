import type { Sql } from '@portal/kit/database/database';
import type { Granted } from './exam-minutes.ts';

/** Returns all accommodations of a student, of all days; none for an unknown student. */
export async function readGranted(sql: Sql, studentId: number): Promise<Granted[]> {
  const row = await sql.maybe<{ accommodations: Granted[] }>`
    SELECT accommodations FROM student_copy WHERE id = ${studentId}`;
  return row?.accommodations ?? [];
}
