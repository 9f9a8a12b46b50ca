import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { LotOrder } from '../../credits/granting/grant-lot.ts';
import type { Account } from './account.ts';
import type { PaymentState } from './charge-status.ts';
import type { NewCharge } from './new-charge.ts';
import type { Reader } from './reader.ts';

/** A student of TTI who pays, and to which merchant account. */
export interface StudyPayer {
  ttiStudentId: string;
  account: Account;
  /** The recipient of the receipt; null: unknown. */
  reader?: Reader | null | undefined;
}

/** A school that pays into its balance. */
export interface SchoolPayer {
  schoolId: number;
  /** The recipient of the receipt; null: the school has no admin. */
  reader: Reader | null;
}

export interface NewPayment {
  invoiceNumber: string;
  processId: string;
  /** 0 when `study` or `school` pays. */
  studentId: number;
  study?: StudyPayer | undefined;
  school?: SchoolPayer | undefined;
  purpose: string;
  charges: NewCharge[];
  lot: LotOrder | null;
  ccId: string | null;
  customerProfileId: string | null;
  by: string;
}

/**
 * Writes a payment with its charges, before the request to the processor. Returns undefined when
 * another one is under way for this purpose.
 */
export async function insertPayment(
  sql: Sql,
  payment: NewPayment,
  at: Date,
): Promise<number | undefined> {
  const { charges, study, school } = payment;
  const reader = study?.reader ?? school?.reader;
  const amount = charges.reduce((sum, charge) => sum + charge.amountCents, 0);
  const opened = await sql.maybe<Pick<tables.Payment, 'id'>>`
    WITH opened AS (
      INSERT INTO payment (invoice_number, process_id, student_id, school_id, tti_student_id,
        account, purpose, amount_cents, lot_order, cc_id, customer_profile_id,
        payer_first_name, payer_email, attempted_at, created_by)
      VALUES (${payment.invoiceNumber}, ${payment.processId},
        ${study || school ? null : payment.studentId}, ${school?.schoolId ?? null},
        ${study?.ttiStudentId ?? null}, ${study?.account ?? 'TTI'}, ${payment.purpose}, ${amount},
        ${payment.lot && JSON.stringify(payment.lot)}::jsonb, ${payment.ccId},
        ${payment.customerProfileId}, ${reader?.firstName ?? null}, ${reader?.email ?? null}, ${at},
        ${payment.by})
      ON CONFLICT DO NOTHING
      RETURNING id),
    rows AS (
      INSERT INTO charge (payment_id, type_id, description, amount_cents, registration_id,
        last_change_by)
      SELECT opened.id, part.type_id, part.description, part.amount_cents, part.registration_id,
        ${payment.by}
      FROM opened, unnest(${charges.map((c) => c.typeId)}::text[],
        ${charges.map((c) => c.description)}::text[],
        ${charges.map((c) => c.amountCents)}::bigint[],
        ${charges.map((c) => c.registrationId)}::bigint[])
        AS part (type_id, description, amount_cents, registration_id))
    SELECT id FROM opened`;
  return opened?.id;
}

/** Whether the payment that is under way for this purpose is held for review by the processor. */
export async function isHeld(
  sql: Sql,
  { studentId, study, school, purpose }: NewPayment,
): Promise<boolean> {
  const { held } = await sql.one<{ held: boolean }>`
    SELECT EXISTS (
      SELECT FROM payment
      WHERE state IN ('pending', 'unknown') AND held_at IS NOT NULL AND CASE
        WHEN ${school?.schoolId ?? null}::bigint IS NOT NULL
          THEN school_id = ${school?.schoolId ?? null}::bigint
        WHEN ${study?.ttiStudentId ?? null}::text IS NOT NULL
          THEN tti_student_id = ${study?.ttiStudentId ?? null}::text AND purpose = ${purpose}
        ELSE student_id = ${studentId} AND purpose = ${purpose} END) AS held`;
  return held;
}

export interface Captured {
  transactionId: string;
  cardType: string | null;
  last4: string | null;
}

/**
 * Marks a payment captured and books its money, one that was dropped too early too; false when it
 * was captured or declined before.
 */
export async function capturePayment(
  sql: Sql,
  paymentId: number,
  { transactionId, cardType, last4 }: Captured,
  at: Date,
): Promise<boolean> {
  const captured = await sql.maybe`
    WITH captured AS (
      UPDATE payment SET state = 'captured', transaction_id = ${transactionId}, captured_at = ${at},
        card_type = coalesce(${cardType}, card_type), card_last4 = coalesce(${last4}, card_last4)
      WHERE id = ${paymentId} AND state IN ('pending', 'unknown', 'dropped')
      RETURNING id, amount_cents),
    entry AS (INSERT INTO money_entry (at, kind, payment_id) SELECT ${at}, 'capture', id
      FROM captured RETURNING id),
    lines AS (
      INSERT INTO money_line (entry_id, account, amount_cents, charge_id)
      SELECT entry.id, 'processor', captured.amount_cents, NULL FROM entry, captured
      UNION ALL SELECT entry.id, account_of(charge.type_id), -charge.amount_cents, charge.id
      FROM entry, charge WHERE charge.payment_id = ${paymentId})
    SELECT id FROM captured`;
  return captured !== undefined;
}

/** Notes with which card a payment is being made. */
export async function noteCard(
  sql: Sql,
  paymentId: number,
  card: { ccId: string; customerProfileId: string; cardType: string | null; last4: string },
): Promise<void> {
  await sql.run`
    UPDATE payment
    SET cc_id = ${card.ccId}, customer_profile_id = ${card.customerProfileId},
      card_type = ${card.cardType}, card_last4 = ${card.last4}
    WHERE id = ${paymentId} AND state = 'pending'`;
}

/**
 * Notes that the outcome of a payment is not known yet, and since when the processor holds it for
 * review (null: it does not).
 */
export async function markUnknown(
  sql: Sql,
  paymentId: number,
  heldAt: Date | null = null,
): Promise<void> {
  await sql.run`
    UPDATE payment SET state = 'unknown', held_at = coalesce(held_at, ${heldAt}::timestamptz)
    WHERE id = ${paymentId} AND (state = 'pending'
      OR state = 'unknown' AND held_at IS NULL AND ${heldAt}::timestamptz IS NOT NULL)`;
}

/**
 * Closes a payment that took no money; false when it was closed or captured before. One that was
 * dropped without a card, and pays no school, was never sent to the processor: nothing of it can
 * arrive late.
 */
export async function closePayment(
  sql: Sql,
  paymentId: number,
  state: 'declined' | 'dropped',
  reason: string | null,
): Promise<boolean> {
  return (
    (await sql.run`
      UPDATE payment SET state = ${state}, reason = ${reason},
        sure_at = CASE WHEN customer_profile_id IS NULL AND school_id IS NULL
          THEN clock_timestamp() END
      WHERE id = ${paymentId} AND state IN ('pending', 'unknown')`) > 0
  );
}

export async function paymentState(sql: Sql, paymentId: number): Promise<PaymentState> {
  return (await sql.one<{ state: PaymentState }>`SELECT state FROM payment WHERE id = ${paymentId}`)
    .state;
}

/** The state of earlier payments for a purpose. */
export interface EarlierPayments {
  /** The newest that took money or still may; 0: none. */
  lastId: number;
  /** One of them is unfinished: its creditor may not have noted it yet. */
  isUnderWay: boolean;
  /** One of them is held for review by the processor, which may take days. */
  isHeld: boolean;
}

export function earlierPayments(
  sql: Sql,
  studentId: number,
  purpose: string,
): Promise<EarlierPayments> {
  return sql.one<EarlierPayments>`
    SELECT coalesce(max(payment.id), 0) AS last_id,
      coalesce(bool_or(process.status IN ('running', 'dead')), false) AS is_under_way,
      coalesce(bool_or(payment.held_at IS NOT NULL AND payment.state = 'unknown'), false) AS is_held
    FROM payment LEFT JOIN process ON process.id = payment.process_id
    WHERE payment.student_id = ${studentId} AND payment.purpose = ${purpose}
      AND payment.state NOT IN ('declined', 'dropped')`;
}

export interface UnsurePayment
  extends Pick<
    tables.Payment,
    | 'id'
    | 'studentId'
    | 'schoolId'
    | 'invoiceNumber'
    | 'purpose'
    | 'customerProfileId'
    | 'attemptedAt'
    | 'askedAt'
    | 'createdBy'
    | 'amountCents'
  > {
  state: 'pending' | 'unknown' | 'dropped';
  account: Account;
  lotOrder: LotOrder | null;
}

/**
 * Takes payments that need attention: open ones without a running process, and dropped ones, which
 * the processor may still have received late, until noteSure. Each is taken by one replica and not
 * again for 20 seconds, dropped ones ever more seldom, at last every quarter of an hour; the least
 * recently looked up ones first, at most `most` of them.
 */
export async function takeUnsurePayments(sql: Sql, most = 20): Promise<UnsurePayment[]> {
  return sql.many<UnsurePayment>`
    UPDATE payment SET asked_at = clock_timestamp()
    WHERE id IN (
      SELECT id FROM payment
      WHERE state IN ('pending', 'unknown', 'dropped') AND sure_at IS NULL
        AND asked_at < clock_timestamp() - greatest(interval '20 seconds',
          CASE WHEN state = 'dropped'
            THEN least((clock_timestamp() - attempted_at) / 4, interval '15 minutes') END)
        AND attempted_at < clock_timestamp() - interval '15 seconds'
        AND NOT EXISTS (SELECT FROM process
          WHERE process.id = payment.process_id AND process.status IN ('running', 'dead'))
      ORDER BY asked_at, attempted_at LIMIT ${most} FOR UPDATE SKIP LOCKED)
    RETURNING id, student_id, school_id, invoice_number, purpose, state, customer_profile_id,
      account, lot_order, attempted_at, asked_at, created_by, amount_cents`;
}

/** Notes that the processor's last word on a dropped payment was heard (isLastWord). */
export async function noteSure(sql: Sql, paymentId: number): Promise<void> {
  await sql.run`
    UPDATE payment SET sure_at = clock_timestamp()
    WHERE id = ${paymentId} AND state = 'dropped' AND sure_at IS NULL`;
}

/** One of these by its id, unless a process works on it or waits to be taken up again. */
export async function takeUnsurePayment(
  sql: Sql,
  paymentId: number,
): Promise<UnsurePayment | undefined> {
  return sql.maybe<UnsurePayment>`
    UPDATE payment SET asked_at = clock_timestamp()
    WHERE id = ${paymentId} AND state IN ('pending', 'unknown', 'dropped')
      AND NOT EXISTS (SELECT FROM process
        WHERE process.id = payment.process_id AND process.status IN ('running', 'dead'))
    RETURNING id, student_id, school_id, invoice_number, purpose, state, customer_profile_id,
      account, lot_order, attempted_at, asked_at, created_by, amount_cents`;
}

/** Returns the state of a payment and of its process; null: there is no process any more. */
export function paymentProgress(
  sql: Sql,
  paymentId: number,
): Promise<{ state: PaymentState; processId: string | null; processStatus: string | null }> {
  return sql.one<{ state: PaymentState; processId: string | null; processStatus: string | null }>`
    SELECT payment.state, payment.process_id, process.status AS process_status
    FROM payment LEFT JOIN process ON process.id = payment.process_id
    WHERE payment.id = ${paymentId}`;
}

/** Payments that are looked up for more than an hour, and stay unknown. */
export async function countUnclearPayments(sql: Sql): Promise<number> {
  const { n } = await sql.one<{ n: number }>`
    SELECT count(*)::integer AS n FROM payment
    WHERE state IN ('pending', 'unknown') AND attempted_at < clock_timestamp() - interval '1 hour'`;
  return n;
}

export interface ChargeRow
  extends Pick<
      tables.Charge,
      | 'id'
      | 'description'
      | 'amountCents'
      | 'heldCents'
      | 'refundedCents'
      | 'typeId'
      | 'registrationId'
      | 'refundedAt'
      | 'lastChangeBy'
    >,
    Pick<tables.Payment, 'capturedAt' | 'invoiceNumber' | 'transactionId'> {
  state: PaymentState;
  /** The latest errors of the processor for waiting refunds, and the times of their next tries. */
  refundError: string | null;
  refundNextTryAt: Date | null;
}

/**
 * Charges of a student, newest first, with those of seminary study that TTI knows under this id.
 */
export async function chargesOf(
  sql: Sql,
  studentId: number,
  ttiStudentId: string | null,
): Promise<ChargeRow[]> {
  return sql.many<ChargeRow>`
    SELECT charge.id, payment.captured_at, charge.description, charge.amount_cents,
      charge.held_cents, charge.refunded_cents, payment.state, charge.type_id,
      charge.registration_id, payment.invoice_number, payment.transaction_id, charge.refunded_at,
      charge.last_change_by, waiting.refund_error, waiting.refund_next_try_at
    FROM charge JOIN payment ON payment.id = charge.payment_id
      LEFT JOIN LATERAL (SELECT (array_agg(error ORDER BY id DESC)
        FILTER (WHERE error IS NOT NULL))[1] AS refund_error, min(next_try_at) AS refund_next_try_at
        FROM refund WHERE refund.charge_id = charge.id AND refund.state IN ('open', 'asked'))
          AS waiting ON true
    WHERE payment.student_id = ${studentId} OR payment.tti_student_id = ${ttiStudentId}::text
    ORDER BY payment.id DESC, charge.id`;
}

export interface PaymentFacts
  extends Pick<
    tables.Payment,
    | 'id'
    | 'studentId'
    | 'ttiStudentId'
    | 'payerFirstName'
    | 'payerEmail'
    | 'amountCents'
    | 'invoiceNumber'
    | 'cardType'
    | 'cardLast4'
    | 'capturedAt'
  > {
  lines: { description: string; amountCents: number }[];
}

/** Reads the facts of a receipt. */
export async function paymentFacts(sql: Sql, paymentId: number): Promise<PaymentFacts | undefined> {
  return sql.maybe<PaymentFacts>`
    SELECT id, student_id, tti_student_id, payer_first_name, payer_email, amount_cents,
      invoice_number, card_type, card_last4, captured_at,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('description', description,
          'amountCents', amount_cents) ORDER BY id), '[]')
        FROM charge WHERE payment_id = payment.id) AS lines
    FROM payment WHERE id = ${paymentId}`;
}
