import { type Call, inTransaction, type Tx } from '@portal/kit/commands/command';
import { isUnavailable } from '@portal/kit/database/database';
import { log } from '@portal/kit/observability/log';
import pLimit from 'p-limit';
import { lockRegistrations } from '../../records/registrations/changing/lock-registrations.ts';
import type { RegistrationRow } from '../../records/registrations/state/registration-row.ts';
import { lockOpenExams, noteOutcomes, openStudents, type Run, readBookedBy } from './run-store.ts';

/** Concurrent transactions; each may end with the row of the one session. */
const STUDENTS_AT_ONCE = 4;

/** The work on a student's exams in the session, which are locked. */
export type StudentWork = (tx: Tx, studentId: number, exams: RegistrationRow[]) => Promise<void>;

async function oneStudent(
  tx: Tx,
  { id: runId, sessionId }: Run,
  studentId: number,
  work: StudentWork,
): Promise<void> {
  const open = await lockOpenExams(tx, runId, studentId);
  if (open[0] === undefined) return;
  await lockRegistrations(tx, open[0]);
  const exams = (await readBookedBy(tx, sessionId, studentId)).filter(({ id }) =>
    open.includes(id),
  );
  const isThere = new Set(exams.map(({ id }) => id));
  await noteOutcomes(
    tx,
    runId,
    'gone',
    open.filter((id) => !isThere.has(id)),
  );
  if (exams.length > 0) await work(tx, studentId, exams);
}

/**
 * Does the work for each student of a run who is still open, each in a transaction of that name;
 * only records exams that have left the session. A failing student does not block the others; the
 * next try of the process repeats that student.
 */
export async function eachStudent(
  call: Call,
  run: Run,
  name: string,
  work: StudentWork,
): Promise<void> {
  const limit = pLimit(STUDENTS_AT_ONCE);
  let failed: unknown;
  const attempt = async (studentId: number) => {
    // the others would fail by it too
    if (isUnavailable(failed)) return;
    try {
      await inTransaction(call, name, (tx) => oneStudent(tx, run, studentId, work));
    } catch (error) {
      if (isUnavailable(failed)) return;
      failed = error;
      if (isUnavailable(error)) return;
      log.error({ err: error, run: run.id, student: studentId }, 'student failed; continuing');
    }
  };
  const students = await openStudents(call.db, run.id);
  await Promise.all(students.map((studentId) => limit(attempt, studentId)));
  // a refusal would end the process before all students are done
  if (failed !== undefined)
    throw isUnavailable(failed)
      ? failed
      : new Error('not all students of a session could be worked on', { cause: failed });
}
