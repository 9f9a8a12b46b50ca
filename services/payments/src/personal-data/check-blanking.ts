import type { Sql } from '@portal/kit/database/database';
import type { BlankingCheck } from '@portal/kit/personal-data/blank-student';

/** */
export async function checkBlanking(sql: Sql, studentId: number): Promise<BlankingCheck> {
  const found = await sql.one<{
    isPaying: boolean;
    isRefunding: boolean;
    differs: boolean;
    credits: number;
  }>`
    SELECT EXISTS (SELECT FROM payment p WHERE p.student_id = ${studentId}
        AND p.state IN ('pending', 'unknown')) AS is_paying,
      EXISTS (SELECT FROM payment p JOIN refund r ON r.payment_id = p.id
        WHERE p.student_id = ${studentId} AND r.state IN ('open', 'asked')) AS is_refunding,
      EXISTS (SELECT FROM payment p JOIN payment_difference d ON d.payment_id = p.id
        WHERE p.student_id = ${studentId} AND d.state = 'open') AS differs,
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
