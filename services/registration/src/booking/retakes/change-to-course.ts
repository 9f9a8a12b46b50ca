import { can } from '@portal/access/can';
import { studentInView } from '@portal/kit/auth/actor';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { ChangedToCourse } from '@portal/proto/registration/v1/events';
import { endHoldsOf } from '../../capacity/seats/holds.ts';
import { freePlace } from '../../capacity/seats/seats.ts';
import { domainError } from '../../errors.ts';
import { ProjectionMissing, withProjections } from '../../projections/with-projections.ts';
import { hasPendingSubmission } from '../../records/assignments/submission-store.ts';
import { paymentsAfterLeaving } from '../../records/fees/proctor-fee.ts';
import {
  lockRegistration,
  noteChange,
  reloadView,
  updateRegistration,
} from '../../records/registrations/changing/change-registration.ts';
import type { Registration } from '../../records/registrations/reading/registration-view.ts';
import { allowed } from '../../records/registrations/state/registration-change.ts';
import { changeRegistration } from '../../records/registrations/state/registration-machine.ts';
import {
  examNotFound,
  registrationNotFound,
} from '../../records/registrations/state/registration-rules.ts';
import { isOpen } from '../../records/registrations/state/registration-state.ts';
import { releaseBooking } from '../online/proctoring/release-booking.ts';
import { collegeOf, courseVersionOf, isChangeReserved, registrationToChange } from './store.ts';

/** A proctor payment is held, whatever the hour, as after an error of the office. */
const OFFICE = 3;

export interface ChangeToCourse {
  /** The exam that is registered now. */
  examId: number;
}
export interface ChangedCourse {
  registration: Registration | undefined;
}

const notWoodmont = () => domainError('not_woodmont');
const noCourseVersion = () => domainError('no_course_version');

async function change(tx: Tx, { examId }: ChangeToCourse, { actor }: Call): Promise<ChangedCourse> {
  const isReserved = await isChangeReserved(tx, examId);
  if (isReserved && !can(actor, 'reserved_exam.change_to_course')) throw examNotFound();
  const studentId = studentInView(actor);
  const student = await collegeOf(tx, studentId);
  if (student === undefined) throw new ProjectionMissing({ studentId });
  const course = await courseVersionOf(tx, examId);
  const isForOthers = ![student.collegeId, null, undefined].includes(course?.courseCollegeId);
  if (isForOthers) throw notWoodmont();
  const found = await registrationToChange(tx, studentId, examId);
  if (found === undefined) throw registrationNotFound();
  const row = await lockRegistration(tx, found.id, studentId);
  if (row.examId !== examId || !isOpen(row.status)) throw registrationNotFound();
  if (course === undefined) throw noCourseVersion();
  const isBeingHandedIn = await hasPendingSubmission(tx, row.id);
  const toCourse = {
    type: 'changed_to_course',
    examId: course.id,
    additionalChargeCents: course.additionalChargeCents,
  } as const;
  const { id: registrationId, sessionId, status, calendarSequence } = row;
  await updateRegistration(
    tx,
    row,
    allowed(
      changeRegistration({ ...row, hasPendingSubmission: isBeingHandedIn }, toCourse, tx.now),
    ),
  );
  const payments = paymentsAfterLeaving(row.proctorPayments, row.sessionStartsAt, OFFICE, tx.now);
  await noteChange(tx, row, { status: 'registered', sessionId: null, payments, reason: null });
  await releaseBooking(tx, row);
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
  const registration = await reloadView(tx, { ...row, examId: course.id });
  await endHoldsOf(tx, [registrationId]);
  await freePlace(tx, row);
  return { registration };
}

const work = command('changeToCourse', change);

/**
 * Changes the open registration of an exam to its course version (C-A29, T-06): moves no credits or
 * money, and leaves a booked session. Throws exam_not_found, not_woodmont,
 * registration_not_found, no_course_version or already_started.
 */
export const changeToCourse = (call: Call, input: ChangeToCourse): Promise<ChangedCourse> =>
  withProjections(call, () => work(call, input));
