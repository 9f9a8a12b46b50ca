import { expect, test } from '@jest/globals';
import { daysBetween, daysOfNight, isOver, lastNight } from './days.ts';
import { batchesOfDay } from './read-settled.ts';

test.each([
  ['2026-03-10T08:30:00Z', '2026-03-10T08:30:00.000Z'],
  ['2026-03-10T08:29:59Z', '2026-03-09T08:30:00.000Z'],
  ['2026-03-10T23:00:00Z', '2026-03-10T08:30:00.000Z'],
  // the clocks go forward on the eighth: 04:30 is an hour earlier by Greenwich
  ['2026-03-08T09:00:00Z', '2026-03-08T08:30:00.000Z'],
  ['2026-03-07T09:29:00Z', '2026-03-06T09:30:00.000Z'],
])('at %s the last night was due at %s', (now, due) => {
  expect(lastNight(new Date(now)).toISOString()).toBe(due);
});

test('a night looks at the seven days before it, newest first', () => {
  expect(daysOfNight(new Date('2026-03-10T08:30:00Z'))).toEqual([
    '2026-03-09',
    '2026-03-08',
    '2026-03-07',
    '2026-03-06',
    '2026-03-05',
    '2026-03-04',
    '2026-03-03',
  ]);
});

test.each([
  ['2026-03-10T03:59:59Z', false],
  ['2026-03-10T04:00:00Z', true],
])('the ninth is over in New York at %s: %s', (now, over) => {
  expect(isOver('2026-03-09', new Date(now))).toBe(over);
});

test('days between two are both and those between, newest first', () => {
  expect(daysBetween('2026-02-27', '2026-03-01')).toEqual([
    '2026-03-01',
    '2026-02-28',
    '2026-02-27',
  ]);
  expect(daysBetween('2026-03-02', '2026-03-01')).toEqual([]);
});

const batch = (batchId: string, at: string) => ({ batchId, settledAt: new Date(at) });
const list = [
  batch('own', '2026-03-09T22:00:00Z'),
  batch('own, late in the evening', '2026-03-10T03:30:00Z'),
  batch('the day after', '2026-03-10T22:00:00Z'),
  batch('late for an open day', '2026-03-08T22:00:00Z'),
  batch('late for a signed day', '2026-03-07T22:00:00Z'),
  batch('known on the signed day', '2026-03-07T21:00:00Z'),
  batch('came late before', '2026-03-06T21:00:00Z'),
];
test('a day has the batches that settled on it, and those that came late to a signed one', () => {
  const known = {
    dayOf: new Map([
      ['known on the signed day', '2026-03-07'],
      ['came late before', '2026-03-09'],
    ]),
    signedDays: new Set(['2026-03-07', '2026-03-06']),
  };
  expect(batchesOfDay('2026-03-09', list, known).map(({ batchId }) => batchId)).toEqual([
    'own',
    'own, late in the evening',
    'late for a signed day',
    'came late before',
  ]);
});
