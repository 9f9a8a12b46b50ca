import type { OfficeSession } from '../api.ts';

/** A room for a session, with the typed number of its places. */
export interface RoomPlaces {
  roomId: number;
  places: number | '';
  /** Its places are no seats. R-505 */
  special: boolean;
}

export const roomsOf = (session: Pick<OfficeSession, 'rooms'>): RoomPlaces[] =>
  session.rooms.map(({ roomId, places, special }) => ({ roomId, places, special }));

/** Whether two lists are the same rooms with the same places, in whatever order. */
export const areSameRooms = (one: readonly RoomPlaces[], other: readonly RoomPlaces[]): boolean =>
  one.length === other.length &&
  one.every(({ roomId, places }) =>
    other.some((room) => room.roomId === roomId && room.places === places),
  );

/** Whether each room has its places. */
export const areFilled = (rooms: readonly RoomPlaces[]): boolean =>
  rooms.every(({ places }) => places !== '' && places > 0);

/** Rooms as the calls take them. */
export const sentRooms = (rooms: readonly RoomPlaces[]): { roomId: number; places: number }[] =>
  rooms.flatMap(({ roomId, places }) => (places === '' ? [] : [{ roomId, places }]));

/** Seats that rooms give (null: they say nothing of them), and their special places. R-505 */
export function placesIn(rooms: readonly RoomPlaces[]): { seats: number | null; special: number } {
  const sum = (list: readonly RoomPlaces[]) =>
    list.reduce((total, { places }) => total + (places === '' ? 0 : places), 0);
  const plain = rooms.filter(({ special }) => !special);
  return {
    seats: plain.length === 0 ? null : sum(plain),
    special: sum(rooms.filter(({ special }) => special)),
  };
}

/** 'Hall (24), Room 2 (6, special)', or null. */
export const roomsText = ({ rooms }: Pick<OfficeSession, 'rooms'>): string | null =>
  rooms
    .map(({ name, places, special }) => `${name} (${places}${special ? ', special' : ''})`)
    .join(', ') || null;
