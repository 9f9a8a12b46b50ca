import type { Sql } from '@portal/kit/database/database';
import { FIRST_PROCTOR_FEE_CENTS } from '@portal/proto/prices/first-fees';
import type * as tables from '../../../prisma/tables.ts';
import type { Lot, LotRules, LotSource } from '../../lots/lot.ts';
import type { SpendPlan } from '../../lots/spend-plan.ts';

/** Lots of a student that hold credits to spend: those that are being refunded are left out. */
export async function heldLots(sql: Sql, studentId: number): Promise<Lot[]> {
  return sql.many<Lot>`
    SELECT id, package_id, package_name, is_special_program, seminary_study_tti_program_id,
      seminary_year, exams_allowed, vendors_allowed,
      CASE WHEN usual_proctor_fee THEN NULL ELSE proctor_fee_cents END AS proctor_fee_cents,
      no_additional_fees, is_free_seminary_retake, free_school_id, balance, purchased_at
    FROM lot WHERE student_id = ${studentId} AND balance > 0 AND refund_id IS NULL
    ORDER BY purchased_at, id`;
}

/**
 * The same lots, locked in id order until the transaction ends, so that two spends of one student
 * take turns and never block each other.
 */
export async function lockHeldLots(sql: Sql, studentId: number): Promise<Lot[]> {
  return sql.many<Lot>`
    SELECT id, package_id, package_name, is_special_program, seminary_study_tti_program_id,
      seminary_year, exams_allowed, vendors_allowed,
      CASE WHEN usual_proctor_fee THEN NULL ELSE proctor_fee_cents END AS proctor_fee_cents,
      no_additional_fees, is_free_seminary_retake, free_school_id, balance, purchased_at
    FROM lot WHERE student_id = ${studentId} AND balance > 0 AND refund_id IS NULL
    ORDER BY id FOR UPDATE`;
}

/** Lots of many students that hold credits to spend, by student. */
export async function lotsOfStudents(
  sql: Sql,
  studentIds: readonly number[],
): Promise<Map<number, Lot[]>> {
  const rows = await sql.many<Lot & Pick<tables.Lot, 'studentId'>>`
    SELECT student_id, id, package_id, package_name, is_special_program,
      seminary_study_tti_program_id, seminary_year, exams_allowed, vendors_allowed,
      CASE WHEN usual_proctor_fee THEN NULL ELSE proctor_fee_cents END AS proctor_fee_cents,
      no_additional_fees, is_free_seminary_retake, free_school_id, balance, purchased_at
    FROM lot WHERE student_id = ANY (${[...studentIds]}::bigint[]) AND balance > 0
      AND refund_id IS NULL
    ORDER BY purchased_at, id`;
  return Map.groupBy(rows, (row) => row.studentId);
}

export type PackageRow = Pick<
  tables.Lot,
  'id' | 'studentId' | 'packageName' | 'bought' | 'balance' | 'paidCents' | 'active' | 'purchasedAt'
>;

/**
 * Reads purchases and gifts of students, newest first; `schoolId`: only of students in this school.
 */
export function packagesOfStudents(
  sql: Sql,
  studentIds: readonly number[],
  schoolId: number | null,
): Promise<PackageRow[]> {
  return sql.many<PackageRow>`
    SELECT lot.id, lot.student_id, lot.package_name, lot.bought, lot.balance, lot.paid_cents,
      lot.active, lot.purchased_at
    FROM lot LEFT JOIN student_copy student ON student.id = lot.student_id
    WHERE lot.student_id = ANY (${[...studentIds]}::bigint[])
      AND (${schoolId}::bigint IS NULL OR student.school_id = ${schoolId})
    ORDER BY lot.purchased_at DESC, lot.id DESC`;
}

export interface NewLot extends LotRules {
  studentId: number;
  schoolId: number | null;
  /** The school whose free credits these are. */
  freeSchoolId: number | null;
  source: LotSource;
  credits: number;
  paidCents: number;
  paymentId: number | null;
  /** The registration whose credits come back as this lot. */
  registrationId: number | null;
  /** The lot of the package that these free retake credits came with. */
  comesWithLotId?: number;
  purchasedAt: Date;
  by: string;
}
const entryKind = {
  credits: 'purchase',
  package: 'purchase',
  assigned: 'assign',
  granted: 'grant',
  returned: 'return',
} as const;

/** Makes a lot with its ledger entry; answers its id. The balance comes from the ledger line. */
export async function insertLot(sql: Sql, lot: NewLot, at: Date): Promise<number> {
  const { id } = await sql.one<Pick<tables.Lot, 'id'>>`
    WITH made AS (
      INSERT INTO lot (student_id, source, package_id, package_name, is_special_program,
        seminary_study_tti_program_id, seminary_year, exams_allowed, vendors_allowed,
        proctor_fee_cents, usual_proctor_fee, no_additional_fees, is_free_seminary_retake, bought,
        paid_cents,
        payment_id, school_id, free_school_id, comes_with_lot_id, purchased_at, created_by)
      VALUES (${lot.studentId}, ${lot.source}, ${lot.packageId}, ${lot.packageName},
        ${lot.isSpecialProgram}, ${lot.seminaryStudyTtiProgramId}, ${lot.seminaryYear},
        ${lot.examsAllowed}::bigint[], ${lot.vendorsAllowed},
        ${lot.proctorFeeCents ?? FIRST_PROCTOR_FEE_CENTS}, ${lot.proctorFeeCents === null},
        ${lot.noAdditionalFees}, ${lot.isFreeSeminaryRetake}, ${lot.credits}, ${lot.paidCents},
        ${lot.paymentId}, ${lot.schoolId}, ${lot.freeSchoolId},
        ${lot.comesWithLotId ?? null}::bigint, ${lot.purchasedAt}, ${lot.by})
      RETURNING id, bought, student_id, created_by),
    entry AS (
      INSERT INTO credit_entry (at, student_id, kind, registration_id, made_by)
      SELECT ${at}, student_id, ${entryKind[lot.source]}, ${lot.registrationId}::bigint, created_by
      FROM made RETURNING id),
    lines AS (INSERT INTO credit_line (entry_id, account, lot_id, credits)
      SELECT entry.id, 'lot', made.id, made.bought FROM entry, made
      UNION ALL SELECT entry.id, ${lot.source === 'returned' ? 'spent' : 'issued'}, NULL,
        -made.bought FROM entry, made)
    SELECT id FROM made`;
  return id;
}

export type SpendingRow = Pick<
  tables.Spending,
  | 'studentId'
  | 'credits'
  | 'proctorFeeCents'
  | 'usualProctorFeeCents'
  | 'noAdditionalFees'
  | 'freeSeminaryRetake'
  | 'returnedAt'
> & { packageIds: number[] };

export async function spendingOf(
  sql: Sql,
  registrationId: number,
): Promise<SpendingRow | undefined> {
  return sql.maybe<SpendingRow>`
    SELECT student_id, credits, proctor_fee_cents, usual_proctor_fee_cents, no_additional_fees,
      free_seminary_retake, returned_at, ARRAY(
        SELECT DISTINCT lot.package_id FROM spending_line line JOIN lot ON lot.id = line.lot_id
        WHERE line.registration_id = spending.registration_id AND lot.package_id IS NOT NULL
      ) AS package_ids
    FROM spending WHERE registration_id = ${registrationId}`;
}

export interface SpendOrder {
  registrationId: number;
  examId: number;
  plan: SpendPlan;
}

/**
 * Takes the credits of a student's plans for registrations, once each: answers those for which
 * nothing was noted before.
 */
export async function insertSpendings(
  sql: Sql,
  studentId: number,
  orders: readonly SpendOrder[],
  by: string,
  at: Date,
): Promise<ReadonlySet<number>> {
  const lines = orders.flatMap(({ registrationId, plan }) =>
    plan.lines.map((line) => ({ registrationId, ...line })),
  );
  const rows = await sql.many<Pick<tables.Spending, 'registrationId'>>`
    WITH spent AS (
      INSERT INTO spending (registration_id, student_id, exam_id, credits, proctor_fee_cents,
        usual_proctor_fee_cents, no_additional_fees, free_seminary_retake, spent_at)
      SELECT asked.registration_id, ${studentId}, exam_id, credits, proctor_fee_cents,
        usual_proctor_fee_cents, no_additional_fees, free_seminary_retake, ${at}
      FROM unnest(${orders.map((one) => one.registrationId)}::bigint[],
        ${orders.map((one) => one.examId)}::bigint[],
        ${orders.map(({ plan }) => plan.credits)}::int[],
        ${orders.map(({ plan }) => plan.proctorFeeCents)}::bigint[],
        ${orders.map(({ plan }) => plan.usualProctorFeeCents)}::bigint[],
        ${orders.map(({ plan }) => plan.noAdditionalFees)}::boolean[],
        ${orders.map(({ plan }) => plan.freeSeminaryRetake)}::boolean[])
        AS asked (registration_id, exam_id, credits, proctor_fee_cents, usual_proctor_fee_cents,
          no_additional_fees, free_seminary_retake)
      ON CONFLICT (registration_id) DO NOTHING RETURNING registration_id, student_id, credits),
    line AS (
      INSERT INTO spending_line (registration_id, lot_id, credits)
      SELECT spent.registration_id, part.lot_id, part.credits
      FROM spent JOIN unnest(${lines.map((line) => line.registrationId)}::bigint[],
        ${lines.map((line) => line.lotId)}::bigint[],
        ${lines.map((line) => line.credits)}::int[]) AS part (registration_id, lot_id, credits)
        ON part.registration_id = spent.registration_id
      RETURNING registration_id, lot_id, credits),
    entry AS (
      INSERT INTO credit_entry (at, student_id, kind, registration_id, made_by)
      SELECT ${at}, student_id, 'spend', registration_id, ${by} FROM spent WHERE credits > 0
      RETURNING id, registration_id),
    moved AS (
      INSERT INTO credit_line (entry_id, account, lot_id, credits)
      SELECT entry.id, 'lot', line.lot_id, -line.credits
      FROM entry JOIN line ON line.registration_id = entry.registration_id
      UNION ALL SELECT entry.id, 'spent', NULL, spent.credits
      FROM entry JOIN spent ON spent.registration_id = entry.registration_id)
    SELECT registration_id FROM spent`;
  return new Set(rows.map(({ registrationId }) => registrationId));
}

/**
 * Lists the package types whose credits these registrations spent; leaves out registrations that
 * spent none.
 */
export const spentPackages = (
  sql: Sql,
  registrationIds: readonly number[],
): Promise<{ registrationId: number; packageIds: number[] }[]> =>
  sql.many<{ registrationId: number; packageIds: number[] }>`
    SELECT line.registration_id, array_agg(DISTINCT lot.package_id) AS package_ids
    FROM spending_line line JOIN lot ON lot.id = line.lot_id
    WHERE line.registration_id = ANY (${[...registrationIds]}::bigint[])
      AND lot.package_id IS NOT NULL
    GROUP BY line.registration_id ORDER BY line.registration_id
    -- never null: package_ids`;

/** Credits of a bought lot that a registration is to spend. */
export interface BoughtCredits {
  registrationId: number;
  credits: number;
}

/**
 * Adds credits of the lot that was bought for them to the spendings of registrations, each as a
 * further entry of the ledger. Returns those registrations; leaves out a registration whose credits
 * have been returned since: then the bought ones stay with the student.
 */
export async function spendBought(
  sql: Sql,
  lotId: number,
  bought: readonly BoughtCredits[],
  by: string,
  at: Date,
): Promise<ReadonlySet<number>> {
  const rows = await sql.many<Pick<tables.Spending, 'registrationId'>>`
    WITH spent AS (
      UPDATE spending SET credits = spending.credits + bought.credits
      FROM unnest(${bought.map(({ registrationId }) => registrationId)}::bigint[],
        ${bought.map(({ credits }) => credits)}::int[]) AS bought (registration_id, credits)
      WHERE spending.registration_id = bought.registration_id AND returned_at IS NULL
      RETURNING spending.registration_id, student_id, bought.credits),
    line AS (
      INSERT INTO spending_line (registration_id, lot_id, credits)
      SELECT registration_id, ${lotId}, credits FROM spent),
    entry AS (
      INSERT INTO credit_entry (at, student_id, kind, registration_id, made_by)
      SELECT ${at}, student_id, 'spend', registration_id, ${by} FROM spent
      RETURNING id, registration_id),
    moved AS (
      INSERT INTO credit_line (entry_id, account, lot_id, credits)
      SELECT id, 'lot', ${lotId}::bigint, -credits FROM entry JOIN spent USING (registration_id)
      UNION ALL SELECT id, 'spent', NULL, credits FROM entry JOIN spent USING (registration_id))
    SELECT registration_id FROM spent`;
  return new Set(rows.map(({ registrationId }) => registrationId));
}

/**
 * Whether a try was paid wholly from seminary study packages, so that free retake credits may pay
 * for its retake.
 */
export async function wasPaidBySeminaryPackage(
  sql: Sql,
  registrationIds: number[],
): Promise<Pick<tables.Spending, 'registrationId' | 'examId'>[]> {
  return sql.many`
    SELECT spending.registration_id, spending.exam_id
    FROM spending JOIN spending_line line USING (registration_id) JOIN lot ON lot.id = line.lot_id
    WHERE spending.registration_id = ANY(${registrationIds}::bigint[])
      AND spending.returned_at IS NULL
    GROUP BY spending.registration_id
    HAVING bool_and(lot.is_special_program AND lot.seminary_study_tti_program_id IS NOT NULL)`;
}

/**
 * Notes that the credits of a registration are given back, also when none were spent so that a late
 * spend finds it closed. False: it was noted before.
 */
export async function closeSpending(
  sql: Sql,
  studentId: number,
  registrationId: number,
  at: Date,
): Promise<boolean> {
  const closed = await sql.maybe`
    INSERT INTO spending (registration_id, student_id, credits, proctor_fee_cents,
      no_additional_fees, free_seminary_retake, spent_at, returned_at)
    VALUES (${registrationId}, ${studentId}, 0, 0, false, false, ${at}, ${at})
    ON CONFLICT (registration_id) DO UPDATE SET returned_at = excluded.returned_at
    WHERE spending.returned_at IS NULL RETURNING registration_id`;
  return closed !== undefined;
}

export interface SpentLine
  extends LotRules,
    Pick<tables.Lot, 'schoolId' | 'freeSchoolId' | 'purchasedAt'>,
    Pick<tables.SpendingLine, 'credits'> {
  lotId: number;
  /** It was not refunded and is not being refunded. */
  takesBack: boolean;
}

/** Reads the credits that a registration spent, by lot in id order, and locks the lots. */
export async function lockSpentLines(sql: Sql, registrationId: number): Promise<SpentLine[]> {
  return sql.many<SpentLine>`
    SELECT lot.id AS lot_id, lot.active AND lot.refund_id IS NULL AS takes_back, lot.school_id,
      lot.free_school_id, lot.purchased_at,
      line.credits, lot.package_id, lot.package_name, lot.is_special_program,
      lot.seminary_study_tti_program_id, lot.seminary_year, lot.exams_allowed, lot.vendors_allowed,
      CASE WHEN lot.usual_proctor_fee THEN NULL ELSE lot.proctor_fee_cents END AS proctor_fee_cents,
      lot.no_additional_fees, lot.is_free_seminary_retake
    FROM spending_line line JOIN lot ON lot.id = line.lot_id
    WHERE line.registration_id = ${registrationId} ORDER BY lot.id FOR UPDATE OF lot`;
}

/** Moves credits from spent back into lots, as one entry. */
export async function insertReturn(
  sql: Sql,
  order: {
    studentId: number;
    registrationId: number;
    lines: { lotId: number; credits: number }[];
    by: string;
  },
  at: Date,
): Promise<void> {
  await sql.run`
    WITH entry AS (INSERT INTO credit_entry (at, student_id, kind, registration_id, made_by)
      VALUES (${at}, ${order.studentId}, 'return', ${order.registrationId}, ${order.by})
      RETURNING id),
    part AS (SELECT *
      FROM unnest(${order.lines.map((l) => l.lotId)}::bigint[],
        ${order.lines.map((l) => l.credits)}::int[]) AS part (lot_id, credits))
    INSERT INTO credit_line (entry_id, account, lot_id, credits)
    SELECT entry.id, 'lot', part.lot_id, part.credits FROM entry, part
    UNION ALL SELECT entry.id, 'spent', NULL, -(SELECT sum(credits) FROM part) FROM entry`;
}
