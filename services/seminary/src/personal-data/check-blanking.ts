import type { Sql } from '@portal/kit/database/database';
import type { BlankingCheck } from '@portal/kit/personal-data/blank-student';

/** */
export async function checkBlanking(
  sql: Sql,
  { studentId }: { studentId: number },
): Promise<BlankingCheck> {
  const linked = await sql.maybe`
    SELECT 1 AS linked FROM seminary_student
    WHERE student_id = ${studentId} AND redeemed_exams IS NULL`;
  const reasons = linked === undefined ? [] : ['Seminary exams are not redeemed.'];
  return { reasons, credits: 0 };
}
