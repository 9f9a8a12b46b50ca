import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../prisma/tables.ts';
import type { Method } from '../cards/card-fields.ts';
import {
  type Buyer,
  type BuyerRow,
  type ExamForSale,
  ProjectionMissing,
  toBuyer,
} from '../projections/buyer.ts';

/**
 * All facts but the credits that buying for an exam depends on, read in one statement because many
 * students buy in this way at once.
 */
export interface PurchaseFacts {
  buyer: Buyer;
  exam: ExamForSale;
  card: { ccId: string; customerProfileId: string; expMonth: number; expYear: number } | undefined;
}

interface Row extends BuyerRow, Pick<tables.ExamProjection, 'vendorId' | 'credits' | 'active'> {
  usualProctorFeeCents: number | null;
  examId: number | null;
  ccId: string | null;
  customerProfileId: string | null;
  expMonth: number | null;
  expYear: number | null;
}

/**
 * Reads them for a student, an exam and the way of paying; no card when it is not this student's.
 * The card is not removed before this transaction ends. Throws ProjectionMissing.
 */
export async function purchaseFacts(
  sql: Sql,
  studentId: number,
  examId: number,
  method: Method | null,
  now: Date,
): Promise<PurchaseFacts> {
  const row = await sql.maybe<Row>`
    WITH card AS (
      SELECT cc_id, student_id, exp_month, exp_year FROM card
      WHERE cc_id = ${method?.ccId ?? null} AND student_id = ${studentId} AND removed_at IS NULL
      FOR SHARE)
    SELECT student.membership_type_id, student.is_tti_member, student.school_id,
      student.buying_stopped, student.buying_barred_until, student.booking_barred_until,
      student.closed_at,
      school.id AS known_school_id,
      school.charge_school, school.member_price_cents AS school_member_cents,
      school.nonmember_price_cents AS school_nonmember_cents, price.version AS price_version,
      price.member_cents, price.nonmember_cents,
      price.proctor_fee_cents AS usual_proctor_fee_cents, exam.id AS exam_id, exam.vendor_id,
      exam.credits, exam.active,
      card.cc_id, card.exp_month, card.exp_year, customer.customer_profile_id
    FROM student_copy student LEFT JOIN school_copy school ON school.id = student.school_id
    LEFT JOIN price_copy price ON price.id = 1
      LEFT JOIN exam_copy exam ON exam.id = ${examId}
      LEFT JOIN card ON card.student_id = student.id
      LEFT JOIN card_customer customer ON customer.student_id = card.student_id
    WHERE student.id = ${studentId}
    -- never null: vendor_id, credits, active (where exam_id is not)`;
  const buyer = toBuyer(row, studentId, now);
  if (!row || row.examId === null) throw new ProjectionMissing({ exam: examId });
  if (row.usualProctorFeeCents === null) throw new ProjectionMissing({ priceList: true });
  const {
    usualProctorFeeCents,
    vendorId,
    credits,
    active,
    ccId,
    customerProfileId,
    expMonth,
    expYear,
  } = row;
  const card =
    ccId !== null && customerProfileId !== null && expMonth !== null && expYear !== null
      ? { ccId, customerProfileId, expMonth, expYear }
      : undefined;
  return { buyer, exam: { id: row.examId, vendorId, credits, active, usualProctorFeeCents }, card };
}
