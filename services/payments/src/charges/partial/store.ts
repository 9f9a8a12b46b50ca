import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { Account } from '../records/account.ts';

/** A charge that the processor approved only in part. */
export interface PartialApproval
  extends Pick<tables.PartialApproval, 'transactionId' | 'paymentId' | 'approvedCents'> {
  account: Account;
}

/** Stores a partial approval; false when it is stored already. */
export async function insertPartial(sql: Sql, partial: PartialApproval): Promise<boolean> {
  const { transactionId, paymentId, account, approvedCents } = partial;
  return (
    (await sql.run`
      INSERT INTO partial_approval (transaction_id, payment_id, account, approved_cents)
      VALUES (${transactionId}, ${paymentId}, ${account}, ${approvedCents})
      ON CONFLICT (transaction_id) DO NOTHING`) > 0
  );
}

/** The partial approval of a payment, voided or not. */
export function partialOfPayment(
  sql: Sql,
  paymentId: number,
): Promise<PartialApproval | undefined> {
  return sql.maybe<PartialApproval>`
    SELECT transaction_id, payment_id, account, approved_cents FROM partial_approval
    WHERE payment_id = ${paymentId} ORDER BY noted_at LIMIT 1`;
}

/** Leases partial approvals that are due to be voided, each to one replica for 15 seconds. */
export function takePartials(sql: Sql): Promise<PartialApproval[]> {
  return sql.many<PartialApproval>`
    UPDATE partial_approval SET next_try_at = clock_timestamp() + interval '15 seconds'
    WHERE transaction_id IN (
      SELECT transaction_id FROM partial_approval
      WHERE voided_at IS NULL AND next_try_at <= clock_timestamp()
      ORDER BY next_try_at LIMIT 20 FOR UPDATE SKIP LOCKED)
    RETURNING transaction_id, payment_id, account, approved_cents`;
}

/** Notes that the processor confirmed the void; false when that is noted already. */
export async function markVoided(sql: Sql, transactionId: string): Promise<boolean> {
  return (
    (await sql.run`
      UPDATE partial_approval SET voided_at = clock_timestamp()
      WHERE transaction_id = ${transactionId} AND voided_at IS NULL`) > 0
  );
}
