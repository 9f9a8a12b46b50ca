import { may, studentInView } from '@portal/kit/actor';
import { dayInNewYork } from '@portal/kit/clock';
import { type Call, command, type Tx } from '@portal/kit/command';
import { ChangedToOnline } from '@portal/proto/registration/v1/events';
import { giveUpBooking } from '../online/give-up-booking.ts';
import { asChanged, noteChange, openForChange } from '../registrations/change-registration.ts';
import { stateWithoutSession } from '../registrations/registration-state.ts';
import type { Registration } from '../registrations/registration-view.ts';
import { toOnlineRefusal } from './online-rules.ts';
import { paymentsAfterLeaving } from './proctor-fee.ts';
import { freePlace } from './seats.ts';
import { leaveForOnline } from './store.ts';

export interface ChangeToOnline {
  registrationId: number;
  reason: number | undefined;
}
export interface ChangedOnline {
  registration: Registration;
  /** The session left. */
  sessionId: number;
}

async function work(tx: Tx, { registrationId, reason }: ChangeToOnline, { actor, now }: Call): Promise<ChangedOnline> {
  const row = await openForChange(tx, registrationId, studentInView(actor));
  const refusal = toOnlineRefusal(row, { reason, isTechSupport: may(actor, ['tech_support']) }, now);
  if (refusal) throw refusal;

  const { id, studentId, calendarSequence } = row;
  const sessionId = row.sessionId as number;
  const status = stateWithoutSession(row);
  await leaveForOnline(tx, { id, status, date: dayInNewYork(now) });
  const payments = paymentsAfterLeaving(row.proctorPayments, row.sessionStartsAt, 5, now);
  await noteChange(tx, row, { status, sessionId: null, payments, reason: 5 });
  await giveUpBooking(tx, row);
  tx.emit(ChangedToOnline, { registrationId: id, studentId, sessionId, calendarSequence: calendarSequence + 1 });
  tx.audit({
    op: 'update',
    table: 'registration',
    id,
    studentId,
    change: { status: [row.status, status], session: [sessionId, null], sessionType: [row.sessionType, '99'], reason: 5 },
  });
  const registration = (await asChanged(tx, row)) as Registration;
  await freePlace(tx, row);
  return { registration, sessionId };
}

/**
 * Takes a registration out of its school or shipped session, to be sat online; a paid proctor fee is held (C-S52, T-21). Refuses with
 * registration_not_found, reason_required, exam_started, not_a_school_session, paper_only or session_over.
 */
export const changeToOnline = command('changeToOnline', work);
