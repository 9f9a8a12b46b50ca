import { expect, test } from '@jest/globals';
import { nameSplits } from './name-splits.ts';

test.each([
  { words: [], names: [] },
  { words: ['levi'], names: [] },
  { words: ['levi', 'dana'], names: ['levi|dana', 'dana|levi'] },
  {
    words: ['chana', 'ben', 'david'],
    names: ['chana|ben david', 'ben david|chana', 'chana ben|david', 'david|chana ben'],
  },
])('$words may be $names', ({ words, names }) => {
  expect(nameSplits(words).map(({ first, last }) => `${first}|${last}`)).toEqual(names);
});
