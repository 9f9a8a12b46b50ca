import type { Actor } from '@portal/kit/actor';
import type { Sql } from '@portal/kit/database';
import type { PaymentChange } from '../sessions/proctor-fee.ts';
import type { RegistrationRow } from './registration-row.ts';
import type { RegistrationStatus } from './registration-state.ts';

export function readRegistration(sql: Sql, id: number): Promise<RegistrationRow | undefined> {
  return sql.maybe<RegistrationRow>`SELECT * FROM registration_seen WHERE id = ${id}`;
}

/** All of a student but cancelled ones, for the exam list. */
export function readOfStudent(sql: Sql, studentId: number): Promise<RegistrationRow[]> {
  return sql.many<RegistrationRow>`SELECT * FROM registration_seen WHERE student_id = ${studentId} AND status <> 'cancelled'`;
}

export function readOfExam(sql: Sql, studentId: number, examId: number): Promise<RegistrationRow[]> {
  return sql.many<RegistrationRow>`
    SELECT * FROM registration_seen WHERE student_id = ${studentId} AND exam_id = ${examId} AND status <> 'cancelled'`;
}

export interface Standing {
  membershipTypeId: number;
  enrolledAt: Date;
  unfitExamIds: number[];
}

/** Membership of a student, and the exams whose requirements none of her passed exams meets. */
export function readStanding(sql: Sql, studentId: number): Promise<Standing | undefined> {
  return sql.maybe<Standing>`
    SELECT s.membership_type_id, s.enrolled_at, ARRAY(
      SELECT e.id FROM exam_copy e WHERE cardinality(e.required_exam_ids) > 0 AND NOT EXISTS (
        SELECT FROM registration p WHERE p.student_id = s.id AND p.is_passed
        AND (p.exam_id = ANY (e.required_exam_ids) OR p.exam_group = ANY (e.required_exam_ids)))
      ORDER BY e.id) AS unfit_exam_ids
    FROM student_copy s WHERE s.id = ${studentId}`;
}

/** Writes what becomes of proctor payments; an attached one comes last, since a registration has only one. */
export async function changePayments(sql: Sql, changes: PaymentChange[]): Promise<void> {
  const ordered = [...changes].sort((a, b) => Number(a.state === 'attached') - Number(b.state === 'attached'));
  for (const { id, state, sessionId } of ordered) {
    await sql.run`UPDATE proctor_payment SET state = ${state}, session_id = ${sessionId}::bigint WHERE id = ${id}`;
  }
}

export interface LogLine {
  registrationId: number;
  from: RegistrationStatus;
  to: RegistrationStatus;
  fromSessionId: number | null;
  toSessionId: number | null;
  reason: number | null;
}

/** Who, when, from, to, why. R-127. */
export async function logChange(sql: Sql, line: LogLine, actor: Actor, now: Date): Promise<void> {
  await sql.run`
    INSERT INTO registration_log (registration_id, at, actor_kind, actor_id, actor_name, from_status, to_status, from_session_id, to_session_id, reason)
    VALUES (${line.registrationId}, ${now}, ${actor.kind}, ${actor.id}, ${actor.name}, ${line.from}, ${line.to}, ${line.fromSessionId}::bigint,
      ${line.toSessionId}::bigint, ${line.reason}::integer)`;
}

/** T-60 to T-62. */
export async function cancel(sql: Sql, id: number, reason: number | null, now: Date): Promise<void> {
  await sql.run`
    UPDATE registration SET status = 'cancelled', cancelled_at = ${now}, cancel_reason = ${reason}::integer, session_id = NULL, session_type = NULL,
      branch_id = NULL, session_minutes = 0, online_access = false, proctor_reserved = false, proctor_uuid = NULL,
      calendar_sequence = calendar_sequence + (session_id IS NOT NULL)::integer
    WHERE id = ${id}`;
}

export async function noteAdditionalRefund(sql: Sql, id: number): Promise<void> {
  await sql.run`UPDATE registration SET additional_refunded_cents = additional_paid_cents WHERE id = ${id}`;
}

/** Whether this payment was noted before. */
export async function isFeePaymentKnown(sql: Sql, paymentId: number): Promise<boolean> {
  return (await sql.maybe`SELECT 1 AS known FROM fee_payment WHERE payment_id = ${paymentId}`) !== undefined;
}

export interface FeePayment {
  registrationId: number;
  paymentId: number;
  proctorFeeCents: number;
  additionalFeeCents: number;
}

/** Notes a payment of fees; a second time it changes nothing and says false. */
export async function recordFeePayment(sql: Sql, paid: FeePayment, now: Date): Promise<boolean> {
  const isNew = await sql.run`
    INSERT INTO fee_payment (payment_id, registration_id, proctor_cents, additional_cents, recorded_at)
    VALUES (${paid.paymentId}, ${paid.registrationId}, ${paid.proctorFeeCents}, ${paid.additionalFeeCents}, ${now}) ON CONFLICT DO NOTHING`;
  if (isNew === 0) return false;
  if (paid.proctorFeeCents > 0) {
    await sql.run`
      INSERT INTO proctor_payment (registration_id, payment_id, cents, state, created_at)
      VALUES (${paid.registrationId}, ${paid.paymentId}, ${paid.proctorFeeCents}, 'held', ${now})`;
  }
  if (paid.additionalFeeCents > 0) {
    await sql.run`UPDATE registration SET additional_paid_cents = additional_paid_cents + ${paid.additionalFeeCents} WHERE id = ${paid.registrationId}`;
  }
  return true;
}

/** Mails of one student are counted one after the other, whatever their exams. */
export async function lockMaterialsSent(sql: Sql, studentId: number): Promise<void> {
  await sql.run`SELECT pg_advisory_xact_lock(hashtextextended(${`study materials of ${studentId}`}, 0))`;
}

/** Mails with study materials that a student was sent in the last hour. */
export async function countMaterialsSent(sql: Sql, studentId: number, now: Date): Promise<number> {
  const { sent } = await sql.one<{ sent: number }>`
    SELECT count(*)::integer AS sent FROM study_materials_sent WHERE student_id = ${studentId} AND sent_at > ${now}::timestamptz - interval '1 hour'`;
  return sent;
}

export async function noteMaterialsSent(sql: Sql, studentId: number, examId: number, now: Date): Promise<void> {
  await sql.run`INSERT INTO study_materials_sent (student_id, exam_id, sent_at) VALUES (${studentId}, ${examId}, ${now})`;
}

/** The registrations of an exam, locked; answers how many there are. */
export async function lockOfExam(sql: Sql, studentId: number, examId: number): Promise<number> {
  const rows = await sql.many`
    SELECT id FROM registration WHERE student_id = ${studentId} AND exam_id = ${examId} AND status NOT IN ('pending', 'dropped', 'cancelled')
    ORDER BY id FOR NO KEY UPDATE`;
  return rows.length;
}
