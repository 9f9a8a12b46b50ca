import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import { IN_FLIGHT_SECONDS } from '../charges/paying/next-move.ts';
import type { Account } from '../charges/records/account.ts';
import type { PaymentState } from '../charges/records/charge-status.ts';

export type RefundCause =
  | 'exam_cancelled'
  | 'registration_closed'
  | 'not_recorded'
  | 'staff'
  | 'package'
  | 'study';

/**
 * Selects the captured charges to refund: all of a payment, its fees alone, or the fees of a
 * registration, optionally only the proctor fees of some payments.
 */
export type ChargeSelector =
  | { paymentId: number; feesOnly?: boolean }
  | {
      registrationId: number;
      additionalFee: boolean;
      proctorFee: boolean;
      paymentIds: readonly number[];
    };

export interface Remaining
  extends Pick<tables.Charge, 'paymentId'>,
    Pick<tables.Payment, 'studentId'> {
  chargeId: number;
  cents: number;
}

/** Reads the refundable rest of the selected charges and locks them. */
export async function lockRemaining(sql: Sql, which: ChargeSelector): Promise<Remaining[]> {
  if ('paymentId' in which) {
    return sql.many<Remaining>`
      SELECT charge.id AS charge_id, charge.payment_id, payment.student_id,
        amount_cents_left AS cents
      FROM charge
      JOIN payment ON payment.id = charge.payment_id,
        LATERAL (SELECT charge.amount_cents - charge.held_cents - charge.refunded_cents)
        AS rest (amount_cents_left)
      WHERE charge.payment_id = ${which.paymentId} AND payment.state = 'captured'
        AND amount_cents_left > 0 AND (charge.type_id IN ('1', '3')
          OR NOT ${which.feesOnly === true})
      ORDER BY charge.id FOR UPDATE OF charge`;
  }
  const { registrationId, additionalFee, proctorFee, paymentIds } = which;
  return sql.many<Remaining>`
    SELECT charge.id AS charge_id, charge.payment_id, payment.student_id, amount_cents_left AS cents
    FROM charge
    JOIN payment ON payment.id = charge.payment_id,
      LATERAL (SELECT charge.amount_cents - charge.held_cents - charge.refunded_cents)
      AS rest (amount_cents_left)
    WHERE charge.registration_id = ${registrationId} AND payment.state = 'captured'
      AND amount_cents_left > 0
      AND ((${additionalFee} AND charge.type_id = '3')
        OR (${proctorFee} AND charge.type_id = '1'
          AND (cardinality(${paymentIds}::bigint[]) = 0
            OR payment.id = ANY(${paymentIds}::bigint[]))))
    ORDER BY charge.id FOR UPDATE OF charge`;
}

/** The refundable rest of the selected proctor fees of a payment. */
export interface RefundableFees extends Pick<tables.Payment, 'amountCents'> {
  paymentId: number;
  /** Their refundable rest. */
  cents: number;
  transactionId: string;
  account: Account;
  capturedAt: Date;
}

/** Proctor fees by registration and payment, summed up by payment. */
export function refundableFees(
  sql: Sql,
  fees: readonly { registrationId: number; paymentId: number }[],
): Promise<RefundableFees[]> {
  return sql.many<RefundableFees>`
    SELECT p.id AS payment_id, p.amount_cents, p.transaction_id, p.account, p.captured_at,
      sum(c.amount_cents - c.held_cents - c.refunded_cents)::bigint AS cents
    FROM jsonb_to_recordset(${JSON.stringify(fees)}::jsonb)
      AS fee ("registrationId" bigint, "paymentId" bigint)
    JOIN charge c ON c.registration_id = fee."registrationId" AND c.payment_id = fee."paymentId"
      AND c.type_id = '1'
    JOIN payment p ON p.id = c.payment_id AND p.state = 'captured'
    WHERE c.amount_cents - c.held_cents - c.refunded_cents > 0
    GROUP BY p.id ORDER BY p.id
    -- never null: transaction_id, captured_at, cents (it is captured)`;
}

/** Holds an amount of a charge for a refund; null when that much is not left. */
export async function insertRefund(
  sql: Sql,
  refund: {
    chargeId: number;
    cents: number;
    cause: RefundCause;
    invoiceNumber: string;
    by: string;
  },
  at: Date,
): Promise<number | null> {
  const made = await sql.maybe<Pick<tables.Refund, 'id'>>`
    WITH held AS (
      UPDATE charge SET held_cents = held_cents + ${refund.cents}, last_change_by = ${refund.by}
      WHERE id = ${refund.chargeId}
        AND amount_cents - held_cents - refunded_cents >= ${refund.cents}::bigint
      RETURNING id, payment_id)
    INSERT INTO refund (payment_id, charge_id, amount_cents, cause, invoice_number, next_try_at,
      requested_by, created_at)
    SELECT payment_id, id, ${refund.cents}::bigint, ${refund.cause}, ${refund.invoiceNumber},
      clock_timestamp(), ${refund.by}, ${at} FROM held RETURNING id`;
  return made?.id ?? null;
}

export interface PaymentToRefund
  extends Pick<tables.Payment, 'id' | 'studentId' | 'amountCents' | 'cardType'> {
  transactionId: string;
  cardLast4: string;
  /** Null: the card was not saved (a school's). */
  ccId: string | null;
  customerProfileId: string | null;
  account: Account;
}

/**
 * Long enough for a look-up and one more request; a worker that crashed holds the payment no longer
 * than a request that was cut off may still arrive.
 */
const LEASE_SECONDS = IN_FLIGHT_SECONDS;

/** Leases a payment for the work on its refunds; undefined while another worker has it. */
export async function leasePayment(
  sql: Sql,
  paymentId: number,
): Promise<PaymentToRefund | undefined> {
  return sql.maybe<PaymentToRefund>`
    UPDATE payment
    SET refund_lease_until = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'
    WHERE id = ${paymentId} AND refund_lease_until < clock_timestamp()
      AND state IN ('captured', 'voided')
    RETURNING id, student_id, amount_cents, transaction_id, card_type, card_last4, cc_id,
      customer_profile_id, account
    -- never null: transaction_id, card_last4 (it is captured)`;
}

export async function releasePayment(sql: Sql, paymentId: number): Promise<void> {
  await sql.run`UPDATE payment SET refund_lease_until = '-infinity' WHERE id = ${paymentId}`;
}

export interface OpenRefund
  extends Pick<tables.Refund, 'id' | 'chargeId' | 'amountCents' | 'invoiceNumber'>,
    Pick<tables.Charge, 'typeId' | 'registrationId'> {
  state: 'open' | 'asked';
  cause: RefundCause;
  /** The number of requests to the processor. */
  attempts: tables.Refund['attempts'];
  /** Seconds since the request to the processor. */
  askedSeconds: number | null;
}

/** Refunds of a payment that are not made yet. */
export async function openRefunds(sql: Sql, paymentId: number): Promise<OpenRefund[]> {
  return sql.many<OpenRefund>`
    SELECT refund.id, refund.charge_id, refund.amount_cents, refund.invoice_number, refund.state,
      refund.cause, refund.attempts, charge.type_id, charge.registration_id,
      extract(epoch FROM clock_timestamp() - refund.asked_at)::float8 AS asked_seconds
    FROM refund JOIN charge ON charge.id = refund.charge_id
    WHERE refund.payment_id = ${paymentId} AND refund.state IN ('open', 'asked')
    ORDER BY refund.id`;
}

/**
 * Refunds as a worker has read them. It may be so slow that it loses the lease of the payment: once
 * another worker has sent a request since, it decides nothing about them.
 */
type Seen = readonly Pick<OpenRefund, 'id' | 'attempts'>[];
export const idsOf = (seen: Seen): number[] => seen.map(({ id }) => id);
const attemptsOf = (seen: Seen) => seen.map(({ attempts }) => attempts);

/**
 * Notes a request before it is sent to the processor and renews the lease of the payment. Returns
 * the refunds as they are then; null when another worker has sent a request since they were read:
 * then this one must not send its own.
 */
export async function markAsked(
  sql: Sql,
  refunds: readonly OpenRefund[],
): Promise<OpenRefund[] | null> {
  const request = await sql.many`
    WITH asked AS (
      UPDATE refund
      SET state = 'asked', asked_at = clock_timestamp(), attempts = refund.attempts + 1
      FROM unnest(${idsOf(refunds)}::bigint[], ${attemptsOf(refunds)}::integer[])
        AS seen (id, attempts)
      WHERE refund.id = seen.id AND refund.attempts = seen.attempts
        AND refund.state IN ('open', 'asked') RETURNING refund.payment_id),
    held AS (
      UPDATE payment
      SET refund_lease_until = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second'
      WHERE id IN (SELECT payment_id FROM asked))
    SELECT payment_id FROM asked`;
  if (request.length < refunds.length) return null;
  return refunds.map((one) => ({ ...one, state: 'asked', attempts: one.attempts + 1 }));
}

/**
 * Postpones refunds: those that wait for settlement or were refused by the processor (open, with
 * its text), and in their state (null) those without an answer. Young ones are retried soon, old
 * ones within 15 minutes. Returns those that were refused for the first time.
 */
export async function postpone(
  sql: Sql,
  refunds: Seen,
  state: 'open' | null,
  error: string | null,
): Promise<number[]> {
  const rows = await sql.many<Pick<tables.Refund, 'id'> & { wasRefused: boolean }>`
    UPDATE refund
    SET state = coalesce(${state}, refund.state),
      error = CASE WHEN ${state}::text IS NULL THEN refund.error ELSE ${error} END,
      next_try_at = clock_timestamp() + least(interval '15 minutes',
        greatest(interval '10 seconds', (clock_timestamp() - refund.created_at) / 4))
    FROM refund AS before
    JOIN unnest(${idsOf(refunds)}::bigint[], ${attemptsOf(refunds)}::integer[])
      AS seen (id, attempts) ON seen.id = before.id
    WHERE before.id = refund.id AND refund.state IN ('open', 'asked')
      AND (${state}::text IS NULL OR refund.attempts = seen.attempts)
    RETURNING refund.id, before.error IS NOT NULL AS was_refused`;
  return error === null ? [] : rows.filter((row) => !row.wasRefused).map((row) => row.id);
}

/** Seconds until what was given up is looked up; afterwards at rising intervals. */
export const RECHECK_AFTER_SECONDS = 20;

/**
 * Ends refunds that staff requested and that cannot be made, and releases the money held for them;
 * those that may still arrive are looked up from now on. Returns those that were in one of these
 * states and not requested again since they were read.
 */
export async function refuseRefunds(
  sql: Sql,
  refunds: Seen,
  from: readonly ('open' | 'asked')[],
  { error, mayArrive }: { error: string | null; mayArrive: boolean },
): Promise<Refunded[]> {
  return sql.many<Refunded>`
    WITH refused AS (
      UPDATE refund SET state = 'refused', error = ${error},
        look_at = CASE WHEN ${mayArrive}
          THEN clock_timestamp() + ${RECHECK_AFTER_SECONDS} * interval '1 second' END
      FROM unnest(${idsOf(refunds)}::bigint[], ${attemptsOf(refunds)}::integer[])
        AS seen (id, attempts)
      WHERE refund.id = seen.id AND refund.attempts = seen.attempts
        AND refund.state = ANY(${from}::text[])
      RETURNING refund.id, charge_id, amount_cents, requested_by),
    freed AS (
      UPDATE charge SET held_cents = held_cents - part.cents
      FROM (SELECT charge_id, sum(amount_cents) AS cents FROM refused GROUP BY charge_id) AS part
      WHERE charge.id = part.charge_id)
    SELECT id, charge_id, amount_cents, requested_by FROM refused ORDER BY id`;
}

export type Refunded = Pick<tables.Refund, 'id' | 'chargeId' | 'amountCents' | 'requestedBy'>;

/**
 * Books refunds as made: refund, charge, ledger, and for a void the payment. Answers those that
 * were still open.
 */
export async function finishRefunds(
  sql: Sql,
  {
    ids,
    kind,
    transactionId,
  }: { ids: number[]; kind: 'refund' | 'void'; transactionId: string | null },
  at: Date,
): Promise<Refunded[]> {
  return sql.many<Refunded>`
    WITH done AS (
      UPDATE refund
      SET state = ${kind === 'void' ? 'voided' : 'done'}, transaction_id = ${transactionId},
        done_at = ${at}, error = NULL
      WHERE id = ANY(${ids}::bigint[]) AND state IN ('open', 'asked')
      RETURNING id, payment_id, charge_id, amount_cents, requested_by),
    given AS (
      UPDATE charge
      SET held_cents = held_cents - part.cents, refunded_cents = refunded_cents + part.cents,
        refunded_at = ${at}
      FROM (SELECT charge_id, sum(amount_cents) AS cents FROM done GROUP BY charge_id) AS part
      WHERE charge.id = part.charge_id),
    voided AS (UPDATE payment SET state = 'voided'
      WHERE ${kind === 'void'} AND id IN (SELECT payment_id FROM done)),
    entry AS (INSERT INTO money_entry (at, kind, payment_id, refund_id)
      SELECT ${at}, ${kind}, payment_id, id FROM done RETURNING id, refund_id),
    line AS (
      INSERT INTO money_line (entry_id, account, amount_cents, charge_id)
      SELECT entry.id, 'processor', -done.amount_cents, NULL
      FROM entry JOIN done ON done.id = entry.refund_id
      UNION ALL SELECT entry.id, account_of(charge.type_id), done.amount_cents, charge.id
        FROM entry JOIN done ON done.id = entry.refund_id JOIN charge ON charge.id = done.charge_id)
    SELECT id, charge_id, amount_cents, requested_by FROM done ORDER BY id`;
}

export interface RefundNow
  extends Pick<tables.Refund, 'amountCents' | 'error'>,
    Pick<tables.Payment, 'cardLast4'> {
  state: 'open' | 'asked' | 'done' | 'voided' | 'refused';
}

export async function refundsNow(sql: Sql, ids: number[]): Promise<RefundNow[]> {
  return sql.many<RefundNow>`
    SELECT refund.amount_cents, refund.state, refund.error, payment.card_last4
    FROM refund JOIN payment ON payment.id = refund.payment_id
    WHERE refund.id = ANY(${ids}::bigint[]) ORDER BY refund.id`;
}

/** Payments with refunds that are due to be tried. */
export async function duePayments(sql: Sql): Promise<number[]> {
  const rows = await sql.many<Pick<tables.Refund, 'paymentId'>>`
    SELECT refund.payment_id FROM refund JOIN payment ON payment.id = refund.payment_id
    WHERE refund.state IN ('open', 'asked') AND refund.next_try_at <= clock_timestamp()
      AND payment.refund_lease_until < clock_timestamp()
    GROUP BY refund.payment_id ORDER BY min(refund.next_try_at) LIMIT 20`;
  return rows.map((row) => row.paymentId);
}

/** A charge to refund, locked. */
export interface ChargeToRefund
  extends Pick<
      tables.Charge,
      'id' | 'paymentId' | 'typeId' | 'amountCents' | 'heldCents' | 'refundedCents'
    >,
    Pick<tables.Payment, 'studentId'> {
  state: PaymentState;
}

export async function lockCharge(sql: Sql, chargeId: number): Promise<ChargeToRefund | undefined> {
  return sql.maybe<ChargeToRefund>`
    SELECT charge.id, charge.payment_id, payment.student_id, charge.type_id, payment.state,
      charge.amount_cents, charge.held_cents, charge.refunded_cents
    FROM charge JOIN payment ON payment.id = charge.payment_id WHERE charge.id = ${chargeId}
    FOR UPDATE OF charge`;
}

export interface RefundFacts
  extends Pick<
    tables.Payment,
    | 'studentId'
    | 'ttiStudentId'
    | 'payerFirstName'
    | 'payerEmail'
    | 'invoiceNumber'
    | 'transactionId'
    | 'cardType'
    | 'cardLast4'
  > {
  registrationId: number | null;
  /** The latest error of the processor for a waiting refund. */
  error: string | null;
  amountCents: number;
  descriptions: string[];
}

/** Reads the facts of the emails about refunds of one payment. */
export async function refundFacts(
  sql: Sql,
  ids: readonly number[],
): Promise<RefundFacts | undefined> {
  return sql.maybe<RefundFacts>`
    SELECT payment.student_id, payment.tti_student_id, payment.payer_first_name,
      payment.payer_email, payment.invoice_number, payment.transaction_id,
      max(charge.registration_id) AS registration_id, max(refund.error)
      FILTER (WHERE refund.state IN ('open', 'asked')) AS error,
      sum(refund.amount_cents)::bigint AS amount_cents, payment.card_type, payment.card_last4,
      array_agg(charge.description ORDER BY charge.id) AS descriptions
    FROM refund JOIN payment ON payment.id = refund.payment_id
    JOIN charge ON charge.id = refund.charge_id
    WHERE refund.id = ANY(${ids}::bigint[]) GROUP BY payment.id`;
}

/** Counts refunds that are open after a request to the processor: it refused them. */
export async function countRefusedRefunds(sql: Sql): Promise<number> {
  return (
    await sql.one<{
      n: number;
    }>`
      SELECT count(*)::integer AS n FROM refund
      WHERE state IN ('open', 'asked') AND error IS NOT NULL`
  ).n;
}

/** Refunds that are open for more than three days: settlement takes one. */
export async function countOverdueRefunds(sql: Sql): Promise<number> {
  const { n } = await sql.one<{ n: number }>`
    SELECT count(*)::integer AS n FROM refund
    WHERE state IN ('open', 'asked') AND created_at < clock_timestamp() - interval '3 days'`;
  return n;
}
