import { expect, test } from '@jest/globals';
import { plusMonths, rangeOf, stepOf, weekOf, weeksOfMonth } from './calendar-days.ts';

test('a week begins on Sunday, across months and changed clocks', () => {
  expect(weekOf('2026-11-01')).toEqual([
    '2026-11-01',
    '2026-11-02',
    '2026-11-03',
    '2026-11-04',
    '2026-11-05',
    '2026-11-06',
    '2026-11-07',
  ]);
  expect(weekOf('2026-12-31')[0]).toBe('2026-12-27');
});

test.each([
  ['2026-11-24', 5, '2026-11-01', '2026-12-05'],
  ['2026-02-10', 4, '2026-02-01', '2026-02-28'],
  ['2026-08-10', 6, '2026-07-26', '2026-09-05'],
])('the month of %s has %i weeks, from %s to %s', (day, weeks, from, to) => {
  expect(weeksOfMonth(day)).toHaveLength(weeks);
  expect(rangeOf('month', day)).toEqual({ from, to });
});

test('a month on from its last day is the last day of the next', () => {
  expect(plusMonths('2027-01-31', 1)).toBe('2027-02-28');
  expect(plusMonths('2027-01-15', -1)).toBe('2026-12-15');
  expect(stepOf('week', '2026-12-30', 1)).toBe('2027-01-06');
  expect(stepOf('month', '2026-12-31', 1)).toBe('2027-01-31');
});
