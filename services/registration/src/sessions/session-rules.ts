import { conflict, type DomainError, forbidden, notFound, unprocessable } from '@portal/kit/errors';
import { registrationDenied } from '../registrations/registration-rules.ts';
import { isCourseStarted, isExamStarted, type RegistrationStatus } from '../registrations/registration-state.ts';
import type { SessionType } from './proctor-fee.ts';
import { type Closing, hasBegun, isClosed } from './session-times.ts';

/** A session that somebody wants to book, as one student sees it. */
export interface Wanted extends Closing {
  id: number;
  type: SessionType;
  gender: '1' | '2' | '3';
  schoolId: number | null;
  seatsLeft: number | null;
  hasASeat: boolean;
  minutesLeft: number;
  /** The branch of a session at a location; null when it is not known or no longer active. */
  branch: { adminOnly: boolean; byAppointment: boolean; programIds: number[] } | null;
}

/** A registration as to its session. */
export interface Bookable {
  status: RegistrationStatus;
  batchId: number | null;
  arrivedBack: string | null;
  onlineExamStarted: Date | null;
  onlineProgramStarted: Date | null;
  onlineProgramCompleted: Date | null;
  isOldSystem: boolean;
  sessionId: number | null;
  sessionType: SessionType | null;
  sessionStartsAt: Date | null;
}

export interface Booking {
  byStaff: boolean;
  student: { gender: string; isDenied: boolean; schoolId: number | null; programIds: number[] };
  registration: Bookable;
  exam: { durationMinutes: number; onlineOnly: boolean; hasProgram: boolean };
  /** Until when a course must be done; null: no limit. */
  courseDeadline: Date | null;
  session: Wanted;
  /** Another exam of the student is sat elsewhere at that time. */
  overlaps: boolean;
  /** Cents that must be paid first: proctor fee for this step, and the additional fee. */
  feesDue: number;
}

export const sessionNotFound = () => notFound('session_not_found', 'This session was not found.');
const callOffice = () => forbidden('call_office', 'Please call the office to book this session.');
const officeOnly = () => forbidden('office_only', 'Please call the office to change this session.');
const examStarted = () => conflict('exam_started', 'This exam has been started.');
export const sessionFull = () => conflict('session_full', 'Session full', { seatsLeft: 0 });

type Rule = (booking: Booking, now: Date) => DomainError | null;

/** Men, and sessions or branches that are not for this student: only the office books them.. */
const place: Rule = ({ byStaff, student, registration, session }) => {
  if (session.type === '99') return sessionNotFound();
  if (session.type === '22' && session.schoolId !== student.schoolId) return sessionNotFound();
  if (byStaff) return null;
  if (session.type === '23') return sessionNotFound();
  const { branch } = session;
  const isOpenToHer =
    branch !== null &&
    !branch.adminOnly &&
    !branch.byAppointment &&
    (branch.programIds.length === 0 || branch.programIds.some((id) => student.programIds.includes(id)));
  const fits = student.gender !== '1' && (session.gender === '3' || session.gender === student.gender);
  return session.type === '22' || registration.isOldSystem || !isOpenToHer || !fits ? callOffice() : null;
};

/** T-10 and T-11 start from registered, course completed and scheduled only.. */
const state: Rule = ({ registration, exam }) => {
  if (isExamStarted(registration) || registration.status === 'online_access') return examStarted();
  const isUnderWay = isCourseStarted(registration) || exam.hasProgram;
  return isUnderWay && registration.onlineProgramCompleted === null
    ? conflict('course_not_completed', 'The course must be completed before the exam is scheduled.')
    : null;
};

/** What a student cannot leave without the office.. */
const leaving: Rule = ({ byStaff, registration }, now) =>
  !byStaff && registration.sessionId !== null ? leaveRefusal(registration, now) : null;

function leaveRefusal({ sessionType, sessionStartsAt, isOldSystem }: Bookable, now: Date): DomainError | null {
  return isOldSystem || sessionType === '22' || sessionType === '23' || hasBegun(sessionStartsAt, now) ? officeOnly() : null;
}

/** Staff book a closed session, but nobody one that has begun.. */
const closing: Rule = ({ byStaff, session }, now) => {
  const isOver = byStaff ? hasBegun(session.startsAt, now) : isClosed(session, now);
  return isOver ? conflict('session_closed', 'Registration closed') : null;
};

const deadline: Rule = ({ courseDeadline, session }) =>
  courseDeadline !== null && session.startsAt !== null && session.startsAt > courseDeadline
    ? conflict('course_time_over', 'The exam had to be taken within 6 months of the start of the course.')
    : null;

/** School sessions count neither minutes nor seats.. */
const room: Rule = ({ session, exam }) => {
  if (!countsPlaces(session.type)) return null;
  if (session.minutesLeft < exam.durationMinutes) return conflict('session_booked_up', 'Session booked up');
  return session.seatsLeft === 0 && !session.hasASeat ? sessionFull() : null;
};

const rules: Rule[] = [
  ({ student }) => (student.isDenied ? registrationDenied() : null),
  place,
  ({ exam }) => (exam.onlineOnly ? conflict('online_only', 'This exam can be taken only online.') : null),
  state,
  leaving,
  ({ registration, session }) => (registration.sessionId === session.id ? conflict('same_session', 'Original Session') : null),
  closing,
  deadline,
  room,
  ({ overlaps }) => (overlaps ? conflict('time_overlap', 'You have another exam at that time in another place.') : null),
  ({ feesDue }) => (feesDue > 0 ? conflict('fees_due', 'Please pay the fees first.', { expected: feesDue }) : null),
];

/** Whether sessions of this kind count seats and minutes. */
export const countsPlaces = (type: SessionType): boolean => type === '21' || type === '23';

/** Why a session cannot be booked, or null: who may, then the exam's state, then the session's, money last (C-S47). */
export function bookingRefusal(booking: Booking, now: Date): DomainError | null {
  for (const rule of rules) {
    const refusal = rule(booking, now);
    if (refusal) return refusal;
  }
  return null;
}

/** Why a session cannot be given up, or null; staff must say why with 1 to 4 (C-S48, T-12, T-13). */
export function leavingRefusal(registration: Bookable, byStaff: boolean, reason: number | undefined, now: Date): DomainError | null {
  if (isExamStarted(registration) || registration.status === 'online_access') return examStarted();
  if (registration.status !== 'scheduled' || registration.sessionId === null) {
    return conflict('no_session', 'No session is booked for this exam.');
  }
  if (!byStaff) return leaveRefusal(registration, now);
  return [1, 2, 3, 4].includes(reason ?? 0) ? null : unprocessable('reason_required', 'Please select a cancelling reason');
}
