import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';

/** An interest with changes to report to TTI. */
export interface Followed
  extends Pick<tables.StudentProgram, 'id' | 'ttiStudentId' | 'studentId' | 'programId'> {
  partnerId: number;
  joinWanted: 'program' | 'membership' | null;
  leaveWanted: 'program' | 'membership' | null;
}

// a process that dies holds an interest no longer than its calls may take
const LEASE_SECONDS = 60;

/**
 * Takes an interest to tell TTI about it; undefined while another replica has it, or when it was
 * tried a moment ago. A process that holds it itself takes it in any case.
 */
export async function takeToFollow(
  sql: Sql,
  id: number,
  isHeld: boolean,
): Promise<Followed | undefined> {
  return sql.maybe<Followed>`
    UPDATE student_program
    SET follow_at = clock_timestamp() + ${LEASE_SECONDS} * interval '1 second',
      follow_tries = follow_tries + 1
    WHERE id = ${id} AND (${isHeld} OR follow_at <= clock_timestamp()) AND partner_id IS NOT NULL
    RETURNING id, tti_student_id, student_id, program_id, partner_id, join_wanted, leave_wanted`;
}

/**
 * Releases an interest: all is reported, or the next try follows after a pause of at most a minute.
 */
export async function releaseLease(sql: Sql, id: number, isDone: boolean): Promise<void> {
  await sql.run`
    UPDATE student_program SET follow_tries = CASE WHEN ${isDone} THEN 0 ELSE follow_tries END,
      follow_at = CASE WHEN ${isDone} THEN '-infinity'
        ELSE clock_timestamp() + least(60,
          power(2, least(follow_tries, 6))) * interval '1 second' END
    WHERE id = ${id}`;
}

/** Lists interests with changes that are due to be reported to TTI. */
export async function toFollow(sql: Sql): Promise<number[]> {
  const rows = await sql.many<Pick<tables.StudentProgram, 'id'>>`
    SELECT id FROM student_program program
    WHERE follow_at <= clock_timestamp() AND partner_id IS NOT NULL AND busy_with IS NULL
      AND (join_wanted IS NOT NULL
        OR EXISTS (SELECT FROM study_payment
          WHERE student_program_id = program.id AND told_partner_at IS NULL
            AND (made_at IS NOT NULL OR look_at <= clock_timestamp()))
        OR (leave_wanted IS NOT NULL AND NOT EXISTS (SELECT FROM study_payment
          WHERE student_program_id = program.id AND made_at IS NULL)))
    ORDER BY follow_at LIMIT 20`;
  return rows.map((row) => row.id);
}

export async function markAnnounced(
  sql: Sql,
  paymentId: number,
  partnerId: number,
  at: Date,
): Promise<void> {
  await sql.run`
    UPDATE study_payment SET told_partner_at = ${at}, partner_id = ${partnerId}
    WHERE id = ${paymentId} AND told_partner_at IS NULL`;
}

/** A refund that waited was made. */
export async function noteMade(
  sql: Sql,
  id: number,
  transactionId: string | null,
  at: Date,
): Promise<void> {
  await sql.run`
    UPDATE study_payment SET made_at = ${at}, transaction_id = ${transactionId}
    WHERE id = ${id} AND made_at IS NULL`;
}

/** Looks at a refund that waits again in half a minute. */
export async function lookUpLater(sql: Sql, ids: readonly number[]): Promise<void> {
  await sql.run`
    UPDATE study_payment SET look_at = clock_timestamp() + interval '30 seconds'
    WHERE id = ANY(${ids}::bigint[])`;
}

/** Deletes a pending refund that payments refused; the student does not leave because of it. */
export async function dropRefund(sql: Sql, id: number, studentProgramId: number): Promise<void> {
  await sql.run`DELETE FROM study_payment WHERE id = ${id} AND made_at IS NULL`;
  await sql.run`UPDATE student_program SET leave_wanted = NULL WHERE id = ${studentProgramId}`;
}

export async function noteJoined(
  sql: Sql,
  id: number,
  studentId: number | null,
  at: Date,
): Promise<void> {
  await sql.run`
    UPDATE student_program
    SET join_wanted = NULL, state = 'joined', joined_at = coalesce(joined_at, ${at}),
      student_id = coalesce(${studentId}::bigint, student_id)
    WHERE id = ${id}`;
}

export async function noteLeft(sql: Sql, id: number): Promise<void> {
  await sql.run`UPDATE student_program SET leave_wanted = NULL, state = 'left' WHERE id = ${id}`;
}

/** Payment methods of which TTI does not know yet, taken for a minute. */
export async function takePayers(
  sql: Sql,
): Promise<(Pick<tables.StudyPayer, 'ttiStudentId' | 'account' | 'last4'> & { type: string })[]> {
  return sql.many`
    UPDATE study_payer SET follow_at = clock_timestamp() + interval '1 minute'
    WHERE tti_student_id IN (SELECT tti_student_id FROM study_payer
      WHERE told_partner_at IS NULL AND follow_at <= clock_timestamp() LIMIT 20
      FOR UPDATE SKIP LOCKED)
    RETURNING tti_student_id, account, method_type AS type, last4`;
}

export async function notePayerReported(
  sql: Sql,
  payer: { ttiStudentId: string; account: string; last4: string },
  at: Date,
): Promise<void> {
  await sql.run`
    UPDATE study_payer SET told_partner_at = ${at}
    WHERE tti_student_id = ${payer.ttiStudentId} AND account = ${payer.account}
      AND last4 = ${payer.last4} AND told_partner_at IS NULL`;
}

/** Refunds that wait are looked at by the next run; others are not touched. */
export async function hurryRefunds(sql: Sql, refundIds: readonly number[]): Promise<void> {
  await sql.run`
    UPDATE study_payment SET look_at = '-infinity'
    WHERE refund_id = ANY(${refundIds}::bigint[]) AND made_at IS NULL`;
}
