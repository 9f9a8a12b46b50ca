import { command, type Tx } from '@portal/kit/commands/command';
import { together } from '@portal/kit/commands/commands-together';
import { Created, SessionBooked } from '@portal/proto/registration/v1/events';
import { dropFromRun } from './drop-school-exams.ts';
import { type Confirmed, confirmWaiting, hasAddress, type PaidInRun } from './store.ts';

export interface ConfirmSchoolExams {
  studentId: number;
  sessionId: number;
  sendStudyMaterials: boolean;
  exams: PaidInRun[];
}
export interface ConfirmedExam {
  registrationId: number;
  confirmed: boolean;
  studyMaterialsNotSent: boolean;
}

/** Emits the event that a registration of the run is a real one now. */
function emitMade(
  tx: Tx,
  { studentId, sessionId, sendStudyMaterials }: ConfirmSchoolExams,
  { registrationId, credits, chargeSchool, isFree }: PaidInRun,
  examId: number,
): void {
  tx.emit(Created, { registrationId, studentId, examId, withoutLetter: !sendStudyMaterials });
  const change = {
    exam: examId,
    status: 'scheduled',
    session: sessionId,
    credits,
    ...(chargeSchool ? { chargeSchool, isFree } : {}),
  };
  tx.audit({ op: 'insert', table: 'registration', id: registrationId, studentId, change });
}

/** Books each exam in its own transaction; the email of the first lists them all. */
function emitBooked(
  tx: Tx,
  { studentId, sessionId }: ConfirmSchoolExams,
  made: readonly Confirmed[],
): void {
  const [first, ...others] = made.map(({ id: registrationId, calendarSequence }) => ({
    registrationId,
    calendarSequence,
  }));
  if (!first) return;
  tx.emit(SessionBooked, { ...first, studentId, sessionId, togetherWith: others });
  for (const other of others)
    tx.emit(SessionBooked, {
      ...other,
      studentId,
      sessionId,
      togetherWith: [],
      withoutLetter: true,
    });
}

async function confirm(tx: Tx, order: ConfirmSchoolExams): Promise<{ exams: ConfirmedExam[] }> {
  const [made, isReached] = await Promise.all([
    confirmWaiting(tx, order.exams, order.sessionId, tx.actor, tx.now),
    order.sendStudyMaterials && hasAddress(tx, order.studentId),
  ]);
  const byId = new Map(made.map((one) => [one.id, one]));
  const studyMaterialsNotSent = order.sendStudyMaterials && !isReached;
  const exams = order.exams.map((paid): ConfirmedExam => {
    const { registrationId } = paid;
    const one = byId.get(registrationId);
    if (one) emitMade(tx, order, paid, one.examId);
    const confirmed = one !== undefined;
    return {
      registrationId,
      confirmed,
      studyMaterialsNotSent: confirmed && studyMaterialsNotSent,
    };
  });
  emitBooked(tx, order, made);
  const left = exams
    .filter(({ confirmed }) => !confirmed)
    .map(({ registrationId }) => registrationId);
  if (left.length > 0) await dropFromRun(tx, { studentId: order.studentId, registrationIds: left });
  return { exams };
}

/**
 * Makes hidden registrations of a school's run real ones, scheduled, and queues their emails (T-03,
 * Drops those that cannot be confirmed any more, since their exam was withdrawn or their
 * session called off, and reports them.
 */
export const confirmSchoolExams = command('confirmSchoolExams', confirm);

/** The same of several students, in one transaction if that can be (together). */
export const confirmSchoolExamsOfStudents = together({
  name: 'confirmSchoolExams',
  work: confirm,
  alone: confirmSchoolExams,
});
