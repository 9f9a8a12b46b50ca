import type { Tx } from '@portal/kit/commands/command';
import { BalanceCharged } from '@portal/proto/schools/v1/events';
import { affordable } from '../../balance/affordable.ts';
import { balanceToUse, type Usage, useBalance } from '../../balance/use-balance.ts';
import {
  balanceDecisions,
  type Decision,
  noteBalanceDecisions,
  type Run,
  type RunExam,
  type RunStudent,
} from './run-store.ts';

/** The sum that one exam of a student takes from the balance. */
export interface BalanceRequest {
  exam: RunExam;
  registrationId: number;
  /** That it pays for. */
  credits: number;
  cents: number;
}

/** The sums that one student of a run takes from the balance. */
export interface StudentAsks {
  student: RunStudent;
  exams: readonly BalanceRequest[];
}

/**
 * Takes the sums of students' exams from the school's balance, as long as it has them: all at once
 * when they fit, otherwise in order those that do. Decided once, whatever is repeated. Answers for
 * each student the exams whose sum was given.
 */
export async function takeFromBalance(
  tx: Tx,
  run: Run,
  asks: readonly StudentAsks[],
): Promise<ReadonlySet<number>[]> {
  // lock first, to see the decisions of concurrent work on the same students
  const [balance, decided] = await Promise.all([
    balanceToUse(tx, run.schoolId),
    balanceDecisions(
      tx,
      run.id,
      asks.map(({ student }) => student.studentId),
    ),
  ]);
  const before = (studentId: number, examId: number) =>
    decided.find((one) => one.studentId === studentId && one.examId === examId);
  const open = asks.flatMap(({ student, exams }) =>
    exams
      .filter(({ exam }) => !before(student.studentId, exam.examId))
      .map((request) => ({ student, request })),
  );
  const gives = affordable(
    open.map(({ request }) => request.cents),
    balance,
  );
  const decisions = open.map(({ student: { studentId }, request }, index): Decision => {
    const isTaken = gives[index] === true;
    return { studentId, examId: request.exam.examId, isTaken };
  });
  if (open.length > 0) {
    await noteBalanceDecisions(tx, run.id, decisions);
    const given = open.filter((_, index) => gives[index]);
    emitCharged(tx, run, given);
    await useBalance(
      tx,
      given.map(({ student, request }) => usageOf(run, student, request)),
    );
  }
  const taken = [...decided, ...decisions].filter(({ isTaken }) => isTaken);
  return asks.map(({ student: { studentId } }) => {
    const ofStudent = taken.filter((one) => one.studentId === studentId);
    return new Set(ofStudent.map(({ examId }) => examId));
  });
}

interface BalanceGrant {
  student: RunStudent;
  request: BalanceRequest;
}

/** One event a student. */
function emitCharged(tx: Tx, { id: runId, schoolId }: Run, given: readonly BalanceGrant[]): void {
  for (const [studentId, ofStudent] of Map.groupBy(given, ({ student }) => student.studentId))
    tx.emit(BalanceCharged, {
      schoolId,
      runId,
      studentId,
      registrationIds: ofStudent.map(({ request }) => request.registrationId),
      amountCents: ofStudent.reduce((sum, { request }) => sum + request.cents, 0),
    });
}

const usageOf = (
  { id: runId, schoolId }: Run,
  { studentId, cohort }: RunStudent,
  { exam: { examId, subject, vendorName }, registrationId, credits, cents }: BalanceRequest,
): Usage => ({
  schoolId,
  runId,
  studentId,
  registrationId,
  examId,
  subject,
  vendorName,
  credits,
  cohort,
  amountCents: cents,
});
