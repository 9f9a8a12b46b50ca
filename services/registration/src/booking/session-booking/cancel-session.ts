import { isStaff, studentInView } from '@portal/kit/auth/actor';
import { dayInNewYork } from '@portal/kit/clock';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { SessionCancelled } from '@portal/proto/registration/v1/events';
import { freePlace } from '../../capacity/seats/seats.ts';
import { noShowRefusal } from '../../records/attendance/attendance-rules.ts';
import { readAttendance } from '../../records/attendance/kept-attendance.ts';
import {
  type LeaveReason,
  type PaymentChange,
  paymentsAfterLeaving,
} from '../../records/fees/proctor-fee.ts';
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
  placeOf,
  type RegistrationRow,
} from '../../records/registrations/state/registration-row.ts';
import { registrationNotFound } from '../../records/registrations/state/registration-rules.ts';
import { readSession } from '../../records/sessions/read-session.ts';
import { type Session, type SessionRow, sessionView } from '../../records/sessions/session-row.ts';
import { releaseBooking } from '../online/proctoring/release-booking.ts';
import { leavingRefusal } from './booking-rules.ts';

export interface CancelSession {
  registrationId: number;
  reason: number | undefined;
}
export interface ReleasedSession {
  registration: Registration;
  session: Session;
}

/** Admin error: the fee stays with the student, however near the session is. */
export const OFFICE_ERROR = 3;
/** Letters of the staff's reasons. R-214. */
const codes: Record<number, string> = { 1: 'NS', 2: 'ST', 3: 'ER', 4: 'EM' };

async function work(
  tx: Tx,
  { registrationId, reason }: CancelSession,
  { actor, now }: Call,
): Promise<ReleasedSession> {
  const byStaff = isStaff(actor);
  const row = await lockRegistration(tx, registrationId, studentInView(actor));
  if (row.status === 'cancelled') throw registrationNotFound();
  const refusal =
    leavingRefusal(row, byStaff, reason, now) ??
    (byStaff
      ? noShowRefusal(reason, await readAttendance(tx, row.sessionId, row.studentId))
      : null);
  if (refusal) throw refusal;
  return releaseSession(tx, row, byStaff ? (reason as number) : null);
}

/** How the office takes a student out of a session. */
export interface OfficeLeaving {
  /** Fields that the email adds to those of a plain cancellation. */
  emailFields?: Partial<SessionCancelled>;
  /** Changes of the proctor payments; default: as if the student left. */
  payments?: PaymentChange[];
}

/**
 * Frees the place of a locked registration that is scheduled; `staffReason`: of the office (1
 * to 4), null for the student.
 */
export async function releaseSession(
  tx: Tx,
  row: RegistrationRow,
  staffReason: number | null,
  { emailFields = {}, payments: chosen }: OfficeLeaving = {},
): Promise<ReleasedSession> {
  const { now } = tx;
  const { studentId } = row;
  const sessionId = row.sessionId as number;
  const byStaff =
    staffReason === null ? null : { date: dayInNewYork(now), code: codes[staffReason] as string };
  const left = allowed(changeRegistration(row, { type: 'session_left', byStaff }, now));
  const { status = row.status } = left;
  await updateRegistration(tx, row, left);
  // a student keeps the fee of a called-off session even if they leave it first
  const calledOff = row.isSessionCalledOff;
  const why = calledOff ? OFFICE_ERROR : ((staffReason ?? 'student') as LeaveReason);
  const payments =
    chosen ??
    paymentsAfterLeaving(row.proctorPayments, leavingTime(row, now), why, now, placeOf(row));
  await noteChange(tx, row, { status, sessionId: null, payments, reason: staffReason });
  await releaseBooking(tx, row);
  tx.emit(SessionCancelled, {
    registrationId: row.id,
    studentId,
    sessionId,
    calendarSequence: row.calendarSequence + 1,
    calledOff,
    togetherWith: [],
    proctorFeeRefundedCents: 0,
    proctorFeeKept: payments.some(({ state }) => state === 'held'),
    ...emailFields,
  });
  tx.audit({
    op: 'update',
    table: 'registration',
    id: row.id,
    studentId,
    change: {
      status: [row.status, status],
      session: [sessionId, null],
      ...(staffReason === null ? {} : { reason: staffReason }),
    },
  });
  const registration = (await reloadView(tx, row)) as Registration;
  const session = (await readSession(tx, sessionId, { studentId, now })) as SessionRow;
  const freed = await freePlace(tx, row);
  return { registration, session: sessionView({ ...session, ...freed }, now) };
}

/**
 * Leaves the session; the exam and its credits stay (C-S48, T-12, T-13). Throws
 * registration_not_found, no_session, exam_started, office_only, reason_required or was_present
 * (R-521).
 */
export const cancelSession = command('cancelSession', work);
