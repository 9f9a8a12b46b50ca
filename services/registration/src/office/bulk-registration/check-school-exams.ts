import { can } from '@portal/access/can';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { together } from '@portal/kit/commands/commands-together';
import type * as tables from '../../../prisma/tables.ts';
import {
  type EligibilityRow,
  eligibilityFactsOf,
  type Try,
} from '../../booking/purchases/eligibility-facts.ts';
import { assertOpen } from '../../capacity/seats/seats.ts';
import { readMissing } from '../../projections/read-projections.ts';
import { ProjectionMissing, withProjections } from '../../projections/with-projections.ts';
import { isBarred } from '../../records/registrations/state/bars.ts';
import { isFailed } from '../../records/registrations/state/grade-result.ts';
import {
  alreadyRegistered,
  registrationRefusal,
} from '../../records/registrations/state/registration-rules.ts';
import { isOpen } from '../../records/registrations/state/registration-state.ts';
import { sessionNotFound } from '../../records/sessions/session-rules.ts';
import { examsInSession, insertWaiting, type NewWaiting, readSchoolSession } from './store.ts';

export interface CheckSchoolExams {
  runId: string;
  sessionId: number;
  studentId: number;
  examIds: number[];
}
export interface CheckedExam {
  examId: number;
  registrationId?: number;
  isInSession: boolean;
  refusal?: string;
  failedRegistrationId?: number;
}

/** Returns the refusal code of an exam; null: the exam is to wait in the session. */
function refusalOf(row: EligibilityRow, byAdmin: boolean, now: Date): string | null {
  if (row.examId === null) return 'exam_not_found';
  const refusal = registrationRefusal({
    exam: { isActive: row.isActive === true, isSelfService: true },
    // a run registers and books
    isDenied: isBarred(row.buyingBarredUntil, now) || isBarred(row.bookingBarredUntil, now),
    fits: row.fits,
    hasOpenRegistration: row.tries.some(({ status }) => isOpen(status)),
    byAdmin,
  });
  return refusal?.code ?? null;
}

const triesOf = ({ tries, examId }: EligibilityRow): Try[] =>
  tries.filter((one) => one.examId === examId);

const waitingOf = (row: EligibilityRow): NewWaiting => ({
  examId: row.examId as number,
  examGroup: row.examGroup as number,
  isRetake: triesOf(row).length > 0,
  additionalChargeCents: row.additionalChargeCents as number,
});

async function checkAll(tx: Tx, order: CheckSchoolExams, byAdmin: boolean): Promise<CheckedExam[]> {
  const { sessionId, studentId, examIds } = order;
  const [seated, rows] = await Promise.all([
    examsInSession(tx, sessionId, studentId, examIds),
    eligibilityFactsOf(tx, studentId, examIds),
  ]);
  const requests = rows.map((row, index) => {
    const examId = examIds[index] as number;
    const isInSession = seated.has(examId);
    return {
      examId,
      row,
      isInSession,
      refusal: isInSession ? null : refusalOf(row, byAdmin, tx.now),
    };
  });
  if (requests.some(({ row, isInSession }) => row.studentId === null && !isInSession))
    throw new ProjectionMissing({ studentId });
  const passing = requests.filter(({ isInSession, refusal }) => !isInSession && refusal === null);
  const waiting = await insertWaiting(
    tx,
    order,
    passing.map(({ row }) => waitingOf(row)),
    tx.now,
  );
  return requests.map(({ examId, row, isInSession, refusal }): CheckedExam => {
    if (isInSession) return { examId, isInSession };
    if (refusal !== null) return { examId, isInSession, refusal };
    const registrationId = waiting.get(examId);
    // another version of the exam was ordered with it, or a concurrent order was first
    if (registrationId === undefined)
      return { examId, isInSession, refusal: alreadyRegistered().code };
    waiting.delete(examId);
    const last = triesOf(row).at(-1);
    const failed = last !== undefined && isFailed(last) ? { failedRegistrationId: last.id } : {};
    return { examId, isInSession, registrationId, ...failed };
  });
}

async function check(
  tx: Tx,
  order: CheckSchoolExams,
  { actor }: Call,
): Promise<{ exams: CheckedExam[] }> {
  const byAdmin = can(actor, 'registration.override');
  if ((await readSchoolSession(tx, order.sessionId)) === undefined) throw sessionNotFound();
  const byStaff = can(actor, 'closed_session.order');
  await assertOpen(tx, order.sessionId, { byStaff, version: null });
  return { exams: await checkAll(tx, order, byAdmin) };
}
const checkCommand = command('checkSchoolExams', check);

/**
 * Checks registration rules 1, 2, 4 and 5 for one student's exams, in order; accepted exams wait
 * hidden in the session until they are confirmed or dropped. Returns the refusal of a single exam.
 * Throws session_not_found, session_called_off, session_closed (but the office) or
 * student_not_found.
 */
export async function checkSchoolExams(
  call: Call,
  order: CheckSchoolExams,
): Promise<{ exams: CheckedExam[] }> {
  await readUnknownExams(call, order.examIds);
  return withProjections(call, () => checkCommand(call, order));
}

/** The same of several students, in one transaction if that can be (together). */
export const checkSchoolExamsOfStudents = together({
  name: 'checkSchoolExams',
  work: check,
  alone: checkSchoolExams,
});

/**
 * Reads exams added to the catalogue after the projection was read; an exam that catalog does not
 * have stays unknown.
 */
async function readUnknownExams(call: Call, examIds: number[]): Promise<void> {
  const known = await call.db.many<
    Pick<tables.ExamProjection, 'id'>
  >`SELECT id FROM exam_copy WHERE id = ANY (${examIds}::bigint[])`;
  for (const examId of examIds.filter((id) => !known.some((one) => one.id === id)))
    await readMissing(call.db, { examId });
}
