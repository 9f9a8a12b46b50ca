import type { Sql } from '@portal/kit/database/database';
import type { BlankingCheck } from '@portal/kit/personal-data/blank-student';

/** */
export async function checkBlanking(
  sql: Sql,
  { studentId }: { studentId: number },
): Promise<BlankingCheck> {
  const running = await sql.maybe`
    SELECT 1 AS running FROM bulk_student s JOIN bulk_run r ON r.id = s.run_id
    WHERE s.student_id = ${studentId} AND r.finished_at IS NULL LIMIT 1`;
  const reasons = running === undefined ? [] : ['A bulk registration of the school is running.'];
  return { reasons, credits: 0 };
}
