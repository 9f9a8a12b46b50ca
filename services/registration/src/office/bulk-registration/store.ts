import type { Actor } from '@portal/kit/auth/actor';
import type { Sql } from '@portal/kit/database/database';
import { FIRST_PROCTOR_FEE_CENTS } from '@portal/proto/prices/first-fees';
import type * as tables from '../../../prisma/tables.ts';
import type { SessionType } from '../../records/fees/proctor-fee.ts';
import { AFTER_PENDING } from '../../records/registrations/state/registration-machine.ts';
import type { RegistrationRow } from '../../records/registrations/state/registration-row.ts';

/** The fields of a school's session that a run reads. */
export interface SchoolSessionRow
  extends Pick<
    tables.Session,
    'id' | 'gender' | 'closingDate' | 'closingTime' | 'closedByStaff' | 'calledOffAt'
  > {
  schoolId: number;
  startsAt: Date;
}

export function readSchoolSession(sql: Sql, id: number): Promise<SchoolSessionRow | undefined> {
  return sql.maybe<SchoolSessionRow>`
    SELECT id, school_id, gender, starts_at, closing_date, closing_time, closed_by_staff,
      called_off_at
    FROM session
    WHERE id = ${id} AND session_type = '22' AND school_id IS NOT NULL AND starts_at IS NOT NULL
      AND deleted_at IS NULL AND NOT draft`;
}

export interface StudentExamRow extends Pick<tables.Registration, 'studentId' | 'examId'> {
  isInSession: boolean;
  failedRegistrationId: number | null;
}

/**
 * Returns which of these exams these students have in the session, and their last failed tries;
 * omits pairs with neither.
 */
export function readStudentExams(
  sql: Sql,
  sessionId: number,
  studentIds: number[],
  examIds: number[],
): Promise<StudentExamRow[]> {
  return sql.many<StudentExamRow>`
    SELECT tries.* FROM (
      SELECT student_id, exam_id,
        bool_or(session_id = ${sessionId} AND status NOT IN ('pending', 'cancelled')) IS TRUE
          AS is_in_session,
        (SELECT last.id FROM registration last
          JOIN exam_result x ON x.registration_id = last.id AND NOT x.is_passed
          WHERE last.id = max(r.id) AND last.status = 'graded') AS failed_registration_id
      FROM registration r
      WHERE student_id = ANY (${studentIds}::bigint[]) AND exam_id = ANY (${examIds}::bigint[])
        AND status NOT IN ('dropped', 'cancelled')
      GROUP BY student_id, exam_id) AS tries
    WHERE is_in_session OR failed_registration_id IS NOT NULL`;
}

/** An exam that is to wait hidden in a session of a run. */
export interface NewWaiting {
  examId: number;
  examGroup: number;
  additionalChargeCents: number;
  isRetake: boolean;
}

/**
 * Inserts hidden registrations of a student into the session, in order; returns them by exam. Skips
 * an exam with another open registration.
 */
export async function insertWaiting(
  sql: Sql,
  { runId, sessionId, studentId }: { runId: string; sessionId: number; studentId: number },
  waiting: readonly NewWaiting[],
  now: Date,
): Promise<Map<number, number>> {
  if (waiting.length === 0) return new Map();
  const rows = waiting.map((row, place) => ({ ...row, place }));
  const made = await sql.many<Pick<tables.Registration, 'id' | 'examId'>>`
    INSERT INTO registration (student_id, exam_id, exam_group, status, created_at, is_retake,
      additional_charge_cents, run_id, session_id, session_type)
    SELECT ${studentId}, "examId", "examGroup", 'pending', ${now}, "isRetake",
      "additionalChargeCents", ${runId}::uuid, ${sessionId}, '22'
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS row ("examId" bigint,
      "examGroup" bigint, "isRetake" boolean, "additionalChargeCents" bigint, place integer)
    ORDER BY place
    ON CONFLICT (student_id, exam_group)
      WHERE status NOT IN ('dropped', 'cancelled', 'taken', 'graded') DO NOTHING
    RETURNING id, exam_id`;
  return new Map(made.map(({ id, examId }) => [examId, id]));
}

/** Returns which of these exams the student has in the session, in any state. */
export async function examsInSession(
  sql: Sql,
  sessionId: number,
  studentId: number,
  examIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await sql.many<Pick<tables.Registration, 'examId'>>`
    SELECT exam_id FROM registration
    WHERE student_id = ${studentId} AND exam_id = ANY (${[...examIds]}::bigint[])
      AND session_id = ${sessionId} AND status NOT IN ('pending', 'dropped', 'cancelled')`;
  return new Set(rows.map(({ examId }) => examId));
}

/** How a hidden registration was paid. */
export interface PaidInRun {
  registrationId: number;
  credits: number;
  proctorFeeCents: number;
  noAdditionalFees: boolean;
  freeSeminaryRetake: boolean;
  /** Package types that paid; null: payments of the release before did not say. */
  packageIds: number[] | null;
  chargeSchool: boolean;
  isFree: boolean;
  /** Additional charge that a card paid, and in which payment. */
  additionalCents: number;
  paymentId: number | null;
}

export type Confirmed = Pick<tables.Registration, 'id' | 'examId' | 'calendarSequence'>;

/**
 * Makes hidden registrations scheduled ones, with their log rows, the waiver of a sitting where
 * the fee is 0 and the payment of the additional charges. Returns the scheduled ones, in the given
 * order; omits registrations that are no longer hidden, or whose exam was withdrawn or session
 * called off. T-03.
 */
export async function confirmWaiting(
  sql: Sql,
  paid: readonly PaidInRun[],
  sessionId: number,
  actor: Actor,
  now: Date,
): Promise<Confirmed[]> {
  const rows = await sql.many<Confirmed>`
    WITH kept AS MATERIALIZED (
      SELECT id FROM session WHERE id = ${sessionId} AND called_off_at IS NULL FOR SHARE),
    paid AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(paid)}::jsonb) AS row (
        "registrationId" bigint, credits integer, "proctorFeeCents" bigint,
        "noAdditionalFees" boolean, "freeSeminaryRetake" boolean, "packageIds" bigint[],
        "chargeSchool" boolean,
        "isFree" boolean, "additionalCents" bigint, "paymentId" bigint)),
    made AS (
      UPDATE registration r SET status = ${AFTER_PENDING.activatedInSession}, paid_at = ${now},
        credits_spent = paid.credits, proctor_fee_cents = "proctorFeeCents",
        usual_proctor_fee_cents = COALESCE(
          (SELECT proctor_fee_cents FROM price_copy), ${FIRST_PROCTOR_FEE_CENTS}::bigint),
        no_additional_fees = "noAdditionalFees", free_seminary_retake = "freeSeminaryRetake",
        package_type_ids = COALESCE("packageIds", '{}'), packages_known = "packageIds" IS NOT NULL,
        charge_school = "chargeSchool", is_free_school_registration = "isFree",
        additional_paid_cents = "additionalCents", calendar_sequence = calendar_sequence + 1
      FROM paid, exam_copy e, kept
      WHERE r.id = "registrationId" AND r.status = 'pending' AND r.session_id = kept.id
        AND e.id = r.exam_id AND e.active
      RETURNING r.id, r.exam_id, r.calendar_sequence, r.proctor_fee_cents,
        r.additional_paid_cents, "paymentId" AS payment_id),
    logged AS (
      INSERT INTO registration_log (registration_id, at, actor_kind, actor_id, actor_name,
        from_status, to_status, to_session_id)
      SELECT id, ${now}, ${actor.kind}, ${actor.id}, ${actor.name}, 'pending',
        ${AFTER_PENDING.activatedInSession}, ${sessionId} FROM made),
    waived AS (
      INSERT INTO proctor_payment (registration_id, cents, state, session_id, created_at)
      SELECT made.id, 0, CASE WHEN c.charge_proctor_fee THEN 'attached' ELSE 'held' END,
        CASE WHEN c.charge_proctor_fee THEN s.id END, ${now}
      FROM made, session s LEFT JOIN school_copy c ON c.id = s.school_id
      WHERE s.id = ${sessionId} AND made.proctor_fee_cents = 0),
    noted AS (
      INSERT INTO fee_payment (payment_id, registration_id, proctor_cents, additional_cents,
        recorded_at)
      SELECT payment_id, id, 0, additional_paid_cents, ${now} FROM made
      WHERE additional_paid_cents > 0)
    SELECT id, exam_id, calendar_sequence FROM made`;
  const made = new Map(rows.map((row) => [row.id, row]));
  return paid.flatMap(({ registrationId }) => made.get(registrationId) ?? []);
}

export interface Dropped extends Pick<tables.Registration, 'id'> {
  sessionId: number;
}

/** Ends hidden registrations of a run that came to nothing; others are left alone. */
export function dropWaiting(sql: Sql, studentId: number, ids: number[]): Promise<Dropped[]> {
  return sql.many<Dropped>`
    WITH waiting AS (
      SELECT id, session_id FROM registration
      WHERE id = ANY (${ids}::bigint[]) AND student_id = ${studentId} AND status = 'pending'
        AND run_id IS NOT NULL
      ORDER BY id FOR NO KEY UPDATE)
    UPDATE registration r SET status = ${AFTER_PENDING.dropped}, session_id = NULL,
      session_type = NULL
    FROM waiting w WHERE r.id = w.id RETURNING w.id, w.session_id
    -- never null: session_id (what waits for a run is in its session)`;
}

export async function hasAddress(sql: Sql, studentId: number): Promise<boolean> {
  const known = await sql.maybe`
    SELECT 1 AS known FROM student_copy WHERE id = ${studentId} AND email IS NOT NULL`;
  return known !== undefined;
}

/**
 * An exam in a session, with its student and the state of the registration; includes the columns of
 * registration_seen.
 */
export interface SittingStudent {
  id: number;
  studentId: number;
  lastName: string | null;
  firstName: string | null;
  examId: number;
  examSubject: string | null;
  vendorName: string | null;
  sessionType: SessionType | null;
}

/** The exams in these sessions, by name of the student. */
export function listSitting(
  sql: Sql,
  sessionIds: readonly number[],
): Promise<(RegistrationRow & SittingStudent & { sessionId: number })[]> {
  return sql.many<RegistrationRow & SittingStudent & { sessionId: number }>`
    SELECT r.*, st.last_name, st.first_name, e.subject AS exam_subject, e.vendor_name
    FROM registration_seen r
    LEFT JOIN student_copy st ON st.id = r.student_id
    LEFT JOIN exam_copy e ON e.id = r.exam_id
    WHERE r.session_id = ANY (${[...sessionIds]}::bigint[]) AND r.status <> 'cancelled'
    ORDER BY st.last_name, st.first_name, r.student_id, e.subject, r.id
    -- never null: session_id (rows are found by it)`;
}
