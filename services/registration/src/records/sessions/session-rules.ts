import type { DomainError } from '@portal/kit/errors';
import { domainError } from '../../errors.ts';
import type { SessionType } from '../fees/proctor-fee.ts';

export const sessionNotFound = () => domainError('session_not_found');
export const sessionCalledOff = () => domainError('session_called_off');
export const sessionClosed = () => domainError('session_closed', 'Registration closed');
/** No special place is left for a student who needs one. R-546 */
export const noRoomForAccommodation = () => domainError('no_room_for_accommodation');
/** The student's end is after the branch closes, or after the next session begins. R-545 */
export const sessionTooShort = () => domainError('session_too_short');
export const sessionFull = () => domainError('session_full', { seatsLeft: 0 });

/** Whether sessions of this kind count seats and minutes. */
export const countsPlaces = (type: SessionType): boolean => type === '21' || type === '23';

/** The state of a session set by staff. */
export interface SessionState {
  /** Null: it is on. */
  calledOffAt: Date | null;
  deletedAt: Date | null;
  /** Only staff see it, and it takes no bookings. R-510. */
  draft: boolean;
  closedByStaff: boolean;
}

/**
 * Returns why no place can be taken in a session, or null. Checked again where the place is taken;
 * rules that depend only on the clock are checked before.
 */
export function takingRefusal(
  state: SessionState | undefined,
  byStaff: boolean,
): DomainError | null {
  if (state === undefined || state.deletedAt !== null || state.draft) return sessionNotFound();
  if (state.calledOffAt !== null) return sessionCalledOff();
  return state.closedByStaff && !byStaff ? sessionClosed() : null;
}
