import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { domainError } from '../../errors.ts';
import type { Lot } from '../../lots/lot.ts';
import {
  afterSpending,
  draw,
  type ExamCost,
  type Spending,
  type SpendPlan,
  spendOrder,
  spendPlan,
} from '../../lots/spend-plan.ts';
import { examCosts } from '../../projections/buyers.ts';
import { heldLots, lockHeldLots } from '../ledger/store.ts';
import { reserveCredits } from './reserve-credits.ts';

export interface ExamToSpendFor {
  registrationId: number;
  examId: number;
}
export interface SpendTogether {
  studentId: number;
  exams: ExamToSpendFor[];
}
export interface SpentForExam {
  registrationId: number;
  spending: Spending;
}

/** How each of several exams is paid, or how many credits are missing for all of them. */
export type PlanTogether = { plans: SpendPlan[] } | { missing: number };

/**
 * Pays exams one after the other by R-070 without retake credits: what one takes is not there for
 * the next. Those of one vendor group share its credits, so generic ones go last. An exam that is
 * short takes what there is, so that what is missing is the sum of all.
 */
export function planTogether(exams: readonly ExamCost[], held: readonly Lot[]): PlanTogether {
  let lots = [...held];
  let missing = 0;
  const plans: SpendPlan[] = [];
  for (const exam of exams) {
    const plan = spendPlan(exam, lots, false);
    if (plan) plans.push(plan);
    const drawn = draw(exam.credits, spendOrder(exam, lots));
    const lines = drawn.map(({ lot, credits }) => ({ lotId: lot.id, credits }));
    missing += exam.credits - lines.reduce((sum, { credits }) => sum + credits, 0);
    lots = afterSpending(lots, { ...noFees, lines, credits: 0 });
  }
  return missing > 0 ? { missing } : { plans };
}

const noFees = {
  proctorFeeCents: 0,
  usualProctorFeeCents: 0,
  noAdditionalFees: false,
  freeSeminaryRetake: false,
  packages: { ids: [] },
};

const costsOf = async (
  sql: Parameters<typeof examCosts>[0],
  examIds: readonly number[],
): Promise<ExamCost[]> => {
  const costs = await examCosts(sql, examIds);
  return examIds.map((examId) => costs.get(examId) as ExamCost);
};

/** Credits that are missing for all of these exams together. Throws ProjectionMissing. */
export async function quoteTogether(
  { db }: Pick<Call, 'db'>,
  { studentId, examIds }: { studentId: number; examIds: readonly number[] },
): Promise<number> {
  const [exams, lots] = await Promise.all([costsOf(db, examIds), heldLots(db, studentId)]);
  const planned = planTogether(exams, lots);
  return 'missing' in planned ? planned.missing : 0;
}

/**
 * Spends credits for several registrations of a student, all or nothing (R-070 without retake
 * credits). Refuses with not_enough_credits (missing) or credits_returned.
 */
export const spendTogether = command(
  'spendTogether',
  async (tx: Tx, { studentId, exams }: SpendTogether): Promise<{ exams: SpentForExam[] }> => {
    const costs = await costsOf(
      tx,
      exams.map(({ examId }) => examId),
    );
    const planned = planTogether(costs, await lockHeldLots(tx, studentId));
    if ('missing' in planned) throw domainError('not_enough_credits', { missing: planned.missing });
    const orders = exams.map((exam, index) => ({
      ...exam,
      plan: planned.plans[index] as SpendPlan,
    }));
    const spent = await reserveCredits(tx, studentId, orders);
    if (spent.size < orders.length) throw domainError('credits_returned');
    return {
      exams: orders.map(({ registrationId, plan: { lines: _, ...spending } }) => ({
        registrationId,
        spending,
      })),
    };
  },
);
