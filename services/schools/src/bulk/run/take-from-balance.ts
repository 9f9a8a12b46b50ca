import type { Tx } from '@portal/kit/commands/command';
import { BalanceCharged } from '@portal/proto/schools/v1/events';
import { affordable } from '../../balance/affordable.ts';
import { balanceToUse, useBalance } from '../../balance/use-balance.ts';
import {
  balanceDecisions,
  noteBalanceDecision,
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
  const balance = await balanceToUse(tx, run.schoolId);
  const decided = await balanceDecisions(tx, run.id, studentId);
  const open = asked.filter(({ exam }) => !decided.has(exam.examId));
  const taken = new Set([...decided].filter(([, isTaken]) => isTaken).map(([examId]) => examId));
  if (open.length === 0) return taken;
  const gives = affordable(
    open.map(({ cents }) => cents),
    balance,
  );
  const given = open.filter((_, index) => gives[index]);
  for (const one of open) {
    const isGiven = given.includes(one);
    await noteBalanceDecision(tx, run.id, studentId, one.exam.examId, isGiven);
    if (isGiven) await take(tx, run, { studentId, cohort }, one);
  }
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
  }
  return new Set([...taken, ...given.map(({ exam }) => exam.examId)]);
}

async function take(
  tx: Tx,
  { id: runId, schoolId }: Run,
  { studentId, cohort }: { studentId: number; cohort: string | null },
  { exam, registrationId, credits, cents }: BalanceAsked,
): Promise<void> {
  const { examId, subject, vendorName } = exam;
  await useBalance(tx, studentId, {
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
}
