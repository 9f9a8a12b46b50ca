import type { Call, Tx } from '@portal/kit/commands/command';
import { durable } from '@portal/kit/commands/process';
import { isDuplicate } from '@portal/kit/database/database';
import { DomainError } from '@portal/kit/errors';
import { log } from '@portal/kit/observability/log';
import { Stuck } from '@portal/kit/transient';
import pLimit from 'p-limit';
import { readBalance } from '../../balance/read-balance.ts';
import type { BulkOrder } from '../quote/bulk-order.ts';
import type { BulkFacts } from '../quote/gather-facts.ts';
import { balanceTooLow, runInProgress } from '../quote/order-checks.ts';
import type { OrderQuote, StudentQuote } from '../quote/student-quote.ts';
import {
  findRun,
  finishRun,
  insertRun,
  insertStudents,
  type NewStudent,
  openStudents,
} from './run-store.ts';
import { workingOn, workStudent } from './work-student.ts';

/** Students worked on concurrently: two batches of 25. */
const STUDENTS_AT_ONCE = 50;

/** A call with the facts and the quote from before the run: a transaction sends no requests. */
export interface AgreedCall extends Call {
  agreed: { facts: BulkFacts; quote: OrderQuote };
}
interface State {
  runId: number;
}

async function begin(tx: Tx, order: BulkOrder, call: Call, processId: string): Promise<State> {
  const { facts, quote } = (call as AgreedCall).agreed;
  const { school, students, exams } = facts;
  if (school.chargeSchool) {
    const balance = await readBalance(tx, school.id);
    if (quote.totalCents > balance) throw balanceTooLow(quote.totalCents, balance);
  }
  const { sessionId, sendStudyMaterials } = order;
  const run = {
    processId,
    schoolId: school.id,
    sessionId,
    sendStudyMaterials,
    prepays: school.chargeSchool,
    by: tx.actor.name,
  };
  const runId = await insertRun(tx, run, tx.now).catch((error: unknown) => {
    throw isDuplicate(error, 'bulk_run_one_open') ? runInProgress() : error;
  });
  const ordered = students.map(
    ({ ordered: { studentId, examIds, ccId }, person }, index): NewStudent => {
      const { amountCents: agreedCents } = quote.students[index] as StudentQuote;
      const known = examIds.map((examId) => {
        const {
          subject = '',
          vendorName = '',
          credits = 0,
          additionalChargeCents = 0,
          isOffered = false,
        } = exams.get(examId) ?? {};
        return { examId, subject, vendorName, credits, additionalChargeCents, isOffered };
      });
      return { studentId, ccId, agreedCents, cohort: person?.cohort ?? null, exams: known };
    },
  );
  await insertStudents(tx, runId, ordered);
  const change = {
    school: school.id,
    session: sessionId,
    students: students.length,
    totalCents: quote.totalCents,
  };
  tx.audit({ op: 'insert', table: 'bulk_run', id: runId, change });
  return { runId };
}

/**
 * A begun run retries a step that another service refused, and logs the refusal: a failed run would
 * remain half done, and the school could never order again.
 */
const retryLater = (run: number) => (error: unknown) => {
  if (!(error instanceof DomainError) || error.isTransient) throw error;
  log.error({ err: error, run }, 'step of a bulk run refused; will retry');
  throw new Stuck(error);
};

/**
 * A school's order, worked off student by student, fifty side by side; it resumes after a crash and
 * ends in any case. Refuses with run_in_progress or school_balance_too_low.
 */
export const bulkRunProcess = durable<BulkOrder, State, State>({
  name: 'bulkRun',
  begin,
  steps: [
    {
      name: 'students',
      async run({ state, call }) {
        const run = await findRun(call.db, state.runId);
        if (run === undefined) throw new Error(`run ${state.runId} is not there`);
        const students = await openStudents(call.db, run.id);
        const limit = pLimit(STUDENTS_AT_ONCE);
        const working = workingOn(call, run);
        const results = await Promise.allSettled(
          students.map((student) => limit(() => workStudent(working, student, { waits: true }))),
        );
        // every student was tried; the next run repeats failed ones
        const failure = results.find(({ status }) => status === 'rejected');
        if (failure) retryLater(run.id)((failure as PromiseRejectedResult).reason);
        return undefined;
      },
      async commit(tx, { state }) {
        await finishRun(tx, state.runId, tx.now);
        return undefined;
      },
    },
  ],
  answer: ({ runId }) => ({ runId }),
  mustFinish: 'half of the run would stay undone, and the school could never order again',
});
