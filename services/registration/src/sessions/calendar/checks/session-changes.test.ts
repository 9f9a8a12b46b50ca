import { expect, test } from '@jest/globals';
import type { SessionRoom } from '../../../capacity/seats/rooms/room-store.ts';
import type { OfficeSessionTerms } from '../../../capacity/seats/sessions/office-session-store.ts';
import { differences, outdatedChange, peopleRefusal } from './session-changes.ts';

/** A special room with so many places. */
const rooms = (places: number): SessionRoom[] => [
  { roomId: 2, name: 'Room 2', special: true, places },
];
const terms: OfficeSessionTerms = {
  startsAt: new Date('2026-12-09T14:30:00Z'),
  locationId: 13,
  gender: '3',
  seats: 20,
  limitTo1Test: false,
  proctor: null,
  title: null,
  remark: null,
  closingDate: null,
  closingTime: null,
  rooms: rooms(3),
};
const before = { ...terms, seatsLeft: 15, specialPlaces: 3, specialLeft: 1 };
const nobody = { students: 0, excluded: 0, withSeveral: 0, seatsTaken: 0 };
const five = { ...nobody, students: 5, seatsTaken: 5 };

test('a change is listed field by field, with times in New York', () => {
  const after = {
    ...terms,
    startsAt: new Date('2026-12-10T14:45:00Z'),
    seats: 25,
    proctor: 'Ada',
    rooms: [],
  };
  expect(differences(terms, after)).toEqual({
    date: ['2026-12-09', '2026-12-10'],
    time: ['09:30', '09:45'],
    seats: [20, 25],
    proctor: [null, 'Ada'],
    rooms: ['Room 2 (3, special)', null],
  });
  expect(differences(terms, terms)).toEqual({});
});

test.each([
  [{ seats: 5 }, five, null],
  [{ seats: 4 }, five, '5 places are taken or held. Choose 5 or more.'],
  [{ seats: 30 }, five, null],
  [{ rooms: rooms(2) }, five, null],
  [{ rooms: rooms(1) }, five, '2 special places are taken.'],
  [{ locationId: 14, rooms: rooms(2) }, nobody, null],
  [{ locationId: 14 }, five, 'Students are booked. Move the session instead.'],
  [
    { startsAt: new Date('2026-12-10T14:30:00Z') },
    five,
    'Students are booked. Move the session instead.',
  ],
  [{ gender: '1' }, { ...five, excluded: 1 }, '1 student in this session would not fit.'],
  [{ gender: '1' }, { ...five, excluded: 3 }, '3 students in this session would not fit.'],
  [{ limitTo1Test: true }, five, null],
  [{ limitTo1Test: true }, { ...five, withSeveral: 2 }, '2 students have more than one exam here.'],
  [{ limitTo1Test: true }, { ...five, withSeveral: 1 }, '1 student has more than one exam here.'],
])('changing %j while there are %j: %s', (about, people, detail) => {
  const refusal = peopleRefusal({ before, after: { ...terms, ...about }, people });
  expect(refusal?.detail ?? null).toBe(detail);
});

test.each([
  [5, five, null],
  [4, five, '5 places are taken or held. Choose 5 or more.'],
  // one of them is held, and no student is in it yet
  [1, { ...nobody, seatsTaken: 2 }, '2 places are taken or held. Choose 2 or more.'],
  [1, nobody, null],
  [null, five, null],
])(
  'a shipped session without a limit comes to have %j seats while there are %j: %s',
  (seats, people, detail) => {
    const shipped = { ...terms, seats: null, rooms: [] };
    const facts = { ...shipped, seatsLeft: null, specialPlaces: 0, specialLeft: 0 };
    const refusal = peopleRefusal({ before: facts, after: { ...shipped, seats }, people });
    expect(refusal?.detail ?? null).toBe(detail);
  },
);

test('seats that are too few say the fewest that can be chosen', () => {
  const after = { ...terms, seats: 2 };
  expect(peopleRefusal({ before, after, people: five })?.extra).toEqual({ least: 5 });
});

test('an outdated change names the last editor and the fields that differ', () => {
  const at = new Date('2026-11-22T17:00:00Z');
  const refusal = outdatedChange([
    { at: new Date(0), actorName: 'rachel', change: { seats: [20, 25], title: [null, 'A'] } },
    {
      at,
      actorName: 'miriam',
      change: { seats: [25, 30], title: ['A', null], version: [4, 5], closed: true },
    },
  ]);
  expect(refusal.detail).toBe('miriam changed this session meanwhile.');
  expect(refusal.extra).toEqual({
    changes: [{ field: 'seats', from: 20, to: 30 }],
    changedBy: 'miriam',
    changedAt: at.toISOString(),
  });
});
