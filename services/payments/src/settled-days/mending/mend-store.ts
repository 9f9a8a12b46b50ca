import type { Sql, TransactionSql } from '@portal/kit/database/database';
import type { Action, DifferenceRow } from '../records/difference-store.ts';

/** The action of a person on a difference. */
export interface MendNote {
  action: Action;
  comment: string;
  by: string;
}

export async function writeTold(
  sql: Sql,
  id: number,
  state: 'explained' | 'mended',
  { action, comment, by }: MendNote,
  now: Date,
): Promise<void> {
  await sql.run`
    UPDATE payment_difference
    SET state = ${state}, action = ${action}, comment = ${comment}, changed_by = ${by},
      changed_at = ${now}, mend_id = NULL
    WHERE id = ${id}`;
}

/** Holds a difference for the process that mends it. */
export async function claimDifference(
  sql: Sql,
  id: number,
  mendId: string,
  refundInvoice: string | null,
): Promise<void> {
  await sql.run`
    UPDATE payment_difference SET mend_id = ${mendId}, refund_invoice = ${refundInvoice}
    WHERE id = ${id}`;
}

/** Frees one that could not be mended: nothing was done about it. */
export async function freeDifference(sql: Sql, id: number, mendId: string): Promise<void> {
  await sql.run`
    UPDATE payment_difference
    SET mend_id = NULL, refund_invoice = NULL, refund_asked_at = NULL
    WHERE id = ${id} AND mend_id = ${mendId}`;
}

export interface RefundTry
  extends Pick<DifferenceRow, 'refundAttempts' | 'transactionId' | 'account' | 'thereCents'> {
  /** Seconds since the last request to the processor; null: there was none. */
  askedSeconds: number | null;
}

/** How far the refund of a difference is. */
export function refundTry(sql: Sql, id: number): Promise<RefundTry> {
  return sql.one<RefundTry>`
    SELECT refund_attempts, transaction_id, account, there_cents,
      extract(epoch FROM clock_timestamp() - refund_asked_at)::float8 AS asked_seconds
    FROM payment_difference WHERE id = ${id}`;
}

/**
 * Notes a request before it is sent to the processor. Returns false when another worker has sent
 * one since that was read, because this worker was so slow that another took the difference over.
 */
export async function markRefundAsked(
  sql: Sql,
  id: number,
  mendId: string,
  attempts: number,
): Promise<boolean> {
  const request = await sql.run`
    UPDATE payment_difference
    SET refund_asked_at = clock_timestamp(), refund_attempts = refund_attempts + 1
    WHERE id = ${id} AND mend_id = ${mendId} AND refund_attempts = ${attempts}`;
  return request === 1;
}

export async function writeRefund(sql: Sql, id: number, transactionId: string): Promise<void> {
  await sql.run`
    UPDATE payment_difference SET refund_transaction_id = ${transactionId} WHERE id = ${id}`;
}

/** Books a difference in the ledger: the processor's account against 'reconciliation'. R-579. */
export async function insertAdjustment(
  sql: TransactionSql,
  id: number,
  cents: number,
  now: Date,
): Promise<void> {
  await sql.run`
    WITH entry AS (
      INSERT INTO money_entry (at, kind, difference_id) VALUES (${now}, 'adjustment', ${id})
      RETURNING id)
    INSERT INTO money_line (entry_id, account, amount_cents)
    SELECT entry.id, line.account, line.cents
    FROM entry, unnest(ARRAY['processor', 'reconciliation'], ${[cents, -cents]}::bigint[])
      AS line (account, cents)`;
}
