import type { Sql } from '@portal/kit/database/database';
import type { BlankingCheck } from '@portal/kit/personal-data/blank-student';

/** */
export async function checkBlanking(
  sql: Sql,
  { studentId }: { studentId: number },
): Promise<BlankingCheck> {
  const { isOpen, isMoved } = await sql.one<{ isOpen: boolean; isMoved: boolean }>`
    SELECT EXISTS (SELECT FROM registration r WHERE r.student_id = ${studentId}
        AND r.status NOT IN ('dropped', 'cancelled', 'taken', 'graded')) AS is_open,
      EXISTS (SELECT FROM registration r JOIN session_run_exam e ON e.registration_id = r.id
        WHERE r.student_id = ${studentId}
          AND (e.outcome IS NULL
            OR e.refund_payment_id IS NOT NULL AND e.refunded_cents IS NULL)) AS is_moved`;
  return {
    reasons: [
      ...(isOpen ? ['An exam registration is open.'] : []),
      ...(isMoved ? ['A session of the student is being moved or called off.'] : []),
    ],
    credits: 0,
  };
}
