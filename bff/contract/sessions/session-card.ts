import type { Exam } from '../exams/exam.ts';
import type { Session } from './sessions.ts';

/** Minutes that a session gives each student, and so lasts. R-164. */
export const SESSION_MINUTES = 210;

export type SessionCardKind =
  | 'original'
  | 'closed'
  | 'booked_up'
  | 'full'
  | 'few_left'
  | 'available';
export interface SessionCard {
  kind: SessionCardKind;
  text: string;
  /** Whether the card can be chosen. */
  open: boolean;
}

const cards: Record<SessionCardKind, SessionCard> = {
  original: { kind: 'original', text: 'Original Session', open: false },
  closed: { kind: 'closed', text: 'Registration closed', open: false },
  booked_up: { kind: 'booked_up', text: 'Session booked up', open: false },
  full: { kind: 'full', text: 'Session full', open: false },
  few_left: { kind: 'few_left', text: 'Available session with 1 or 2 slots left', open: true },
  available: { kind: 'available', text: 'Available session', open: true },
};

type Place = Pick<
  Session,
  'testSessionId' | 'closed' | 'durationLeft' | 'remainingSeats' | 'hasASeat'
>;

function kindOf(
  session: Place,
  exam: Pick<Exam, 'testSessionId' | 'examDuration'>,
): SessionCardKind {
  if (session.testSessionId === exam.testSessionId) return 'original';
  if (session.closed) return 'closed';
  if (session.durationLeft < exam.examDuration) return 'booked_up';
  if (session.remainingSeats === 0 && !session.hasASeat) return 'full';
  return session.remainingSeats === 1 || session.remainingSeats === 2 ? 'few_left' : 'available';
}

/**
 * The card of a session in the picker, for the exam that wants a place in it., in
 * this order.
 */
export const sessionCard = (
  session: Place,
  exam: Pick<Exam, 'testSessionId' | 'examDuration'>,
): SessionCard => cards[kindOf(session, exam)];
