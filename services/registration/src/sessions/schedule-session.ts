import { isStaff, studentInView } from '@portal/kit/actor';
import { type Call, command, type Tx } from '@portal/kit/command';
import type { Sql } from '@portal/kit/database';
import { SessionBooked } from '@portal/proto/registration/v1/events';
import { readPrograms } from '../copies/read-copies.ts';
import { CopyMissing, withCopies } from '../copies/with-copies.ts';
import { giveUpBooking } from '../online/give-up-booking.ts';
import { additionalFeeOwed } from '../registrations/additional-fee.ts';
import { asChanged, noteChange, openForChange } from '../registrations/change-registration.ts';
import { courseDeadline } from '../registrations/course-time.ts';
import { additionalFeeOf, type RegistrationRow, sittingOf } from '../registrations/registration-row.ts';
import { registrationNotFound } from '../registrations/registration-rules.ts';
import type { Registration } from '../registrations/registration-view.ts';
import { paymentsAfterBooking, proctorFeeToBook } from './proctor-fee.ts';
import { movePlace } from './seats.ts';
import { type Session, type SessionRow, sessionView } from './session-row.ts';
import { type Booking, bookingRefusal, countsPlaces, sessionNotFound } from './session-rules.ts';
import { overlaps, SESSION_MINUTES } from './session-times.ts';
import { assignSession, readSession, readStudentFacts, type StudentFacts } from './store.ts';

export interface ScheduleSession {
  registrationId: number;
  sessionId: number;
}
export interface Scheduled {
  registration: Registration;
  session: Session;
}

/** What the session asks as to the proctor fee: a school's own choice for its sessions. */
const placeOf = (row: SessionRow, schoolCharges: boolean) => ({ type: row.sessionType, schoolCharges });

function bookingOf(
  row: RegistrationRow,
  target: SessionRow,
  facts: StudentFacts,
  schoolCharges: boolean,
  byStaff: boolean,
  now: Date,
): Booking {
  const leaves = row.sessionId === null ? null : { startsAt: row.sessionStartsAt };
  const proctorFee = proctorFeeToBook(sittingOf(row), placeOf(target, schoolCharges), leaves, now);
  const start = target.startsAt;
  return {
    byStaff,
    student: facts,
    registration: row,
    exam: {
      durationMinutes: row.durationMinutes ?? 0,
      onlineOnly: row.onlineOnly === true,
      hasProgram: row.programContentCode !== null,
    },
    courseDeadline: courseDeadline(row),
    session: {
      ...target,
      type: target.sessionType,
      minutesLeft: target.minutesLeft ?? SESSION_MINUTES,
      branch: facts.branch,
    },
    overlaps: start !== null && facts.otherStarts.some((other) => overlaps(new Date(other), start)),
    feesDue: proctorFee + additionalFeeOwed(additionalFeeOf(row)),
  };
}

/** What booking a session would mean for a registration. Refuses with session_not_found. Throws CopyMissing. */
export async function readBooking(
  sql: Sql,
  row: RegistrationRow,
  sessionId: number,
  { byStaff, now }: { byStaff: boolean; now: Date },
): Promise<{ booking: Booking; target: SessionRow; schoolCharges: boolean }> {
  const { id: registrationId, studentId, examId } = row;
  const target = await readSession(sql, sessionId, studentId);
  if (target === undefined) throw sessionNotFound();
  const facts = await readStudentFacts(sql, { studentId, registrationId, sessionId, locationId: target.locationId });
  if (facts === undefined || row.durationMinutes === null) throw new CopyMissing({ studentId, examId });
  const schoolCharges = target.sessionType === '22' && facts.schoolCharges;
  return { booking: bookingOf(row, target, facts, schoolCharges, byStaff, now), target, schoolCharges };
}

async function schedule(tx: Tx, { registrationId, sessionId }: ScheduleSession, { actor, now }: Call): Promise<Scheduled> {
  const studentId = studentInView(actor);
  const row = await openForChange(tx, registrationId, studentId);
  if (row.status === 'cancelled') throw registrationNotFound();
  const { booking, target, schoolCharges } = await readBooking(tx, row, sessionId, { byStaff: isStaff(actor), now });
  const refusal = bookingRefusal(booking, now);
  if (refusal) throw refusal;

  const leaves = row.sessionId === null ? null : { startsAt: row.sessionStartsAt };
  const minutes = countsPlaces(target.sessionType) ? booking.exam.durationMinutes : 0;
  await assignSession(tx, { id: row.id, sessionId, sessionType: target.sessionType, locationId: target.locationId, minutes });
  const payments = paymentsAfterBooking(row.proctorPayments, { ...placeOf(target, schoolCharges), sessionId }, leaves, now);
  await noteChange(tx, row, { status: 'scheduled', sessionId, payments, reason: null });
  await giveUpBooking(tx, row);
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
  const registration = (await asChanged(tx, row)) as Registration;
  const seatsLeft = await movePlace(tx, row, { id: sessionId, type: target.sessionType, limitTo1Test: target.limitTo1Test }, minutes);
  const minutesLeft = target.limitTo1Test ? 0 : (target.minutesLeft ?? SESSION_MINUTES) - minutes;
  return { registration, session: sessionView({ ...target, seatsLeft: seatsLeft ?? target.seatsLeft, hasASeat: true, minutesLeft }, now) };
}

const scheduleCommand = command('scheduleSession', schedule);

/**
 * Books a place in a session and frees the one held before, in one transaction (C-S47, T-10, T-11). Refuses with registration_not_found,
 * session_not_found, registration_denied, call_office, online_only, exam_started, course_not_completed, office_only, same_session,
 * session_closed, course_time_over, session_booked_up, session_full, time_overlap or fees_due (expected: cents).
 */
export async function scheduleSession(call: Call, input: ScheduleSession): Promise<Scheduled> {
  if (!isStaff(call.actor)) await readPrograms(call.db, call.actor, studentInView(call.actor), call.now);
  return withCopies(call, () => scheduleCommand(call, input));
}
