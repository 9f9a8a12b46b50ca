import { type DomainError, forbidden } from '@portal/kit/errors';
import { noRoomForAccommodation } from '../../records/sessions/session-rules.ts';
import { lastMoment } from './offer-end.ts';
import { waitingErrors } from './waiting-errors.ts';

const PER_REGISTRATION = 3;
const PER_STUDENT = 10;
/** Without a closing moment the list closes so many hours before the start. */
const CLOSING_HOURS = 4;

/** The facts about session and student that joining depends on. */
export interface JoinFacts {
  sessionType: string;
  /** Null: no limit, so that no student has to wait. */
  seats: number | null;
  startsAt: Date;
  /** When bookings of students end; null: at the start. */
  closesAt: Date | null;
  isClosedByStaff: boolean;
  isCalledOff: boolean;
  /** Setting of the office. */
  hasWaitingLists: boolean;
  /** A place that this student could book now: a seat, or a special one where that is needed. */
  hasFreePlace: boolean;
  /**
   * The session has places of the kind that the student takes, so that one can be freed.
   */
  hasSuchPlaces: boolean;
  /** Of the registration, of the student, and of this registration in this session. */
  openOfRegistration: number;
  openOfStudent: number;
  isWaitingHere: boolean;
  /** Men are added by staff only. */
  isMan: boolean;
  byStaff: boolean;
  /** Why booking would be refused, ignoring seats and fees, or null. */
  bookingRefusal: DomainError | null;
}

/** When the waiting list of a session closes by its closing moment. R-528. */
const listClosesAt = ({ startsAt, closesAt }: Pick<JoinFacts, 'startsAt' | 'closesAt'>) =>
  closesAt ?? new Date(startsAt.getTime() - CLOSING_HOURS * 3_600_000);

/**
 * Returns when a line ends, and no student can join it any more: as its list closes, and no later
 * than the last moment in which a place is offered..
 */
export function lineEndsAt(session: Pick<JoinFacts, 'startsAt' | 'closesAt'>): Date {
  const [closes, last] = [listClosesAt(session), lastMoment(session.startsAt)];
  return closes < last ? closes : last;
}

/** Why a registration cannot join the waiting list of a session, or null.. */
export function joinRefusal(facts: JoinFacts, now: Date): DomainError | null {
  if (facts.sessionType !== '21' || facts.seats === null || !facts.hasWaitingLists)
    return waitingErrors.noList();
  if (facts.isCalledOff || facts.isClosedByStaff || now >= lineEndsAt(facts))
    return waitingErrors.closed();
  if (facts.isMan && !facts.byStaff)
    return forbidden('call_office', 'Please call the office to book this session.');
  if (facts.isWaitingHere) return waitingErrors.alreadyWaiting();
  if (facts.bookingRefusal) return facts.bookingRefusal;
  // there is nothing to wait for: the office has to find a room
  if (!facts.hasSuchPlaces) return noRoomForAccommodation();
  if (facts.hasFreePlace) return waitingErrors.hasPlaces();
  const isTooMany =
    facts.openOfRegistration >= PER_REGISTRATION || facts.openOfStudent >= PER_STUDENT;
  return isTooMany ? waitingErrors.tooMany() : null;
}
