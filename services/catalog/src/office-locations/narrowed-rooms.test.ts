import { expect, test } from '@jest/globals';
import type { Room } from '../locations/location.ts';
import { narrowedRooms } from './narrowed-rooms.ts';

const hall: Room = { id: 1, name: 'Hall', capacity: 24, special: false, active: true };

test.each<[string, Room[], { id: number; moreThan: number }[]]>([
  ['stays', [hall], []],
  ['is renamed', [{ ...hall, name: 'Big hall' }], []],
  ['grows', [{ ...hall, capacity: 30 }], []],
  ['is smaller', [{ ...hall, capacity: 20 }], [{ id: 1, moreThan: 20 }]],
  ['retires', [{ ...hall, active: false }], [{ id: 1, moreThan: 0 }]],
  ['is left out', [], [{ id: 1, moreThan: 0 }]],
  ['becomes special', [{ ...hall, special: true }], [{ id: 1, moreThan: 0 }]],
])('a room that %s', (_what, after, narrowed) => {
  expect(narrowedRooms([hall], after)).toEqual(narrowed);
});

test('checks a room that is no longer special, but not a retired one', () => {
  const special = { ...hall, special: true };
  expect(narrowedRooms([special], [hall])).toEqual([{ id: 1, moreThan: 0 }]);
  expect(narrowedRooms([{ ...hall, active: false }], [])).toEqual([]);
});
