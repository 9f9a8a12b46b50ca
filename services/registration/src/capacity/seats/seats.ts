import type { Tx } from '@portal/kit/commands/command';
import { type DomainError, OutdatedRead } from '@portal/kit/errors';
import type { SessionType } from '../../records/fees/proctor-fee.ts';
import {
  countsPlaces,
  noRoomForAccommodation,
  sessionFull,
  takingRefusal,
} from '../../records/sessions/session-rules.ts';
import { noteFreed } from './places/freed.ts';
import { dropOverdueHolds, useHold } from './places/hold-store.ts';
import {
  isNoPlace,
  NO_PLACES,
  onePlace,
  type Places,
  placesTogether,
  placesWithout,
  type Takes,
} from './places/places.ts';
import {
  addPlaces,
  emptyPlace,
  fillPlace,
  keepState,
  moveSeat,
  type PlacesLeft,
  readState,
  type SeatMove,
  type SessionNow,
} from './places/store.ts';
import { fitRoomTimes } from './rooms/room-times.ts';
import { assignSpecialPlaces } from './special-places/special-places.ts';
import { lockSessions, wantSpecial } from './special-places/special-store.ts';
import { takeOffer } from './waiting-line/take-offer.ts';

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
  /** The version by which the rules decided that the student may sit there. R-503 */
  version: number;
  /** The open offer whose seat is held for the student, or null. */
  offerId: number | null;
}

/** Releases a registration's minutes at once, and returns the counted place to be freed. */
async function releaseSeat(
  tx: Tx,
  { studentId, sessionId, sessionType, sessionMinutes: minutes }: SeatAssignment,
): Promise<{ frees: Places; minutesLeft: number | null; isLonger: boolean }> {
  if (sessionId === null || sessionType === null || !countsPlaces(sessionType))
    return { frees: NO_PLACES, minutesLeft: null, isLonger: false };
  const place = await emptyPlace(tx, { sessionId, studentId, minutes });
  const { minutesLeft, took, hasLimit, isCalledOff, isLonger } = place;
  // also where seats are not counted: staff may be giving the session a limit at this moment
  const frees = onePlace(took);
  // a session that is called off offers no places
  if (!isCalledOff && (hasLimit || took !== 'seat')) noteFreed(tx, sessionId, frees);
  return { frees, minutesLeft, isLonger: isLonger && !isCalledOff };
}

/** Offers a released special place to the waiting students and shortens the reserved rooms. */
async function afterRelease(
  tx: Tx,
  sessionId: number,
  { frees, isLonger }: { frees: Places; isLonger: boolean },
): Promise<void> {
  if (frees.special > 0) await assignSpecialPlaces(tx, sessionId);
  if (isLonger) await fitRoomTimes(tx, sessionId);
}

/**
 * Releases a registration's place. To be the last step of its transaction: flushes pending writes,
 * then updates the session's row. Returns the student's changed fields of the left session.
 */
export async function freePlace(
  tx: Tx,
  assignment: SeatAssignment,
): Promise<{
  hasASeat: boolean;
  minutesLeft: number | null;
  seatsLeft?: number | null;
  specialLeft?: number;
}> {
  const left = await releaseSeat(tx, assignment);
  const { frees, minutesLeft } = left;
  await tx.flush();
  const sessionId = assignment.sessionId as number;
  const places = isNoPlace(frees) ? {} : await addPlaces(tx, sessionId, frees);
  await afterRelease(tx, sessionId, left);
  return { hasASeat: minutesLeft !== null, minutesLeft, ...places };
}

/** How a place is taken. */
export interface TakingPlace {
  /** That the exam fills. */
  minutes: number;
  byStaff: boolean;
  /** The student takes a special place instead of a seat. R-546 */
  needsSpecial: boolean;
  /** Booked only with the special place that is needed; else an admin books. */
  requiresSpecialSeat: boolean;
}

/**
 * Takes a place in `to` and releases the one held before, seats and minutes. To be the last step of
 * its transaction: flushes pending writes, then takes the place by one conditional statement.
 * Throws session_full or no_room_for_accommodation, or as assertOpen does where it takes the place.
 * Without `requiresSpecialSeat`, books the student without a special place where none is left; the
 * student then waits for one. Throws OutdatedRead where staff have changed the session since it was
 * read. Returns the places then left; null: it took none.
 */
export async function movePlace(
  tx: Tx,
  assignment: SeatAssignment,
  to: Destination,
  { minutes, byStaff, needsSpecial, requiresSpecialSeat }: TakingPlace,
): Promise<PlacesLeft | null> {
  const { id: registrationId, studentId } = assignment;
  // before any other lock: waits for a transaction that ends the offer
  if (to.offerId !== null) await takeOffer(tx, { sessionId: to.id, studentId, registrationId });
  const left = await releaseSeat(tx, assignment);
  const { frees } = left;
  const takes: Takes = needsSpecial ? 'special' : 'seat';
  const [isNew, held] = await Promise.all([
    countsPlaces(to.type) &&
      fillPlace(tx, { sessionId: to.id, studentId, minutes, isWhole: to.limitTo1Test, takes }),
    // uses the student's hold here and frees holds elsewhere
    useHold(tx, { sessionId: to.id, studentId, registrationId, waitingId: to.offerId }, tx.now),
    tx.flush(),
  ]);
  if (isNew === undefined) throw new OutdatedRead();
  const needed = onePlace(isNew ? takes : null);
  const move = {
    to: to.id,
    takes: placesWithout(needed, onePlace(held)),
    released: placesWithout(onePlace(held), needed),
    from: isNoPlace(frees) ? null : assignment.sessionId,
    frees,
    byStaff,
    version: to.version,
  };
  if ([move.takes, move.released, frees].every(isNoPlace)) {
    await assertOpen(tx, to.id, move);
    return null;
  }
  const taken = await takeOrRefuse(tx, move, requiresSpecialSeat ? null : studentId);
  if (move.released.special > 0) await assignSpecialPlaces(tx, to.id);
  if (assignment.sessionId !== null) await afterRelease(tx, assignment.sessionId, left);
  return taken;
}

/**
 * Takes a place for a hold. To be the last step of its transaction. Throws session_full or
 * no_room_for_accommodation, or as assertOpen does. Throws OutdatedRead.
 */
export async function takeSeat(
  tx: Tx,
  sessionId: number,
  { special, ...seen }: { byStaff: boolean; special: boolean; version: number },
): Promise<void> {
  await tx.flush();
  const takes = onePlace(special ? 'special' : 'seat');
  const move = { to: sessionId, takes, released: NO_PLACES, from: null, frees: NO_PLACES, ...seen };
  await takeOrRefuse(tx, move, null);
}

/** The caller who takes a place in a session, and the version that they read; null: none. */
interface SeenSession {
  byStaff: boolean;
  version: number | null;
}

/** Returns why a session takes no place now, or null. */
function refusalNow(
  state: SessionNow | undefined,
  { byStaff, version }: SeenSession,
): DomainError | null {
  const refusal = takingRefusal(state, byStaff);
  if (refusal) return refusal;
  return version === null || state?.version === version ? null : new OutdatedRead();
}

/**
 * Locks a session against closing until the transaction ends, where a booking takes no counted
 * seat. Throws session_not_found, session_called_off, or session_closed unless staff book. Throws
 * OutdatedRead.
 */
export async function assertOpen(tx: Tx, sessionId: number, seen: SeenSession): Promise<void> {
  const refusal = refusalNow(await keepState(tx, sessionId), seen);
  if (refusal) throw refusal;
}

/**
 * Takes the place; drops expired holds first if the session is full. A student is booked without a
 * special place where none is left (null: a hold, or a place with `requiresSpecialSeat`).
 */
async function takeOrRefuse(tx: Tx, move: SeatMove, studentId: number | null): Promise<PlacesLeft> {
  const taken = await moveSeat(tx, move);
  if (taken) return taken;
  const dropped = await dropOverdueHolds(tx, move.to, tx.now);
  const released = placesTogether(move.released, dropped);
  if (!isNoPlace(dropped)) {
    noteFreed(tx, move.to, placesWithout(dropped, move.takes));
    await tx.flush();
    const takenThen = await moveSeat(tx, { ...move, released });
    if (takenThen) return takenThen;
  }
  const refusal = refusalNow(await readState(tx, move.to), move);
  if (refusal) throw refusal;
  if (move.takes.special === 0) throw sessionFull();
  if (studentId === null) throw noRoomForAccommodation();
  return takeWithoutSpecial(tx, { ...move, released }, studentId);
}

/**
 * Books under the session's lock, so that either this transaction sees a special place that comes
 * free, or the transaction that frees it sees the waiting student.
 */
async function takeWithoutSpecial(tx: Tx, move: SeatMove, studentId: number): Promise<PlacesLeft> {
  await lockSessions(
    tx,
    [move.to, move.from].filter((id) => id !== null),
  );
  const taken = await moveSeat(tx, move);
  if (taken) return taken;
  await wantSpecial(tx, { sessionId: move.to, studentId }, tx.now);
  const without = await moveSeat(tx, { ...move, takes: NO_PLACES });
  if (without) return without;
  throw refusalNow(await readState(tx, move.to), move) ?? noRoomForAccommodation();
}

/**
 * Releases the places of expired holds in a session. To be the last step of its transaction.
 * Returns how many.
 */
export async function releaseHolds(tx: Tx, sessionId: number): Promise<number> {
  const released = await dropOverdueHolds(tx, sessionId, tx.now);
  if (isNoPlace(released)) return 0;
  const state = await readState(tx, sessionId);
  if (state?.calledOffAt === null) noteFreed(tx, sessionId, released);
  await tx.flush();
  await addPlaces(tx, sessionId, released);
  if (released.special > 0) await assignSpecialPlaces(tx, sessionId);
  return released.seats + released.special;
}
