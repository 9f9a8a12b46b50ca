import { isStaff } from '@portal/kit/actor';
import type { Call } from '@portal/kit/command';
import { conflict } from '@portal/kit/errors';
import { readPrograms } from '../copies/read-copies.ts';
import { withCopies } from '../copies/with-copies.ts';
import { asksProctorFee, type FeePlace, proctorFee, proctorFeeIfMoved } from '../sessions/proctor-fee.ts';
import { readBooking } from '../sessions/schedule-session.ts';
import { bookingRefusal } from '../sessions/session-rules.ts';
import { additionalFeeOwed } from './additional-fee.ts';
import { additionalFeeOf, placeOf, type RegistrationRow, sittingOf } from './registration-row.ts';
import { registrationNotFound } from './registration-rules.ts';
import { isOpen } from './registration-state.ts';
import { readRegistration } from './store.ts';

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

export const registrationClosed = () => conflict('registration_closed', 'This exam is cancelled or taken already.');

/**
 * The session to be booked, as to its fee. Refuses as booking it would, but for the fees themselves and for who is barred: nobody pays for a place
 * that cannot be hers, or keeps it from others meanwhile.
 */
async function placeWanted(call: Call, row: RegistrationRow, sessionId: number): Promise<FeePlace> {
  const { db, actor, now } = call;
  const byStaff = isStaff(actor);
  if (!byStaff) await readPrograms(db, actor, row.studentId, now);
  return withCopies(call, async () => {
    const { booking, target, schoolCharges } = await readBooking(db, row, sessionId, { byStaff, now });
    const refusal = bookingRefusal({ ...booking, student: { ...booking.student, isDenied: false }, feesDue: 0 }, now);
    if (refusal) throw refusal;
    return { type: target.sessionType, schoolCharges };
  });
}

/**
 * What the fees of a registration are now, for payments before it charges. Refuses with registration_not_found, registration_closed, or as booking
 * does (session_not_found, session_full, session_closed, session_booked_up, call_office and their kin) when a session is named.
 */
export async function getFeesDue(call: Call, asked: GetFeesDue): Promise<FeesDue> {
  const { db, now } = call;
  const row = await readRegistration(db, asked.registrationId);
  if (row === undefined || row.studentId !== asked.studentId || row.examId !== asked.examId) throw registrationNotFound();
  if (!isOpen(row.status)) throw registrationClosed();
  const isBooked = asked.sessionId === undefined || asked.sessionId === row.sessionId;
  const place = isBooked ? placeOf(row) : await placeWanted(call, row, asked.sessionId as number);
  return {
    proctorFeeCents: proctorFee(sittingOf(row), place),
    proctorFeeIfMovedCents:
      row.sessionId !== null && asksProctorFee(place) ? proctorFeeIfMoved(sittingOf(row), row.sessionStartsAt, now) : 0,
    additionalFeeCents: additionalFeeOwed(additionalFeeOf(row)),
  };
}
