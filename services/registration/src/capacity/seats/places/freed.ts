import type { Tx } from '@portal/kit/commands/command';
import { SeatFreed } from '@portal/proto/registration/v1/events';
import { isNoPlace, type Places } from './places.ts';

/**
 * Emits the event that places of a session come free with this transaction; the only function that
 * emits it. To be called before the session's row is written, to be flushed with other pending
 * writes.
 */
export function noteFreed(tx: Tx, sessionId: number, places: Places): void {
  const { seats, special: specialPlaces } = places;
  if (!isNoPlace(places)) tx.emit(SeatFreed, { sessionId, seats, specialPlaces });
}
