import { expect, test } from '@jest/globals';
import { sampleCells } from './sample-cells.ts';

test.each([
  [['1234', 'xxx-xx-5678'], 'last4ssn', ['••••', 'xxx-xx-••••']],
  [['04/15/2004', '2004-04-15'], 'dob', ['••/••/••••', '••••-••-••']],
  [['04/15/2004', '15.4.04', '1234'], null, ['••/••/••••', '••.•.••', '••••']],
  [['Dana', '11230', '718-555-0101'], null, ['Dana', '11230', '718-555-0101']],
  [['2025-2026'], 'cohort', ['2025-2026']],
] as const)('samples %j of a column guessed as %s are shown as %j', (cells, guess, shown) => {
  expect(sampleCells(cells, guess)).toEqual(shown);
});

test('three cells that hold something are shown, cut off where they are long', () => {
  expect(sampleCells(['', 'a', '', 'b', 'c', 'd'], 'city')).toEqual(['a', 'b', 'c']);
  expect(sampleCells(['x'.repeat(500)], 'city')[0]).toHaveLength(60);
});
