import { expect, test } from '@jest/globals';
import { stretchesOf } from './stretches.ts';

const day = (of: number, rows: number) => ({ day: `2026-03-0${of}`, rows });
const stretch = (from: number, to: number, rows: number) => ({
  startDate: `2026-03-0${from}`,
  endDate: `2026-03-0${to}`,
  rows,
});

test.each([
  ['no days', [], []],
  ['few rows', [day(1, 10), day(3, 20), day(9, 30)], [stretch(1, 9, 60)]],
  [
    'as many as fit',
    [day(1, 700), day(2, 300), day(3, 1)],
    [stretch(1, 2, 1000), stretch(3, 3, 1)],
  ],
  [
    'a full day',
    [day(1, 5), day(2, 9000), day(3, 5)],
    [stretch(1, 1, 5), stretch(2, 2, 9000), stretch(3, 3, 5)],
  ],
])('%s: the days of a report are put together while they are few', (_name, days, expected) => {
  expect(stretchesOf(days)).toEqual(expected);
});
