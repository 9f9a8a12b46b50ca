import type { Tx } from '@portal/kit/commands/command';
import { BalanceCharged } from '@portal/proto/schools/v1/events';
import { affordable } from '../../balance/affordable.ts';
import { balanceToUse, type Usage, useBalance } from '../../balance/use-balance.ts';
import {
  balanceDecisions,
  noteBalanceDecisions,
  type Run,
  type RunExam,
  type RunStudent,
} from './run-store.ts';

/** What the balance is asked for, for one exam of a student. */
export interface BalanceAsked {
  exam: RunExam;
  registrationId: number;
  /** That it pays for. */
  credits: number;
  cents: number;
}

/**
 * Takes the sums of a student's exams from the school's balance, as long as it has them: all at
 * once when they fit, otherwise in order those that do. Decided once, whatever is repeated. Answers
 * the exams whose sum was given.
 */
export async function takeFromBalance(
  tx: Tx,
  run: Run,
  student: RunStudent,
  asked: readonly BalanceAsked[],
): Promise<ReadonlySet<number>> {
  const { studentId, cohort } = student;
  // first the lock: whoever works on the same student at once finds what was decided
  const [balance, decided] = await Promise.all([
    balanceToUse(tx, run.schoolId),
    balanceDecisions(tx, run.id, studentId),
  ]);
  const open = asked.filter(({ exam }) => !decided.has(exam.examId));
  const taken = [...decided].filter(([, isTaken]) => isTaken).map(([examId]) => examId);
  if (open.length === 0) return new Set(taken);
  const gives = affordable(
    open.map(({ cents }) => cents),
    balance,
  );
  const given = open.filter((_, index) => gives[index]);
  const decisions = open.map(({ exam: { examId } }, index) => ({
    examId,
    isTaken: gives[index] === true,
  }));
  await noteBalanceDecisions(tx, run.id, studentId, decisions);
  if (given.length > 0) {
    const amountCents = given.reduce((sum, { cents }) => sum + cents, 0);
    const registrationIds = given.map(({ registrationId }) => registrationId);
    tx.emit(BalanceCharged, {
      schoolId: run.schoolId,
      runId: run.id,
      studentId,
      registrationIds,
      amountCents,
    });
    await useBalance(
      tx,
      studentId,
      given.map((one) => usageOf(run, cohort, one)),
    );
  }
  return new Set([...taken, ...given.map(({ exam }) => exam.examId)]);
}

const usageOf = (
  { id: runId, schoolId }: Run,
  cohort: string | null,
  { exam: { examId, subject, vendorName }, registrationId, credits, cents }: BalanceAsked,
): Usage => ({
  schoolId,
  runId,
  registrationId,
  examId,
  subject,
  vendorName,
  credits,
  cohort,
  amountCents: cents,
});
