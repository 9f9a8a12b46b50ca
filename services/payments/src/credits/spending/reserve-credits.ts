import type { Tx } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import type { Lot } from '../../lots/lot.ts';
import {
  type BoughtCredits,
  insertSpendings,
  lockHeldLots,
  lotsOfStudents,
  type SpendOrder,
  spendBought,
  wasPaidBySeminaryPackage,
} from '../ledger/store.ts';

/** Lots of many students that hold credits, by student, oldest first. */
export const lotsOfMany = (sql: Sql, studentIds: readonly number[]): Promise<Map<number, Lot[]>> =>
  lotsOfStudents(sql, studentIds);

/**
 * Locks the lots of a student for planning: no other transaction spends from them until this one
 * ends.
 */
export const lotsToPlanWith = (tx: Tx, studentId: number): Promise<Lot[]> =>
  lockHeldLots(tx, studentId);

/**
 * Which of these failed tries were paid from a seminary study package, so that free retake credits
 * may pay the next one.
 */
export async function retakesFree(
  sql: Sql,
  failedRegistrationIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (failedRegistrationIds.length === 0) return new Set();
  const paid = await wasPaidBySeminaryPackage(sql, [...failedRegistrationIds]);
  return new Set(paid.map(({ registrationId }) => registrationId));
}

/**
 * Spends the credits of plans for registrations of a student, so that nothing else can use them.
 * Returns those registrations, except any that had spent credits before, even if they were
 * returned.
 */
export async function reserveCredits(
  tx: Tx,
  studentId: number,
  orders: readonly SpendOrder[],
): Promise<ReadonlySet<number>> {
  if (orders.length === 0) return new Set();
  const spent = await insertSpendings(tx, studentId, orders, tx.actor.name, tx.now);
  for (const { registrationId, examId, plan } of orders) {
    if (!spent.has(registrationId)) continue;
    const change = { spent: plan.credits, exam: examId, lots: plan.lines };
    tx.audit({ op: 'action', table: 'package', id: registrationId, studentId, change });
  }
  return spent;
}

/**
 * Adds credits of the lot that was bought for them to the spendings of registrations. Returns those
 * registrations; leaves out those whose credits have been returned since.
 */
export const spendBoughtCredits = (
  tx: Tx,
  lotId: number,
  bought: readonly BoughtCredits[],
): Promise<ReadonlySet<number>> => spendBought(tx, lotId, bought, tx.actor.name, tx.now);
