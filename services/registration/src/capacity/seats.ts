import type { Tx } from '@portal/kit/commands/command';
import { SeatFreed } from '@portal/proto/registration/v1/events';
import type { SessionType } from '../fees/proctor-fee.ts';
import { countsPlaces, sessionFull, takingRefusal } from '../sessions/session-rules.ts';
import { dropOverdueHolds, useHold } from './hold-store.ts';
import {
  addSeats,
  emptyPlace,
  fillPlace,
  keepState,
  moveSeat,
  readState,
  type SeatMove,
} from './store.ts';

/** A registration and the place that it has in a session. */
export interface SeatAssignment {
  id: number;
  studentId: number;
  sessionId: number | null;
  sessionType: SessionType | null;
  sessionMinutes: number;
}

/** The session that a registration goes to. */
export interface Destination {
  id: number;
  type: SessionType;
  limitTo1Test: boolean;
}

/**
 * Tells that seats of a session come free with this transaction: the one place that does, whoever
 * frees them. Said before the session's row is touched, so that it is written with what else waits.
 */
export function noteFreed(tx: Tx, sessionId: number, seats: number): void {
  if (seats > 0) tx.emit(SeatFreed, { sessionId, seats });
}

/** What a registration leaves: its minutes at once, and whether a counted seat comes free. */
async function leave(
  tx: Tx,
  { studentId, sessionId, sessionType, sessionMinutes: minutes }: SeatAssignment,
): Promise<{ freesSeat: boolean; minutesLeft: number | null }> {
  if (sessionId === null || sessionType === null || !countsPlaces(sessionType))
    return { freesSeat: false, minutesLeft: null };
  const place = await emptyPlace(tx, { sessionId, studentId, minutes });
  const freesSeat = place.minutesLeft === null && place.hasLimit;
  // nobody is to be offered a seat in a session that is called off
  if (freesSeat && !place.isCalledOff) noteFreed(tx, sessionId, 1);
  return { freesSeat, minutesLeft: place.minutesLeft };
}

/**
 * Gives a registration's place back. The last thing of its transaction: writes what waits, then
 * touches the session's row. Answers what of the left session has changed for the student.
 */
export async function freePlace(
  tx: Tx,
  assignment: SeatAssignment,
): Promise<{ hasASeat: boolean; minutesLeft: number | null; seatsLeft?: number | null }> {
  const { freesSeat, minutesLeft } = await leave(tx, assignment);
  await tx.flush();
  const seat = freesSeat
    ? { seatsLeft: await addSeats(tx, assignment.sessionId as number, 1) }
    : {};
  return { hasASeat: minutesLeft !== null, minutesLeft, ...seat };
}

/**
 * Takes a place in `to` and gives back the one held before, seats and minutes. The last thing of
 * its transaction: writes what waits, then takes the seat by one conditional statement. Refuses
 * with session_full, or as keepOpen does, asked where the seat is taken. Answers the seats then
 * left; null: no limit.
 */
export async function movePlace(
  tx: Tx,
  assignment: SeatAssignment,
  to: Destination,
  { minutes, byStaff }: { minutes: number; byStaff: boolean },
): Promise<number | null> {
  const { id: registrationId, studentId } = assignment;
  const { freesSeat } = await leave(tx, assignment);
  const [isNew, wasHeld] = await Promise.all([
    countsPlaces(to.type) &&
      fillPlace(tx, { sessionId: to.id, studentId, minutes, isWhole: to.limitTo1Test }),
    // the seat that was held for the student is theirs now, another one is free for others
    useHold(tx, { sessionId: to.id, studentId, registrationId }, tx.now),
    tx.flush(),
  ]);
  if (!isNew && !freesSeat) {
    await keepOpen(tx, to.id, byStaff);
    return null;
  }
  return takeOrRefuse(tx, {
    to: to.id,
    takes: Number(isNew && !wasHeld),
    from: freesSeat ? assignment.sessionId : null,
    frees: Number(freesSeat),
    byStaff,
  });
}

/**
 * Takes a seat for a hold. The last thing of its transaction. Refuses with session_full, or as
 * keepOpen does.
 */
export async function takeSeat(tx: Tx, sessionId: number, byStaff: boolean): Promise<void> {
  await tx.flush();
  await takeOrRefuse(tx, { to: sessionId, takes: 1, from: null, frees: 0, byStaff });
}

/**
 * Keeps a session open to bookings until the transaction ends, where a place is taken without a
 * counted seat. Refuses with session_not_found, session_called_off, or session_closed unless staff
 * book.
 */
export async function keepOpen(tx: Tx, sessionId: number, byStaff: boolean): Promise<void> {
  const refusal = takingRefusal(await keepState(tx, sessionId), byStaff);
  if (refusal) throw refusal;
}

/** A session whose last seats are held is full only while these holds last, to the second. */
async function takeOrRefuse(tx: Tx, move: Omit<SeatMove, 'released'>): Promise<number | null> {
  const taken = await moveSeat(tx, { ...move, released: 0 });
  if (taken) return taken.seatsLeft;
  const released = await dropOverdueHolds(tx, move.to, tx.now);
  if (released > 0) {
    noteFreed(tx, move.to, released - move.takes);
    await tx.flush();
    const takenThen = await moveSeat(tx, { ...move, released });
    if (takenThen) return takenThen.seatsLeft;
  }
  throw takingRefusal(await readState(tx, move.to), move.byStaff) ?? sessionFull();
}

/**
 * Gives the seats of a session back whose holds are over. The last thing of its transaction.
 * Answers how many.
 */
export async function releaseHolds(tx: Tx, sessionId: number): Promise<number> {
  const released = await dropOverdueHolds(tx, sessionId, tx.now);
  if (released === 0) return 0;
  const state = await readState(tx, sessionId);
  if (state?.calledOffAt === null) noteFreed(tx, sessionId, released);
  await tx.flush();
  await addSeats(tx, sessionId, released);
  return released;
}
