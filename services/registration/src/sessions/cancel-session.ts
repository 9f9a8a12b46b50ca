import { isStaff, studentInView } from '@portal/kit/actor';
import { dayInNewYork } from '@portal/kit/clock';
import { type Call, command, type Tx } from '@portal/kit/command';
import { SessionCancelled } from '@portal/proto/registration/v1/events';
import { giveUpBooking } from '../online/give-up-booking.ts';
import { asChanged, noteChange, openForChange } from '../registrations/change-registration.ts';
import { placeOf, type RegistrationRow } from '../registrations/registration-row.ts';
import { registrationNotFound } from '../registrations/registration-rules.ts';
import { stateWithoutSession } from '../registrations/registration-state.ts';
import type { Registration } from '../registrations/registration-view.ts';
import { type LeaveReason, paymentsAfterLeaving } from './proctor-fee.ts';
import { freePlace } from './seats.ts';
import { type Session, type SessionRow, sessionView } from './session-row.ts';
import { leavingRefusal } from './session-rules.ts';
import { readSession, unassignSession } from './store.ts';

export interface CancelSession {
  registrationId: number;
  reason: number | undefined;
}
export interface SessionGivenUp {
  registration: Registration;
  session: Session;
}

/** Letters of the staff's reasons. R-214. */
const codes: Record<number, string> = { 1: 'NS', 2: 'ST', 3: 'ER', 4: 'EM' };

async function work(tx: Tx, { registrationId, reason }: CancelSession, { actor, now }: Call): Promise<SessionGivenUp> {
  const byStaff = isStaff(actor);
  const row = await openForChange(tx, registrationId, studentInView(actor));
  if (row.status === 'cancelled') throw registrationNotFound();
  const refusal = leavingRefusal(row, byStaff, reason, now);
  if (refusal) throw refusal;
  return giveUpSession(tx, row, byStaff ? (reason as number) : null);
}

/** Frees the place of a locked registration that is scheduled; `said` is the reason of the office (1 to 4), null for the student. */
export async function giveUpSession(tx: Tx, row: RegistrationRow, said: number | null): Promise<SessionGivenUp> {
  const { now } = tx;
  const { studentId } = row;
  const sessionId = row.sessionId as number;
  const status = stateWithoutSession(row);
  await unassignSession(tx, {
    id: row.id,
    status,
    byStaff: said === null ? null : { date: dayInNewYork(now), code: codes[said] as string },
  });
  const payments = paymentsAfterLeaving(row.proctorPayments, row.sessionStartsAt, (said ?? 'student') as LeaveReason, now, placeOf(row));
  await noteChange(tx, row, { status, sessionId: null, payments, reason: said });
  await giveUpBooking(tx, row);
  tx.emit(SessionCancelled, { registrationId: row.id, studentId, sessionId, calendarSequence: row.calendarSequence + 1 });
  tx.audit({
    op: 'update',
    table: 'registration',
    id: row.id,
    studentId,
    change: { status: [row.status, status], session: [sessionId, null], ...(said === null ? {} : { reason: said }) },
  });
  const registration = (await asChanged(tx, row)) as Registration;
  const left = (await readSession(tx, sessionId, studentId)) as SessionRow;
  const freed = await freePlace(tx, row);
  return { registration, session: sessionView({ ...left, ...freed }, now) };
}

/**
 * Gives the session up, the exam and its credits stay (C-S48, T-12, T-13). Refuses with registration_not_found, no_session, exam_started,
 * office_only or reason_required.
 */
export const cancelSession = command('cancelSession', work);
