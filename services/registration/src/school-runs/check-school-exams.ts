import { can } from '@portal/access/can';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import type * as tables from '../../prisma/tables.ts';
import { keepOpen } from '../capacity/seats.ts';
import { readMissing } from '../projections/read-projections.ts';
import { ProjectionMissing, withProjections } from '../projections/with-projections.ts';
import { eligibilityFactsOf } from '../purchases/eligibility-facts.ts';
import { isFailed } from '../registrations/state/grade-result.ts';
import { registrationRefusal } from '../registrations/state/registration-rules.ts';
import { isOpen } from '../registrations/state/registration-state.ts';
import { sessionNotFound } from '../sessions/session-rules.ts';
import { insertWaiting, isInSession, readSchoolSession } from './store.ts';

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

async function checkOne(
  tx: Tx,
  order: CheckSchoolExams,
  examId: number,
  byAdmin: boolean,
): Promise<CheckedExam> {
  const { runId, sessionId, studentId } = order;
  if (await isInSession(tx, sessionId, studentId, examId)) return { examId, isInSession: true };
  const refused = (refusal: string): CheckedExam => ({ examId, isInSession: false, refusal });
  const row = await eligibilityFactsOf(tx, studentId, examId);
  if (row.studentId === null) throw new ProjectionMissing({ studentId });
  if (row.examId === null) return refused('exam_not_found');
  const refusal = registrationRefusal({
    exam: { isActive: row.isActive === true, isSelfService: true },
    isDenied: row.isDenied === true,
    fits: row.fits,
    hasOpenRegistration: row.tries.some(({ status }) => isOpen(status)),
    byAdmin,
  });
  if (refusal) return refused(refusal.code);
  const earlier = row.tries.filter((one) => one.examId === examId);
  const waiting = {
    runId,
    sessionId,
    studentId,
    examId,
    examGroup: row.examGroup as number,
    isRetake: earlier.length > 0,
  };
  const registrationId = await insertWaiting(
    tx,
    { ...waiting, additionalChargeCents: row.additionalChargeCents as number },
    tx.now,
  );
  if (registrationId === undefined) return refused('already_registered');
  const last = earlier.at(-1);
  const failed = last !== undefined && isFailed(last) ? { failedRegistrationId: last.id } : {};
  return { examId, isInSession: false, registrationId, ...failed };
}

const check = command(
  'checkSchoolExams',
  async (tx: Tx, order: CheckSchoolExams, { actor }: Call): Promise<{ exams: CheckedExam[] }> => {
    const byAdmin = can(actor, 'registration.override');
    if ((await readSchoolSession(tx, order.sessionId)) === undefined) throw sessionNotFound();
    await keepOpen(tx, order.sessionId, can(actor, 'closed_session.order'));
    const exams: CheckedExam[] = [];
    for (const examId of order.examIds) exams.push(await checkOne(tx, order, examId, byAdmin));
    return { exams };
  },
);

/**
 * Registration rules 1, 2, 4 and 5 for one student's exams, in order; what passes waits hidden in
 * the session until it is confirmed or dropped. One exam's refusal is in the answer. Refuses with
 * session_not_found, session_called_off, session_closed (but the office) or student_not_found.
 */
export async function checkSchoolExams(
  call: Call,
  order: CheckSchoolExams,
): Promise<{ exams: CheckedExam[] }> {
  await readUnknownExams(call, order.examIds);
  return withProjections(call, () => check(call, order));
}

/**
 * Exams that came to the catalogue after the copy was read; one that nobody knows stays unknown.
 */
async function readUnknownExams(call: Call, examIds: number[]): Promise<void> {
  const known = await call.db.many<
    Pick<tables.ExamCopy, 'id'>
  >`SELECT id FROM exam_copy WHERE id = ANY (${examIds}::bigint[])`;
  for (const examId of examIds.filter((id) => !known.some((one) => one.id === id)))
    await readMissing(call.db, { examId });
}
