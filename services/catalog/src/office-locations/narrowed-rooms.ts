import type { Room } from '../locations/location.ts';

/** A room of which something is taken away, with the places that are left of it. */
export interface NarrowedRoom {
  id: number;
  /** Sessions that use more places do not fit any more; 0: none does. */
  moreThan: number;
}

/**
 * Rooms that would be smaller, or not what they were: retired, left out, no longer special or
 * special from now on, since places of special rooms are no seats. C-O26.
 */
export function narrowedRooms(before: readonly Room[], after: readonly Room[]): NarrowedRoom[] {
  const wanted = new Map(after.map((room) => [room.id, room]));
  return before
    .filter(({ active }) => active)
    .flatMap(({ id, capacity, special }) => {
      const room = wanted.get(id);
      if (!room?.active || room.special !== special) return [{ id, moreThan: 0 }];
      return room.capacity < capacity ? [{ id, moreThan: room.capacity }] : [];
    });
}
