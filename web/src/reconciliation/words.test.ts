import { expect, test } from '@jest/globals';
import { differenceOf } from './words.ts';

test.each([
  [52, null, 52],
  [null, 52, -52],
  [52.1, 52, 0.1],
  [-0.3, -0.1, -0.2],
  [null, null, 0],
])('%p there and %p here differ by %d dollars', (there, here, dollars) => {
  expect(differenceOf({ there, here })).toBe(dollars);
});
