import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import type { Account } from '../charges/records/account.ts';
import type { StudyMethod } from './study-method.ts';

/** A method as the processor keeps it. */
export interface StoredMethod
  extends StudyMethod,
    Pick<tables.StudyCustomer, 'customerProfileId'>,
    Pick<tables.StudyMethod, 'name'> {
  ccId: string;
  /** Visa, ... or checking, ... */
  kind: tables.StudyMethod['kind'];
}

/** The method saved last, at one account or at any. */
export async function currentMethod(
  sql: Sql,
  ttiStudentId: string,
  account: Account | null,
): Promise<StoredMethod | undefined> {
  return sql.maybe<StoredMethod>`
    SELECT method.account, method.type, method.last4, method.profile_id AS cc_id,
      customer.customer_profile_id, method.kind, method.name
    FROM study_method method JOIN study_customer customer USING (tti_student_id, account)
    WHERE method.tti_student_id = ${ttiStudentId}
      AND (${account}::text IS NULL OR method.account = ${account})
    ORDER BY method.saved_at DESC, method.id DESC LIMIT 1`;
}

/** The method that a process has saved already. */
export async function methodOfProcess(
  sql: Sql,
  processId: string,
): Promise<StoredMethod | undefined> {
  return sql.maybe<StoredMethod>`
    SELECT method.account, method.type, method.last4, method.profile_id AS cc_id,
      customer.customer_profile_id, method.kind, method.name
    FROM study_method method JOIN study_customer customer USING (tti_student_id, account)
    WHERE method.process_id = ${processId}`;
}

export async function studyCustomer(
  sql: Sql,
  ttiStudentId: string,
  account: Account,
): Promise<string | undefined> {
  const row = await sql.maybe<{ id: string }>`
    SELECT customer_profile_id AS id FROM study_customer
    WHERE tti_student_id = ${ttiStudentId} AND account = ${account}`;
  return row?.id;
}

export async function keepStudyCustomer(
  sql: Sql,
  ttiStudentId: string,
  account: Account,
  customerProfileId: string,
): Promise<void> {
  await sql.run`
    INSERT INTO study_customer (tti_student_id, account, customer_profile_id)
    VALUES (${ttiStudentId}, ${account}, ${customerProfileId})
    ON CONFLICT (tti_student_id, account) DO UPDATE
    SET customer_profile_id = excluded.customer_profile_id`;
}

/** Saves a method, or renews its entry, and makes it current. */
export async function upsertMethod(
  sql: Sql,
  ttiStudentId: string,
  method: StoredMethod,
  processId: string,
  at: Date,
): Promise<number> {
  const { id } = await sql.one<Pick<tables.StudyMethod, 'id'>>`
    INSERT INTO study_method (tti_student_id, account, profile_id, type, last4, kind, name,
      process_id, saved_at)
    VALUES (${ttiStudentId}, ${method.account}, ${method.ccId}, ${method.type}, ${method.last4},
      ${method.kind}, ${method.name}, ${processId}, ${at})
    ON CONFLICT (profile_id) DO UPDATE
    SET type = excluded.type, last4 = excluded.last4, kind = excluded.kind, name = excluded.name,
      process_id = excluded.process_id, saved_at = excluded.saved_at
    RETURNING id`;
  return id;
}

/**
 * The charge of a payment of seminary study, locked; undefined when the payment is not this
 * student's.
 */
export async function lockStudyCharge(
  sql: Sql,
  ttiStudentId: string,
  paymentId: number,
): Promise<{ chargeId: number } | undefined> {
  return sql.maybe<{ chargeId: number }>`
    SELECT charge.id AS charge_id FROM charge JOIN payment ON payment.id = charge.payment_id
    WHERE payment.id = ${paymentId} AND payment.tti_student_id = ${ttiStudentId}
      AND payment.state = 'captured' AND charge.type_id = '6' FOR UPDATE OF charge`;
}

export interface RefundRow
  extends Pick<tables.Refund, 'paymentId' | 'amountCents' | 'doneAt' | 'error' | 'lookAt'> {
  refundId: number;
  state: 'open' | 'asked' | 'done' | 'voided' | 'refused';
  transactionId: string;
}

/**
 * Refunds of seminary study as they stand; a voided charge has no transaction of its own for it.
 */
export async function studyRefunds(sql: Sql, ids: readonly number[]): Promise<RefundRow[]> {
  return sql.many<RefundRow>`
    SELECT refund.id AS refund_id, refund.payment_id, refund.amount_cents, refund.state,
      coalesce(refund.transaction_id, payment.transaction_id) AS transaction_id,
      refund.done_at, refund.error, refund.look_at
    FROM refund JOIN payment ON payment.id = refund.payment_id
    WHERE refund.id = ANY(${ids}::bigint[]) AND payment.tti_student_id IS NOT NULL
    ORDER BY refund.id
    -- never null: transaction_id (only what was captured is refunded)`;
}
