import type { Sql } from '@portal/kit/database/database';
import type * as tables from '../../../prisma/tables.ts';
import type { PaymentState } from '../../charges/records/charge-status.ts';
import type { LotSource } from '../../lots/lot.ts';
import { type PackageToRefund, withRefundFacts } from './package-refund.ts';

export interface LockedPackage extends PackageToRefund, Pick<tables.Lot, 'studentId'> {
  id: number;
  paymentId: number | null;
}

/** Locks a package of a student until the transaction ends. Throws ProjectionMissing. */
export async function lockPackage(
  sql: Sql,
  studentId: number,
  lotId: number,
): Promise<LockedPackage | undefined> {
  const row = await sql.maybe<
    Omit<LockedPackage, 'isStudyAbroad'> & { isStudyAbroad: boolean | null; source: LotSource }
  >`
    SELECT lot.id, lot.student_id, lot.source, lot.bought, lot.balance, lot.paid_cents, lot.active,
      CASE WHEN pack.id IS NULL THEN false ELSE pack.is_study_abroad END AS is_study_abroad,
      pack.vendor_package_vendor_id, lot.refund_id, lot.refunded_at, lot.payment_id
    FROM lot LEFT JOIN package_copy pack ON pack.id = lot.package_id
    WHERE lot.id = ${lotId} AND lot.student_id = ${studentId} FOR UPDATE OF lot`;
  return row && withRefundFacts(row);
}

export interface PackageCharge
  extends Pick<tables.Charge, 'id' | 'paymentId' | 'amountCents' | 'heldCents' | 'refundedCents'> {
  state: PaymentState;
}

/** The charge that paid for the credits of a payment, locked. */
export function lockPackageCharge(sql: Sql, paymentId: number): Promise<PackageCharge | undefined> {
  return sql.maybe<PackageCharge>`
    SELECT charge.id, charge.payment_id, charge.amount_cents, charge.held_cents,
      charge.refunded_cents, payment.state
    FROM charge JOIN payment ON payment.id = charge.payment_id
    WHERE charge.payment_id = ${paymentId} AND charge.type_id = '2'
    ORDER BY charge.id LIMIT 1 FOR UPDATE OF charge`;
}

/** A registration that spent credits of a package, and the proctor fees that were kept for it. */
export interface PaidFromPackage {
  registrationId: number;
  proctorFeeCents: number;
  /** The usual fee when it was registered. */
  usualProctorFeeCents: number;
}

/** Registrations whose credits came from a package and were not given back. */
export function paidFromPackage(sql: Sql, lotId: number): Promise<PaidFromPackage[]> {
  return sql.many<PaidFromPackage>`
    SELECT line.registration_id, coalesce(fees.cents, 0)::bigint AS proctor_fee_cents,
      spending.usual_proctor_fee_cents
    FROM spending_line line JOIN spending ON spending.registration_id = line.registration_id
    LEFT JOIN LATERAL (
      SELECT sum(charge.amount_cents - charge.held_cents - charge.refunded_cents) AS cents
      FROM charge JOIN payment ON payment.id = charge.payment_id
      WHERE charge.registration_id = line.registration_id AND charge.type_id = '1'
        AND payment.state = 'captured') AS fees ON true
    WHERE line.lot_id = ${lotId} AND spending.returned_at IS NULL ORDER BY line.registration_id`;
}

export type BoughtLot = Pick<tables.Lot, 'id' | 'active' | 'refundId'>;

/** The credits that a payment bought, locked. */
export function lockBought(sql: Sql, paymentId: number): Promise<BoughtLot | undefined> {
  return sql.maybe<BoughtLot>`
    SELECT id, active, refund_id FROM lot WHERE payment_id = ${paymentId}
    ORDER BY id LIMIT 1 FOR UPDATE`;
}

/** Keeps the credits of a package from being spent while its money goes back. */
export async function holdPackage(sql: Sql, lotId: number, refundId: number): Promise<void> {
  await sql.run`UPDATE lot SET refund_id = ${refundId} WHERE id = ${lotId}`;
}

/** Lets packages be spent from again whose refunds ended unmade. */
export async function freePackages(sql: Sql, refundIds: readonly number[]): Promise<void> {
  await sql.run`
    UPDATE lot SET refund_id = NULL WHERE refund_id = ANY(${[...refundIds]}::bigint[])`;
}

export type HeldPackage = Pick<tables.Lot, 'id' | 'studentId'> & { refundId: number };

/** Packages whose refunds were made now, locked in id order. */
export function lockHeldPackages(sql: Sql, refundIds: readonly number[]): Promise<HeldPackage[]> {
  return sql.many<HeldPackage>`
    SELECT id, student_id, refund_id FROM lot
    WHERE refund_id = ANY(${[...refundIds]}::bigint[]) AND active ORDER BY id FOR UPDATE
    -- never null: refund_id (it is one of these)`;
}

export interface Withdrawal {
  lotId: number;
  studentId: number;
  by: string;
  message: string;
}

/**
 * Takes all credits of a package, and of the free retakes that came with it, in one entry of the
 * ledger, and closes them. Answers how many were taken.
 */
export async function withdrawLots(
  sql: Sql,
  { lotId, studentId, by, message }: Withdrawal,
  at: Date,
): Promise<number> {
  const lots = await sql.many<Pick<tables.Lot, 'id' | 'balance'>>`
    SELECT id, balance FROM lot
    WHERE student_id = ${studentId} AND (id = ${lotId} OR comes_with_lot_id = ${lotId})
    ORDER BY id FOR UPDATE`;
  const held = lots.filter((lot) => lot.balance > 0);
  if (held.length > 0)
    await sql.run`
      WITH entry AS (INSERT INTO credit_entry (at, student_id, kind, made_by)
        VALUES (${at}, ${studentId}, 'refund', ${by}) RETURNING id),
      part AS (SELECT *
        FROM unnest(${held.map((lot) => lot.id)}::bigint[],
          ${held.map((lot) => lot.balance)}::int[]) AS part (lot_id, credits))
      INSERT INTO credit_line (entry_id, account, lot_id, credits)
      SELECT entry.id, 'lot', part.lot_id, -part.credits FROM entry, part
      UNION ALL SELECT entry.id, 'withdrawn', NULL, (SELECT sum(credits) FROM part) FROM entry`;
  await sql.run`
    UPDATE lot SET active = false, refunded_at = ${at}, refund_message = ${message}
    WHERE id = ANY(${lots.map((lot) => lot.id)}::bigint[])`;
  return held.reduce((sum, lot) => sum + lot.balance, 0);
}
