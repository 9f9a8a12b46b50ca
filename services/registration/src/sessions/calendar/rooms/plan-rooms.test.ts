import { expect, test } from '@jest/globals';
import type { DomainError } from '@portal/kit/errors';
import { seatsOf, specialPlacesOf } from '../../../capacity/seats/rooms/room-places.ts';
import { type BranchRoom, planRooms, roomsText, seatsWith, type WantedRoom } from './plan-rooms.ts';

const room = (id: number, name: string, capacity: number, special = false): BranchRoom => ({
  id,
  name,
  capacity,
  special,
  active: true,
});
const branch = [
  room(1, 'Hall', 24),
  room(2, 'Library', 10),
  room(3, 'Room 2', 6, true),
  { ...room(4, 'Attic', 5), active: false },
];
const refusalOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    const { code, detail } = error as DomainError;
    return `${code}: ${detail}`;
  }
  return 'nothing';
};

test.each<[WantedRoom[], string]>([
  [[], 'nothing'],
  [[{ roomId: 1, places: 24 }], 'nothing'],
  [[{ roomId: 1, places: 25 }], 'room_too_small: Hall has 24 places.'],
  [[{ roomId: 3, places: 7 }], 'room_too_small: Room 2 has 6 places.'],
  [[{ roomId: 1, places: 0 }], 'invalid: rooms invalid'],
  [[{ roomId: 4, places: 1 }], 'invalid: rooms invalid'],
  [[{ roomId: 9, places: 1 }], 'invalid: rooms invalid'],
  [
    [
      { roomId: 1, places: 2 },
      { roomId: 1, places: 3 },
    ],
    'invalid: rooms invalid',
  ],
])('rooms %j: %s', (wanted, refusal) => {
  expect(refusalOf(() => planRooms(wanted, branch))).toBe(refusal);
});

const all = planRooms(
  [
    { roomId: 1, places: 20 },
    { roomId: 2, places: 10 },
    { roomId: 3, places: 6 },
  ],
  branch,
);
const special = all.slice(2);

test('places of rooms that are not special are the seats, the others are apart', () => {
  expect([seatsOf(all), specialPlacesOf(all)]).toEqual([30, 6]);
  expect([seatsOf(special), specialPlacesOf(special)]).toEqual([null, 6]);
  expect([seatsOf([]), specialPlacesOf([])]).toEqual([null, 0]);
  expect(roomsText(all)).toBe('Hall (20), Library (10), Room 2 (6, special)');
  expect(roomsText([])).toBeNull();
});

test.each<[number | null, typeof all, number | null | string]>([
  [null, all, 30],
  [30, all, 30],
  [12, all, 'invalid: The rooms have 30 places.'],
  [12, special, 12],
  [12, [], 12],
  [null, [], null],
])('with %s requested seats and rooms the session has %j', (seats, rooms, expected) => {
  const refusal = refusalOf(() => seatsWith(rooms, seats));
  expect(refusal === 'nothing' ? seatsWith(rooms, seats) : refusal).toBe(expected);
});
