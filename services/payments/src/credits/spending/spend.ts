import type { Tx } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import type { Lot } from '../../lots/lot.ts';
import {
  afterSpending,
  type Spending,
  type SpendPlan,
  spendable,
  spendPlan,
} from '../../lots/spend-plan.ts';
import type { ExamForSale } from '../../projections/buyer.ts';
import { spendingOf, wasPaidBySeminaryPackage } from '../ledger/store.ts';
import { reserveCredits } from './reserve-credits.ts';

export { heldLots, lockHeldLots } from '../ledger/store.ts';

export interface SpendOrder {
  studentId: number;
  registrationId: number;
  exam: ExamForSale;
  /** The last try of this exam, when it was failed or disqualified. */
  failedRegistrationId: number | null;
}
/**
 * closed: the credits of this registration were given back already, so nothing may be spent for it
 * any more.
 */
export type Spent =
  | { outcome: 'spent'; spending: Spending; lots: Lot[] }
  | { outcome: 'missing'; missing: number; lots: Lot[] }
  | { outcome: 'closed'; lots: Lot[] };

/**
 * Whether free retake credits may pay: some are held, and the failed try was paid from a seminary
 * study package.
 */
async function mayRetakeFree(
  sql: Sql,
  lots: readonly Lot[],
  failedRegistrationId: number | null,
): Promise<boolean> {
  if (failedRegistrationId === null || !lots.some((lot) => lot.isFreeSeminaryRetake)) return false;
  return (await wasPaidBySeminaryPackage(sql, [failedRegistrationId])).length > 0;
}

/** Returns the lots that would pay for an exam, and the resulting fees; null: too few credits. */
export const planWith = async (
  sql: Sql,
  lots: readonly Lot[],
  exam: ExamForSale,
  failedRegistrationId: number | null,
): Promise<SpendPlan | null> =>
  spendPlan(exam, lots, await mayRetakeFree(sql, lots, failedRegistrationId));

/**
 * Spends credits for a registration, all or nothing and once a registration. `lots`
 * are the student's, locked in this transaction.
 */
export async function spend(
  tx: Tx,
  { studentId, registrationId, exam, failedRegistrationId }: SpendOrder,
  lots: Lot[],
): Promise<Spent> {
  const plan = await planWith(tx, lots, exam, failedRegistrationId);
  const order = { registrationId, examId: exam.id };
  if (plan && (await reserveCredits(tx, studentId, [{ ...order, plan }])).size > 0) {
    const { lines: _, ...spending } = plan;
    return { outcome: 'spent', spending, lots: afterSpending(lots, plan) };
  }
  const known = await spendingOf(tx, registrationId);
  if (known?.returnedAt) return { outcome: 'closed', lots };
  if (known) {
    const { studentId: _, returnedAt: __, packageIds: ids, ...spending } = known;
    return { outcome: 'spent', spending: { ...spending, packages: { ids } }, lots };
  }
  return { outcome: 'missing', missing: exam.credits - spendable(exam, lots), lots };
}

/** Credits that are missing for an exam beside these lots: 0 when it could be paid. */
export async function missingCredits(
  sql: Sql,
  lots: readonly Lot[],
  exam: ExamForSale,
  failedRegistrationId: number | null,
): Promise<number> {
  if (await planWith(sql, lots, exam, failedRegistrationId)) return 0;
  return exam.credits - spendable(exam, lots);
}
