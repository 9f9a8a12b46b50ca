import type { DomainError } from '@portal/kit/errors';
import { domainError } from '../../../errors.ts';
import type { SessionType } from '../../fees/proctor-fee.ts';
import type { Change } from './registration-change.ts';
import {
  alreadyRegistered,
  registrationNotFinished,
  registrationNotFound,
} from './registration-rules.ts';
import {
  type ExamProgress,
  isCourseStarted,
  isExamStarted,
  type RegistrationStatus,
  stateWithoutSession,
} from './registration-state.ts';

/**
 * The events of a registration; its online sitting and its result have machines of their own
 * (sitting-machine.ts, result-machine.ts). T-01 to T-14, T-21, T-30, T-31, T-60 to T-62.
 */
export type RegistrationEvent =
  /** Credits or an approval have paid for it; one that waits in a school's session is booked. */
  | { type: 'activated' }
  /** The registration failed. */
  | { type: 'dropped' }
  | ({ type: 'session_booked' } & BookedSession)
  /** Given up by the student, by staff, or with the whole session. */
  | { type: 'session_left'; byStaff: { date: string; code: string } | null }
  /** The office moved the session, perhaps to another branch, with this registration in it. */
  | { type: 'session_moved'; branchId: number | null }
  | { type: 'changed_to_online'; date: string }
  | { type: 'changed_to_course'; examId: number; additionalChargeCents: number }
  | { type: 'program_started' }
  | { type: 'program_completed' }
  | { type: 'cancelled'; reason: number | null };

export interface BookedSession {
  sessionId: number;
  sessionType: SessionType;
  branchId: number | null;
  /** The exam's minutes out of the session's 210. */
  minutes: number;
}

interface CourseProgress {
  status: RegistrationStatus;
  onlineProgramStarted: Date | null;
  onlineProgramCompleted: Date | null;
  programContentCode: string | null;
}
interface Booked {
  sessionId: number | null;
  sessionType: SessionType | null;
}
interface HandIns {
  assignmentsStarted: Date | null;
  /** A file is on its way to the vendor, or may be there; read by the command that decides. */
  hasPendingSubmission?: boolean;
}

/** The fields of a registration that its events read. */
export interface RegistrationFacts extends ExamProgress, CourseProgress, Booked, HandIns {
  calendarSequence: number;
  onlineAccess: boolean;
  proctorReserved: boolean;
  proctorUuid: string | null;
}

const examStarted = () => domainError('exam_started', 'This exam has been started.');
const isHidden = (status: RegistrationStatus) => status === 'pending' || status === 'dropped';
const isGone = (status: RegistrationStatus) => isHidden(status) || status === 'cancelled';
/** Too late for the session to be changed here. */
const isUnderWay = (row: ExamProgress) => isExamStarted(row) || row.status === 'online_access';

/** Why an event is refused by the state of a registration, or null. */
export const stateRefusals = {
  activated: ({ status }: Pick<ExamProgress, 'status'>) =>
    status === 'pending' ? null : registrationNotFinished(),

  dropped: ({ status }: Pick<ExamProgress, 'status'>) =>
    isHidden(status) ? null : alreadyRegistered(),

  session_booked(row: ExamProgress & CourseProgress): DomainError | null {
    if (isGone(row.status)) return registrationNotFound();
    if (isUnderWay(row)) return examStarted();
    const hasCourse = isCourseStarted(row) || row.programContentCode !== null;
    return hasCourse && row.onlineProgramCompleted === null
      ? domainError(
          'course_not_completed',
          'The course must be completed before the exam is scheduled.',
        )
      : null;
  },

  session_left(row: ExamProgress & Pick<Booked, 'sessionId'>): DomainError | null {
    if (isUnderWay(row)) return examStarted();
    return row.status === 'scheduled' && row.sessionId !== null ? null : domainError('no_session');
  },

  session_moved: (row: ExamProgress & Pick<Booked, 'sessionId'>): DomainError | null =>
    stateRefusals.session_left(row),

  changed_to_online(row: ExamProgress & Booked): DomainError | null {
    if (isGone(row.status)) return registrationNotFound();
    if (isUnderWay(row)) return examStarted();
    const isElsewhere = row.sessionType === '22' || row.sessionType === '23';
    return row.status === 'scheduled' && row.sessionId !== null && isElsewhere
      ? null
      : domainError('not_a_school_session');
  },

  changed_to_course(
    row: ExamProgress & CourseProgress & HandIns & { onlineAccess: boolean },
  ): DomainError | null {
    if (isGone(row.status) || row.status === 'taken' || row.status === 'graded')
      return registrationNotFound();
    const isStarted =
      isExamStarted(row) ||
      isCourseStarted(row) ||
      row.assignmentsStarted !== null ||
      row.hasPendingSubmission === true ||
      row.onlineAccess;
    return isStarted || (row.status !== 'registered' && row.status !== 'scheduled')
      ? domainError('already_started')
      : null;
  },

  program_started: (row: CourseProgress) =>
    row.status === 'registered' &&
    row.onlineProgramStarted === null &&
    row.programContentCode !== null
      ? null
      : domainError('no_course'),

  program_completed: ({ status }: Pick<CourseProgress, 'status'>) =>
    status === 'course_started' ? null : domainError('no_course'),

  cancelled(
    row: ExamProgress &
      Omit<CourseProgress, 'programContentCode' | 'onlineProgramCompleted'> &
      HandIns,
  ): DomainError | null {
    if (isHidden(row.status)) return registrationNotFound();
    if (row.status === 'cancelled') return domainError('already_cancelled');
    if (isExamStarted(row) || row.assignmentsStarted !== null || row.hasPendingSubmission === true)
      return domainError('exam_started', 'This exam has been started and cannot be cancelled.');
    return isCourseStarted(row) ? domainError('course_started') : null;
  },
};

/** The next states of a hidden registration, for statements that do not read it first. */
export const AFTER_PENDING = {
  activated: 'registered',
  activatedInSession: 'scheduled',
  dropped: 'dropped',
  /** T-07 */
  redeemed: 'graded',
} as const;

type ProctorBooking = Pick<RegistrationFacts, 'proctorReserved' | 'proctorUuid'>;

/** No session, and no booking at the proctoring service; most have none that could be cleared. */
const withoutSession = ({ proctorReserved, proctorUuid }: ProctorBooking) => ({
  sessionId: null,
  sessionType: null,
  branchId: null,
  sessionMinutes: 0,
  ...(proctorReserved && { proctorReserved: false }),
  ...(proctorUuid !== null && { proctorUuid: null }),
});

/**
 * Applies one event to a registration: returns the changes, or why it is refused. The caller has
 * checked the actor and the due fees; a refused event changes nothing.
 */
export function changeRegistration(
  row: RegistrationFacts,
  event: RegistrationEvent,
  now: Date,
): Change | DomainError {
  const refusal = stateRefusals[event.type](row);
  if (refusal) return refusal;
  const { sessionId, calendarSequence } = row;
  const rebooked = { calendarSequence: calendarSequence + 1 };
  const left = { calendarSequence: calendarSequence + Number(sessionId !== null) };
  switch (event.type) {
    case 'activated':
      return sessionId === null
        ? { status: AFTER_PENDING.activated }
        : { status: AFTER_PENDING.activatedInSession, ...rebooked };
    case 'dropped':
      return { status: AFTER_PENDING.dropped, sessionId: null, sessionType: null };
    case 'session_booked':
      // a booking clears the traces of a cancellation by staff or a proctor booking
      return {
        ...withoutSession(row),
        ...rebooked,
        status: 'scheduled',
        sessionId: event.sessionId,
        sessionType: event.sessionType,
        branchId: event.branchId,
        sessionMinutes: event.minutes,
        movedSessionId: null,
        adminCancelSessionId: null,
        adminCancelSessionDate: null,
        adminCancelSessionReasonCode: null,
      };
    case 'session_left':
      return {
        ...withoutSession(row),
        ...rebooked,
        status: stateWithoutSession(row),
        ...(event.byStaff && {
          adminCancelSessionId: sessionId,
          adminCancelSessionDate: event.byStaff.date,
          adminCancelSessionReasonCode: event.byStaff.code,
        }),
      };
    case 'session_moved':
      return { ...rebooked, branchId: event.branchId, movedSessionId: sessionId };
    case 'changed_to_online':
      return {
        ...withoutSession(row),
        ...rebooked,
        status: stateWithoutSession(row),
        sessionType: '99',
        adminCancelSessionId: sessionId,
        adminCancelSessionDate: event.date,
        adminCancelSessionReasonCode: 'CP',
      };
    case 'changed_to_course':
      return {
        ...withoutSession(row),
        ...left,
        status: 'registered',
        examId: event.examId,
        examToCourse: true,
        additionalChargeCents: event.additionalChargeCents,
      };
    case 'program_started':
      return { status: 'course_started', onlineProgramStarted: now };
    case 'program_completed':
      return { status: 'course_completed', onlineProgramCompleted: now };
    case 'cancelled':
      return {
        ...withoutSession(row),
        ...left,
        status: 'cancelled',
        cancelledAt: now,
        cancelReason: event.reason,
        ...(row.onlineAccess && { onlineAccess: false }),
      };
  }
}
