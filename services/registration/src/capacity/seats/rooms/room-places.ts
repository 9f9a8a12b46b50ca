import type { SessionRoom } from './room-store.ts';

type Places = readonly Pick<SessionRoom, 'special' | 'places'>[];

const sumOf = (rooms: Places): number => rooms.reduce((sum, { places }) => sum + places, 0);

/** Seats of a session with these rooms; null: they say nothing of its seats. R-505. */
export function seatsOf(rooms: Places): number | null {
  const plain = rooms.filter(({ special }) => !special);
  return plain.length === 0 ? null : sumOf(plain);
}

/** Places in special rooms, which are no seats. R-505. */
export const specialPlacesOf = (rooms: Places): number =>
  sumOf(rooms.filter(({ special }) => special));
