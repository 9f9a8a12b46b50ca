import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import type { MovementRow } from './store.ts';

/** The position of a movement among all of a student, newest first. */
export interface MovementPlace {
  at: Date;
  /** 0: the payment itself. */
  refundId: number;
  paymentId: number;
}

export interface OwnPaymentRow
  extends MovementPlace,
    Pick<tables.Payment, 'cardType' | 'cardLast4'> {
  descriptions: string[];
  /** Above zero, also for refunds. */
  amountCents: number;
}

/**
 * Reads payments of a student with their refunds, newest first, from a place on. Moments are
 * compared by milliseconds, as a place that came back from a page has them.
 */
export function ownPaymentsOf(
  sql: Sql,
  studentId: number,
  { at, refundId, paymentId }: MovementPlace,
  most: number,
): Promise<OwnPaymentRow[]> {
  return sql.many<OwnPaymentRow>`
    WITH paid AS (
      SELECT payment.id AS payment_id, payment.captured_at, payment.card_type, payment.card_last4,
        charge.id, charge.description, charge.amount_cents
      FROM payment JOIN charge ON charge.payment_id = payment.id
      WHERE payment.student_id = ${studentId} AND payment.state IN ('captured', 'voided')
        AND payment.captured_at IS NOT NULL AND charge.type_id NOT IN ('5', '6')),
    moved AS (
      SELECT date_trunc('milliseconds', captured_at) AS at, 0::bigint AS refund_id, payment_id,
        array_agg(description ORDER BY id) AS descriptions,
        sum(amount_cents)::bigint AS amount_cents,
        card_type, card_last4
      FROM paid GROUP BY captured_at, payment_id, card_type, card_last4
      UNION ALL
      SELECT date_trunc('milliseconds', refund.done_at), refund.id, paid.payment_id,
        ARRAY[paid.description], refund.amount_cents, paid.card_type, paid.card_last4
      FROM paid JOIN refund ON refund.charge_id = paid.id
      WHERE refund.state IN ('done', 'voided') AND refund.done_at IS NOT NULL)
    SELECT at, refund_id, payment_id, descriptions, amount_cents, card_type, card_last4 FROM moved
    WHERE (at, refund_id, payment_id)
      < (${at}::timestamptz, ${refundId}::bigint, ${paymentId}::bigint)
    ORDER BY at DESC, refund_id DESC, payment_id DESC LIMIT ${most}
    -- never null: at, refund_id, payment_id, descriptions, amount_cents`;
}

/** Reads a payment of a student as a receipt lists it, with its refunds, oldest first. */
export function movementsOfPayment(
  sql: Sql,
  studentId: number,
  paymentId: number,
): Promise<MovementRow[]> {
  return sql.many<MovementRow>`
    WITH paid AS (
      SELECT charge.id, charge.description, charge.amount_cents, payment.captured_at,
        payment.card_type, payment.card_last4
      FROM payment JOIN charge ON charge.payment_id = payment.id
      WHERE payment.id = ${paymentId} AND payment.student_id = ${studentId}
        AND payment.state IN ('captured', 'voided') AND payment.captured_at IS NOT NULL
        AND charge.type_id NOT IN ('5', '6'))
    SELECT captured_at AS at, 'charge' AS kind, description, amount_cents, card_type, card_last4, id
    FROM paid
    UNION ALL
    SELECT refund.done_at, 'refund', paid.description, refund.amount_cents, paid.card_type,
      paid.card_last4, refund.id
    FROM paid JOIN refund ON refund.charge_id = paid.id
    WHERE refund.state IN ('done', 'voided') AND refund.done_at IS NOT NULL
    ORDER BY at, kind, id
    -- never null: at, kind, description, amount_cents`;
}
