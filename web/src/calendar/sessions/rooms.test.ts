import { expect, test } from '@jest/globals';
import { areFilled, areSameRooms, placesIn, roomsText, sentRooms } from './rooms.ts';

const hall = { roomId: 1, places: 20, special: false };
const special = { roomId: 2, places: 4, special: true };

test('rooms give seats and special places, special ones alone no seats', () => {
  expect(placesIn([hall, special])).toEqual({ seats: 20, special: 4 });
  expect(placesIn([special])).toEqual({ seats: null, special: 4 });
  expect(placesIn([{ ...hall, places: '' }])).toEqual({ seats: 0, special: 0 });
  expect(placesIn([])).toEqual({ seats: null, special: 0 });
});

test('the same rooms in another order are no change', () => {
  expect(areSameRooms([hall, special], [special, hall])).toBe(true);
  expect(areSameRooms([hall], [{ ...hall, places: 21 }])).toBe(false);
  expect(areSameRooms([hall], [])).toBe(false);
});

test('rooms are sent with their places, once each has some', () => {
  const typed = [hall, { ...special, places: '' as const }];
  expect([areFilled(typed), areFilled([hall]), areFilled([])]).toEqual([false, true, true]);
  expect(sentRooms([hall, special])).toEqual([
    { roomId: 1, places: 20 },
    { roomId: 2, places: 4 },
  ]);
});

test('distinguishes rooms by their names', () => {
  const rooms = [
    { roomId: 1, name: 'Hall', special: false, places: 20 },
    { roomId: 2, name: 'Room 2', special: true, places: 4 },
  ];
  expect(roomsText({ rooms })).toBe('Hall (20), Room 2 (4, special)');
  expect(roomsText({ rooms: [] })).toBeNull();
});
