import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { Refundable } from './refund-plan.ts';
import type { OwnPayment } from './study-payment.ts';

/** Returns all known payments for a programme, in order. */
export async function paymentsOf(
  sql: Sql,
  ttiStudentId: string,
  programId: number,
): Promise<OwnPayment[]> {
  return sql.many<OwnPayment>`
    SELECT one.id, one.student_program_id, one.reference, one.partner_id, one.amount_cents,
      one.settled_cents, one.gateway, one.method, one.last4, one.paid_at, one.made_at,
      one.told_partner_at, one.payment_id, one.refund_id, one.refund_of, one.transaction_id
    FROM study_payment one JOIN student_program program ON program.id = one.student_program_id
    WHERE program.tti_student_id = ${ttiStudentId} AND program.program_id = ${programId}
    ORDER BY one.paid_at, one.id`;
}

export async function paymentsOfProgram(sql: Sql, studentProgramId: number): Promise<OwnPayment[]> {
  return sql.many<OwnPayment>`
    SELECT id, student_program_id, reference, partner_id, amount_cents, settled_cents, gateway,
      method, last4, paid_at, made_at, told_partner_at, payment_id, refund_id, refund_of,
      transaction_id
    FROM study_payment WHERE student_program_id = ${studentProgramId} ORDER BY paid_at, id`;
}

/** Payments of a programme of which something is left, newest first. */
export async function refundablePayments(
  sql: Sql,
  ttiStudentId: string,
  programId: number,
): Promise<(Refundable & { paymentId: number })[]> {
  return sql.many<Refundable & { paymentId: number }>`
    SELECT one.id, one.payment_id, one.amount_cents, one.settled_cents,
      one.amount_cents + coalesce(back.cents, 0) AS left_cents
    FROM study_payment one JOIN student_program program ON program.id = one.student_program_id
      LEFT JOIN LATERAL (SELECT sum(amount_cents)::bigint AS cents FROM study_payment
        WHERE refund_of = one.id AND student_program_id = one.student_program_id) AS back ON true
    WHERE program.tti_student_id = ${ttiStudentId} AND program.program_id = ${programId}
      AND one.payment_id IS NOT NULL
      AND one.amount_cents + coalesce(back.cents, 0) > 0
    ORDER BY one.paid_at DESC, one.id DESC`;
}

export interface KnownProgram {
  ttiStudentId: string;
  programId: number;
  name: string;
  woodmontOnly: boolean;
  year: number;
  /** TTI's id of the student's interest in it. */
  partnerId: number;
}

/**
 * Stores a programme and an interest in it with TTI's current data; returns our row. A known
 * interest keeps the year with which it was first stored: TTI may give none, or another one later.
 */
export async function keepProgram(sql: Sql, program: KnownProgram): Promise<number> {
  await sql.run`
    INSERT INTO program (id, name, woodmont_only)
    VALUES (${program.programId}, ${program.name}, ${program.woodmontOnly})
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, woodmont_only = excluded.woodmont_only`;
  const known = await sql.maybe<Pick<tables.StudentProgram, 'id'>>`
    SELECT id FROM student_program
    WHERE partner_id = ${program.partnerId} AND tti_student_id = ${program.ttiStudentId}
      AND program_id = ${program.programId}`;
  if (known) return known.id;
  const { id } = await sql.one<Pick<tables.StudentProgram, 'id'>>`
    INSERT INTO student_program (tti_student_id, program_id, year, partner_id)
    VALUES (${program.ttiStudentId}, ${program.programId}, ${program.year}, ${program.partnerId})
    ON CONFLICT (tti_student_id, program_id, year) DO UPDATE SET partner_id = excluded.partner_id
    RETURNING id`;
  return id;
}

/**
 * Takes an interest for one charge or refund; false while another one is under way. Its row is
 * locked until the transaction ends.
 */
export async function takeProgram(sql: Sql, id: number, processId: string): Promise<boolean> {
  return (
    (await sql.run`
      UPDATE student_program SET busy_with = ${processId} WHERE id = ${id} AND busy_with IS NULL`) >
    0
  );
}

export async function freeProgram(sql: Sql, id: number, processId: string): Promise<void> {
  await sql.run`
    UPDATE student_program SET busy_with = NULL WHERE id = ${id} AND busy_with = ${processId}`;
}

export interface NewStudyPayment {
  studentProgramId: number;
  reference: string;
  amountCents: number;
  settledCents: number;
  account: string;
  method: string;
  last4: string;
  paidAt: Date;
  paymentId: number;
  transactionId: string;
  by: string;
  saidBy: string | null;
}

/** Writes a payment that the processor has captured; once. */
export async function insertStudyPayment(sql: Sql, paid: NewStudyPayment): Promise<number> {
  const { id } = await sql.one<Pick<tables.StudyPayment, 'id'>>`
    INSERT INTO study_payment (student_program_id, reference, amount_cents, settled_cents, gateway,
      method, last4, paid_at, made_at, payment_id, transaction_id, charged_by, said_by)
    VALUES (${paid.studentProgramId}, ${paid.reference}, ${paid.amountCents}, ${paid.settledCents},
      ${paid.account}, ${paid.method}, ${paid.last4}, ${paid.paidAt}, ${paid.paidAt},
      ${paid.paymentId}, ${paid.transactionId}, ${paid.by}, ${paid.saidBy})
    RETURNING id`;
  return id;
}

export interface NewStudyRefund {
  refundOf: number;
  reference: string;
  cents: number;
  unsettlesCents: number;
  refundId: number;
  askedAt: Date;
  /** Null while it waits for settlement. */
  madeAt: Date | null;
  transactionId: string | null;
  by: string;
  saidBy: string | null;
}

/**
 * Writes a refund of a payment. Fails with a check violation when more would go back than was paid.
 */
export async function insertStudyRefund(sql: Sql, back: NewStudyRefund): Promise<void> {
  await sql.run`
    INSERT INTO study_payment (student_program_id, reference, amount_cents, settled_cents, gateway,
      method, last4, paid_at, made_at, refund_id, refund_of, transaction_id, charged_by, said_by)
    SELECT student_program_id, ${back.reference}, ${-back.cents}, ${-back.unsettlesCents}, gateway,
      method, last4, ${back.askedAt}, ${back.madeAt}, ${back.refundId}, id, ${back.transactionId},
      ${back.by}, ${back.saidBy}
    FROM study_payment WHERE id = ${back.refundOf}`;
}

/** Head start of the process that wrote a change: seconds before the job reports it to TTI. */
const HELD_SECONDS = 20;

/** Notes that the student joins, to be reported to TTI beside the payment. */
export async function wantJoin(
  sql: Sql,
  id: number,
  what: 'program' | 'membership',
  dueCents: number,
): Promise<void> {
  await sql.run`
    UPDATE student_program
    SET join_wanted = ${what}, leave_wanted = NULL, amount_due_cents = ${dueCents},
      follow_at = clock_timestamp() + ${HELD_SECONDS} * interval '1 second' WHERE id = ${id}`;
}

export async function noteDue(sql: Sql, id: number, dueCents: number): Promise<void> {
  await sql.run`
    UPDATE student_program
    SET amount_due_cents = ${dueCents},
      follow_at = clock_timestamp() + ${HELD_SECONDS} * interval '1 second' WHERE id = ${id}`;
}

export async function wantLeave(
  sql: Sql,
  id: number,
  what: 'program' | 'membership',
): Promise<void> {
  await sql.run`
    UPDATE student_program
    SET leave_wanted = ${what}, join_wanted = NULL, amount_due_cents = 0,
      follow_at = clock_timestamp() + ${HELD_SECONDS} * interval '1 second' WHERE id = ${id}`;
}

/** The payment method that TTI is to show. */
export async function keepPayer(
  sql: Sql,
  ttiStudentId: string,
  method: { account: string; type: string; last4: string },
): Promise<void> {
  await sql.run`
    INSERT INTO study_payer (tti_student_id, account, method_type, last4)
    VALUES (${ttiStudentId}, ${method.account}, ${method.type}, ${method.last4})
    ON CONFLICT (tti_student_id) DO UPDATE
    SET account = excluded.account, method_type = excluded.method_type, last4 = excluded.last4,
      told_partner_at = NULL, follow_at = '-infinity'`;
}

/** The person on record who has joined with an interest; null when there is none yet. */
export async function studentOfProgram(sql: Sql, id: number): Promise<number | null> {
  return (
    await sql.one<
      Pick<tables.StudentProgram, 'studentId'>
    >`SELECT student_id FROM student_program WHERE id = ${id}`
  ).studentId;
}

/**
 * Finds the student whom an audit row of a student of TTI concerns: `known` as identity reported,
 * otherwise the student who joined with one of the interests; none while they are not on record.
 */
export async function onRecord(
  sql: Sql,
  ttiStudentId: string,
  known: number | null = null,
): Promise<{ studentId?: number }> {
  if (known !== null) return { studentId: known };
  const joined = await sql.maybe<Pick<tables.StudentProgram, 'studentId'>>`
    SELECT student_id FROM student_program
    WHERE tti_student_id = ${ttiStudentId} AND student_id IS NOT NULL ORDER BY id DESC LIMIT 1`;
  return joined?.studentId == null ? {} : { studentId: joined.studentId };
}
