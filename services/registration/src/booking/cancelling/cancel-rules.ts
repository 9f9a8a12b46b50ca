import { can } from '@portal/access/can';
import type { Actor } from '@portal/kit/auth/actor';
import { dayInNewYork, dayPlus, instantInNewYork } from '@portal/kit/clock';
import type { DomainError } from '@portal/kit/errors';
import { domainError } from '../../errors.ts';
import type { SessionType } from '../../records/fees/proctor-fee.ts';
import { stateRefusals } from '../../records/registrations/state/registration-machine.ts';
import type { RegistrationStatus } from '../../records/registrations/state/registration-state.ts';
import { closingMoment, hasBegun } from '../../records/sessions/session-times.ts';

/** The combined cancelling permissions of all the actor's roles. */
export interface CancellingActor {
  isStudent: boolean;
  isAdmin: boolean;
  isTechSupport: boolean;
  /** School of a school admin. */
  schoolId: number | null;
}

/** Returns which registrations the actor may cancel. */
export function cancellingActorOf(actor: Actor): CancellingActor {
  return {
    isStudent: actor.kind === 'student',
    isAdmin: can(actor, 'registration.override'),
    isTechSupport: can(actor, 'prepaid_registration.cancel'),
    schoolId: can(actor, 'school_exam.cancel') ? (actor.schoolId ?? null) : null,
  };
}

/** The facts of a registration that decide who may cancel it. */
export interface Cancellable {
  status: RegistrationStatus;
  batchId: number | null;
  arrivedBack: string | null;
  onlineExamStarted: Date | null;
  assignmentsStarted: Date | null;
  /**
   * A file is on its way to the vendor, or may be there. The cancel command reads it; views that
   * only show the action omit it.
   */
  hasPendingSubmission?: boolean;
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

export const reasonRequired = () => domainError('reason_required');

/**
 * Why this person cannot cancel this exam, or null. The table of registration states 1.3; staff
 * must also say why..
 */
export function cancelRefusal(
  registration: Cancellable,
  by: CancellingActor,
  reason: number | undefined,
  now: Date,
): DomainError | null {
  const never = stateRefusals.cancelled(registration);
  if (never) return never;
  const refused = permissionsOf(by).map(({ refuses }) => refuses(registration, by, now));
  if (refused.length === 0 || !refused.includes(null))
    return refused.find((refusal) => refusal !== null) ?? officeOnly();
  const isReason =
    REASONS.includes(reason ?? 0) || (reason === SCHOOL_EXAM && registration.sessionType === '22');
  return by.isStudent || isReason ? null : reasonRequired();
}

interface Permission {
  refuses: (registration: Cancellable, by: CancellingActor, now: Date) => DomainError | null;
  /** Until when it holds; null: as long as nothing is begun. */
  until: (registration: Cancellable) => Date | null;
}

/**
 * Returns until when the caller can cancel an exam that they can cancel now; null: until it is
 * begun.
 */
export function cancelUntil(
  registration: Cancellable,
  by: CancellingActor,
  now: Date,
): Date | null {
  const ends = permissionsOf(by)
    .filter(({ refuses }) => refuses(registration, by, now) === null)
    .map(({ until }) => until(registration));
  const known = ends.filter((end) => end !== null);
  return known.length === 0 || known.length < ends.length
    ? null
    : new Date(Math.max(...known.map((end) => end.getTime())));
}

function permissionsOf({
  isStudent,
  isAdmin,
  isTechSupport,
  schoolId,
}: CancellingActor): Permission[] {
  return [
    ...(isTechSupport ? [asTechSupport] : []),
    ...(isAdmin ? [asAdmin] : []),
    ...(schoolId === null ? [] : [asSchool]),
    ...(isStudent ? [asStudent] : []),
  ];
}

const asTechSupport: Permission = { refuses: () => null, until: () => null };

const asAdmin: Permission = {
  refuses: (registration, _by, now) => cpRefusal(registration, now) ?? chargedRefusal(registration),
  until: (registration) => cpEnd(registration),
};

const closingOf = ({ sessionClosingDate, sessionClosingTime }: Cancellable): Date | null =>
  closingMoment({ closingDate: sessionClosingDate, closingTime: sessionClosingTime });

const asSchool: Permission = {
  refuses(registration, by, now) {
    const { sessionType, sessionSchoolId } = registration;
    if (sessionType !== '22' || sessionSchoolId !== by.schoolId)
      return domainError('registration_not_found');
    const charged = chargedRefusal(registration);
    if (charged) return charged;
    const closing = closingOf(registration);
    return closing !== null && closing <= now
      ? domainError('session_closed', 'The session is closed.')
      : null;
  },
  until: closingOf,
};

const isAtLocation = ({ sessionId, sessionType }: Cancellable): boolean =>
  sessionId !== null && sessionType === '21';

const asStudent: Permission = {
  refuses(registration, _by, now) {
    const { sessionId, sessionType, sessionStartsAt, isOldSystem } = registration;
    const isOfficeOnly =
      isOldSystem || (sessionId !== null && (sessionType === '22' || sessionType === '23'));
    const isTooLate = isAtLocation(registration) && hasBegun(sessionStartsAt, now);
    return isOfficeOnly || isTooLate ? officeOnly() : cpRefusal(registration, now);
  },
  until: (registration) =>
    isAtLocation(registration) ? registration.sessionStartsAt : cpEnd(registration),
};

const officeOnly = () => domainError('office_only', 'Please call the office to cancel this exam.');

/**
 * Code CP: once the day of the left session is over, only tech support cancels. Returns the end of
 * that day; null: does not apply to this registration. R-215.
 */
function cpEnd({
  adminCancelSessionReasonCode,
  leftSessionStartsAt,
  sessionId,
}: Cancellable): Date | null {
  if (adminCancelSessionReasonCode !== 'CP' || sessionId !== null || leftSessionStartsAt === null)
    return null;
  return instantInNewYork(dayPlus(dayInNewYork(leftSessionStartsAt), { days: 1 }), '00:00');
}

function cpRefusal(registration: Cancellable, now: Date): DomainError | null {
  const end = cpEnd(registration);
  return end !== null && end <= now ? domainError('cp_session_over') : null;
}

/** Refuses exams that a school's balance paid, except free ones. R-225. */
function chargedRefusal({
  sessionType,
  chargeSchool,
  isFreeSchoolRegistration,
}: Cancellable): DomainError | null {
  return sessionType === '22' && chargeSchool && !isFreeSchoolRegistration
    ? domainError('charged_school')
    : null;
}
