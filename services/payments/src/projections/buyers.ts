import type { Database, Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import type { ExamCost } from '../lots/spend-plan.ts';
import { type Buyer, type BuyerRow, ProjectionMissing, toBuyer, usualProctorFee } from './buyer.ts';
import { askStudents, takeStudents } from './fetch-projections.ts';

/**
 * Asks identity in one go for the students that are not copied yet; those that it does not know
 * stay unknown.
 */
export async function readUnknownStudents(db: Database, ids: readonly number[]): Promise<void> {
  const known = await db.many<
    Pick<tables.StudentProjection, 'id'>
  >`SELECT id FROM student_copy WHERE id = ANY (${[...ids]}::bigint[])`;
  const unknown = ids.filter((id) => !known.some((one) => one.id === id));
  if (unknown.length > 0) await takeStudents(db, await askStudents(unknown));
}

/**
 * Returns the facts that buying depends on for each of these students; unknown students are left
 * out. Throws ProjectionMissing of a school or the price list.
 */
export async function buyersOf(
  sql: Sql,
  ids: readonly number[],
  now: Date,
): Promise<Map<number, Buyer>> {
  const rows = await sql.many<BuyerRow & Pick<tables.StudentProjection, 'id'>>`
    SELECT student.id, student.membership_type_id, student.is_tti_member, student.school_id,
      student.buying_stopped, student.buying_barred_until, student.booking_barred_until,
      student.closed_at, school.id AS known_school_id, school.charge_school,
      school.member_price_cents AS school_member_cents,
      school.nonmember_price_cents AS school_nonmember_cents, price.version AS price_version,
      price.member_cents, price.nonmember_cents
    FROM student_copy student LEFT JOIN school_copy school ON school.id = student.school_id
    LEFT JOIN price_copy price ON price.id = 1
    WHERE student.id = ANY (${[...ids]}::bigint[]) AND student.closed_at IS NULL`;
  return new Map(rows.map((row) => [row.id, toBuyer(row, row.id, now)]));
}

/** Exams by id. Throws ProjectionMissing. */
export async function examCosts(sql: Sql, ids: readonly number[]): Promise<Map<number, ExamCost>> {
  const wanted = [...new Set(ids)];
  const [rows, usualProctorFeeCents] = await Promise.all([
    sql.many<Pick<tables.ExamProjection, 'id' | 'vendorId' | 'credits'>>`
      SELECT id, vendor_id, credits FROM exam_copy WHERE id = ANY (${wanted}::bigint[])`,
    usualProctorFee(sql),
  ]);
  const found = new Map(rows.map((row) => [row.id, { ...row, usualProctorFeeCents }]));
  for (const exam of wanted) if (!found.has(exam)) throw new ProjectionMissing({ exam });
  return found;
}
