import type { Actor } from '@portal/kit/auth/actor';
import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../../prisma/tables.ts';
import type { PaymentChange } from '../../fees/proctor-fee.ts';
import type { RegistrationRow } from '../state/registration-row.ts';
import { endedStates, type RegistrationStatus } from '../state/registration-state.ts';

export function readRegistration(sql: Sql, id: number): Promise<RegistrationRow | undefined> {
  return sql.maybe<RegistrationRow>`SELECT * FROM registration_seen WHERE id = ${id}`;
}

/** All of a student but cancelled ones, for the exam list. */
export function readOfStudent(sql: Sql, studentId: number): Promise<RegistrationRow[]> {
  return sql.many<RegistrationRow>`
    SELECT * FROM registration_seen WHERE student_id = ${studentId} AND status <> 'cancelled'`;
}

export function readOfExam(
  sql: Sql,
  studentId: number,
  examId: number,
): Promise<RegistrationRow[]> {
  return sql.many<RegistrationRow>`
    SELECT * FROM registration_seen
    WHERE student_id = ${studentId} AND exam_id = ${examId} AND status <> 'cancelled'`;
}

export interface StudentEligibility
  extends Pick<tables.StudentProjection, 'membershipTypeId' | 'enrolledAt' | 'buyingBarredUntil'> {
  /** Exams whose requirements no passed exam of the student meets. */
  notEligibleExamIds: number[];
  /** Exams that only the office registers. */
  officeOnlyExamIds: number[];
  /** Exams that have an open registration, or whose other version has. */
  heldExamIds: number[];
}

/** Reads the exam list's facts about a student beside the registrations. */
export function readStudentEligibility(
  sql: Sql,
  studentId: number,
): Promise<StudentEligibility | undefined> {
  return sql.maybe<StudentEligibility>`
    SELECT s.membership_type_id, s.enrolled_at, s.buying_barred_until, ARRAY(
      SELECT e.id FROM exam_copy e WHERE cardinality(e.required_exam_ids) > 0 AND NOT EXISTS (
        SELECT FROM registration p
        JOIN exam_result x ON x.registration_id = p.id AND x.is_passed
        WHERE p.student_id = s.id AND p.status = 'graded'
          AND (p.exam_id = ANY (e.required_exam_ids) OR p.exam_group = ANY (e.required_exam_ids)))
      ORDER BY e.id) AS not_eligible_exam_ids,
      ARRAY(
        SELECT e.id FROM exam_copy e WHERE NOT e.phonesystem_active ORDER BY e.id
      ) AS office_only_exam_ids,
      ARRAY(
        SELECT e.id FROM exam_copy e WHERE e.exam_group IN (
          SELECT r.exam_group FROM registration r
          WHERE r.student_id = s.id AND r.status <> ALL (${[...endedStates]}::text[]))
        ORDER BY e.id
      ) AS held_exam_ids
    FROM student_copy s WHERE s.id = ${studentId}`;
}

/** Whether an exam is on offer, and to whom. */
export interface ExamOnOffer
  extends Pick<tables.ExamProjection, 'id' | 'active' | 'phonesystemActive'> {
  /** One of others must be passed first. */
  requiresOthers: boolean;
}

export const readExamsOnOffer = (sql: Sql, ids: readonly number[]): Promise<ExamOnOffer[]> =>
  sql.many<ExamOnOffer>`
    SELECT id, active, phonesystem_active, cardinality(required_exam_ids) > 0 AS requires_others
    FROM exam_copy WHERE id = ANY (${[...ids]}::bigint[]) ORDER BY id`;

/**
 * Of these exams, those on offer for self-service of which the student has passed a required one,
 * or that require none.
 */
export async function takeableExams(
  sql: Sql,
  studentId: number,
  examIds: readonly number[],
): Promise<number[]> {
  const rows = await sql.many<Pick<tables.ExamProjection, 'id'>>`
    SELECT e.id FROM exam_copy e
    WHERE e.id = ANY (${[...examIds]}::bigint[]) AND e.active AND e.phonesystem_active
      AND (cardinality(e.required_exam_ids) = 0 OR EXISTS (
        SELECT FROM registration p
        JOIN exam_result x ON x.registration_id = p.id AND x.is_passed
        WHERE p.student_id = ${studentId} AND p.status = 'graded'
          AND (p.exam_id = ANY (e.required_exam_ids) OR p.exam_group = ANY (e.required_exam_ids))))
    ORDER BY e.id`;
  return rows.map(({ id }) => id);
}

/**
 * Writes changes of proctor payments, an attached one last, since a registration has only one.
 */
export async function changePayments(sql: Sql, changes: PaymentChange[]): Promise<void> {
  const ordered = [...changes].sort(
    (a, b) => Number(a.state === 'attached') - Number(b.state === 'attached'),
  );
  await Promise.all(
    ordered.map(
      ({ id, state, sessionId }) => sql.run`
        UPDATE proctor_payment SET state = ${state}, session_id = ${sessionId}::bigint
        WHERE id = ${id}`,
    ),
  );
}

export interface LogLine {
  registrationId: number;
  from: RegistrationStatus;
  to: RegistrationStatus;
  fromSessionId: number | null;
  toSessionId: number | null;
  reason: number | null;
}

/** Logs a change of state, with its actor, time and reason. R-127. */
export async function logChange(sql: Sql, line: LogLine, actor: Actor, now: Date): Promise<void> {
  await sql.run`
    INSERT INTO registration_log (registration_id, at, actor_kind, actor_id, actor_name,
      from_status, to_status, from_session_id, to_session_id, reason)
    VALUES (${line.registrationId}, ${now}, ${actor.kind}, ${actor.id}, ${actor.name}, ${line.from},
      ${line.to}, ${line.fromSessionId}::bigint, ${line.toSessionId}::bigint,
      ${line.reason}::integer)`;
}

/** Whether this payment is recorded already. */
export async function isFeePaymentKnown(sql: Sql, paymentId: number): Promise<boolean> {
  return (
    (await sql.maybe`SELECT 1 AS known FROM fee_payment WHERE payment_id = ${paymentId}`) !==
    undefined
  );
}

export interface FeePayment {
  registrationId: number;
  paymentId: number;
  proctorFeeCents: number;
  additionalFeeCents: number;
}

/** Records a payment of fees; false, and no change, when it is recorded already. */
export async function recordFeePayment(sql: Sql, paid: FeePayment, now: Date): Promise<boolean> {
  const isNew = await sql.run`
    INSERT INTO fee_payment (payment_id, registration_id, proctor_cents, additional_cents,
      recorded_at)
    VALUES (${paid.paymentId}, ${paid.registrationId}, ${paid.proctorFeeCents},
      ${paid.additionalFeeCents}, ${now}) ON CONFLICT DO NOTHING`;
  if (isNew === 0) return false;
  if (paid.proctorFeeCents > 0) {
    await sql.run`
      INSERT INTO proctor_payment (registration_id, payment_id, cents, state, created_at)
      VALUES (${paid.registrationId}, ${paid.paymentId}, ${paid.proctorFeeCents}, 'held', ${now})`;
  }
  if (paid.additionalFeeCents > 0) {
    await sql.run`
      UPDATE registration
      SET additional_paid_cents = additional_paid_cents + ${paid.additionalFeeCents}
      WHERE id = ${paid.registrationId}`;
  }
  return true;
}
