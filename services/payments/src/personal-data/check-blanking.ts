import type { Sql } from '@portal/kit/database/database';
import type { BlankingCheck } from '@portal/kit/personal-data/blank-student';

/** Payments of the student's own and those for seminary study, which TTI's number names. R-589 */
export async function checkBlanking(
  sql: Sql,
  { studentId, ttiStudentId }: { studentId: number; ttiStudentId: string },
): Promise<BlankingCheck> {
  const found = await sql.one<{
    isPaying: boolean;
    isRefunding: boolean;
    differs: boolean;
    credits: number;
  }>`
    WITH paid AS (
      SELECT id, state FROM payment WHERE student_id = ${studentId}
      UNION ALL SELECT id, state FROM payment
      WHERE tti_student_id = ${ttiStudentId} AND ${ttiStudentId}::text <> '')
    SELECT EXISTS (SELECT FROM paid WHERE state IN ('pending', 'unknown')) AS is_paying,
      EXISTS (SELECT FROM paid JOIN refund r ON r.payment_id = paid.id
        WHERE r.state IN ('open', 'asked')) AS is_refunding,
      EXISTS (SELECT FROM paid JOIN payment_difference d ON d.payment_id = paid.id
        WHERE d.state = 'open') AS differs,
      COALESCE((SELECT sum(balance) FROM lot
        WHERE student_id = ${studentId} AND balance > 0), 0)::integer AS credits`;
  return {
    reasons: [
      ...(found.isPaying ? ['A payment is not finished.'] : []),
      ...(found.isRefunding ? ['A refund is not finished.'] : []),
      ...(found.differs ? ['A difference of a payment is open.'] : []),
    ],
    credits: found.credits,
  };
}
