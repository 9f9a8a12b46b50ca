import type { Sql } from '@portal/kit/database/database';
import type { DomainError } from '@portal/kit/errors';
import { type Booking, bookingRefusal } from '../booking/booking-rules.ts';
import { readBooking } from '../booking/schedule-session.ts';
import { registrationOf } from '../registrations/reading/action-facts.ts';
import { registrationNotFound } from '../registrations/state/registration-rules.ts';
import { noRoomForAccommodation } from '../sessions/session-rules.ts';
import type { WaitingEntry } from '../waiting-list/waiting-entry.ts';

/**
 * Why a session could not be booked but for its seats and the fees, or null. Lines are of seats:
 * who needs a special place is offered no other, and the office books her. R-533
 */
export const sittingRefusal = (booking: Booking, now: Date): DomainError | null =>
  (booking.session.needsSpecial ? noRoomForAccommodation() : null) ??
  bookingRefusal({ ...booking, feesDue: 0, session: { ...booking.session, seatsLeft: null } }, now);

/** The same of somebody in line. Throws ProjectionMissing. */
export async function mayNotSit(
  sql: Sql,
  { registrationId, sessionId, byStaff }: WaitingEntry,
  now: Date,
): Promise<DomainError | null> {
  const row = await registrationOf(sql, registrationId);
  if (row === undefined) return registrationNotFound();
  const { booking } = await readBooking(sql, row, sessionId, { byStaff, now });
  return sittingRefusal(booking, now);
}
