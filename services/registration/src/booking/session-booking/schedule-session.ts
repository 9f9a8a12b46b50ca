import { can } from '@portal/access/can';
import { isStaff, studentInView } from '@portal/kit/auth/actor';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import type { Sql } from '@portal/kit/database/database';
import { SessionBooked } from '@portal/proto/registration/v1/events';
import { againIfRoomTaken } from '../../capacity/seats/rooms/room-taken.ts';
import { fitRoomTimes } from '../../capacity/seats/rooms/room-times.ts';
import { movePlace } from '../../capacity/seats/seats.ts';
import { keepStudent } from '../../projections/keep-student.ts';
import { readPrograms } from '../../projections/read-projections.ts';
import { ProjectionMissing, withProjections } from '../../projections/with-projections.ts';
import { paymentsAfterBooking } from '../../records/fees/proctor-fee.ts';
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
  leavingTime,
  type RegistrationRow,
} from '../../records/registrations/state/registration-row.ts';
import { registrationNotFound } from '../../records/registrations/state/registration-rules.ts';
import {
  readSession,
  readStudentFacts,
  type StudentFacts,
} from '../../records/sessions/read-session.ts';
import { isLongerFor, needsSpecial, placesFor } from '../../records/sessions/seen-places.ts';
import { type Session, type SessionRow, sessionView } from '../../records/sessions/session-row.ts';
import {
  countsPlaces,
  sessionNotFound,
  sessionTooShort,
} from '../../records/sessions/session-rules.ts';
import { overlaps, SESSION_MINUTES } from '../../records/sessions/session-times.ts';
import { releaseBooking } from '../online/proctoring/release-booking.ts';
import { feesToBook, ownPartOfBooking } from './any-booking.ts';
import { type Booking, bookingRefusal, goesWithoutRoom, type WalkIn } from './booking-rules.ts';

export interface ScheduleSession {
  registrationId: number;
  sessionId: number;
}
export interface Scheduled {
  registration: Registration;
  session: Session;
}

/** Returns the session's place for the proctor fee: for its own sessions a school decides. */
const placeOf = (row: SessionRow, schoolCharges: boolean) => ({
  type: row.sessionType,
  schoolCharges,
});

/** The caller who reads a booking, and the time. */
interface BookingReader {
  byStaff: boolean;
  /** Absent: not without the special place that is needed. R-546 */
  mayGoWithoutRoom?: boolean;
  now: Date;
}

function bookingOf(
  row: RegistrationRow,
  target: SessionRow,
  facts: StudentFacts,
  schoolCharges: boolean,
  { byStaff, mayGoWithoutRoom = false, now }: BookingReader,
): Booking {
  const start = target.startsAt;
  return {
    ...ownPartOfBooking(row),
    byStaff,
    mayGoWithoutRoom,
    student: facts,
    session: {
      ...target,
      ...placesFor(target),
      type: target.sessionType,
      branch: facts.branch,
      isOffered: target.offerId !== null,
    },
    overlaps: start !== null && facts.otherStarts.some((other) => overlaps(new Date(other), start)),
    feesDue: feesToBook(row, placeOf(target, schoolCharges), now),
  };
}

/**
 * Reads the facts of booking a session for a registration. Throws session_not_found and
 * ProjectionMissing.
 */
export async function readBooking(
  sql: Sql,
  row: RegistrationRow,
  sessionId: number,
  reader: BookingReader,
): Promise<{ booking: Booking; target: SessionRow; schoolCharges: boolean }> {
  const { id: registrationId, studentId, examId } = row;
  const target = await readSession(sql, sessionId, { studentId, now: reader.now });
  if (target === undefined) throw sessionNotFound();
  const facts = await readStudentFacts(sql, {
    studentId,
    registrationId,
    sessionId,
    locationId: target.locationId,
  });
  if (facts === undefined || row.durationMinutes === null)
    throw new ProjectionMissing({ studentId, examId });
  const schoolCharges = target.sessionType === '22' && facts.schoolCharges;
  return {
    booking: bookingOf(row, target, facts, schoolCharges, reader),
    target,
    schoolCharges,
  };
}

/** A bar stops new bookings, not one in progress: money is taken and a seat is held. R-554 */
const unbarred = (booking: Booking): Booking => ({
  ...booking,
  student: { ...booking.student, bookingBarredUntil: null },
});

/** How a booking differs from a plain one. */
export interface BookingManner {
  /** The place is held and paid for: a bar imposed since then does not stop the booking. R-554 */
  isUnderWay?: boolean;
  /** Staff put the student in the line: sessions that only the office books are allowed. R-530 */
  asStaff?: boolean;
  /** A walk-in, with its own times and room rules. R-523 */
  walkIn?: WalkIn;
}

/**
 * Books as the last step of the caller's transaction. Refuses as scheduleSession does; refuses a
 * walk-in with walk_in_closed.
 */
export async function schedule(
  tx: Tx,
  { registrationId, sessionId }: ScheduleSession,
  { actor, now }: Pick<Call, 'actor' | 'now'>,
  { isUnderWay = false, asStaff = false, walkIn }: BookingManner = {},
): Promise<Scheduled> {
  const studentId = studentInView(actor);
  const [row] = await Promise.all([
    lockRegistration(tx, registrationId, studentId),
    keepStudent(tx, studentId),
  ]);
  if (row.status === 'cancelled') throw registrationNotFound();
  const byStaff = asStaff || isStaff(actor);
  const {
    booking: plain,
    target,
    schoolCharges,
  } = await readBooking(tx, row, sessionId, {
    byStaff,
    now,
    // depends on the caller who books, even if another user added the student to the line
    mayGoWithoutRoom: can(actor, 'room_rule.override'),
  });
  const booking: Booking = { ...(isUnderWay ? unbarred(plain) : plain), walkIn };
  const refusal = bookingRefusal(booking, now);
  if (refusal) throw refusal;

  const leaves = row.sessionId === null ? null : { startsAt: leavingTime(row, now) };
  const minutes = countsPlaces(target.sessionType) ? booking.exam.durationMinutes : 0;
  const { sessionType, locationId: branchId } = target;
  const booked = { type: 'session_booked', sessionId, sessionType, branchId, minutes } as const;
  const payments = paymentsAfterBooking(
    row.proctorPayments,
    { ...placeOf(target, schoolCharges), sessionId },
    leaves,
    now,
  );
  tx.emit(SessionBooked, {
    registrationId: row.id,
    studentId,
    sessionId,
    previousSessionId: row.sessionId ?? undefined,
    calendarSequence: row.calendarSequence + 1,
    togetherWith: [],
  });
  tx.audit({
    op: 'update',
    table: 'registration',
    id: row.id,
    studentId,
    change: { status: [row.status, 'scheduled'], session: [row.sessionId, sessionId] },
  });
  const destination = {
    id: sessionId,
    type: target.sessionType,
    limitTo1Test: target.limitTo1Test,
    version: target.version,
    offerId: target.offerId,
  };
  // sent together; the place itself is taken after all of them have answered
  const [, , , registration, left] = await Promise.all([
    updateRegistration(tx, row, allowed(changeRegistration(row, booked, now))),
    noteChange(tx, row, { status: 'scheduled', sessionId, payments, reason: null }),
    releaseBooking(tx, row),
    reloadView(tx, row) as Promise<Registration>,
    movePlace(tx, row, destination, {
      minutes,
      byStaff: byStaff || target.offerId !== null,
      needsSpecial: needsSpecial(target),
      requiresSpecialSeat: !goesWithoutRoom(booking),
    }),
  ]);
  if (booking.session.type === '21' && isLongerFor(target) && !(await fitRoomTimes(tx, sessionId)))
    throw sessionTooShort();
  const minutesLeft = target.limitTo1Test ? 0 : (target.minutesLeft ?? SESSION_MINUTES) - minutes;
  return {
    registration,
    session: sessionView(
      { ...target, ...left, isHoldSpecial: null, hasASeat: true, minutesLeft },
      now,
    ),
  };
}

const scheduleCommand = command('scheduleSession', (tx: Tx, input: ScheduleSession, call) =>
  schedule(tx, input, call),
);
const finishCommand = command('scheduleSession', (tx: Tx, input: ScheduleSession, call) =>
  schedule(tx, input, call, { isUnderWay: true }),
);

/**
 * Books a place in a session and frees the one held before, in one transaction (C-S47, T-10, T-11).
 * Throws registration_not_found, session_not_found, registration_denied, call_office,
 * online_only, exam_started, course_not_completed, office_only, same_session, session_called_off,
 * session_closed, course_time_over, session_booked_up, session_too_short, session_full,
 * no_room_for_accommodation, time_overlap or fees_due (expected: cents in all, proctorFee: cents of
 * it)..
 */
export const scheduleSession = (call: Call, input: ScheduleSession): Promise<Scheduled> =>
  withFacts(call, () => againIfRoomTaken(() => scheduleCommand(call, input)));

/** Books a place that is held and paid for: a bar imposed since then does not stop the booking. */
export const bookHeldPlace = (call: Call, input: ScheduleSession): Promise<Scheduled> =>
  withFacts(call, () => againIfRoomTaken(() => finishCommand(call, input)));

/** Runs `work` after reading the student's programmes from seminary if they are not known yet. */
export async function withFacts<T>(call: Call, work: () => Promise<T>): Promise<T> {
  if (!isStaff(call.actor))
    await readPrograms(call.db, call.actor, studentInView(call.actor), call.now);
  return withProjections(call, work);
}
