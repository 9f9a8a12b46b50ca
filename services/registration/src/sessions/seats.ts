import type { Tx } from '@portal/kit/command';
import { releaseHolds, useHold } from './hold-store.ts';
import type { SessionType } from './proctor-fee.ts';
import { countsPlaces, sessionFull } from './session-rules.ts';
import { emptyPlace, fillPlace, freeSeat, moveSeat, type SeatMove } from './store.ts';

/** A registration as to the place it has. */
export interface Placed {
  id: number;
  studentId: number;
  sessionId: number | null;
  sessionType: SessionType | null;
  sessionMinutes: number;
}

/** What a registration leaves: the minutes at once, and whether a seat becomes free with it. */
async function leave(
  tx: Tx,
  { studentId, sessionId, sessionType, sessionMinutes }: Placed,
): Promise<{ isFree: boolean; minutesLeft: number | null }> {
  if (sessionId === null || sessionType === null || !countsPlaces(sessionType)) return { isFree: false, minutesLeft: null };
  const minutesLeft = await emptyPlace(tx, { sessionId, studentId, minutes: sessionMinutes });
  return { isFree: minutesLeft === null, minutesLeft };
}

/**
 * Gives a registration's place back. The last thing of its transaction: writes what waits, then touches the session's row.
 * Answers what of the left session has changed for the student.
 */
export async function freePlace(
  tx: Tx,
  placed: Placed,
): Promise<{ hasASeat: boolean; minutesLeft: number | null; seatsLeft?: number | null }> {
  const { isFree, minutesLeft } = await leave(tx, placed);
  await tx.flush();
  const seat = isFree ? { seatsLeft: await freeSeat(tx, placed.sessionId as number) } : {};
  return { hasASeat: minutesLeft !== null, minutesLeft, ...seat };
}

/**
 * Takes a place in `to` and gives back the one held before, seats and minutes. The last thing of its transaction: writes what waits, then
 * takes the seat by one conditional statement. Refuses with session_full. Answers the seats then left; null: no limit.
 */
export async function movePlace(
  tx: Tx,
  placed: Placed,
  to: { id: number; type: SessionType; limitTo1Test: boolean },
  minutes: number,
): Promise<number | null> {
  const { studentId } = placed;
  const { isFree: frees } = await leave(tx, placed);
  const sitsDown = countsPlaces(to.type) && (await fillPlace(tx, { sessionId: to.id, studentId, minutes, isWhole: to.limitTo1Test }));
  // the seat that was held for her is hers now, another one is free for others
  const wasHeld = await useHold(tx, { sessionId: to.id, studentId, registrationId: placed.id }, tx.now);
  await tx.flush();
  if (!sitsDown && !frees) return null;
  return seatMoved(tx, { to: to.id, takes: Number(sitsDown && !wasHeld), from: frees ? placed.sessionId : null, frees: Number(frees) });
}

/** Takes a seat for a hold. The last thing of its transaction. Refuses with session_full. */
export async function takeSeat(tx: Tx, sessionId: number): Promise<void> {
  await tx.flush();
  await seatMoved(tx, { to: sessionId, takes: 1, from: null, frees: 0 });
}

/** A session whose last seats are held is full only while these holds last, to the second. */
async function seatMoved(tx: Tx, move: SeatMove): Promise<number | null> {
  const seat = (await moveSeat(tx, move)) ?? ((await releaseHolds(tx, move.to, tx.now)) ? await moveSeat(tx, move) : undefined);
  if (seat === undefined) throw sessionFull();
  return seat.seatsLeft;
}
