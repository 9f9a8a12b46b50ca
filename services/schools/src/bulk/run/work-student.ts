import { setTimeout as pause } from 'node:timers/promises';
import { type Call, inTransaction } from '@portal/kit/commands/command';
import { DomainError } from '@portal/kit/errors';
import { CHARGE_MS } from '@portal/kit/grpc/charge-time';
import { failpoint } from '@portal/kit/jobs/failpoints';
import { log } from '@portal/kit/observability/log';
import type { PayBulkExamsResponse } from '@portal/proto/payments/v1/bulk';
import type { CheckSchoolExamsResponse } from '@portal/proto/registration/v1/school_registrations';
import pLimit, { type LimitFunction } from 'p-limit';
import { refundToBalance } from '../../balance/refund-to-balance.ts';
import { credits, fees, payments, registrations } from '../../clients.ts';
import { texts } from '../quote/bulk-texts.ts';
import {
  checkedExam,
  type ExamState,
  isPaid,
  outcomesOf,
  paidExam,
  resolved,
  withText,
} from './exam-state.ts';
import { createRunBatcher, type RunBatcher } from './run-batcher.ts';
import { noteRunError, noteUnknown, type Run, type RunStudent } from './run-store.ts';

/** How long a charge that payments does not know keeps a run open. */
const UNKNOWN_CHARGE_TIMEOUT_SECONDS = 120;
const PAUSE_MS = 2000;
const CHARGES_AT_ONCE = 8;

/** The context in which the students of a run are worked off. */
export interface Working {
  call: Call;
  run: Run;
  together: RunBatcher;
  charging: LimitFunction;
}
export const workingOn = (call: Call, run: Run): Working => ({
  call,
  run,
  together: createRunBatcher(call, run),
  charging: pLimit(CHARGES_AT_ONCE),
});

/**
 * A student of a run in progress. Keys are the same on every try, so that repeats have no effect.
 */
interface Work extends Working {
  student: RunStudent;
}
const keyOf = ({ run, student }: Work, step: string): string =>
  `${run.processId}:${student.studentId}:${step}`;
const by = (work: Work, step: string) => ({
  actor: { ...work.call.actor, studentId: work.student.studentId },
  key: keyOf(work, step),
  requestId: work.call.requestId,
  origin: work.call.origin,
});

/** Whether a refusal is final; a passing one is retried later. */
const isDecided = (error: unknown): error is DomainError =>
  error instanceof DomainError && !error.isTransient;
const isUnknown = (error: unknown): boolean =>
  error instanceof DomainError &&
  (error.code === 'charge_unknown' || error.code === 'request_in_progress');

/**
 * Works off one student of a run: checks exams, takes credits and money, confirms registrations, in
 * this order; a failed exam costs nothing. Safe to repeat from the start after an interruption.
 * With `waits` it waits for a charge that payments does not know; after that, or without, it leaves
 * the charge to be checked later. Throws when a service is unavailable.
 */
export async function workStudent(
  working: Working,
  student: RunStudent,
  { waits }: { waits: boolean },
): Promise<void> {
  const work = { ...working, student };
  const { call, run } = work;
  const checked = await check(work);
  await failpoint('bulkRun.student.checked');
  const waiting = checked.filter(
    ({ registrationId, text }) => registrationId !== null && text === null,
  );
  if (waiting.length === 0) return save(work, checked, 'done', null);

  const answer = await pay(work, waiting, waits);
  if (answer === 'unknown') {
    // until the charge is known the run shows the required action; afterwards the texts become the
    // outcome
    if (waits)
      await save(work, withText(checked, waiting, texts.checking), 'unknown', texts.checking);
    return;
  }
  await failpoint('bulkRun.student.paid');
  const paid = checked.map((exam) => (waiting.includes(exam) ? paidExam(exam, answer) : exam));
  const funded = run.prepays ? await useBalance(work, paid) : paid;
  await dropFailed(work, funded);
  await failpoint('bulkRun.student.dropped');
  const confirmed = await confirm(work, funded, answer);
  if (answer !== 'refused' && answer.processorAway)
    await noteRunError(call.db, run.id, texts.noPayments);
  const declined = confirmed.find(({ isDeclined }) => isDeclined)?.text ?? null;
  await save(work, confirmed, 'done', declined);
}

async function check(work: Work): Promise<ExamState[]> {
  const { run, student, together } = work;
  const { studentId } = student;
  const examIds = student.exams.filter(({ isOffered }) => isOffered).map(({ examId }) => examId);
  const order = { runId: run.processId, sessionId: run.sessionId, studentId, examIds };
  const answer: CheckSchoolExamsResponse | null =
    examIds.length === 0
      ? { exams: [] }
      : await together.check({ key: keyOf(work, 'check'), order }).catch((error: unknown) => {
          if (isDecided(error)) return null;
          throw error;
        });
  return student.exams.map((exam) => checkedExam(exam, answer));
}

/**
 * Pays, retrying until payments knows the charge; 'unknown' after the timeout, 'refused' when
 * payments refuses the charge.
 */
async function pay(
  work: Work,
  waiting: readonly ExamState[],
  waits: boolean,
): Promise<PayBulkExamsResponse | 'refused' | 'unknown'> {
  const { run, student, call, together, charging } = work;
  const { studentId, ccId, agreedCents } = student;
  const exams = waiting.map(({ exam, registrationId, failedRegistrationId }) => ({
    registrationId: registrationId as number,
    examId: exam.examId,
    additionalChargeCents: exam.additionalChargeCents,
    subject: exam.subject,
    failedRegistrationId,
  }));
  const order = {
    runId: run.processId,
    studentId,
    schoolId: run.schoolId,
    prepays: run.prepays,
    exams,
    ccId: ccId ?? undefined,
    agreedCents,
  };
  for (;;) {
    try {
      return run.prepays
        ? await together.pay({ key: keyOf(work, 'pay'), order })
        : await charging(() =>
            payments.payBulkExams(order, { ...by(work, 'pay'), deadlineMs: CHARGE_MS }),
          );
    } catch (error) {
      if (isDecided(error)) {
        log.error(
          { err: error, run: run.id, student: studentId },
          'payments refused a charge of a bulk run',
        );
        return 'refused';
      }
      if (!isUnknown(error)) throw error;
      if (
        !waits ||
        !(await noteUnknown(call.db, run.id, studentId, UNKNOWN_CHARGE_TIMEOUT_SECONDS))
      )
        return 'unknown';
      await pause(PAUSE_MS);
    }
  }
}

/** The balance gives what it can; the exams that it cannot pay fail and hold no credits. */
async function useBalance(work: Work, exams: ExamState[]): Promise<ExamState[]> {
  const paidExams = exams.filter((exam) => isPaid(exam) && exam.amountCents > 0);
  if (paidExams.length === 0) return exams;
  const taken = await work.together.takeFromBalance({
    student: work.student,
    exams: paidExams.map(({ exam, registrationId, creditsToPay, amountCents }) => ({
      exam,
      registrationId: registrationId as number,
      credits: creditsToPay,
      cents: amountCents,
    })),
  });
  const failed = paidExams.filter(({ exam }) => !taken.has(exam.examId));
  for (const exam of failed) await returnCredits(work, exam);
  return withText(exams, failed, texts.balanceTooLow);
}

const returnCredits = async (work: Work, { registrationId }: ExamState): Promise<void> => {
  await credits.returnCredits(
    { studentId: work.student.studentId, registrationId: registrationId as number },
    by(work, `return:${registrationId}`),
  );
};

async function dropFailed(work: Work, exams: readonly ExamState[]): Promise<void> {
  const registrationIds = exams.flatMap(({ registrationId, text }) =>
    registrationId !== null && text !== null ? registrationId : [],
  );
  if (registrationIds.length === 0) return;
  await registrations.dropSchoolExams(
    { studentId: work.student.studentId, registrationIds },
    by(work, 'drop'),
  );
}

async function confirm(
  work: Work,
  exams: ExamState[],
  answer: PayBulkExamsResponse | 'refused',
): Promise<ExamState[]> {
  const { run, student } = work;
  const paid = exams.filter(isPaid);
  if (paid.length === 0 || answer === 'refused') return exams;
  const order = {
    studentId: student.studentId,
    sessionId: run.sessionId,
    chargeSchool: run.prepays,
    sendStudyMaterials: run.sendStudyMaterials,
    exams: paid.map(({ exam, registrationId, spending, isFree, amountCents }) => {
      const isCharged = !run.prepays && amountCents > 0;
      return {
        registrationId: registrationId as number,
        spending,
        isFree,
        additionalCents: isCharged ? exam.additionalChargeCents : 0,
        paymentId: isCharged ? answer.paymentId : undefined,
      };
    }),
  };
  const { exams: made } = await work.together.confirm({ key: keyOf(work, 'confirm'), order });
  await failpoint('bulkRun.student.confirmed');
  const now = resolved(exams, made, run.prepays);
  for (const exam of now.filter(({ isUnmade }) => isUnmade)) await undo(work, exam);
  return now;
}

/**
 * An exam was paid and cannot be registered any more: the balance or the card has its money again,
 * credits are the student's.
 */
async function undo(work: Work, exam: ExamState): Promise<void> {
  const { call, run, student } = work;
  const registrationId = exam.registrationId as number;
  log.warn(
    { registration: registrationId, run: run.id },
    'confirming a paid exam of a bulk run failed',
  );
  if (run.prepays)
    await inTransaction(call, 'bulkRun.giveBack', (tx) =>
      refundToBalance(tx, registrationId, student.studentId),
    );
  await returnCredits(work, exam);
  if (!run.prepays && exam.exam.additionalChargeCents > 0) {
    await fees.refundFees(
      { registrationId, additionalFee: true, proctorFee: false, paymentIds: [] },
      by(work, `refund:${registrationId}`),
    );
  }
}

async function save(
  work: Work,
  exams: readonly ExamState[],
  step: 'done' | 'unknown',
  error: string | null,
): Promise<void> {
  const { together, student } = work;
  await failpoint('bulkRun.student.save');
  await together.save({ studentId: student.studentId, step, error, exams: outcomesOf(exams) });
}
