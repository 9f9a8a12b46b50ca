import { invalid } from '@portal/kit/errors';
import type * as tables from '../../../../prisma/tables.ts';
import { seatsOf } from '../../../capacity/seats/rooms/room-places.ts';
import type { SessionRoom } from '../../../capacity/seats/rooms/room-store.ts';
import { calendarError } from '../../../errors.ts';

/** A requested room of a session, with its number of places. */
export interface WantedRoom {
  roomId: number;
  places: number;
}

/** A room of a branch. */
export type BranchRoom = Pick<
  tables.RoomProjection,
  'id' | 'name' | 'capacity' | 'special' | 'active'
>;

const roomsInvalid = () => invalid({ path: 'rooms', message: 'rooms invalid' });

/**
 * Returns the rooms of a session from the rooms of its branch. Throws invalid for a room that is
 * unknown, retired or named twice, and room_too_small. R-505.
 */
export function planRooms(
  wanted: readonly WantedRoom[],
  ofBranch: readonly BranchRoom[],
): SessionRoom[] {
  if (new Set(wanted.map(({ roomId }) => roomId)).size < wanted.length) throw roomsInvalid();
  return wanted.map(({ roomId, places }) => {
    const room = ofBranch.find(({ id }) => id === roomId);
    if (!room?.active || !Number.isInteger(places) || places < 1) throw roomsInvalid();
    const { name, special, capacity } = room;
    if (places > capacity) throw calendarError('room_too_small', `${name} has ${capacity} places.`);
    return { roomId, name, special, places };
  });
}

/**
 * Returns the seats of a session: the sum of its rooms, or the requested number if the rooms have
 * no sizes. Throws invalid for a number other than that of its rooms. R-505.
 */
export function seatsWith(rooms: readonly SessionRoom[], seats: number | null): number | null {
  const ofRooms = seatsOf(rooms);
  if (ofRooms !== null && seats !== null && seats !== ofRooms)
    throw invalid({ path: 'seats', message: `The rooms have ${ofRooms} places.` });
  return ofRooms ?? seats;
}

/** 'Hall (24), Room 2 (6, special)', as histories say it. */
export const roomsText = (rooms: readonly SessionRoom[]): string | null =>
  rooms
    .map(({ name, places, special }) => `${name} (${places}${special ? ', special' : ''})`)
    .join(', ') || null;
