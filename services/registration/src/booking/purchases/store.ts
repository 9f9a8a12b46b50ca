import type { Actor } from '@portal/kit/auth/actor';
import type { Sql } from '@portal/kit/database/database';
import { FIRST_PROCTOR_FEE_CENTS } from '@portal/proto/prices/first-fees';
import type * as tables from '../../../prisma/tables.ts';
import { AFTER_PENDING } from '../../records/registrations/state/registration-machine.ts';
import type { RegistrationStatus } from '../../records/registrations/state/registration-state.ts';

/** An earlier or open registration of the same exam or of its other version. */
export interface Try {
  id: number;
  examId: number;
  status: RegistrationStatus;
  takenOn: string | null;
  grade: string | null;
  gradeComment: string | null;
}
export interface EligibilityRow {
  /** Null: the exam is not known here. */
  examId: number | null;
  examGroup: number | null;
  isActive: boolean | null;
  isSelfService: boolean | null;
  additionalChargeCents: number | null;
  studentId: number | null;
  buyingBarredUntil: Date | null;
  bookingBarredUntil: Date | null;
  hasEmail: boolean;
  fits: boolean;
  /** Oldest first; given up ones are not in it. */
  tries: Try[];
}

/** Reads all facts for the registration rules of a student and an exam, in one statement. */
export async function readEligibilityFacts(
  sql: Sql,
  studentId: number,
  examId: number,
): Promise<EligibilityRow> {
  const [row] = await readFactsOfExams(sql, studentId, [examId]);
  return row as EligibilityRow;
}

/** Returns the same for several exams of a student, in their order. */
export function readFactsOfExams(
  sql: Sql,
  studentId: number,
  examIds: readonly number[],
): Promise<EligibilityRow[]> {
  return sql.many<EligibilityRow>`
    SELECT e.id AS exam_id, e.exam_group, e.active AS is_active,
      e.phonesystem_active AS is_self_service, e.additional_charge_cents,
      s.id AS student_id, s.buying_barred_until, s.booking_barred_until,
      s.email IS NOT NULL AS has_email,
      COALESCE(cardinality(e.required_exam_ids) = 0 OR EXISTS (
        SELECT FROM registration p
        JOIN exam_result x ON x.registration_id = p.id AND x.is_passed
        WHERE p.student_id = ${studentId} AND p.status = 'graded'
          AND (p.exam_id = ANY (e.required_exam_ids) OR p.exam_group = ANY (e.required_exam_ids))),
        true) AS fits,
      COALESCE((
        SELECT jsonb_agg(jsonb_build_object('id', r.id, 'examId', r.exam_id, 'status', r.status,
          'takenOn', x.taken_on, 'grade', x.grade, 'gradeComment', x.grade_comment) ORDER BY r.id)
        FROM registration r LEFT JOIN exam_result x ON x.registration_id = r.id
        WHERE r.student_id = ${studentId} AND r.exam_group = e.exam_group
          AND r.status NOT IN ('cancelled', 'dropped')), '[]') AS tries
    FROM unnest(${[...examIds]}::bigint[]) WITH ORDINALITY AS asked (exam_id, place)
    LEFT JOIN exam_copy e ON e.id = asked.exam_id
    LEFT JOIN student_copy s ON s.id = ${studentId} AND s.closed_at IS NULL
    ORDER BY asked.place`;
}

export interface NewPending {
  studentId: number;
  examId: number;
  examGroup: number;
  additionalChargeCents: number;
  isRetake: boolean;
}

/**
 * Puts the hidden registration in its place. A second open one of the exam breaks
 * registration_one_open.
 */
export async function insertPending(sql: Sql, pending: NewPending, now: Date): Promise<number> {
  const { id } = await sql.one<Pick<tables.Registration, 'id'>>`
    INSERT INTO registration (student_id, exam_id, exam_group, status, created_at, is_retake,
      additional_charge_cents)
    VALUES (${pending.studentId}, ${pending.examId}, ${pending.examGroup}, 'pending', ${now},
      ${pending.isRetake}, ${pending.additionalChargeCents})
    RETURNING id`;
  return id;
}

/** Returns the exam's charge beside its credits when the registration was inserted, in cents. */
export async function readAdditionalCharge(sql: Sql, id: number): Promise<number> {
  const { additionalChargeCents } = await sql.one<
    Pick<tables.Registration, 'additionalChargeCents'>
  >`
    SELECT additional_charge_cents FROM registration WHERE id = ${id}`;
  return additionalChargeCents;
}

/** Credits and fees of a registration as payments has fixed them. */
export interface Paid {
  credits: number;
  proctorFeeCents: number;
  noAdditionalFees: boolean;
  freeSeminaryRetake: boolean;
  /** The package types that paid; absent: payments of the release before did not say. */
  packages?: { ids: number[] } | undefined;
}
export type ActivatedRow = Pick<tables.Registration, 'createdAt' | 'additionalChargeCents'>;

/**
 * Makes a pending registration a real one, with its fees, its log row and the waiver of its first
 * sitting where the fee is 0. Undefined when it is no longer pending, or its exam was withdrawn.
 */
export function activatePending(
  sql: Sql,
  id: number,
  paid: Paid,
  actor: Actor,
  now: Date,
): Promise<ActivatedRow | undefined> {
  return sql.maybe<ActivatedRow>`
    WITH made AS (
      UPDATE registration r SET status = ${AFTER_PENDING.activated}, paid_at = ${now},
        credits_spent = ${paid.credits}, proctor_fee_cents = ${paid.proctorFeeCents},
        usual_proctor_fee_cents = COALESCE(
          (SELECT proctor_fee_cents FROM price_copy), ${FIRST_PROCTOR_FEE_CENTS}::bigint),
        no_additional_fees = ${paid.noAdditionalFees},
        free_seminary_retake = ${paid.freeSeminaryRetake},
        package_type_ids = ${paid.packages?.ids ?? []}::bigint[],
        packages_known = ${paid.packages !== undefined}
      FROM exam_copy e WHERE r.id = ${id} AND r.status = 'pending' AND e.id = r.exam_id AND e.active
      RETURNING r.id, r.created_at, r.additional_charge_cents, r.proctor_fee_cents),
    logged AS (
      INSERT INTO registration_log (registration_id, at, actor_kind, actor_id, actor_name,
        from_status, to_status)
      SELECT id, ${now}, ${actor.kind}, ${actor.id}, ${actor.name}, 'pending',
        ${AFTER_PENDING.activated} FROM made),
    waived AS (
      INSERT INTO proctor_payment (registration_id, cents, state, created_at)
      SELECT id, 0, 'held', ${now} FROM made WHERE proctor_fee_cents = 0)
    SELECT created_at, additional_charge_cents FROM made`;
}

/**
 * T-04, T-05; `paymentId` is the retake fee's, null without one. False when it is pending no
 * longer.
 */
export async function activateRetake(
  sql: Sql,
  id: number,
  paymentId: number | null,
  actor: Actor,
  now: Date,
): Promise<boolean> {
  const made = await sql.maybe`
    WITH made AS (
      UPDATE registration SET status = ${AFTER_PENDING.activated}, credits_spent = 0,
        proctor_fee_cents = usual.cents, usual_proctor_fee_cents = usual.cents,
        no_additional_fees = true, vendor_approved_retake = true,
        vendor_approved_retake_with_fee = ${paymentId !== null},
        retake_payment_id = nullif(${paymentId}::bigint, 0)
      FROM (SELECT COALESCE((SELECT proctor_fee_cents FROM price_copy),
        ${FIRST_PROCTOR_FEE_CENTS}::bigint) AS cents) AS usual
      WHERE id = ${id} AND status = 'pending' RETURNING id)
    INSERT INTO registration_log (registration_id, at, actor_kind, actor_id, actor_name,
      from_status, to_status)
    SELECT id, ${now}, ${actor.kind}, ${actor.id}, ${actor.name}, 'pending',
      ${AFTER_PENDING.activated} FROM made RETURNING registration_id`;
  return made !== undefined;
}

/**
 * Ends a registration that failed. Its spent credits, if any, are returned from `giveBackAt` on.
 */
export async function dropPending(sql: Sql, id: number, giveBackAt: Date | null): Promise<void> {
  await sql.run`
    UPDATE registration SET status = ${AFTER_PENDING.dropped},
      give_back_due_at = COALESCE(${giveBackAt}::timestamptz, give_back_due_at),
      given_back_at = CASE WHEN ${giveBackAt}::timestamptz IS NULL THEN given_back_at END
    WHERE id = ${id} AND status IN ('pending', 'dropped')`;
}

/** Whether a registration is still pending. */
export async function isStillPending(sql: Sql, id: number): Promise<boolean> {
  const pending = await sql.maybe`
    SELECT 1 AS pending FROM registration WHERE id = ${id} AND status = 'pending'`;
  return pending !== undefined;
}

/**
 * Drops registrations that have had no credits for five minutes. One that is being bought by card
 * stays while that process runs: dropping it would leave an unwanted charge without its
 * registration.
 */
export async function dropExpiredPending(sql: Sql, now: Date): Promise<number[]> {
  const rows = await sql.many<Pick<tables.Registration, 'id'>>`
    UPDATE registration SET status = ${AFTER_PENDING.dropped},
      give_back_due_at = ${now}::timestamptz + interval '1 minute'
    WHERE id IN (SELECT r.id FROM registration r
      WHERE r.status = 'pending' AND r.run_id IS NULL
        AND r.created_at < ${now}::timestamptz - interval '5 minutes'
        AND NOT EXISTS (SELECT FROM process p
          WHERE p.name IN ('buyExam', 'registerAndBook', 'buyApprovedRetake')
            AND p.status IN ('running', 'dead')
            AND (p.state->>'registrationId')::bigint = r.id)
      ORDER BY r.created_at LIMIT 100 FOR UPDATE SKIP LOCKED)
    RETURNING id`;
  return rows.map(({ id }) => id);
}

export type ToGiveBack = Pick<tables.Registration, 'id' | 'studentId'>;

/** Dropped registrations whose credits may have to go back. */
export function listToGiveBack(sql: Sql, now: Date): Promise<ToGiveBack[]> {
  return sql.many<ToGiveBack>`
    SELECT id, student_id FROM registration
    WHERE give_back_due_at <= ${now}::timestamptz AND given_back_at IS NULL
    ORDER BY give_back_due_at, id LIMIT 50`;
}

export async function noteGivenBack(sql: Sql, id: number, now: Date): Promise<void> {
  await sql.run`
    UPDATE registration SET given_back_at = ${now} WHERE id = ${id} AND status = 'dropped'`;
}
