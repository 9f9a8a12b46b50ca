import { expect, test } from '@jest/globals';
import { seatsTaken } from './seats.ts';

const session = { seats: 24, taken: 6, held: 0, remainingSeats: 18, specialPlaces: 0 };

test('without special places every student has a seat', () => {
  expect(seatsTaken(session)).toBe(6);
});

test('a student in a special room or with a held seat has taken no seat (R-505)', () => {
  const special = { ...session, specialPlaces: 6 };
  expect(seatsTaken({ ...special, remainingSeats: 19 })).toBe(5);
  expect(seatsTaken({ ...special, remainingSeats: 17, held: 2 })).toBe(5);
});

test('without a limit of seats all who have a place are counted', () => {
  expect(seatsTaken({ ...session, seats: null, remainingSeats: null })).toBe(6);
});
