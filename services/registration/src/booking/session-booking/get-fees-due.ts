import { can } from '@portal/access/can';
import { isStaff } from '@portal/kit/auth/actor';
import type { Call } from '@portal/kit/commands/command';
import { readPrograms } from '../../projections/read-projections.ts';
import { withProjections } from '../../projections/with-projections.ts';
import { additionalFeeOwed } from '../../records/fees/additional-fee.ts';
import {
  type FeePlace,
  hasProctorFee,
  NO_FEES,
  proctorFee,
  proctorFeeIfMoved,
} from '../../records/fees/proctor-fee.ts';
import { findRegistration } from '../../records/registrations/reading/find-registration.ts';
import {
  additionalFeeOf,
  leavingTime,
  placeOf,
  type RegistrationRow,
  sittingOf,
} from '../../records/registrations/state/registration-row.ts';
import { registrationClosed } from '../../records/registrations/state/registration-rules.ts';
import { isOpen } from '../../records/registrations/state/registration-state.ts';
import { bookingRefusal } from './booking-rules.ts';
import { readBooking } from './schedule-session.ts';

export interface GetFeesDue {
  studentId: number;
  registrationId: number;
  examId: number;
  /** The session the student is about to book. */
  sessionId?: number | undefined;
}
/** All in cents. */
export interface FeesDue {
  proctorFeeCents: number;
  proctorFeeIfMovedCents: number;
  additionalFeeCents: number;
}

/**
 * Returns the place of the session to be booked, for its fee. Refuses as booking does, except for
 * due fees and a barred student: no student pays for a place that they cannot book, or keeps it
 * from others while paying.
 */
async function placeWanted(call: Call, row: RegistrationRow, sessionId: number): Promise<FeePlace> {
  const { db, actor, now } = call;
  const byStaff = isStaff(actor);
  if (!byStaff) await readPrograms(db, actor, row.studentId, now);
  return withProjections(call, async () => {
    const { booking, target, schoolCharges } = await readBooking(db, row, sessionId, {
      byStaff,
      now,
      mayGoWithoutRoom: can(actor, 'room_rule.override'),
    });
    const refusal = bookingRefusal(
      { ...booking, student: { ...booking.student, bookingBarredUntil: null }, feesDue: NO_FEES },
      now,
    );
    if (refusal) throw refusal;
    return { type: target.sessionType, schoolCharges };
  });
}

/**
 * Returns the fees of a registration that are due now, for payments before it charges. Throws
 * registration_not_found, registration_closed, or as booking does (session_not_found, session_full,
 * session_called_off, session_closed, session_booked_up, call_office and their kin) when a session
 * is named.
 */
export async function getFeesDue(call: Call, request: GetFeesDue): Promise<FeesDue> {
  const { db, now } = call;
  const row = await findRegistration(db, request);
  if (!isOpen(row.status)) throw registrationClosed();
  const isBooked = request.sessionId === undefined || request.sessionId === row.sessionId;
  const place = isBooked ? placeOf(row) : await placeWanted(call, row, request.sessionId as number);
  return {
    proctorFeeCents: proctorFee(sittingOf(row), place),
    proctorFeeIfMovedCents:
      row.sessionId !== null && hasProctorFee(place)
        ? proctorFeeIfMoved(sittingOf(row), leavingTime(row, now), now)
        : 0,
    additionalFeeCents: additionalFeeOwed(additionalFeeOf(row)),
  };
}
