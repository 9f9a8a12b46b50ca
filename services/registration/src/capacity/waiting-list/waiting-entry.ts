/** States of an entry of a waiting list; all but the first two are its end. */
export const WAITING_STATES = [
  'waiting',
  'offered',
  'accepted',
  'declined',
  'expired',
  'left',
  'removed',
  'ended',
] as const;
export type WaitingState = (typeof WAITING_STATES)[number];

/** Why the service itself ended an entry. */
export type EndedWhy = 'booked' | 'exam_gone' | 'called_off' | 'list_closed';

/** A registration that waits for a place in a session. */
export interface WaitingEntry {
  id: number;
  sessionId: number;
  registrationId: number;
  studentId: number;
  state: WaitingState;
  /** Its number in line, given under the session's lock; only the office changes it. */
  place: number;
  /** Needs a special place, and is offered no other; read again at each offer. */
  needsSpecial: boolean;
  /** Staff put it there: it may be of a student whom only the office books. */
  byStaff: boolean;
  joinedAt: Date;
  offeredAt: Date | null;
  /** The offer is open until then. */
  offerUntil: Date | null;
  /** A charge for the offer was begun then, in time; it keeps the seat longer, once. */
  chargeBegunAt: Date | null;
  /** Why the last offer passed by. */
  skipped: string | null;
  endedAt: Date | null;
  endedWhy: EndedWhy | null;
}

/** Whether it is still in line or has an offer. */
export const isOpenEntry = ({ state }: Pick<WaitingEntry, 'state'>): boolean =>
  state === 'waiting' || state === 'offered';
