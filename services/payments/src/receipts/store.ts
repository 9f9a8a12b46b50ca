import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';

/** A line of a receipt: a payment, a refund, or a package without a charge. */
export interface MovementRow
  extends Pick<tables.Charge, 'description' | 'amountCents'>,
    Pick<tables.Payment, 'cardType' | 'cardLast4'> {
  kind: 'charge' | 'refund' | 'assigned';
  at: Date;
}

/**
 * Charges of a student that took money, refunds that were made and packages that the office gave,
 * from one moment until before another, oldest first. A payment that was voided is a charge and
 * its refund. Not what other accounts keep: balances of schools and seminary study.
 */
export function movementsOf(
  sql: Sql,
  studentId: number,
  { from, to }: { from: Date; to: Date },
): Promise<MovementRow[]> {
  return sql.many<MovementRow>`
    WITH paid AS (
      SELECT charge.id, charge.description, charge.amount_cents, payment.captured_at,
        payment.card_type, payment.card_last4
      FROM payment JOIN charge ON charge.payment_id = payment.id
      WHERE payment.student_id = ${studentId} AND payment.state IN ('captured', 'voided')
        AND charge.type_id NOT IN ('5', '6'))
    SELECT captured_at AS at, 'charge' AS kind, description, amount_cents, card_type, card_last4, id
    FROM paid WHERE captured_at >= ${from} AND captured_at < ${to}
    UNION ALL
    SELECT refund.done_at, 'refund', paid.description, refund.amount_cents, paid.card_type,
      paid.card_last4, refund.id
    FROM paid JOIN refund ON refund.charge_id = paid.id
    WHERE refund.state IN ('done', 'voided') AND refund.done_at >= ${from}
      AND refund.done_at < ${to}
    UNION ALL
    SELECT purchased_at, 'assigned', coalesce(package_name, 'Credits'), 0, NULL, NULL, id
    FROM lot
    WHERE student_id = ${studentId} AND source = 'assigned' AND NOT EXISTS (
        SELECT FROM package_copy p WHERE p.id = lot.package_id AND p.is_study_abroad)
      AND purchased_at >= ${from} AND purchased_at < ${to}
    ORDER BY at, kind, id
    -- never null: at (each is compared), kind, description, amount_cents`;
}
