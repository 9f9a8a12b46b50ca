import { expect, test } from '@jest/globals';
import {
  americanForm,
  isBirthDate,
  isOldEnough,
  monthsBefore,
  newYorkDay,
  readDay,
} from './days.ts';

test.each([
  { text: '2004-04-15', day: '2004-04-15' },
  { text: '04/15/2004', day: '2004-04-15' },
  { text: '02/29/2000', day: '2000-02-29' },
  { text: '02/29/2001', day: null },
  { text: '2001-02-29', day: null },
  { text: '13/01/2001', day: null },
  { text: '00/10/2001', day: null },
  { text: '4/15/2004', day: null },
  { text: '2004-04-15T00:00', day: null },
])('$text is read as $day', ({ text, day }) => {
  expect(readDay(text)).toBe(day);
});

test('a day is shown in the American form', () => {
  expect(americanForm('2004-04-15')).toBe('04/15/2004');
});

test('the day is that of New York, before and after its midnight, in winter and in summer', () => {
  expect(newYorkDay(new Date('2026-01-10T04:59:59Z'))).toBe('2026-01-09');
  expect(newYorkDay(new Date('2026-01-10T05:00:00Z'))).toBe('2026-01-10');
  expect(newYorkDay(new Date('2026-07-10T03:59:59Z'))).toBe('2026-07-09');
});

test('a month earlier is the same day, or the last one of a shorter month', () => {
  expect(monthsBefore('2026-03-31', 1)).toBe('2026-02-28');
  expect(monthsBefore('2026-01-15', 1)).toBe('2025-12-15');
  expect(monthsBefore('2024-02-29', 12)).toBe('2023-02-28');
});

test('a birth date lies in the past and at most 120 years back', () => {
  const today = '2026-11-21';
  expect(
    ['2026-11-21', '2026-11-20', '1906-11-21', '1906-11-20'].map((day) => isBirthDate(day, today)),
  ).toEqual([false, true, true, false]);
});

test('thirteen is old enough, to the day', () => {
  expect([
    isOldEnough('2013-03-02', '2026-03-02'),
    isOldEnough('2013-03-03', '2026-03-02'),
  ]).toEqual([true, false]);
});
