import { expect, test } from '@jest/globals';
import { firstOfDays } from './first-of-days.ts';

const at = (...times: string[]) => times.map((time) => ({ startsAt: new Date(time) }));
const shownOf = (...args: Parameters<typeof firstOfDays>): string[] =>
  firstOfDays(...args).shown.map(({ startsAt }) => startsAt.toISOString().slice(0, 16));

/** Two of one evening in New York, the second of them already the next day elsewhere. */
const evening = at('2026-12-08T22:00Z', '2026-12-09T01:00Z');
const nextDay = at('2026-12-09T14:30Z', '2026-12-09T19:00Z', '2026-12-09T20:00Z');

test.each([
  ['none', [], 2, [], []],
  [
    'the first of each day',
    [...evening, ...nextDay],
    1,
    ['2026-12-08T22:00', '2026-12-09T14:30'],
    [2, 3],
  ],
  [
    'days within the limit',
    [...evening, ...nextDay],
    2,
    ['2026-12-08T22:00', '2026-12-09T01:00', '2026-12-09T14:30', '2026-12-09T19:00'],
    [2, 3],
  ],
  [
    'one day alone',
    nextDay,
    8,
    nextDay.map((_, n) => `2026-12-09T${['14:30', '19:00', '20:00'][n]}`),
    [3],
  ],
])('of %s there are those of its New York days, counted', (_, sessions, most, shown, counts) => {
  expect(shownOf(sessions, most)).toEqual(shown);
  expect(firstOfDays(sessions, most).counts.map((day) => day.sessions)).toEqual(counts);
});

test('days are those of New York', () => {
  expect(firstOfDays(evening, 1).counts).toEqual([{ date: '2026-12-08', sessions: 2 }]);
});

test('without a number all are given and none is counted', () => {
  expect(firstOfDays(nextDay, undefined)).toEqual({ shown: nextDay, counts: [] });
});
