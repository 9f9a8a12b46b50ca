import { type Actor, isStaff } from '@portal/kit/actor';
import { conflict, type DomainError, forbidden } from '@portal/kit/errors';
import { additionalFeeOwed } from '../registrations/additional-fee.ts';
import { courseDeadline } from '../registrations/course-time.ts';
import { resultOf } from '../registrations/grade-result.ts';
import { additionalFeeOf, placeOf, sittingOf } from '../registrations/registration-row.ts';
import { registrationDenied } from '../registrations/registration-rules.ts';
import { isCourseStarted } from '../registrations/registration-state.ts';
import { proctorFee, proctorFeeToBook } from '../sessions/proctor-fee.ts';
import { shownUntil } from '../sessions/session-times.ts';
import type { OnlineRow } from './online-row.ts';

/** Schools whose sessions have the start-online button. R-178. */
const ONLINE_SCHOOLS = [151, 209];

const staffCannotStart = () => forbidden('staff_cannot_start', 'Only the student can start an exam or a course.');
export const startKeyInvalid = () => forbidden('start_key_invalid', 'This start link is not valid.');
const paperOnly = () => conflict('paper_only', 'This exam can be taken only on paper.');
/** Registrations of the old system are only to be looked at by students. R-151. */
const officeOnly = () => forbidden('office_only', 'Please call the office about this exam.');
const notOnline = () => conflict('not_online', 'This exam cannot be taken online in this way.');
const examCompleted = () => conflict('exam_completed', 'This exam is completed.');
const noAccess = () => conflict('no_online_access', 'The proctor has not let you in yet.');
const graceOver = () => conflict('grace_period_over', 'The 24 hours in which this exam could be resumed are over.');
const courseTimeOver = () => conflict('course_time_over', 'The exam had to be taken within 6 months of the start of the course.');
const notOpen = () => conflict('session_not_open', 'The exam can be started only between the start and the last date of the session.');
const feesDue = (expected: number) => (expected > 0 ? conflict('fees_due', 'Please pay the fees first.', { expected }) : null);

/** */
export function refuseStaff(actor: Actor): void {
  if (isStaff(actor)) throw staffCannotStart();
}

const isOver = ({ status }: OnlineRow) => status === 'taken' || status === 'graded';
const isBegun = ({ status }: OnlineRow) => status === 'online_started' || status === 'disconnected';
const isInRoom = ({ sessionType }: OnlineRow) => sessionType === '22' || sessionType === '23';

function isLate(row: OnlineRow, now: Date): boolean {
  const deadline = courseDeadline(row);
  return deadline !== null && deadline <= now;
}

/** Whether the sitting at the proctoring service is booked and not over: pressed again, the button only gives a link. */
export const hasProctor = (row: OnlineRow): boolean => row.sessionType === '99' && row.proctorUuid !== null && !isOver(row);

/** Why a proctored sitting cannot be booked, or null; money last. T-20. */
export function proctorRefusal(row: OnlineRow, now: Date): DomainError | null {
  if (hasProctor(row)) return null;
  if (isOver(row)) return examCompleted();
  if (row.isOldSystem) return officeOnly();
  if (row.isDenied === true) return registrationDenied();
  if (row.paperOnly === true) return paperOnly();
  if (row.contentCode === null || row.examProctorCode === null) return notOnline();
  if (row.sessionId !== null) return conflict('session_booked', 'Please cancel your session first.');
  const hasCourse = row.programContentCode !== null || isCourseStarted(row);
  if (hasCourse && row.onlineProgramCompleted === null) {
    return conflict('course_not_completed', 'The course must be completed before the exam.');
  }
  if (isLate(row, now)) return courseTimeOver();
  const place = { type: '99', schoolCharges: false } as const;
  return feesDue(proctorFeeToBook(sittingOf(row), place, null, now) + additionalFeeOwed(additionalFeeOf(row)));
}

/** Whether now lies between the session's start and the end of its last date. R-177. */
function isInWindow({ sessionStartsAt, sessionLastDate }: OnlineRow, now: Date): boolean {
  if (sessionStartsAt === null || now < sessionStartsAt) return false;
  return now < shownUntil({ startsAt: sessionStartsAt, lastDate: sessionLastDate });
}

/** Why the exam of a school or shipped session cannot be opened, or null. T-23. */
export function openingRefusal(row: OnlineRow, now: Date): DomainError | null {
  if (isOver(row)) return examCompleted();
  if (row.isOldSystem) return officeOnly();
  if (!isInRoom(row) || row.sessionId === null) return notOpen();
  if (row.paperOnly === true) return paperOnly();
  if (row.contentCode === null) return notOnline();
  if (row.sessionType === '22' && !ONLINE_SCHOOLS.includes(row.sessionSchoolId ?? 0)) {
    return conflict('not_online_school', 'This exam cannot be started online at this school.');
  }
  if (isBegun(row) || (row.status === 'online_access' && row.onlineExamTakenOverride)) return null;
  if (!isInWindow(row, now)) return notOpen();
  if (isLate(row, now)) return courseTimeOver();
  return feesDue(proctorFee(sittingOf(row), placeOf(row)) + additionalFeeOwed(additionalFeeOf(row)));
}

/** Why the holder of a good start token cannot go to the exam, or null. T-24, T-41. */
export function startRefusal(row: OnlineRow, now: Date): DomainError | null {
  const isTimeOver = row.resumeUntil !== null && row.resumeUntil <= now;
  if (row.status === 'graded') {
    return resultOf(row.gradeComment ?? '') === 'Disqualified'
      ? conflict('exam_disqualified', 'This exam was disqualified. A retake must be bought.')
      : examCompleted();
  }
  if (row.status === 'taken') return isTimeOver && row.onlineExamCompleted === null ? graceOver() : examCompleted();
  if (isBegun(row)) {
    if (isTimeOver) return graceOver();
    return row.onlineAccess ? null : noAccess();
  }
  if (row.status !== 'online_access' || !row.onlineAccess) return noAccess();
  if (isInRoom(row) && !row.onlineExamTakenOverride && !isInWindow(row, now)) return notOpen();
  return isLate(row, now) ? courseTimeOver() : null;
}

/** Why the course cannot be started or gone on with, or null. T-30. */
export function programRefusal(row: OnlineRow, now: Date): DomainError | null {
  if (row.isOldSystem) return officeOnly();
  const isFirst = row.onlineProgramStarted === null;
  if (row.programContentCode === null || (isFirst && row.status !== 'registered')) {
    return conflict('no_course', 'This exam has no course that could be started.');
  }
  if (isLate(row, now)) return courseTimeOver();
  return feesDue(additionalFeeOwed(additionalFeeOf(row)));
}
