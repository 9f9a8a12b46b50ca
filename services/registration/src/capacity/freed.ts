import type { Tx } from '@portal/kit/commands/command';
import { SeatFreed } from '@portal/proto/registration/v1/events';
import { isNoPlace, type Places } from './places.ts';

/**
 * Tells that places of a session come free with this transaction: the one place that does, whoever
 * frees them. Said before the session's row is touched, so that it is written with what else waits.
 */
export function noteFreed(tx: Tx, sessionId: number, places: Places): void {
  const { seats, special: specialPlaces } = places;
  if (!isNoPlace(places)) tx.emit(SeatFreed, { sessionId, seats, specialPlaces });
}
