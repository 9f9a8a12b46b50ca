import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { Account } from '../../charges/records/account.ts';
import { type PaymentToRefund, RECHECK_AFTER_SECONDS, type RefundCause } from '../store.ts';

/** A refund that was given up without an answer and may still arrive, and its payment. */
export interface AbandonedRefund
  extends Pick<tables.Refund, 'id' | 'chargeId' | 'amountCents' | 'invoiceNumber'>,
    Pick<PaymentToRefund, 'studentId' | 'cardLast4'> {
  paymentId: number;
  cause: RefundCause;
  account: Account;
  /** Seconds since the request to the processor. */
  askedSeconds: number;
}

/**
 * Takes refunds that are due to be looked up. Each is taken by one replica, and again after 20
 * seconds, ever more seldom and every quarter of an hour in the end, until forgetRefund.
 */
export async function takeGivenUp(sql: Sql): Promise<AbandonedRefund[]> {
  return sql.many<AbandonedRefund>`
    UPDATE refund
    SET look_at = clock_timestamp() + greatest(${RECHECK_AFTER_SECONDS} * interval '1 second',
      least((clock_timestamp() - refund.asked_at) / 4, interval '15 minutes'))
    FROM payment
    WHERE payment.id = refund.payment_id AND refund.id IN (
      SELECT id FROM refund WHERE look_at <= clock_timestamp()
      ORDER BY look_at LIMIT 20 FOR UPDATE SKIP LOCKED)
    RETURNING refund.id, refund.payment_id, refund.charge_id, refund.amount_cents, refund.cause,
      refund.invoice_number, payment.account, payment.student_id, payment.card_last4,
      extract(epoch FROM clock_timestamp() - refund.asked_at)::float8 AS asked_seconds
    -- never null: card_last4, asked_seconds (it was captured and asked for)`;
}

/** One of them by its id, whenever it is due; undefined when nothing of it can arrive. */
export async function abandoned(sql: Sql, refundId: number): Promise<AbandonedRefund | undefined> {
  return sql.maybe<AbandonedRefund>`
    SELECT refund.id, refund.payment_id, refund.charge_id, refund.amount_cents, refund.cause,
      refund.invoice_number, payment.account, payment.student_id, payment.card_last4,
      extract(epoch FROM clock_timestamp() - refund.asked_at)::float8 AS asked_seconds
    FROM refund JOIN payment ON payment.id = refund.payment_id
    WHERE refund.id = ${refundId} AND refund.look_at IS NOT NULL
    -- never null: card_last4, asked_seconds (it was captured and asked for)`;
}

/** Nothing more is expected of a refund that was given up. */
export async function forgetRefund(sql: Sql, refundId: number): Promise<boolean> {
  return (
    (await sql.run`
      UPDATE refund SET look_at = NULL WHERE id = ${refundId} AND look_at IS NOT NULL`) > 0
  );
}

/** Locks a refund that was given up; false when it is booked or forgotten since. */
export async function lockGivenUp(sql: Sql, refundId: number): Promise<boolean> {
  const locked = await sql.maybe`
    SELECT id FROM refund WHERE id = ${refundId} AND state = 'refused' AND look_at IS NOT NULL
    FOR UPDATE`;
  return locked !== undefined;
}

/**
 * Returns an abandoned refund to the requested ones and holds its money again; returns false when
 * the charge has too little money left.
 */
export async function holdAgain(
  sql: Sql,
  { id, chargeId, amountCents }: Pick<AbandonedRefund, 'id' | 'chargeId' | 'amountCents'>,
  cause: RefundCause,
): Promise<boolean> {
  const held = await sql.run`
    UPDATE charge SET held_cents = held_cents + ${amountCents}::bigint
    WHERE id = ${chargeId}
      AND amount_cents - held_cents - refunded_cents >= ${amountCents}::bigint`;
  if (held === 0) return false;
  await sql.run`
    UPDATE refund SET state = 'asked', error = NULL, look_at = NULL, cause = ${cause}
    WHERE id = ${id}`;
  return true;
}

/** Whether another refund of a charge is not at its end. */
export async function isOtherUnderWay(sql: Sql, chargeId: number): Promise<boolean> {
  const other = await sql.maybe`
    SELECT id FROM refund WHERE charge_id = ${chargeId} AND state IN ('open', 'asked') LIMIT 1`;
  return other !== undefined;
}
