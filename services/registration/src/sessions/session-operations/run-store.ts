import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { RegistrationRow } from '../../records/registrations/state/registration-row.ts';

export type RunKind = 'move' | 'call_off';
/** The outcome of an exam: it moved along, left the session, stays begun, or had left before. */
export type Outcome = 'moved' | 'left' | 'begun' | 'gone';

export interface Run
  extends Pick<tables.SessionRun, 'id' | 'sessionId' | 'message' | 'refundsFees' | 'finishedAt'> {
  kind: RunKind;
}

export interface NewRun {
  id: string;
  kind: RunKind;
  sessionId: number;
  message: string | null;
  refundsFees: boolean;
}

/** Exams that are booked in a session, in the order of their students. */
export function readBooked(sql: Sql, sessionId: number): Promise<RegistrationRow[]> {
  return sql.many<RegistrationRow>`
    SELECT * FROM registration_seen
    WHERE session_id = ${sessionId} AND status <> 'cancelled'
    ORDER BY student_id, id`;
}

/** Records a run with the exams that are booked in its session; a repeat changes nothing. */
export async function insertRun(sql: Sql, run: NewRun, now: Date): Promise<void> {
  const { id, kind, sessionId, message, refundsFees } = run;
  const made = await sql.run`
    INSERT INTO session_run (id, kind, session_id, message, refunds_fees, started_at)
    VALUES (${id}, ${kind}, ${sessionId}, ${message}, ${refundsFees}, ${now})
    ON CONFLICT (id) DO NOTHING`;
  if (made === 0) return;
  await sql.run`
    INSERT INTO session_run_exam (run_id, registration_id, student_id)
    SELECT ${id}, r.id, r.student_id FROM registration r
    WHERE r.session_id = ${sessionId} AND r.status NOT IN ('pending', 'dropped', 'cancelled')`;
}

export function findRun(sql: Sql, id: string): Promise<Run | undefined> {
  return sql.maybe<Run>`
    SELECT id, kind, session_id, message, refunds_fees, finished_at FROM session_run
    WHERE id = ${id}`;
}

/** A run that was begun in the last 30 days. */
export function findRecentRun(sql: Sql, id: string, now: Date): Promise<Run | undefined> {
  return sql.maybe<Run>`
    SELECT id, kind, session_id, message, refunds_fees, finished_at FROM session_run
    WHERE id = ${id} AND started_at > ${now}::timestamptz - interval '30 days'`;
}

/** The run of a key, if it is begun. */
export function findRunOfKey(
  sql: Sql,
  name: string,
  scope: string,
  key: string,
): Promise<Run | undefined> {
  return sql.maybe<Run>`
    SELECT r.id, r.kind, r.session_id, r.message, r.refunds_fees, r.finished_at
    FROM process p JOIN session_run r ON r.id = p.id
    WHERE p.name = ${name} AND p.scope = ${scope} AND p.key = ${key}`;
}

/** Students of a run with an exam that nothing was done about. */
export async function openStudents(sql: Sql, runId: string): Promise<number[]> {
  const rows = await sql.many<Pick<tables.SessionRunExam, 'studentId'>>`
    SELECT DISTINCT student_id FROM session_run_exam
    WHERE run_id = ${runId} AND outcome IS NULL ORDER BY student_id`;
  return rows.map(({ studentId }) => studentId);
}

/** Exams of a student that nothing was done about, locked. */
export async function lockOpenExams(sql: Sql, runId: string, studentId: number): Promise<number[]> {
  const rows = await sql.many<Pick<tables.SessionRunExam, 'registrationId'>>`
    SELECT registration_id FROM session_run_exam
    WHERE run_id = ${runId} AND student_id = ${studentId} AND outcome IS NULL
    ORDER BY registration_id FOR UPDATE`;
  return rows.map(({ registrationId }) => registrationId);
}

/** Exams that a student has in a session. */
export function readBookedBy(
  sql: Sql,
  sessionId: number,
  studentId: number,
): Promise<RegistrationRow[]> {
  return sql.many<RegistrationRow>`
    SELECT * FROM registration_seen
    WHERE student_id = ${studentId} AND session_id = ${sessionId} AND status <> 'cancelled'
    ORDER BY id`;
}

/** Writes the outcomes of exams. */
export async function noteOutcomes(
  sql: Sql,
  runId: string,
  outcome: Outcome,
  registrationIds: readonly number[],
): Promise<void> {
  if (registrationIds.length === 0) return;
  await sql.run`
    UPDATE session_run_exam SET outcome = ${outcome}
    WHERE run_id = ${runId} AND registration_id = ANY (${[...registrationIds]}::bigint[])`;
}

/** A proctor payment to be refunded, since its session is called off. */
export interface RefundOfRun {
  registrationId: number;
  paymentId: number;
  cents: number;
}

/** Records refunds to cards that are to be made. */
export async function noteRefunds(
  sql: Sql,
  runId: string,
  refunds: readonly RefundOfRun[],
): Promise<void> {
  if (refunds.length === 0) return;
  await sql.run`
    UPDATE session_run_exam e SET refund_payment_id = r."paymentId", refund_cents = r.cents
    FROM jsonb_to_recordset(${JSON.stringify(refunds)}::jsonb)
      AS r ("registrationId" bigint, "paymentId" bigint, cents bigint)
    WHERE e.run_id = ${runId} AND e.registration_id = r."registrationId"`;
}

/** Returns the refunds of a run that were not requested from payments yet. */
export function openRefunds(sql: Sql, runId: string): Promise<RefundOfRun[]> {
  return sql.many<RefundOfRun>`
    SELECT registration_id, refund_payment_id AS payment_id, refund_cents AS cents
    FROM session_run_exam
    WHERE run_id = ${runId} AND refund_payment_id IS NOT NULL AND refunded_cents IS NULL
    ORDER BY registration_id
    -- never null: payment_id (it is asked for)`;
}

/** Records the result of a refund; `isOpen`: some of the amount is still to be refunded. */
export async function noteRefunded(
  sql: Sql,
  runId: string,
  registrationId: number,
  { cents, isOpen }: { cents: number; isOpen: boolean },
): Promise<void> {
  await sql.run`
    UPDATE session_run_exam SET refunded_cents = ${cents}, refund_open = ${isOpen}
    WHERE run_id = ${runId} AND registration_id = ${registrationId}`;
}

export async function finishRun(sql: Sql, runId: string, now: Date): Promise<void> {
  await sql.run`
    UPDATE session_run SET finished_at = ${now} WHERE id = ${runId} AND finished_at IS NULL`;
}

/** How far a run is. */
export interface RunCounts {
  /** Students. */
  done: number;
  total: number;
  /** Exams. */
  moved: number;
  left: number;
  begun: number;
  refundedCents: number;
  refundsOpen: number;
}

export function countRun(sql: Sql, runId: string): Promise<RunCounts> {
  return sql.one<RunCounts>`
    SELECT count(*) FILTER (WHERE open = 0)::integer AS done, count(*)::integer AS total,
      coalesce(sum(moved), 0)::integer AS moved, coalesce(sum(gone), 0)::integer AS left,
      coalesce(sum(begun), 0)::integer AS begun,
      coalesce(sum(refunded), 0)::bigint AS refunded_cents,
      coalesce(sum(refunds_open), 0)::integer AS refunds_open
    FROM (
      SELECT count(*) FILTER (WHERE outcome IS NULL) AS open,
        count(*) FILTER (WHERE outcome = 'moved') AS moved,
        count(*) FILTER (WHERE outcome = 'left') AS gone,
        count(*) FILTER (WHERE outcome = 'begun') AS begun,
        sum(refunded_cents) AS refunded,
        count(*) FILTER (WHERE refund_open) AS refunds_open
      FROM session_run_exam WHERE run_id = ${runId} GROUP BY student_id) AS student`;
}
