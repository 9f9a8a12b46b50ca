import type { Sql } from '@portal/kit/database/database';
import type { DomainError } from '@portal/kit/errors';
import { type Booking, bookingRefusal } from '../../booking/session-booking/booking-rules.ts';
import { readBooking } from '../../booking/session-booking/schedule-session.ts';
import type { WaitingEntry } from '../../capacity/waiting-list/waiting-entry.ts';
import { NO_FEES } from '../../records/fees/proctor-fee.ts';
import { registrationOf } from '../../records/registrations/reading/action-facts.ts';
import { registrationNotFound } from '../../records/registrations/state/registration-rules.ts';

/** Returns why a session cannot be booked, ignoring its places and the fees, or null. R-533 */
export const sittingRefusal = (booking: Booking, now: Date): DomainError | null =>
  bookingRefusal(
    { ...booking, feesDue: NO_FEES, session: { ...booking.session, seatsLeft: null } },
    now,
  );

export interface Sitting {
  /** Why the student may not sit there now, or null. R-533 */
  refusal: DomainError | null;
  /** The student is offered a special place and no other. R-540 */
  needsSpecial: boolean;
}

/** Whether a student in line may sit there now, and the kind of place. Throws ProjectionMissing. */
export async function readSitting(
  sql: Sql,
  { registrationId, sessionId, byStaff, needsSpecial }: WaitingEntry,
  now: Date,
): Promise<Sitting> {
  const row = await registrationOf(sql, registrationId);
  if (row === undefined) return { refusal: registrationNotFound(), needsSpecial };
  const { booking } = await readBooking(sql, row, sessionId, { byStaff, now });
  return {
    refusal: sittingRefusal(booking, now),
    needsSpecial: booking.session.needsSpecial,
  };
}
