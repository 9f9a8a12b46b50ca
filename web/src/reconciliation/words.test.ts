import { expect, test } from '@jest/globals';
import type { SettledDay } from './api.ts';
import { countText, differenceOf } from './words.ts';

test.each([
  [52, null, 52],
  [null, 52, -52],
  [52.1, 52, 0.1],
  [-0.3, -0.1, -0.2],
  [null, null, 0],
])('%p there and %p here differ by %d dollars', (there, here, dollars) => {
  expect(differenceOf({ there, here })).toBe(dollars);
});

test.each([
  [null, 0, 0, ''],
  ['2026-11-26T09:30:00.000Z', 0, 0, '0'],
  ['2026-11-26T09:30:00.000Z', 5, 5, '5 open'],
  ['2026-11-26T09:30:00.000Z', 3, 1, '3, 1 open'],
])(
  'compared %p: of %d differences %d open are said as "%s"',
  (lastRun, differences, open, words) => {
    expect(countText({ lastRun, differences, open } as SettledDay)).toBe(words);
  },
);
