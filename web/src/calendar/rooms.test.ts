import { expect, test } from '@jest/globals';
import { areFilled, areSameRooms, placesIn, roomsText, sentRooms } from './rooms.ts';

const branch = [
  { id: 1, special: false },
  { id: 2, special: true },
];
const hall = { roomId: 1, places: 20 };
const special = { roomId: 2, places: 4 };

test('rooms give seats and special places, special ones alone no seats', () => {
  expect(placesIn([hall, special], branch)).toEqual({ seats: 20, special: 4 });
  expect(placesIn([special], branch)).toEqual({ seats: null, special: 4 });
  expect(placesIn([{ roomId: 1, places: '' }], branch)).toEqual({ seats: 0, special: 0 });
  expect(placesIn([], branch)).toEqual({ seats: null, special: 0 });
});

test('the same rooms in another order are no change', () => {
  expect(areSameRooms([hall, special], [special, hall])).toBe(true);
  expect(areSameRooms([hall], [{ ...hall, places: 21 }])).toBe(false);
  expect(areSameRooms([hall], [])).toBe(false);
});

test('rooms are sent with their places, once each has some', () => {
  const typed = [hall, { roomId: 2, places: '' as const }];
  expect([areFilled(typed), areFilled([hall]), areFilled([])]).toEqual([false, true, true]);
  expect(sentRooms([hall, special])).toEqual([hall, special]);
});

test('rooms are told by their names', () => {
  const rooms = [
    { roomId: 1, name: 'Hall', special: false, places: 20 },
    { roomId: 2, name: 'Room 2', special: true, places: 4 },
  ];
  expect(roomsText({ rooms })).toBe('Hall (20), Room 2 (4, special)');
  expect(roomsText({ rooms: [] })).toBeNull();
});
