import type { Call } from '@portal/kit/commands/command';
import { type SessionProblem, sessionProblem } from './session-problem.ts';
import { type GrantedBooking, listGrantedBookings } from './store.ts';

/** A coming booking that does not fit the accommodations of its student. */
export interface BookingNeedingAttention
  extends Pick<
    GrantedBooking,
    'sessionId' | 'studentId' | 'firstName' | 'lastName' | 'startsAt' | 'locationName'
  > {
  problem: SessionProblem;
  /** Since when the student waits for a special place; null: another thing is missing. */
  since: Date | null;
}

export interface BookingsNeedingAttention {
  count: number;
  /** When the longest-waiting student began to wait for a special place; null: no student waits. */
  oldest: Date | null;
  /** The soonest first, at most `limit`. */
  bookings: BookingNeedingAttention[];
}

/** Coming bookings in sessions at branches that the office has to solve. */
export async function listBookingsNeedingAttention(
  { db, now }: Pick<Call, 'db' | 'now'>,
  limit: number,
): Promise<BookingsNeedingAttention> {
  const all = (await listGrantedBookings(db, now)).flatMap((booking): BookingNeedingAttention[] => {
    const { sessionId, studentId, firstName, lastName, startsAt, locationName } = booking;
    const since = booking.specialWantedAt;
    const problem: SessionProblem | null =
      since === null ? sessionProblem(booking, booking.granted) : { kind: 'no_special_place' };
    if (problem === null) return [];
    return [{ sessionId, studentId, firstName, lastName, startsAt, locationName, problem, since }];
  });
  const [oldest = null] = all
    .flatMap(({ since }) => since ?? [])
    .toSorted((one, other) => +one - +other);
  return { count: all.length, oldest, bookings: all.slice(0, limit) };
}
