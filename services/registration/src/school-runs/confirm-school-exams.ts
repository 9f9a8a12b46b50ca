import { command, type Tx } from '@portal/kit/command';
import { Created, SessionBooked } from '@portal/proto/registration/v1/events';
import { confirmWaiting, dropWaiting, hasAddress, type PaidInRun } from './store.ts';

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

async function confirmOne(tx: Tx, order: ConfirmSchoolExams, paid: PaidInRun): Promise<boolean> {
  const { studentId, sessionId, sendStudyMaterials } = order;
  const made = await confirmWaiting(tx, paid, sessionId, tx.actor, tx.now);
  if (made === undefined) return false;
  const { id: registrationId, examId, calendarSequence } = made;
  tx.emit(Created, { registrationId, studentId, examId, withoutLetter: !sendStudyMaterials });
  tx.emit(SessionBooked, { registrationId, studentId, sessionId, calendarSequence });
  const { credits, chargeSchool, isFree } = paid;
  const change = { exam: examId, status: 'scheduled', session: sessionId, credits, ...(chargeSchool ? { chargeSchool, isFree } : {}) };
  tx.audit({ op: 'insert', table: 'registration', id: registrationId, studentId, change });
  return true;
}

/**
 * Makes hidden registrations of a school's run real ones, scheduled, with their mails on the way (T-03, R-281). What cannot be confirmed any more,
 * since its exam was withdrawn, is dropped and the answer says so.
 */
export const confirmSchoolExams = command(
  'confirmSchoolExams',
  async (tx, order: ConfirmSchoolExams): Promise<{ exams: ConfirmedExam[] }> => {
    const studyMaterialsNotSent = order.sendStudyMaterials && !(await hasAddress(tx, order.studentId));
    const exams: ConfirmedExam[] = [];
    for (const paid of order.exams) {
      const confirmed = await confirmOne(tx, order, paid);
      exams.push({ registrationId: paid.registrationId, confirmed, studyMaterialsNotSent: confirmed && studyMaterialsNotSent });
    }
    const left = exams.filter(({ confirmed }) => !confirmed).map(({ registrationId }) => registrationId);
    if (left.length > 0) await dropWaiting(tx, order.studentId, left);
    return { exams };
  },
);
