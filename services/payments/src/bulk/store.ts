import type { Sql } from '@portal/kit/database';
import type { StoredCard } from '../cards/store.ts';
import type { Lot } from '../credits/lot.ts';

/** Lots of many students that hold credits, by student. */
export async function lotsOfStudents(sql: Sql, studentIds: readonly number[]): Promise<Map<number, Lot[]>> {
  const rows = await sql.many<Lot & { studentId: number; examsAllowed: unknown[] }>`
    SELECT student_id, id, package_id, package_name, is_special_program, seminary_study_tti_program_id, seminary_year, exams_allowed, vendors_allowed,
      proctor_fee_cents, no_additional_fees, is_free_seminary_retake, free_school_id, balance, purchased_at
    FROM lot WHERE student_id = ANY (${[...studentIds]}::bigint[]) AND balance > 0 ORDER BY purchased_at, id`;
  return grouped(rows.map((row) => ({ ...row, examsAllowed: row.examsAllowed.map(Number) })));
}

/** Saved cards of many students, by student, newest first. */
export async function cardsOfStudents(sql: Sql, studentIds: readonly number[]): Promise<Map<number, StoredCard[]>> {
  const rows = await sql.many<StoredCard & { studentId: number }>`
    SELECT card.student_id, card.cc_id, customer.customer_profile_id, card.card_type, card.last4, card.name, card.exp_month, card.exp_year
    FROM card JOIN card_customer customer USING (student_id)
    WHERE card.student_id = ANY (${[...studentIds]}::bigint[]) AND card.removed_at IS NULL ORDER BY card.saved_at DESC, card.cc_id DESC`;
  return grouped(rows);
}

function grouped<Row extends { studentId: number }>(rows: readonly Row[]): Map<number, Row[]> {
  return Map.groupBy(rows, (row) => row.studentId);
}

/**
 * Adds credits of the lot that was bought for it to what a registration spent, as a further entry of the ledger. False when its credits were given
 * back meanwhile: then the bought ones stay with the student.
 */
export async function spendBought(
  sql: Sql,
  { registrationId, lotId, credits, by }: { registrationId: number; lotId: number; credits: number; by: string },
  at: Date,
): Promise<boolean> {
  const spent = await sql.maybe`
    WITH spent AS (
      UPDATE spending SET credits = credits + ${credits}::integer WHERE registration_id = ${registrationId} AND returned_at IS NULL
      RETURNING registration_id, student_id),
    line AS (
      INSERT INTO spending_line (registration_id, lot_id, credits) SELECT registration_id, ${lotId}, ${credits}::integer FROM spent),
    entry AS (
      INSERT INTO credit_entry (at, student_id, kind, registration_id, made_by)
      SELECT ${at}, student_id, 'spend', registration_id, ${by} FROM spent RETURNING id),
    moved AS (
      INSERT INTO credit_line (entry_id, account, lot_id, credits)
      SELECT id, 'lot', ${lotId}::bigint, -(${credits}::integer) FROM entry UNION ALL SELECT id, 'spent', NULL, ${credits}::integer FROM entry)
    SELECT registration_id FROM spent`;
  return spent !== undefined;
}
