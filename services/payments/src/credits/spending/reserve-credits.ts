import type { Tx } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import type { Lot } from '../ledger/lot.ts';
import type { SpendPlan } from '../ledger/spend-plan.ts';
import {
  insertSpending,
  lockHeldLots,
  lotsOfStudents,
  spendBought,
  wasPaidBySeminaryPackage,
} from '../ledger/store.ts';

/** Lots of many students that hold credits, by student, oldest first. */
export const lotsOfMany = (sql: Sql, studentIds: readonly number[]): Promise<Map<number, Lot[]>> =>
  lotsOfStudents(sql, studentIds);

/** The lots of a student to plan with: nobody else spends of them until the transaction ends. */
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

export interface Reservation {
  studentId: number;
  registrationId: number;
  examId: number;
  plan: SpendPlan;
}

/**
 * Spends the credits of a plan for a registration, which keeps them from everybody else; false when
 * its credits were given back before.
 */
export async function reserveCredits(
  tx: Tx,
  { studentId, registrationId, examId, plan }: Reservation,
): Promise<boolean> {
  if (
    !(await insertSpending(
      tx,
      { studentId, registrationId, examId, plan, by: tx.actor.name },
      tx.now,
    ))
  )
    return false;
  const change = { spent: plan.credits, exam: examId, lots: plan.lines };
  tx.audit({ op: 'action', table: 'package', id: registrationId, studentId, change });
  return true;
}

/**
 * Adds credits of the lot that was bought for it to what a registration spent; false when its
 * credits were given back meanwhile.
 */
export const spendBoughtCredits = (
  tx: Tx,
  bought: { registrationId: number; lotId: number; credits: number },
): Promise<boolean> => spendBought(tx, { ...bought, by: tx.actor.name }, tx.now);
