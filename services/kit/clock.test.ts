import { expect, test } from '@jest/globals';
import { dayInNewYork, dayPlus, hoursUntil, instantInNewYork, timeInNewYork } from './clock.ts';

test.each([
  { when: 'in winter', day: '2026-01-15', time: '09:30', utc: '2026-01-15T14:30:00.000Z' },
  { when: 'in summer', day: '2026-07-15', time: '09:30', utc: '2026-07-15T13:30:00.000Z' },
  {
    when: 'in the hour that spring skips',
    day: '2026-03-08',
    time: '02:30',
    utc: '2026-03-08T07:30:00.000Z',
  },
  {
    when: 'in the hour that autumn repeats',
    day: '2026-11-01',
    time: '01:30',
    utc: '2026-11-01T05:30:00.000Z',
  },
])('a wall-clock time of New York $when is one instant', ({ day, time, utc }) => {
  expect(instantInNewYork(day, time).toISOString()).toBe(utc);
});

test('an instant just after midnight in UTC is still the day before in New York', () => {
  expect(dayInNewYork(new Date('2026-11-21T03:00:00Z'))).toBe('2026-11-20');
  expect(timeInNewYork(new Date('2026-11-21T03:05:00Z'))).toBe('22:05');
});

test('a night in which the clocks go back is 25 hours long', () => {
  expect(
    hoursUntil(instantInNewYork('2026-11-01', '12:00'), instantInNewYork('2026-10-31', '12:00')),
  ).toBe(25);
});

test('months are calendar months', () => {
  expect(dayPlus('2026-08-31', { months: 6 })).toBe('2027-02-28');
});
