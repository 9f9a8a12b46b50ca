import { type Actor, isStaff } from '@portal/kit/auth/actor';
import type { DomainError } from '@portal/kit/errors';
import { domainError } from '../../../errors.ts';
import { additionalFeeOwed } from '../../../records/fees/additional-fee.ts';
import { type FeesToPay, proctorFee, totalOf } from '../../../records/fees/proctor-fee.ts';
import { isBarred } from '../../../records/registrations/state/bars.ts';
import { courseDeadline } from '../../../records/registrations/state/course-time.ts';
import { stateRefusals } from '../../../records/registrations/state/registration-machine.ts';
import {
  additionalFeeOf,
  placeOf,
  type RegistrationRow,
  sittingOf,
} from '../../../records/registrations/state/registration-row.ts';
import { registrationDenied } from '../../../records/registrations/state/registration-rules.ts';
import { shownUntil } from '../../../records/sessions/session-times.ts';
import { hasProctor, isBegun, isInRoom, isOver, sittingRefusals } from './sitting-machine.ts';

export const staffCannotStart = () => domainError('staff_cannot_start');
export const startKeyInvalid = () => domainError('start_key_invalid');
const paperOnly = () => domainError('paper_only');
/** Registrations of the old system are only to be looked at by students. R-151. */
const officeOnly = () => domainError('office_only', 'Please call the office about this exam.');
const notOnline = () => domainError('not_online');
const courseTimeOver = () =>
  domainError(
    'course_time_over',
    'The exam had to be taken within 6 months of the start of the course.',
  );
const notOpen = () => domainError('session_not_open');
const feesDue = (expected: number) => (expected > 0 ? domainError('fees_due', { expected }) : null);

/** Why this person can start nothing, or null. R-134. */
export const starterRefusal = (actor: Actor): DomainError | null =>
  isStaff(actor) ? staffCannotStart() : null;

export function refuseStaff(actor: Actor): void {
  const refusal = starterRefusal(actor);
  if (refusal) throw refusal;
}

/**
 * A replay returns the first link, never a new one, and only while the caller may still get it.
 */
export const unlessRefused =
  (refusal: DomainError | null) =>
  <T>(first: T): T => {
    if (refusal) throw refusal;
    return first;
  };

function isLate(row: RegistrationRow, now: Date): boolean {
  const deadline = courseDeadline(row);
  return deadline !== null && deadline <= now;
}

/**
 * Returns the fees due before the exam is sat online: at home for the next sitting, in a room for
 * the booked session.
 */
export const feesToStart = (row: RegistrationRow): FeesToPay => ({
  proctorFeeCents: proctorFee(sittingOf(row), isInRoom(row) ? placeOf(row) : null),
  additionalFeeCents: additionalFeeOwed(additionalFeeOf(row)),
});

/** Why a proctored sitting cannot be booked, or null; money last. T-20. */
export function proctorRefusal(row: RegistrationRow, now: Date): DomainError | null {
  if (hasProctor(row)) return null;
  const refusal = sittingRefusals.proctor_booked(row);
  if (isOver(row)) return refusal;
  if (row.isOldSystem) return officeOnly();
  if (isBarred(row.bookingBarredUntil, now)) return registrationDenied();
  if (row.paperOnly === true) return paperOnly();
  if (row.contentCode === null || row.examProctorCode === null) return notOnline();
  if (refusal) return refusal;
  if (isLate(row, now)) return courseTimeOver();
  return feesDue(totalOf(feesToStart(row)));
}

/**
 * Until when an exam can be begun or gone on with, where there is a limit: the 24 hours of one that
 * runs, the last day of its room, the six months of its course.
 */
export function startUntil(row: RegistrationRow): Date | null {
  if (isBegun(row)) return row.resumeUntil;
  const isWindowed = isInRoom(row) && !row.onlineExamTakenOverride;
  const ends = [courseDeadline(row), isWindowed ? windowEnd(row) : null].filter(
    (end) => end !== null,
  );
  return ends.length === 0 ? null : new Date(Math.min(...ends.map((end) => end.getTime())));
}

/**
 * When an exam in a room opens, while that is still to come; null: time alone does not open it.
 */
export const startFrom = (row: RegistrationRow, now: Date): Date | null =>
  row.sessionStartsAt !== null && openingRefusal(row, now)?.code === 'session_not_open'
    ? laterThan(row.sessionStartsAt, now)
    : null;
const laterThan = (at: Date, now: Date): Date | null => (at > now ? at : null);

const windowEnd = ({ sessionStartsAt, sessionLastDate }: RegistrationRow): Date | null =>
  sessionStartsAt === null
    ? null
    : shownUntil({ startsAt: sessionStartsAt, lastDate: sessionLastDate });

/** Whether now lies between the session's start and the end of its last date. R-177. */
function isInWindow(row: RegistrationRow, now: Date): boolean {
  const end = windowEnd(row);
  return row.sessionStartsAt !== null && now >= row.sessionStartsAt && end !== null && now < end;
}

/** Why the exam of a school or shipped session cannot be opened, or null. T-23. */
export function openingRefusal(row: RegistrationRow, now: Date): DomainError | null {
  const refusal = sittingRefusals.opened_in_room(row);
  if (isOver(row)) return refusal;
  if (row.isOldSystem) return officeOnly();
  if (refusal) return refusal;
  if (row.paperOnly === true) return paperOnly();
  if (row.contentCode === null) return notOnline();
  if (row.sessionType === '22' && row.schoolHasOnlineSessions !== true)
    return domainError('not_online_school');
  if (isBegun(row) || (row.status === 'online_access' && row.onlineExamTakenOverride)) return null;
  if (!isInWindow(row, now)) return notOpen();
  if (isLate(row, now)) return courseTimeOver();
  return feesDue(totalOf(feesToStart(row)));
}

/** Why the holder of a good start token cannot go to the exam, or null. T-24, T-41. */
export function startRefusal(row: RegistrationRow, now: Date): DomainError | null {
  const refusal = sittingRefusals.started(row, null, now);
  if (refusal) return refusal;
  if (isBegun(row)) return null;
  if (isInRoom(row) && !row.onlineExamTakenOverride && !isInWindow(row, now)) return notOpen();
  return isLate(row, now) ? courseTimeOver() : null;
}

/** Why the course cannot be started or gone on with, or null. T-30. */
export function programRefusal(row: RegistrationRow, now: Date): DomainError | null {
  if (row.isOldSystem) return officeOnly();
  if (row.programContentCode === null) return domainError('no_course');
  const refusal = row.onlineProgramStarted === null ? stateRefusals.program_started(row) : null;
  if (refusal) return refusal;
  if (isLate(row, now)) return courseTimeOver();
  return feesDue(totalOf(feesOfCourse(row)));
}

/** Returns the fees due before a course is started, and before its assignments are submitted. */
export const feesOfCourse = (row: RegistrationRow): FeesToPay => ({
  proctorFeeCents: 0,
  additionalFeeCents: additionalFeeOwed(additionalFeeOf(row)),
});
