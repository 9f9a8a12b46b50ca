import { can } from '@portal/access/can';
import { studentInView } from '@portal/kit/auth/actor';
import { dayInNewYork } from '@portal/kit/clock';
import { type Call, command, type Tx } from '@portal/kit/commands/command';
import { ChangedToOnline } from '@portal/proto/registration/v1/events';
import { freePlace } from '../../capacity/seats/seats.ts';
import { paymentsAfterLeaving } from '../../records/fees/proctor-fee.ts';
import {
  lockRegistration,
  noteChange,
  reloadView,
  updateRegistration,
} from '../../records/registrations/changing/change-registration.ts';
import type { Registration } from '../../records/registrations/reading/registration-view.ts';
import { allowed } from '../../records/registrations/state/registration-change.ts';
import { changeRegistration } from '../../records/registrations/state/registration-machine.ts';
import { releaseBooking } from '../online/proctoring/release-booking.ts';
import { toOnlineRefusal } from './to-online-rules.ts';

export interface ChangeToOnline {
  registrationId: number;
  reason: number | undefined;
}
export interface ChangedOnline {
  registration: Registration;
  /** The session left. */
  sessionId: number;
}

async function work(
  tx: Tx,
  { registrationId, reason }: ChangeToOnline,
  { actor, now }: Call,
): Promise<ChangedOnline> {
  const row = await lockRegistration(tx, registrationId, studentInView(actor));
  const refusal = toOnlineRefusal(
    row,
    { reason, isTechSupport: can(actor, 'past_registration.change_to_online') },
    now,
  );
  if (refusal) throw refusal;

  const { id, studentId, calendarSequence } = row;
  const sessionId = row.sessionId as number;
  const left = allowed(
    changeRegistration(row, { type: 'changed_to_online', date: dayInNewYork(now) }, now),
  );
  const { status = row.status } = left;
  await updateRegistration(tx, row, left);
  const payments = paymentsAfterLeaving(row.proctorPayments, row.sessionStartsAt, 5, now);
  await noteChange(tx, row, { status, sessionId: null, payments, reason: 5 });
  await releaseBooking(tx, row);
  tx.emit(ChangedToOnline, {
    registrationId: id,
    studentId,
    sessionId,
    calendarSequence: calendarSequence + 1,
  });
  tx.audit({
    op: 'update',
    table: 'registration',
    id,
    studentId,
    change: {
      status: [row.status, status],
      session: [sessionId, null],
      sessionType: [row.sessionType, '99'],
      reason: 5,
    },
  });
  const registration = (await reloadView(tx, row)) as Registration;
  await freePlace(tx, row);
  return { registration, sessionId };
}

/**
 * Takes a registration out of its school or shipped session, to be sat online; holds a paid proctor
 * fee (C-S52, T-21). Throws registration_not_found, reason_required, exam_started,
 * not_a_school_session, paper_only or session_over.
 */
export const changeToOnline = command('changeToOnline', work);
