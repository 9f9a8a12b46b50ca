import { plusSeconds } from '@portal/kit/clock';
import type { DomainError } from '@portal/kit/errors';
import { domainError, sessionDayError } from '../../errors.ts';
import { type FeesToPay, type SessionType, totalOf } from '../../records/fees/proctor-fee.ts';
import { isBarred } from '../../records/registrations/state/bars.ts';
import { stateRefusals } from '../../records/registrations/state/registration-machine.ts';
import { registrationDenied } from '../../records/registrations/state/registration-rules.ts';
import type { RegistrationStatus } from '../../records/registrations/state/registration-state.ts';
import {
  countsPlaces,
  noRoomForAccommodation,
  sessionCalledOff,
  sessionClosed,
  sessionFull,
  sessionNotFound,
  sessionTooShort,
} from '../../records/sessions/session-rules.ts';
import { type Closing, hasBegun, isClosed } from '../../records/sessions/session-times.ts';

/** A session to be booked, as one student sees it. */
export interface RequestedSession extends Closing {
  id: number;
  type: SessionType;
  gender: '1' | '2' | '3';
  schoolId: number | null;
  /** Places that this student could take: seats, or special ones where that is needed. */
  seatsLeft: number | null;
  needsSpecial: boolean;
  hasASeat: boolean;
  /** Of the session, and those that closing time leaves to the student. */
  minutesLeft: number;
  minutesUntilClosing: number;
  /** The branch of a session at a location; null when it is not known or no longer active. */
  branch: { adminOnly: boolean; byAppointment: boolean; programIds: number[] } | null;
  /** Null: not called off. */
  calledOffAt: Date | null;
  /** A seat is held for the student by an open offer of the waiting list. */
  isOffered: boolean;
}

/** The fields of a registration that booking rules read. */
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

/** A booking at the door, with its own times; only an admin may override its room. R-523 */
export interface WalkIn {
  overrideRoom: boolean;
}

export interface Booking {
  /** Absent: not a walk-in. */
  walkIn?: WalkIn | undefined;
  byStaff: boolean;
  /** The caller may book without the special place that the student needs: an admin. R-546 */
  mayGoWithoutRoom: boolean;
  student: {
    gender: string;
    bookingBarredUntil: Date | null;
    schoolId: number | null;
    programIds: number[];
  };
  registration: Bookable;
  exam: { durationMinutes: number; onlineOnly: boolean; hasProgram: boolean };
  /** Until when a course must be done; null: no limit. */
  courseDeadline: Date | null;
  session: RequestedSession;
  /** Another exam of the student is sat elsewhere at that time. */
  overlaps: boolean;
  /** The fees due first: proctor fee for this step, and the additional fee. */
  feesDue: FeesToPay;
}

const callOffice = () => domainError('call_office');
const officeOnly = () =>
  domainError('office_only', 'Please call the office to change this session.');

type Rule = (booking: Booking, now: Date) => DomainError | null;

/**
 * Men, and sessions or branches that are not for this student: only the office books them. R-153 to
 *
 */
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
    (branch.programIds.length === 0 ||
      branch.programIds.some((id) => student.programIds.includes(id)));
  const fits =
    student.gender !== '1' && (session.gender === '3' || session.gender === student.gender);
  return session.type === '22' || registration.isOldSystem || !isOpenToHer || !fits
    ? callOffice()
    : null;
};

/** T-10 and T-11 start from registered, course completed and scheduled only.. */
const state: Rule = ({ registration, exam }) =>
  stateRefusals.session_booked({
    ...registration,
    programContentCode: exam.hasProgram ? 'known' : null,
  });

/** Bookings that a student cannot leave without the office.. */
const leaving: Rule = ({ byStaff, registration }, now) =>
  !byStaff && registration.sessionId !== null ? leaveRefusal(registration, now) : null;

function leaveRefusal(
  { sessionType, sessionStartsAt, isOldSystem }: Bookable,
  now: Date,
): DomainError | null {
  return isOldSystem ||
    sessionType === '22' ||
    sessionType === '23' ||
    hasBegun(sessionStartsAt, now)
    ? officeOnly()
    : null;
}

const WALK_IN_SECONDS_BEFORE = 60 * 60;
const WALK_IN_SECONDS_AFTER = 30 * 60;

/** Why no walk-in is taken at a moment, or null. R-523 */
export function walkInRefusal(startsAt: Date | null, now: Date): DomainError | null {
  const isTime =
    startsAt !== null &&
    now >= plusSeconds(startsAt, -WALK_IN_SECONDS_BEFORE) &&
    now <= plusSeconds(startsAt, WALK_IN_SECONDS_AFTER);
  return isTime ? null : sessionDayError('walk_in_closed');
}

/**
 * Staff, and a student with an offer, may book a closed session; only a walk-in may book one that
 * has begun..
 */
const closing: Rule = ({ byStaff, walkIn, session }, now) => {
  if (walkIn) return walkInRefusal(session.startsAt, now);
  const isOver =
    byStaff || session.isOffered ? hasBegun(session.startsAt, now) : isClosed(session, now);
  return isOver ? sessionClosed() : null;
};

/** A called-off session takes no bookings by staff either. T-14. */
const calledOff: Rule = ({ session }) => (session.calledOffAt === null ? null : sessionCalledOff());

const deadline: Rule = ({ courseDeadline, session }) =>
  courseDeadline !== null && session.startsAt !== null && session.startsAt > courseDeadline
    ? domainError(
        'course_time_over',
        'The exam had to be taken within 6 months of the start of the course.',
      )
    : null;

/**
 * Whether the student is booked without the special place that is needed where none is left: by an
 * admin, at the door only where the admin says so.
 */
export const goesWithoutRoom = ({
  walkIn,
  mayGoWithoutRoom,
}: Pick<Booking, 'walkIn' | 'mayGoWithoutRoom'>): boolean =>
  mayGoWithoutRoom && walkIn?.overrideRoom !== false;

/**
 * School sessions count neither minutes nor seats; admins may book a student who needs a special
 * place without one..
 */
const room: Rule = (booking) => {
  const { session, exam } = booking;
  if (!countsPlaces(session.type)) return null;
  if (session.minutesLeft < exam.durationMinutes) return domainError('session_booked_up');
  if (session.minutesUntilClosing < exam.durationMinutes) return sessionTooShort();
  if (session.seatsLeft !== 0 || session.hasASeat) return null;
  if (!session.needsSpecial) return sessionFull();
  return goesWithoutRoom(booking) ? null : noRoomForAccommodation();
};

const rules: Rule[] = [
  ({ student }, now) => (isBarred(student.bookingBarredUntil, now) ? registrationDenied() : null),
  place,
  ({ exam }) => (exam.onlineOnly ? domainError('online_only') : null),
  state,
  leaving,
  ({ registration, session }) =>
    registration.sessionId === session.id ? domainError('same_session') : null,
  calledOff,
  closing,
  deadline,
  room,
  ({ overlaps }) => (overlaps ? domainError('time_overlap') : null),
  ({ feesDue }) =>
    totalOf(feesDue) > 0
      ? domainError('fees_due', {
          expected: totalOf(feesDue),
          proctorFee: feesDue.proctorFeeCents,
        })
      : null,
];

/**
 * Returns why a session cannot be booked, or null. Checks the caller first, then the exam's state,
 * then the session's, and money last (C-S47).
 */
export function bookingRefusal(booking: Booking, now: Date): DomainError | null {
  for (const rule of rules) {
    const refusal = rule(booking, now);
    if (refusal) return refusal;
  }
  return null;
}

/** Returns until when a session can be left, if there is a limit: students, until it begins. */
export const leavingUntil = (
  { sessionStartsAt }: Pick<Bookable, 'sessionStartsAt'>,
  byStaff: boolean,
): Date | null => (byStaff ? null : sessionStartsAt);

/**
 * Why a session cannot be given up, or null; staff must say why with 1 to 4 (C-S48, T-12, T-13).
 */
export function leavingRefusal(
  registration: Bookable,
  byStaff: boolean,
  reason: number | undefined,
  now: Date,
): DomainError | null {
  const refusal = stateRefusals.session_left(registration);
  if (refusal) return refusal;
  if (!byStaff) return leaveRefusal(registration, now);
  return [1, 2, 3, 4].includes(reason ?? 0) ? null : domainError('reason_required');
}
