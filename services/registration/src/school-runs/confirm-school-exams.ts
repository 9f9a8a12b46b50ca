import { command, type Tx } from '@portal/kit/commands/command';
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

async function confirmOne(
  tx: Tx,
  order: ConfirmSchoolExams,
  paid: PaidInRun,
): Promise<Confirmed | undefined> {
  const { studentId, sessionId, sendStudyMaterials } = order;
  const made = await confirmWaiting(tx, paid, sessionId, tx.actor, tx.now);
  if (made === undefined) return undefined;
  const { id: registrationId, examId } = made;
  tx.emit(Created, { registrationId, studentId, examId, withoutLetter: !sendStudyMaterials });
  const { credits, chargeSchool, isFree } = paid;
  const change = {
    exam: examId,
    status: 'scheduled',
    session: sessionId,
    credits,
    ...(chargeSchool ? { chargeSchool, isFree } : {}),
  };
  tx.audit({ op: 'insert', table: 'registration', id: registrationId, studentId, change });
  return made;
}

/** Each exam is booked by itself; the letter of the first tells of them all. */
function tellBooked(
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

/**
 * Makes hidden registrations of a school's run real ones, scheduled, with their mails on the way
 * (T-03, R-281). What cannot be confirmed any more, since its exam was withdrawn or its session
 * called off, is dropped and the answer says so.
 */
export const confirmSchoolExams = command(
  'confirmSchoolExams',
  async (tx, order: ConfirmSchoolExams): Promise<{ exams: ConfirmedExam[] }> => {
    const studyMaterialsNotSent =
      order.sendStudyMaterials && !(await hasAddress(tx, order.studentId));
    const exams: ConfirmedExam[] = [];
    const booked: Confirmed[] = [];
    for (const paid of order.exams) {
      const made = await confirmOne(tx, order, paid);
      if (made) booked.push(made);
      const confirmed = made !== undefined;
      exams.push({
        registrationId: paid.registrationId,
        confirmed,
        studyMaterialsNotSent: confirmed && studyMaterialsNotSent,
      });
    }
    tellBooked(tx, order, booked);
    const left = exams
      .filter(({ confirmed }) => !confirmed)
      .map(({ registrationId }) => registrationId);
    if (left.length > 0)
      await dropFromRun(tx, { studentId: order.studentId, registrationIds: left });
    return { exams };
  },
);
