import { may, studentInView } from '@portal/kit/actor';
import { type Call, command, type Tx } from '@portal/kit/command';
import { conflict, type DomainError, unprocessable } from '@portal/kit/errors';
import { ChangedToCourse } from '@portal/proto/registration/v1/events';
import { isHandingIn } from '../assignments/hand-in-store.ts';
import { CopyMissing, withCopies } from '../copies/with-copies.ts';
import { giveUpBooking } from '../online/give-up-booking.ts';
import { asChanged, noteChange, openForChange } from '../registrations/change-registration.ts';
import type { RegistrationRow } from '../registrations/registration-row.ts';
import { examNotFound, registrationNotFound } from '../registrations/registration-rules.ts';
import { isCourseStarted, isExamStarted } from '../registrations/registration-state.ts';
import type { Registration } from '../registrations/registration-view.ts';
import { endHolds } from '../sessions/hold-store.ts';
import { paymentsAfterLeaving } from '../sessions/proctor-fee.ts';
import { freePlace } from '../sessions/seats.ts';
import { changeToCourseRow, collegeOf, courseVersionOf, registrationToChange } from './store.ts';

const WOODMONT = 269;
/** Changed by tech support only. R-124. */
const FOR_TECH_SUPPORT = 525;
/** A proctor payment is held, whatever the hour, as after an error of the office. */
const OFFICE = 3;

export interface ChangeToCourse {
  /** The exam that is registered now. */
  examId: number;
}
export interface ChangedCourse {
  registration: Registration | undefined;
}

const notWoodmont = () => unprocessable('not_woodmont', 'This is not a Woodmont student');
const noCourseVersion = () => conflict('no_course_version', 'This exam has no course version.');
const alreadyStarted = () => conflict('already_started', 'This exam has already been started.');

/** Why a registration cannot become one of the course, or null. T-06, R-149. */
function courseRefusal(
  row: Pick<
    RegistrationRow,
    'status' | 'batchId' | 'arrivedBack' | 'onlineExamStarted' | 'onlineProgramStarted' | 'assignmentsStarted' | 'onlineAccess'
  >,
): DomainError | null {
  const isStarted = isExamStarted(row) || isCourseStarted(row) || row.assignmentsStarted !== null || row.onlineAccess;
  return isStarted || (row.status !== 'registered' && row.status !== 'scheduled') ? alreadyStarted() : null;
}

async function change(tx: Tx, { examId }: ChangeToCourse, { actor }: Call): Promise<ChangedCourse> {
  if (examId === FOR_TECH_SUPPORT && !may(actor, ['tech_support'])) throw examNotFound();
  const studentId = studentInView(actor);
  const student = await collegeOf(tx, studentId);
  if (student === undefined) throw new CopyMissing({ studentId });
  if (student.collegeId !== WOODMONT) throw notWoodmont();
  const found = await registrationToChange(tx, studentId, examId);
  if (found === undefined) throw registrationNotFound();
  const row = await openForChange(tx, found.id, studentId);
  if (row.examId !== examId || ['taken', 'graded', 'cancelled'].includes(row.status)) throw registrationNotFound();
  const course = await courseVersionOf(tx, examId);
  if (course === undefined) throw noCourseVersion();
  const refusal = courseRefusal(row) ?? ((await isHandingIn(tx, row.id)) ? alreadyStarted() : null);
  if (refusal) throw refusal;

  const { id: registrationId, sessionId, status, calendarSequence } = row;
  await changeToCourseRow(tx, registrationId, course);
  const payments = paymentsAfterLeaving(row.proctorPayments, row.sessionStartsAt, OFFICE, tx.now);
  await noteChange(tx, row, { status: 'registered', sessionId: null, payments, reason: null });
  await giveUpBooking(tx, row);
  tx.emit(ChangedToCourse, {
    registrationId,
    studentId,
    examId: course.id,
    previousExamId: examId,
    sessionId: sessionId ?? undefined,
    calendarSequence: calendarSequence + Number(sessionId !== null),
  });
  const changes = {
    exam: [examId, course.id],
    status: [status, 'registered'],
    ...(sessionId === null ? {} : { session: [sessionId, null] }),
  };
  tx.audit({ op: 'update', table: 'registration', id: registrationId, studentId, change: changes });
  const registration = await asChanged(tx, { ...row, examId: course.id });
  await endHolds(tx, registrationId, null, tx.now);
  await freePlace(tx, row);
  return { registration };
}

const work = command('changeToCourse', change);

/**
 * The open registration of an exam becomes one of its course version (C-A29, T-06): no credits or money move, a session is given up. Refuses with exam_not_found,
 * not_woodmont, registration_not_found, no_course_version or already_started.
 */
export const changeToCourse = (call: Call, input: ChangeToCourse): Promise<ChangedCourse> => withCopies(call, () => work(call, input));
