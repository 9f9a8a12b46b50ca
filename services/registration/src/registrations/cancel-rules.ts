import { dayInNewYork } from '@portal/kit/clock';
import { conflict, type DomainError, forbidden, notFound, unprocessable } from '@portal/kit/errors';
import type { SessionType } from '../sessions/proctor-fee.ts';
import { closingMoment, hasBegun } from '../sessions/session-times.ts';
import { isCourseStarted, isExamStarted, type RegistrationStatus } from './registration-state.ts';

/** Keys of the person who cancels; rights of several add up. */
export interface Canceller {
  isStudent: boolean;
  isAdmin: boolean;
  isTechSupport: boolean;
  /** School of a school admin. */
  schoolId: number | null;
}

/** A registration as to who may cancel it. */
export interface Cancellable {
  status: RegistrationStatus;
  batchId: number | null;
  arrivedBack: string | null;
  onlineExamStarted: Date | null;
  assignmentsStarted: Date | null;
  /** A file is on its way to the vendor, or may be there. Looked up where it is decided; what is only shown goes without. */
  isHandingIn?: boolean;
  onlineProgramStarted: Date | null;
  isOldSystem: boolean;
  chargeSchool: boolean;
  isFreeSchoolRegistration: boolean;
  adminCancelSessionReasonCode: string | null;
  /** Start of the session that was left by the last staff cancel. */
  leftSessionStartsAt: Date | null;
  sessionType: SessionType | null;
  sessionId: number | null;
  sessionStartsAt: Date | null;
  sessionClosingDate: string | null;
  sessionClosingTime: string | null;
  sessionSchoolId: number | null;
}

/** 1 no show, 2 student request, 3 admin error, 4 emergency; 6 only for a school exam. */
const REASONS = [1, 2, 3, 4];
const SCHOOL_EXAM = 6;

export const reasonRequired = () => unprocessable('reason_required', 'Please select a cancelling reason');

/** Why this person cannot cancel this exam, or null. The table of registration states 1.3; staff must also say why.. */
export function cancelRefusal(registration: Cancellable, by: Canceller, reason: number | undefined, now: Date): DomainError | null {
  const never = stateRefusal(registration);
  if (never) return never;
  const refused = keysOf(by).map((mayCancel) => mayCancel(registration, by, now));
  if (refused.length === 0 || !refused.includes(null)) return refused.find((refusal) => refusal !== null) ?? officeOnly();
  const isReason = REASONS.includes(reason ?? 0) || (reason === SCHOOL_EXAM && registration.sessionType === '22');
  return by.isStudent || isReason ? null : reasonRequired();
}

/** What nobody can cancel. */
function stateRefusal(registration: Cancellable): DomainError | null {
  if (registration.status === 'cancelled') return conflict('already_cancelled', 'This exam is already cancelled.');
  if (isExamStarted(registration) || registration.assignmentsStarted !== null || registration.isHandingIn) {
    return conflict('exam_started', 'This exam has been started and cannot be cancelled.');
  }
  if (isCourseStarted(registration)) return conflict('course_started', 'A course that has been started cannot be cancelled.');
  return null;
}

type KeyRule = (registration: Cancellable, by: Canceller, now: Date) => DomainError | null;

function keysOf({ isStudent, isAdmin, isTechSupport, schoolId }: Canceller): KeyRule[] {
  return [
    ...(isTechSupport ? [() => null] : []),
    ...(isAdmin ? [asAdmin] : []),
    ...(schoolId === null ? [] : [asSchool]),
    ...(isStudent ? [asStudent] : []),
  ];
}

const asAdmin: KeyRule = (registration, _by, now) => cpRefusal(registration, now) ?? chargedRefusal(registration);

const asSchool: KeyRule = (registration, by, now) => {
  const { sessionType, sessionSchoolId, sessionClosingDate, sessionClosingTime } = registration;
  if (sessionType !== '22' || sessionSchoolId !== by.schoolId)
    return notFound('registration_not_found', 'This registration was not found.');
  const charged = chargedRefusal(registration);
  if (charged) return charged;
  const closing = closingMoment({ closingDate: sessionClosingDate, closingTime: sessionClosingTime });
  return closing !== null && closing <= now ? conflict('session_closed', 'The session is closed.') : null;
};

const asStudent: KeyRule = (registration, _by, now) => {
  const { sessionId, sessionType, sessionStartsAt, isOldSystem } = registration;
  const isOfficeOnly = isOldSystem || (sessionId !== null && (sessionType === '22' || sessionType === '23'));
  const isTooLate = sessionId !== null && sessionType === '21' && hasBegun(sessionStartsAt, now);
  return isOfficeOnly || isTooLate ? officeOnly() : cpRefusal(registration, now);
};

const officeOnly = () => forbidden('office_only', 'Please call the office to cancel this exam.');

/** Code CP: once the day of the session that was left is over, only tech support cancels. R-215. */
function cpRefusal({ adminCancelSessionReasonCode, leftSessionStartsAt, sessionId }: Cancellable, now: Date): DomainError | null {
  const isOver = leftSessionStartsAt !== null && dayInNewYork(leftSessionStartsAt) < dayInNewYork(now);
  return adminCancelSessionReasonCode === 'CP' && sessionId === null && isOver
    ? forbidden('cp_session_over', 'The session of this exam is over. Only tech support can cancel it.')
    : null;
}

/** Exams that a school's balance paid, but for free ones. R-225. */
function chargedRefusal({ sessionType, chargeSchool, isFreeSchoolRegistration }: Cancellable): DomainError | null {
  return sessionType === '22' && chargeSchool && !isFreeSchoolRegistration
    ? forbidden('charged_school', 'Exams of this school can be cancelled only by tech support.')
    : null;
}
