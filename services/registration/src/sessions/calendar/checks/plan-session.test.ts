import { expect, test } from '@jest/globals';
import type { DomainError } from '@portal/kit/errors';
import {
  checkPlace,
  checkSeats,
  planTime,
  type WantedPlace,
  type WantedTime,
} from './plan-session.ts';

/** A Sunday, noon in New York. */
const now = new Date('2026-11-22T17:00:00Z');
const wanted: WantedTime = {
  date: '2026-12-09',
  time: '09:30',
  closingDate: null,
  closingTime: null,
  confirmDay: false,
};
const refusalOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    const { code, detail } = error as DomainError;
    return `${code}: ${detail}`;
  }
  return 'nothing';
};

const EARLY_OR_LATE = 'invalid: The session must start between 6:00 AM and 10:00 PM.';
const AFTER = 'invalid: The closing date must not be after the session.';
test.each<[Partial<WantedTime>, string]>([
  [{}, 'nothing'],
  [{ time: '06:00' }, 'nothing'],
  [{ time: '05:59' }, EARLY_OR_LATE],
  [{ time: '22:00' }, 'nothing'],
  [{ time: '22:01' }, EARLY_OR_LATE],
  [{ date: '2026-11-22', time: '12:00' }, 'in_past: The session would begin in the past.'],
  [{ date: '2026-11-22', time: '12:01' }, 'nothing'],
  [{ closingDate: '2026-12-09' }, 'nothing'],
  [{ closingDate: '2026-12-10' }, AFTER],
  [{ closingDate: '2026-12-09', closingTime: '09:30' }, 'nothing'],
  [{ closingDate: '2026-12-09', closingTime: '09:31' }, AFTER],
  [{ closingTime: '09:00' }, 'invalid: Closing date invalid'],
  [{ date: '2026-12-12' }, 'day_left_out: 12/12/2026 is Shabbat. Confirm to use it anyway.'],
  [{ date: '2027-04-22' }, 'day_left_out: 04/22/2027 is Passover. Confirm to use it anyway.'],
  [{ date: '2027-04-22', confirmDay: true }, 'nothing'],
  [{ date: '2026-11-26' }, 'nothing'],
])('a session at %j: %s', (about, refusal) => {
  expect(refusalOf(() => planTime({ ...wanted, ...about }, now))).toBe(refusal);
});

test.each([
  ['2026-03-08', '09:30', '2026-03-08T13:30:00.000Z'],
  ['2026-11-01', '09:30', '2026-11-01T14:30:00.000Z'],
])('on %s, when clocks change, %s is still the time on the clock', (date, time, instant) => {
  const before = new Date('2026-01-01T00:00:00Z');
  expect(planTime({ ...wanted, date, time }, before).startsAt.toISOString()).toBe(instant);
});

test('a branch in Israel keeps one day of yom tov fewer', () => {
  const second = { ...wanted, date: '2027-04-23' };
  expect(refusalOf(() => planTime(second, now))).toBe(
    'day_left_out: 04/23/2027 is Passover. Confirm to use it anyway.',
  );
  expect(refusalOf(() => planTime(second, now, { israel: true }))).toBe('nothing');
});

const branch: WantedPlace = {
  sessionType: '21',
  locationId: 13,
  schoolId: null,
  seats: 20,
  address: null,
  rooms: [],
};
const SEATS = 'invalid: Seats must be 1 to 500.';
test.each<[Partial<WantedPlace>, string]>([
  [{}, 'nothing'],
  [{ seats: 1 }, 'nothing'],
  [{ seats: 500 }, 'nothing'],
  [{ seats: 0 }, SEATS],
  [{ seats: 501 }, SEATS],
  [{ seats: null }, SEATS],
  [{ locationId: null }, 'invalid: locationId invalid'],
  [{ schoolId: 151 }, 'invalid: schoolId invalid'],
  [{ address: '1 Main Street' }, 'invalid: address invalid'],
  [{ rooms: [{ roomId: 1, places: 2 }] }, 'nothing'],
  [
    { sessionType: '23', locationId: null, rooms: [{ roomId: 1, places: 2 }] },
    'invalid: rooms invalid',
  ],
  [{ sessionType: '22', locationId: null, schoolId: 151, seats: null }, 'nothing'],
  [{ sessionType: '22', locationId: null, schoolId: 151 }, 'invalid: seats invalid'],
  [{ sessionType: '23', locationId: null, seats: null, address: '1 Main Street' }, 'nothing'],
  [{ sessionType: '23', seats: null }, 'invalid: locationId invalid'],
])('a session with %j: %s', (about, refusal) => {
  const place = { ...branch, ...about };
  const check = () => {
    checkPlace(place);
    checkSeats(place);
  };
  expect(refusalOf(check)).toBe(refusal);
});
