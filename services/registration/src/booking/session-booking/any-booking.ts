import type { DomainError } from '@portal/kit/errors';
import { additionalFeeOwed } from '../../records/fees/additional-fee.ts';
import { type FeePlace, type FeesToPay, proctorFeeToBook } from '../../records/fees/proctor-fee.ts';
import { courseDeadline } from '../../records/registrations/state/course-time.ts';
import {
  additionalFeeOf,
  leavingTime,
  type RegistrationRow,
  sittingOf,
} from '../../records/registrations/state/registration-row.ts';
import { SESSION_MINUTES } from '../../records/sessions/session-times.ts';
import {
  type Booking,
  bookingRefusal,
  leavingUntil,
  type RequestedSession,
} from './booking-rules.ts';

/** Returns the fields of a booking that depend on the registration alone. */
export const ownPartOfBooking = (
  row: RegistrationRow,
): Pick<Booking, 'registration' | 'exam' | 'courseDeadline'> => ({
  registration: row,
  exam: {
    durationMinutes: row.durationMinutes ?? 0,
    onlineOnly: row.onlineOnly === true,
    hasProgram: row.programContentCode !== null,
  },
  courseDeadline: courseDeadline(row),
});

/** Returns the fees due before a session at this place is booked, perhaps leaving another one. */
export function feesToBook(row: RegistrationRow, place: FeePlace, now: Date): FeesToPay {
  const leaves = row.sessionId === null ? null : { startsAt: leavingTime(row, now) };
  return {
    proctorFeeCents: proctorFeeToBook(sittingOf(row), place, leaves, now),
    additionalFeeCents: additionalFeeOwed(additionalFeeOf(row)),
  };
}

/** A session at a location, for the proctor fee. */
export const AT_LOCATION: FeePlace = { type: '21', schoolCharges: false };

/** Until when any session can be booked: the course's time, and that of a session that is left. */
export function bookingUntil(row: RegistrationRow, byStaff: boolean): Date | null {
  const ends = [courseDeadline(row), row.sessionId === null ? null : leavingUntil(row, byStaff)];
  const [first = null] = ends.filter((end) => end !== null).sort((a, b) => +a - +b);
  return first;
}

/**
 * Returns why no session at all could be booked, or null: the result of the rules for a session at
 * an open location that has room and begins at once.
 */
export function anyBookingRefusal(
  row: RegistrationRow,
  byStaff: boolean,
  now: Date,
): DomainError | null {
  const session: RequestedSession = {
    id: 0,
    type: '21',
    gender: '3',
    schoolId: null,
    seatsLeft: null,
    hasASeat: false,
    needsSpecial: false,
    minutesLeft: Math.max(SESSION_MINUTES, row.durationMinutes ?? 0),
    minutesUntilClosing: Math.max(SESSION_MINUTES, row.durationMinutes ?? 0),
    branch: { adminOnly: false, byAppointment: false, programIds: [] },
    startsAt: new Date(now.getTime() + 1),
    closedByStaff: false,
    closingDate: null,
    closingTime: null,
    calledOffAt: null,
    isOffered: false,
  };
  return bookingRefusal(
    {
      ...ownPartOfBooking(row),
      byStaff,
      mayGoWithoutRoom: false,
      student: {
        gender: row.studentGender ?? '',
        bookingBarredUntil: row.bookingBarredUntil,
        schoolId: null,
        programIds: [],
      },
      session,
      overlaps: false,
      feesDue: feesToBook(row, AT_LOCATION, now),
    },
    now,
  );
}
