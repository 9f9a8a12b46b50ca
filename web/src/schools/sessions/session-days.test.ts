import { expect, test } from '@jest/globals';
import { timeOfDay, timeOnClock, usualDays } from './session-days.ts';

test.each([
  ['2026-12-06', '2026-12-03', '2026-12-13'],
  ['2026-12-07', '2026-12-03', '2026-12-14'],
  ['2026-12-08', '2026-12-07', '2026-12-15'],
  ['2027-03-01', '2027-02-25', '2027-03-08'],
])('a session on %s closes on %s and is due back on %s', (date, closingDate, returnDate) => {
  expect(usualDays(date)).toEqual({ closingDate, returnDate });
});

test.each([
  ['9:30', 'AM', '0930'],
  ['12:00', 'AM', '0000'],
  ['12:15', 'PM', '1215'],
  ['07:05', 'PM', '1905'],
  ['13:00', 'PM', null],
  ['9:3', 'AM', null],
  ['', 'AM', null],
] as const)('%s %s is sent as %s', (time, half, sent) => expect(timeOfDay(time, half)).toBe(sent));

test.each([
  ['00:00', { time: '12:00', half: 'AM' }],
  ['09:30', { time: '9:30', half: 'AM' }],
  ['12:05', { time: '12:05', half: 'PM' }],
  ['18:30', { time: '6:30', half: 'PM' }],
])('%s shows as %j', (time, shown) => expect(timeOnClock(time)).toEqual(shown));
