import { lineEndsAt } from '../../capacity/waiting-list/join-rules.ts';
import { lastMoment } from '../../capacity/waiting-list/offer-end.ts';
import type { WaitingView } from '../../capacity/waiting-list/waiting-view.ts';
import type { Session } from '../../records/sessions/session-row.ts';

/** A session's waiting list as one student sees it. */
export interface SessionLine {
  /** It is full for the student, and its list is open to them. */
  canJoin: boolean;
  /** The student's best place in line, from 1. */
  position: number | undefined;
  /** Of an offer that is open. */
  offerUntil: Date | undefined;
}

/** The reader of a session's line. */
export interface LineReader {
  /** Men are added by staff only. */
  isMan: boolean;
  byStaff: boolean;
  hasWaitingLists: boolean;
}

/**
 * Whether a session is full for a student who can join its line, with any exam.
 */
function isJoinable(session: Session, reader: LineReader, now: Date): boolean {
  const { sessionType, seatsLeft, hasPlaces, hasASeat, startsAt, closed, closingDate } = session;
  // one with a closing moment says itself when that has passed
  const endsAt = (start: Date): Date =>
    closingDate === undefined ? lineEndsAt({ startsAt: start, closesAt: null }) : lastMoment(start);
  const isOpen = !closed && startsAt !== undefined && now < endsAt(startsAt);
  const isFull = seatsLeft === 0 && hasPlaces && !hasASeat;
  const mayJoin = reader.hasWaitingLists && (reader.byStaff || !reader.isMan);
  return sessionType === '21' && isFull && isOpen && mayJoin;
}

/** `own`: the student's open entries, in all sessions. */
export function sessionLine(
  session: Session,
  own: readonly WaitingView[],
  reader: LineReader,
  now: Date,
): SessionLine {
  const here = own.filter(({ sessionId }) => sessionId === session.id);
  const positions = here.flatMap(({ position }) => position ?? []);
  const offer = here.find(({ state }) => state === 'offered');
  return {
    canJoin: isJoinable(session, reader, now),
    position: positions.length > 0 ? Math.min(...positions) : undefined,
    offerUntil: offer?.offerUntil ?? undefined,
  };
}
